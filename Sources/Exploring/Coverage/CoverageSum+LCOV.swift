import Text

extension CoverageSum {
  /// The coverage as a tracefile of LCOV, which has one record for each file and semantics.
  ///
  /// Bindings, observers and cycles are its functions; directions, ways, branches and endings are its
  /// branches. Written after the section FILES of the man page geninfo(1).
  package var lcov: String {
    var text = ""
    let files = files
    for (column, name) in columns.enumerated() {
      for file in files {
        text += "TN:\(testName(name))\nSF:\(file.path)\n"
        text += functions(file.parts, column) + branches(file.parts, column)
        text += lines(file.parts, column) + "end_of_record\n"
      }
    }
    return text
  }

  /// A name of letters, digits and `_`, as the format wants it.
  private func testName(_ name: String) -> String {
    String(name.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
  }

  private func functions(_ parts: [CoveredPart], _ column: Int) -> String {
    let found = parts.filter { [.binding, .observer, .cycle].contains($0.kind) }
    let named = found.map { part in
      // A comma would end the name.
      let title = part.title.replacing(",", with: ";").visible()
      return (part.line, "\(part.line):\(part.column) \(title)", part.counts[column].later)
    }
    return named.map { "FN:\($0.0),\($0.1)\n" }.joined()
      + named.map { "FNDA:\($0.2),\($0.1)\n" }.joined()
      + "FNF:\(named.count)\nFNH:\(named.count { $0.2 > 0 })\n"
  }

  private func branches(_ parts: [CoveredPart], _ column: Int) -> String {
    let found = parts.filter { [.direction, .way, .branch, .ending].contains($0.kind) }
    var text = ""
    var (line, number) = (0, 0)
    for part in found {
      (line, number) = (part.line, part.line == line ? number + 1 : 0)
      text += "BRDA:\(part.line),0,\(number),\(part.counts[column].later)\n"
    }
    let hit = found.count { $0.counts[column].isExercised }
    return found.isEmpty ? "" : text + "BRF:\(found.count)\nBRH:\(hit)\n"
  }

  /// A line has the count of the busiest part on it.
  private func lines(_ parts: [CoveredPart], _ column: Int) -> String {
    var counts: [(line: Int, count: Int)] = []
    for part in parts {
      let count = part.counts[column].later
      if counts.last?.line == part.line {
        counts[counts.count - 1].count = max(counts[counts.count - 1].count, count)
      } else {
        counts.append((part.line, count))
      }
    }
    return counts.map { "DA:\($0.line),\($0.count)\n" }.joined()
      + "LF:\(counts.count)\nLH:\(counts.count { $0.count > 0 })\n"
  }
}
