import Basics
import Text

/// Diagnostics as text: `FILE:LINE:COLUMN: error: MESSAGE`, the line with the place underlined,
/// then notes and help.
extension Diagnostic {
  /// What the destination of the text can show.
  public struct TextOptions: Sendable {
    /// How the parts look.
    public var theme: Theme
    /// Whether to use nothing but ASCII.
    public var isASCII: Bool
    /// Whether to show the code of the finding after the message.
    public var showsCode: Bool
    /// How many columns a message may take before it goes on in the next line; nil for any number.
    public var width: Int?

    public init(theme: Theme = .plain, isASCII: Bool = false, showsCode: Bool = false) {
      self.theme = theme
      self.isASCII = isASCII
      self.showsCode = showsCode
    }
  }

  /// The diagnostic as lines, without a newline at the end.
  ///
  /// - Complexity: O(*n*) in the length of the line that the place is in, the first time for a file
  ///   also in the length of the file.
  public func text(options: TextOptions = TextOptions()) -> String {
    var lines: [StyledText] = []
    let color: Meaning =
      switch severity {
      case .error: .error
      case .warning: .warning
      case .note: .note
      }
    let frame = frame(file, span, options)
    let code = options.showsCode ? code.map { " [\($0.text)]" } ?? "" : ""
    let title = StyledText(.heading, shown(message + code, options))
    let head: StyledText = "\(label("\(severity)", color, at: file, frame, options))\(title)"
    lines.append(options.width.map(head.folded(width:)) ?? head)
    append(frame, color, to: &lines)
    for note in shownNotes {
      let noteFile = note.span == nil ? note.file : note.file ?? file
      let noteFrame = self.frame(noteFile, note.span, options)
      let text = shown(note.message, options)
      let label = label("\(note.label)", .note, at: noteFile, noteFrame, options)
      let shown = note.label == .help ? StyledText(hint: text) : StyledText(text)
      let line: StyledText = "\(label)\(shown)"
      lines.append(options.width.map(line.folded(width:)) ?? line)
      // The line that was just shown is not shown twice.
      if noteFrame?.line != frame?.line || noteFile !== file {
        append(noteFrame, .note, to: &lines)
      }
    }
    lines += self.lines.map { "  \(shown($0, options))" }
    return lines.joined(by: "\n").painted(options.theme)
  }

  /// The notes; a long path is shortened.
  private var shownNotes: [Note] {
    let way = notes.prefix { $0.label == .note }
    let shown = Array(way).shortened {
      Note(.note, leftOutText($0) + " 'graph json' and 'check --format json' have them all")
    }
    return shown + notes.dropFirst(way.count)
  }

  private func frame(
    _ file: SourceFile?, _ span: SourceSpan?, _ options: TextOptions
  ) -> CodeFrame? {
    guard let file, let span else { return nil }
    return CodeFrame(file, span, isASCII: options.isASCII, width: options.width)
  }

  /// `FILE:LINE:COLUMN: error: `.
  private func label(
    _ label: String, _ color: Meaning, at file: SourceFile?, _ frame: CodeFrame?,
    _ options: TextOptions
  ) -> StyledText {
    var place = ""
    if let file { place = file.name + (frame.map { ":\($0.line):\($0.column)" } ?? "") + ": " }
    return "\(.heading, shown(place, options))\(color, "\(label):") "
  }

  private func append(
    _ frame: CodeFrame?, _ color: Meaning, to lines: inout [StyledText]
  ) {
    guard let frame else { return }
    lines.append(StyledText(frame.text))
    let mark = frame.underline.firstIndex(of: "^") ?? frame.underline.startIndex
    lines.append("\(String(frame.underline[..<mark]))\(color, String(frame.underline[mark...]))")
  }

  /// Text with invisible characters as escapes, and for ASCII also all characters beyond ASCII.
  private func shown(_ text: String, _ options: TextOptions) -> String {
    let visible = text.visible()
    guard options.isASCII else { return visible }
    return visible.unicodeScalars
      .map { $0.isASCII ? String($0) : $0 == "…" ? "..." : $0.escape }.joined()
  }
}
