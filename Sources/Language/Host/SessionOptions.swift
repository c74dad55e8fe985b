import Text
import Values

/// What the user chooses for a session, apart from the scripts.
public struct SessionOptions: Sendable {
  public var semantics = Semantics.bind
  public var seed: UInt64 = 0
  public var traceMode = TraceMode.off
  public var traceStyle = TraceStyle.tree
  /// Whether the trace and the output go to one place, and every line there must be JSON.
  public var writesOnlyJSON = false
  public var isASCII = false
  /// How parts of answers look on a terminal.
  public var theme = Theme.plain
  public var keepsGoing = false
  /// Whether a class or enum that is typed again replaces the first.
  public var replacesDeclarations = true
  /// Whether an interruption ends the run. Then the turn is not rolled back, because nothing reads
  /// the values any more, and undoing millions of changes would make the user wait.
  public var endsWithInterruption = false
  public var treatsWarningsAsErrors = false
  public var maximumSteps: Int?
  /// How many bytes the process may hold while this session runs, if that is less than what it may hold
  /// at all; nil for no limit of its own.
  public var maximumMemory: Int?
  /// How many turns are remembered; nil if a script decides, by asking about them.
  public var journalLimit: Int?
  /// How many turns are remembered in an interactive session.
  public static let interactiveJournalLimit = 1_000
  /// Whether `source`, `save` and every other access to files is an error.
  public var refusesFiles = false
  /// The terminal's width, for tables.
  public var width = 100
  /// Whether answers are read on a screen of that width, and so are broken and shortened to it.
  public var isOnScreen = false
  /// Whether the prompt shows the watched values above itself, so that turns need not show them.
  public var promptKeepsWatched = false
  /// The rows of that screen.
  public var height = 24

  public init() {}
}

/// How much of each turn is shown.
public enum TraceMode: String, CaseIterable, Sendable {
  case off, brief, on, full, flat
}

/// The format of the trace.
public enum TraceStyle: String, CaseIterable, Sendable {
  case tree, flat, json
}
