import BindingEngine
import Text

/// A value of an event, as text of the language and as JSON.
public struct TracedValue: Sendable, Equatable {
  public var text: String
  public var json: String

  public init(text: String, json: String) {
    self.text = text
    self.json = json
  }
}

/// An event with the names of everything that it refers to, so that it can be shown later.
public struct TraceEntry: Sendable {
  /// A property of an object that was made.
  public struct TracedMember: Sendable {
    public var name: String
    /// Its first value.
    public var value: TracedValue?

    public init(name: String, value: TracedValue?) {
      self.name = name
      self.value = value
    }
  }

  public var kind: TraceEvent.Kind
  public var reason: TraceEvent.Reason
  public var sequence: Int
  /// The entry that caused it; 0 for the statement.
  public var cause: Int
  /// The number of the binding or observer that acted.
  public var number: Int?
  /// That binding in the language: `vm.name ~> label.text | Shout`.
  public var link: String?
  /// The property that changes, or the source of a firing.
  public var property: String?
  /// The target of a firing, or of a binding that was made.
  public var target: String?
  /// Of a glitch: the number of the binding that has yet to pass the change on.
  public var awaited: Int?
  /// What a binding or observer listens to when it is made or moved.
  public var sources: [String] = []
  /// The arrow of a binding that was made.
  public var arrow: String?
  /// Where the text of a binding or observer that was made is: `FILE:LINE`.
  public var place: String?
  /// The name of a binding or observer that was made, and the object that keeps it.
  public var name: String?
  public var keeper: String?
  /// The class of an object that was made.
  public var className: String?
  /// The properties of an object that was made, in the order of their declaration, with their first
  /// values; a computed one has none.
  public var members: [TracedMember] = []
  /// What an expression, a path or a `computed` read.
  public var reads: [String] = []
  public var old: TracedValue?
  public var new: TracedValue?
  public var text: String?
  /// For a write that inserts, removes or replaces one element of a list; `old` and `new` are then
  /// that element.
  public var change = ListChange.set
  /// How many elements that is about.
  public var count = 1

  public init(kind: TraceEvent.Kind, reason: TraceEvent.Reason, sequence: Int, cause: Int) {
    self.kind = kind
    self.reason = reason
    self.sequence = sequence
    self.cause = cause
  }
}

/// A turn, ready to be shown: what happened, in the order in which it happened.
public struct TurnTrace: Sendable {
  public var number = 0
  /// The statement's text, on one line.
  public var statement = ""
  /// `FILE:LINE`.
  public var place = ""
  /// What was due and began the turn; nil if that was the statement.
  public var timer: TurnTimer?
  public var entries: [TraceEntry] = []
  /// Events in the middle that were not kept.
  public var leftOut = 0
  public var outcome = ""
  public var writes = 0
  public var firings = 0
  public var held = 0
  public var dropped = 0
  public var rejected = 0
  public var depth = 0
  public var glitches = 0
  public var rounds = 0
  public var cycle: String?
  /// Remarks about the outcome: where a lap stopped, or which path the cycle has.
  public var remarks: [String] = []
  /// Whether changes wait for the next tick of the virtual clock after it.
  public var isTickDue = false
  /// Whether 'whatif' ran it, and all that it did was rolled back.
  public var isTried = false
  /// How many entries a lap of a runaway has; 0 for none.
  public var lap = 0

  public init() {}
}

extension TurnTrace {
  /// `2 writes, 1 firing, 1 held`.
  public var countsText: String {
    var parts = [counted(writes, "write"), counted(firings, "firing")]
    if held > 0 { parts.append("\(held) held") }
    if dropped > 0 { parts.append("\(dropped) dropped") }
    if rejected > 0 { parts.append("\(rejected) rejected") }
    if glitches > 0 { parts.append("\(glitches) glitch\(glitches == 1 ? "" : "es")") }
    if rounds > 0 { parts.append(counted(rounds, "round")) }
    return parts.joined(separator: ", ")
  }
}

extension TraceEvent.Kind {
  private static let words = allCases.map { "\($0)" }

  /// The kind's name in NDJSON: that of its case.
  public var word: String { Self.words[Int(rawValue)] }
}

extension TraceEvent.Reason {
  private static let words = allCases.map { reason in
    "\(reason)".map { $0.isUppercase ? "-\($0.lowercased())" : "\($0)" }.joined()
  }

  /// The reason's name in NDJSON: that of its case, `broken-target` of `brokenTarget`.
  public var word: String? { self == .none ? nil : Self.words[Int(rawValue)] }
}

extension ListChange.Kind {
  private static let words = allCases.map { "\($0)" }

  /// The kind's name in the language and in NDJSON: that of its case.
  public var word: String { Self.words[Int(rawValue)] }
}
