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
    var lines: [String] = []
    let color: Meaning =
      switch severity {
      case .error: .error
      case .warning: .warning
      case .note: .note
      }
    let frame = frame(file, span, options)
    let code = options.showsCode ? code.map { " [\($0.text)]" } ?? "" : ""
    lines.append(heading(file, frame, "\(severity)", message + code, color, isMain: true, options))
    append(frame, color, options, to: &lines)
    for note in shownNotes {
      let noteFile = note.span == nil ? note.file : note.file ?? file
      let noteFrame = self.frame(noteFile, note.span, options)
      lines.append(
        heading(noteFile, noteFrame, "\(note.label)", note.message, Meaning.note, options))
      // The line that was just shown is not shown twice.
      if noteFrame?.line != frame?.line || noteFile !== file {
        append(noteFrame, Meaning.note, options, to: &lines)
      }
    }
    lines += self.lines.map { "  " + shown($0, options) }
    return lines.joined(separator: "\n")
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
    return CodeFrame(file, span, isASCII: options.isASCII)
  }

  private func heading(
    _ file: SourceFile?, _ frame: CodeFrame?, _ label: String, _ message: String, _ color: Meaning,
    isMain: Bool = false,
    _ options: TextOptions
  ) -> String {
    var place = ""
    if let file { place = file.name + (frame.map { ":\($0.line):\($0.column)" } ?? "") + ": " }
    let text = shown(message, options)
    return options.theme.paint(shown(place, options), .heading)
      + options.theme.paint(label + ":", color) + " "
      + (isMain ? options.theme.paint(text, .heading) : text)
  }

  private func append(
    _ frame: CodeFrame?, _ color: Meaning, _ options: TextOptions, to lines: inout [String]
  ) {
    guard let frame else { return }
    lines.append(frame.text)
    let mark = frame.underline.firstIndex(of: "^") ?? frame.underline.startIndex
    lines.append(
      frame.underline[..<mark]
        + options.theme.paint(String(frame.underline[mark...]), color))
  }

  /// Text with invisible characters as escapes, and for ASCII also all characters beyond ASCII.
  private func shown(_ text: String, _ options: TextOptions) -> String {
    let visible = text.visible()
    guard options.isASCII else { return visible }
    return visible.unicodeScalars
      .map { $0.isASCII ? String($0) : $0 == "…" ? "..." : $0.escape }.joined()
  }
}
