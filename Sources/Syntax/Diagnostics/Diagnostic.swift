/// Something to tell the user about a place in the text: data, which `+Text` turns into lines.
public struct Diagnostic: Error {
  public enum Severity: Sendable {
    case error
    case warning
    /// Worth knowing, and no reason to refuse a script; only `check` reports such.
    case note
  }

  /// More about the finding, with a place of its own where it has one.
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
      self.message = message
      self.file = file
      self.span = span
    }
  }

  public var severity: Severity
  /// Lower case, without a full stop; quotes the user's text.
  public var message: String
  public var file: SourceFile?
  public var span: SourceSpan?
  public var notes: [Note]
  /// What happened, line by line, such as a trace: shown below all else.
  public var lines: [String]
  /// The kind of finding; nil for what only a run can find.
  public var code: FindingCode?
  /// nil if it is for the author to say what is to change.
  public var fix: Fix?

  public init(
    _ severity: Severity, _ message: String, file: SourceFile?, span: SourceSpan?,
    notes: [Note] = [], lines: [String] = [], code: FindingCode? = nil, fix: Fix? = nil
  ) {
    self.severity = severity
    self.message = message
    self.file = file
    self.span = span
    self.notes = notes
    self.lines = lines
    self.code = code
    self.fix = fix
  }
}
