import BindingEngine
import Text

/// Runs of the same statements under several semantics: what they share, and where they differ.
package struct Comparison {
  /// A final value that is not the same in all runs.
  struct Difference {
    var name: String
    /// The value in each group; nil if the group has no such property.
    var values: [ComparedRun.FinalValue?]
  }

  /// What was run: the name of a file, or the text of a block.
  let title: String
  let runs: [ComparedRun]
  /// The runs whose final values are all the same, as indices into `runs`; the group of the first
  /// run comes first.
  let groups: [[Int]]
  let differences: [Difference]
  /// The first difference between the traces of the two runs that are shown.
  package internal(set) var parting: Parting?
  /// Statements that would have chosen another semantics.
  package internal(set) var passedOver: [String] = []

  /// Whether the final values are the same in all runs.
  package var agrees: Bool { groups.count < 2 }

  /// What can differ although the final values agree; what people see comes first.
  enum Aside: String, CaseIterable {
    case printed, links, glitches, outcome, writes

    func differs(_ run: ComparedRun, _ other: ComparedRun) -> Bool {
      switch self {
      case .printed: run.printed != other.printed
      case .links: run.links != other.links
      case .glitches: (run.glitches == 0) != (other.glitches == 0)
      case .outcome: run.outcome != other.outcome
      case .writes: run.writes != other.writes
      }
    }
  }

  /// If the final values agree: what else differs, and the first run that differs from the first one in
  /// that.
  var aside: (what: Aside, run: Int)? {
    guard agrees, let first = runs.first else { return nil }
    for what in Aside.allCases {
      if let other = runs.firstIndex(where: { what.differs(first, $0) }) { return (what, other) }
    }
    return nil
  }

  /// The two runs whose traces are shown; nil if nothing differs.
  var shown: (Int, Int)? {
    agrees ? aside.map { (0, $0.run) } : (groups[0][0], groups[1][0])
  }

  init(title: String, runs: [ComparedRun]) {
    self.title = title
    self.runs = runs
    var groups: [[Int]] = []
    let values = runs.map { $0.values.sorted { $0.name < $1.name } }
    for position in runs.indices {
      let place = groups.firstIndex { values[$0[0]] == values[position] }
      if let place { groups[place].append(position) } else { groups.append([position]) }
    }
    self.groups = groups
    differences = Comparison.differences(groups.map { runs[$0[0]].values })
  }

  /// Compares the results of runs under several semantics.
  ///
  /// - Parameter run: One run. Tracing takes time and memory, so only the two runs whose traces
  ///   are shown are run once more, with a trace.
  static func run<Failure>(
    _ title: String, under semantics: [Semantics],
    by run: (Semantics, _ isTracing: Bool) throws(Failure) -> (ComparedRun, RunRecorder)
  ) throws(Failure) -> Comparison {
    var runs: [ComparedRun] = []
    var passedOver: [String] = []
    for semantics in semantics {
      let (compared, recorder) = try run(semantics, false)
      runs.append(compared)
      for text in recorder.passedOver where !passedOver.contains(text) { passedOver.append(text) }
    }
    var comparison = Comparison(title: title, runs: runs)
    comparison.passedOver = passedOver
    guard let (left, right) = comparison.shown else { return comparison }
    var traced: [(String, [TracedTurn])] = []
    for position in [left, right] {
      traced.append((semantics[position].name, try run(semantics[position], true).1.turns))
    }
    comparison.parting = Parting(
      traced[0], traced[1], differingIn: comparison.differences.map(\.name))
    return comparison
  }

  static func differences(_ values: [[ComparedRun.FinalValue]]) -> [Difference] {
    guard values.count > 1 else { return [] }
    let tables = values.map { Dictionary($0.map { ($0.name, $0) }) { first, _ in first } }
    var names: [String] = []
    var seen: Set<String> = []
    for value in values.joined() where seen.insert(value.name).inserted { names.append(value.name) }
    return names.compactMap { name in
      let row = tables.map { $0[name] }
      return row.allSatisfy { $0?.text == row[0]?.text } ? nil : Difference(name: name, values: row)
    }
  }
}

/// The first difference of two traces.
package struct Parting {
  struct Side {
    var semantics: String
    /// The lines of each side after that.
    var lines: [StyledText]
    /// Whether there are more lines.
    var isCut: Bool

    fileprivate init(_ semantics: String, _ lines: ArraySlice<StyledText>) {
      self.semantics = semantics
      let rest = lines.count - Parting.mostLines
      isCut = rest > 1
      self.lines =
        isCut ? lines.prefix(Parting.mostLines) + ["  (\(rest) more lines)"] : Array(lines)
    }
  }

  /// The turn in which they differ first, and its lines that are in both.
  var common: [StyledText]
  var left: Side
  var right: Side
  /// The statement of that turn, and its place.
  var statement: String
  var place: String

  /// How many lines before the difference are shown, besides the heading of the turn.
  private static let mostCommon = 4
  /// How many lines of each side are shown.
  private static let mostLines = 8

  /// - Parameter names: The properties whose final values differ: the turn that made them differ is shown.
  /// - Returns: nil if the traces are the same, as far as they were kept.
  init?(
    _ left: (String, [TracedTurn]), _ right: (String, [TracedTurn]), differingIn names: [String]
  ) {
    let (leftTurns, rightTurns) = (left.1, right.1)
    var position = 0
    while position < leftTurns.count, position < rightTurns.count,
      leftTurns[position].allLines == rightTurns[position].allLines
    { position += 1 }
    let decisive = names.lazy.compactMap { Parting.turn(makingDiffer: $0, leftTurns, rightTurns) }
    position = decisive.first ?? position
    guard position < max(leftTurns.count, rightTurns.count) else { return nil }
    let first = position < leftTurns.count ? leftTurns[position] : nil
    let second = position < rightTurns.count ? rightTurns[position] : nil
    let lines = (first?.allLines ?? [], second?.allLines ?? [])
    let same = zip(lines.0, lines.1).prefix { $0 == $1 }.count
    common = Parting.shown(lines.0[..<same])
    statement = (first ?? second)?.statement ?? ""
    place = (first ?? second)?.place ?? ""
    self.left = Side(left.0, lines.0[same...])
    self.right = Side(right.0, lines.1[same...])
  }

  /// The turn after which a property had different values to the end; nil if the turns do not show that.
  private static func turn(
    makingDiffer name: String, _ left: [TracedTurn], _ right: [TracedTurn]
  ) -> Int? {
    var (one, other): (String?, String?)
    var first: Int?
    for position in 0..<max(left.count, right.count) {
      let (leftTurn, rightTurn) = (
        position < left.count ? left[position] : nil, position < right.count ? right[position] : nil
      )
      // Other turns came between, so the positions do not mean the same statements.
      if let leftTurn, let rightTurn, leftTurn.statement != rightTurn.statement { return nil }
      one = leftTurn?.written[name] ?? one
      other = rightTurn?.written[name] ?? other
      if one == other { first = nil } else if first == nil { first = position }
    }
    return first
  }

  private static func shown(_ lines: ArraySlice<StyledText>) -> [StyledText] {
    guard let head = lines.first, lines.count > mostCommon + 2 else { return Array(lines) }
    return [head, "  (\(lines.count - mostCommon - 1) lines alike)"] + lines.suffix(mostCommon)
  }
}

extension TracedTurn {
  /// The heading of a turn and its lines.
  var allLines: [StyledText] {
    ["\(.quiet, "turn \(number)")  \(.heading, statement)"] + lines
  }
}
