import Platform

/// Limits for figures, as multiples of what the same work takes in plain C on the same machine.
struct Bounds {
  struct Row {
    var figure: String
    /// The figure of the C programs that it is divided by.
    var floor: String
    var most: Double
  }

  struct Failure: Error { var message: String }

  /// How often a figure beyond its bound is measured in all: something else may have run.
  private static let attempts = 4

  private(set) var rows: [Row] = []

  /// - Parameter text: Three words on each line: a figure, a figure of the C programs, and a number.
  init(_ text: String) throws(Failure) {
    for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      let words = line.prefix { $0 != "#" }.split(separator: " ")
      if words.isEmpty { continue }
      guard words.count == 3, let most = Double(words[2]) else {
        throw Failure(message: "line \(number + 1) of the bounds must be: FIGURE FLOOR NUMBER")
      }
      rows.append(Row(figure: String(words[0]), floor: String(words[1]), most: most))
    }
  }

  /// Measures and prints each row: the ratio of the best figures, and its bound.
  ///
  /// - Parameter floors: The C programs: they print figures as `--json` does.
  /// - Returns: Whether none is beyond its bound.
  func check(floors: [String]) throws(Failure) -> Bool {
    var lowest: [String: Double] = [:]
    var due = rows
    for _ in 0..<Bounds.attempts where !due.isEmpty {
      let floor = try Bounds.figures(of: floors)
      let own = Bounds.measured(due)
      for row in due {
        guard let best = own[row.figure], let least = floor[row.floor] else {
          throw Failure(message: "no figure '\(own[row.figure] == nil ? row.figure : row.floor)'")
        }
        lowest[row.figure] = min(lowest[row.figure] ?? .infinity, best / least)
      }
      due = due.filter { lowest[$0.figure]! > $0.most }
    }
    for row in rows { print(line(row, lowest[row.figure]!)) }
    return due.isEmpty
  }

  private func line(_ row: Row, _ ratio: Double) -> String {
    let verdict = ratio > row.most ? "BEYOND" : "within"
    let digits = (ratio * 100).rounded() / 100
    return "\(row.figure): \(digits) times \(row.floor) of the floor, \(verdict) \(row.most)"
  }

  /// The best figures of the workloads that have some of the rows.
  private static func measured(_ rows: [Row]) -> [String: Double] {
    var best: [String: Double] = [:]
    let workloads = Set(rows.compactMap { Workload(giving: $0.figure) })
    for workload in Workload.allCases where workloads.contains(workload) {
      workload.measure { best[$0.workload] = $0.best }
    }
    return best
  }

  private static func figures(of programs: [String]) throws(Failure) -> [String: Double] {
    var best: [String: Double] = [:]
    for program in programs {
      guard let ended = run(program, []),
        let found = EarlierRun(String(decoding: ended.output, as: UTF8.self))
      else { throw Failure(message: "'\(program)' gives no figures: see Tests/Peers/README.md") }
      for (name, entry) in found.entries { best[name] = entry.best }
    }
    return best
  }
}
