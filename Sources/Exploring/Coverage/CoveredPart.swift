/// A part of a script that a run can exercise, with how often runs did so.
package struct CoveredPart: Equatable {
  /// What it is; also the order of the rows of a summary.
  package enum Kind: UInt8, CaseIterable {
    case binding, direction, observer, way, branch, ending, cycle

    /// Its name in JSON.
    package var word: String { "\(self)" }

    /// The name of a row.
    var heading: String {
      switch self {
      case .binding: "bindings"
      case .direction: "directions"
      case .observer: "observers"
      case .way: "ways"
      case .branch: "branches"
      case .ending: "endings"
      case .cycle: "cycles"
      }
    }
  }

  /// How often something happened under one semantics.
  package struct Count: Equatable {
    /// In the turn that made the binding or observer.
    package var whenMade = 0
    /// In later turns; of other parts, in all.
    package var later = 0
    /// How many of these found the value already there.
    package var idle = 0
    /// Of a cycle: the verdicts on it, each once, in alphabetical order.
    package var verdicts: [String] = []

    package init() {}

    /// Whether it was exercised. Firing when it is made shows only that a binding exists.
    package var isExercised: Bool { later > 0 }
    var happenedOnlyWhenMade: Bool { later == 0 && whenMade > 0 }

    mutating func add(_ other: Count) {
      whenMade += other.whenMade
      later += other.later
      idle += other.idle
      verdicts = Set(verdicts).union(other.verdicts).sorted()
    }
  }

  package var kind: Kind
  /// Where it begins, from 1; the column in bytes.
  package var line: Int
  package var column: Int
  /// Its name, on one line.
  package var text: String
  /// One for each semantics.
  package var counts: [Count]

  package init(_ kind: Kind, line: Int, column: Int, text: String, counts: [Count] = [Count()]) {
    (self.kind, self.line, self.column) = (kind, line, column)
    (self.text, self.counts) = (text, counts)
  }

  /// What tells it apart from the other parts of its file.
  struct Identity: Hashable {
    let kind: Kind
    let line, column: Int
    let text: String
  }

  var identity: Identity { Identity(kind: kind, line: line, column: column, text: text) }

  /// `bind a.x ~> b.y`, `direction b.y ~> a.x`
  var title: String {
    switch kind {
    case .binding, .observer, .branch: text
    case .direction, .way, .ending, .cycle: "\(kind.word) \(text)"
    }
  }

  /// Whether it comes before another part in its file.
  static func precedes(_ left: CoveredPart, _ right: CoveredPart) -> Bool {
    (left.line, left.column, left.kind.rawValue, left.text)
      < (right.line, right.column, right.kind.rawValue, right.text)
  }
}
