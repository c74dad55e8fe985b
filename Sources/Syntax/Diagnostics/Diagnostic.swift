import Text

/// A message about a place in the text: data, which `+Text` turns into lines.
public struct Diagnostic: Error {
  public enum Severity: Sendable {
    case error
    case warning
    /// Useful information, but no reason to refuse a script; only `check` reports notes.
    case note
  }

  /// More about the finding, with a place of its own if it has one.
  public struct Note: Sendable {
    public enum Label: Sendable {
      case note
      case help
    }

    public var label: Label
    public var message: String
    public var file: SourceFile?
    public var span: SourceSpan?

    public init(_ label: Label, _ message: String, file: SourceFile? = nil, span: SourceSpan? = nil)
    {
      self.label = label
      self.message = message.cutForMessage
      self.file = file
      self.span = span
    }
  }

  public var severity: Severity
  /// Lower case, without a full stop; quotes the user's text.
  public var message: String
  /// The message before it was cut; nil if it is short enough.
  private var uncut: String?
  public var file: SourceFile?
  public var span: SourceSpan?
  public var notes: [Note]
  /// What happened, line by line, such as a trace; it is shown below everything else.
  public var lines: [String]
  /// The kind of finding; nil if only a run can find it.
  public var code: FindingCode?
  /// nil if only the author can decide what to change.
  public var fix: Fix?
  /// The statement that its help shows for a line of another language; nil if it shows none.
  var offer: OfferedStatement?

  public init(
    _ severity: Severity, _ message: String, file: SourceFile?, span: SourceSpan?,
    notes: [Note] = [], lines: [String] = [], code: FindingCode? = nil, fix: Fix? = nil
  ) {
    self.severity = severity
    self.message = message.cutForMessage
    if self.message.utf8.count != message.utf8.count { uncut = message }
    self.file = file
    self.span = span
    self.notes = notes
    self.lines = lines
    self.code = code
    self.fix = fix
  }
}

extension Diagnostic {
  /// The message with everything that it quotes, however long that is.
  package var wholeMessage: String { uncut ?? message }

  /// How the message of an expectation that failed begins.
  package static let failedExpectation = "expectation failed: "

  /// Whether it reports an expectation that failed, and no mistake in the script.
  package var isFailedExpectation: Bool { message.hasPrefix(Diagnostic.failedExpectation) }

  /// This finding, where one file stands for a part of another.
  package func moved(from part: SourceFile, to whole: SourceFile) -> Diagnostic {
    var moved = self
    if file === part { moved.file = whole }
    for index in notes.indices where notes[index].file === part { moved.notes[index].file = whole }
    return moved
  }
}
