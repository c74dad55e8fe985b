/// The version to which the figures belong.
let version = "0.1.0"

/// The result of one workload.
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

  /// - Parameter before: The figures of an earlier run for the same workload.
  func show(_ figures: Figures, before: EarlierRun.Entry? = nil) {
    switch self {
    case .json:
      var line = "{\"peer\":\"bindlab\",\"version\":\"\(version)\""
      line += ",\"workload\":\"\(figures.workload)\",\"unit\":\"\(figures.unit)\""
      line += ",\"median\":\(short(figures.median)),\"best\":\(short(figures.best))"
      line += ",\"runs\":\(figures.runs)"
      if let note = figures.note { line += ",\"note\":\"\(note)\"" }
      if let before {
        line += ",\"before\":\(short(before.median)),\"bestBefore\":\(short(before.best))"
      }
      print(line + "}")
    case .table:
      var columns = [
        pad(figures.workload, to: 32), pad(short(figures.median), to: -10),
        pad("(\(short(figures.best)))", to: -12),
      ]
      if let before {
        let change = (figures.best / before.best - 1) * 100
        let percent = "\(change < 0 ? "" : "+")\(Int(change.rounded()))%"
        columns += [
          pad(short(before.median), to: -12), pad("(\(short(before.best)))", to: -12),
          pad(before.best > 0 ? percent : "", to: -7),
        ]
      }
      columns.append("  \(figures.unit)")
      print(columns.joined() + (figures.note.map { "  \($0)" } ?? ""))
    }
  }

  /// A clock is not exact enough for more than three digits after the point.
  private func short(_ number: Double) -> String {
    let rounded = (number * 1_000).rounded() / 1_000
    return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
  }

  /// - Parameter width: Negative to align at the right.
  private func pad(_ text: String, to width: Int) -> String {
    let blanks = String(repeating: " ", count: max(0, abs(width) - text.count))
    return width < 0 ? blanks + text : text + blanks
  }
}

/// The figures of an earlier run, which `--json` printed.
struct EarlierRun {
  struct Entry { var median, best: Double }

  private(set) var entries: [String: Entry] = [:]

  /// - Returns: nil for text without any figures.
  init?(_ text: String) {
    for line in text.split(whereSeparator: \.isNewline) {
      guard let workload = EarlierRun.field("workload", in: line),
        let median = EarlierRun.field("median", in: line).flatMap({ Double($0) }),
        let best = EarlierRun.field("best", in: line).flatMap({ Double($0) })
      else { continue }
      entries[workload] = Entry(median: median, best: best)
    }
    if entries.isEmpty { return nil }
  }

  subscript(workload: String) -> Entry? { entries[workload] }

  /// The lines are flat and their texts have no escaped quotes, since `Format` writes them.
  private static func field(_ name: String, in line: Substring) -> String? {
    let key = "\"\(name)\":"
    var rest = line.utf8
    while !rest.isEmpty, !rest.starts(with: key.utf8) { rest.removeFirst() }
    let value = Substring(rest.dropFirst(key.utf8.count)).prefix { $0 != "," && $0 != "}" }
    return value.isEmpty ? nil : String(value.filter { $0 != "\"" })
  }
}
