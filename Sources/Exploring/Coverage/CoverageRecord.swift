/// What runs have exercised of their scripts.
package struct CoverageRecord: Equatable {
  /// The parts of one file.
  package struct File: Equatable {
    package var path: String
    package var parts: [CoveredPart]

    package init(path: String, parts: [CoveredPart]) { (self.path, self.parts) = (path, parts) }
  }

  package var files: [File] = []
  /// Events of very long turns that were not kept, so that a part may have happened more often.
  package var leftOut = 0

  package init() {}
}

/// The sum of the records of many runs, under one semantics or several.
package struct CoverageSum {
  /// The names of the semantics; one empty name if each script chose its own.
  package let columns: [String]
  /// The files by their paths, each with its parts.
  private var parts: [String: [CoveredPart.Identity: CoveredPart]] = [:]
  package private(set) var leftOut = 0

  package init(columns: [String]) { self.columns = columns }

  /// Adds what one run has exercised.
  ///
  /// - Parameters:
  ///   - column: The position of its semantics.
  ///   - path: The name under which a file is shown; one file may have several.
  package mutating func add(
    _ record: CoverageRecord, at column: Int, path: (String) -> String
  ) {
    leftOut += record.leftOut
    for file in record.files {
      let name = path(file.path)
      for part in file.parts {
        var known =
          parts[name]?[part.identity]
          ?? CoveredPart(
            part.kind, line: part.line, column: part.column, text: part.text,
            counts: columns.map { _ in CoveredPart.Count() })
        known.counts[column].add(part.counts[0])
        parts[name, default: [:]][part.identity] = known
      }
    }
  }

  /// The files in the order of their names, and their parts in the order of the text.
  package var files: [CoverageRecord.File] {
    parts.sorted { $0.key < $1.key }.map { path, parts in
      CoverageRecord.File(path: path, parts: parts.values.sorted(by: CoveredPart.precedes))
    }
  }
}

/// How many of some parts were exercised.
package struct CoverageTally: Equatable {
  package private(set) var exercised = 0
  package private(set) var onlyWhenMade = 0
  package private(set) var count = 0

  /// - Parameter column: The position of the semantics.
  package init(of parts: some Sequence<CoveredPart>, at column: Int) {
    for part in parts {
      count += 1
      if part.counts[column].isExercised { exercised += 1 }
      if part.counts[column].happenedOnlyWhenMade { onlyWhenMade += 1 }
    }
  }

  package var never: Int { count - exercised - onlyWhenMade }

  /// Whole percents, rounded down, so that only all of them are 100; 100 of nothing.
  package var percent: Int { count == 0 ? 100 : exercised * 100 / count }
}

extension CoverageSum {
  /// The lowest share of all parts under any of the semantics, in percent.
  package var lowestPercent: Int {
    let all = files.flatMap(\.parts)
    return columns.indices.map { CoverageTally(of: all, at: $0).percent }.min() ?? 100
  }
}
