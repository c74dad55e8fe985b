/// The version that the figures are of.
let version = "0.1.0"

/// What one workload came to.
struct Figures {
  var workload: String
  var unit: String
  var median: Double
  var best: Double
  var runs: Int
  var note: String?

  init(_ workload: String, unit: String, samples: [Double], note: String? = nil) {
    let sorted = samples.sorted()
    self.workload = workload
    self.unit = unit
    median = (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
    best = sorted[0]
    runs = sorted.count
    self.note = note
  }
}

/// How figures are shown.
enum Format {
  case table, json

  func show(_ figures: Figures) {
    switch self {
    case .json:
      var line = "{\"peer\":\"bindlab\",\"version\":\"\(version)\""
      line += ",\"workload\":\"\(figures.workload)\",\"unit\":\"\(figures.unit)\""
      line += ",\"median\":\(short(figures.median)),\"best\":\(short(figures.best))"
      line += ",\"runs\":\(figures.runs)"
      if let note = figures.note { line += ",\"note\":\"\(note)\"" }
      print(line + "}")
    case .table:
      let columns = [
        pad(figures.workload, to: 10), pad(short(figures.median), to: -10),
        pad("(\(short(figures.best)))", to: -12), "  \(figures.unit)",
      ]
      print(columns.joined() + (figures.note.map { "  \($0)" } ?? ""))
    }
  }

  /// Three digits after the point are more than a clock knows.
  private func short(_ number: Double) -> String {
    let rounded = (number * 1_000).rounded() / 1_000
    return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
  }

  /// - Parameter width: Below zero to align at the right.
  private func pad(_ text: String, to width: Int) -> String {
    let blanks = String(repeating: " ", count: max(0, abs(width) - text.count))
    return width < 0 ? blanks + text : text + blanks
  }
}
