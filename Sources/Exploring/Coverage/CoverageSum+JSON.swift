import Text

extension CoverageSum {
  /// The coverage as one JSON object on one line, with its fields in a fixed order.
  package var json: String {
    let files = files
    let all = files.flatMap(\.parts)
    let totals = columns.indices.map { column -> JSONObject in
      total(columns[column], CoverageTally(of: all, at: column))
    }
    let rows = files.map { file -> JSONObject in
      ["path": file.path, "parts": file.parts.map(object)]
    }
    return
      ([
        "v": 1, "percent": lowestPercent, "semantics": totals, "leftOut": leftOut, "files": rows,
      ] as JSONObject).json
  }

  private func total(_ name: String, _ tally: CoverageTally) -> JSONObject {
    [
      "name": name.isEmpty ? nil : name, "parts": tally.count, "exercised": tally.exercised,
      "onlyWhenMade": tally.onlyWhenMade, "never": tally.never, "percent": tally.percent,
    ]
  }

  private func object(_ part: CoveredPart) -> JSONObject {
    [
      "kind": part.kind.word, "text": part.text, "line": part.line, "column": part.column,
      "counts": part.counts.map { object($0, of: part.kind) },
    ]
  }

  private func object(_ count: CoveredPart.Count, of kind: CoveredPart.Kind) -> JSONObject {
    var object: JSONObject = ["count": count.later, "exercised": count.isExercised]
    switch kind {
    case .binding, .direction, .observer:
      object.add("whenMade", count.whenMade)
      object.add("idle", count.idle)
    case .cycle: object.add("verdicts", count.verdicts)
    case .way, .branch, .ending: break
    }
    return object
  }
}
