import Text

extension Diagnostic {
  /// The finding as one JSON object on one line, the fields in a fixed order; `man bindlab-check`
  /// says what each means.
  ///
  /// - Complexity: as for `text(options:)`.
  public var json: String {
    var fields = [("v", "1"), ("severity", jsonString("\(severity)"))]
    fields.append(("code", code.map { jsonString($0.text) } ?? "null"))
    fields.append(("message", jsonString(message)))
    fields += place(file, span)
    let notes = notes.map { note in
      object(
        [("label", jsonString("\(note.label)")), ("message", jsonString(note.message))]
          + place(note.span == nil ? note.file : note.file ?? file, note.span))
    }
    fields.append(("notes", "[" + notes.joined(separator: ",") + "]"))
    let edits = fix?.edits.map { edit in
      object([
        ("start", "\(edit.span.start)"), ("end", "\(edit.span.end)"),
        ("text", jsonString(edit.text)),
      ])
    }
    fields.append(("fix", edits.map { "[" + $0.joined(separator: ",") + "]" } ?? "null"))
    return object(fields)
  }

  private func object(_ fields: [(String, String)]) -> String {
    "{" + fields.map { "\"\($0)\":\($1)" }.joined(separator: ",") + "}"
  }

  private func place(_ file: SourceFile?, _ span: SourceSpan?) -> [(String, String)] {
    let name = [("file", file.map { jsonString($0.name) } ?? "null")]
    guard let file, let span else { return name }
    let start = CodeFrame.position(of: span.start, in: file)
    let end = CodeFrame.position(of: span.end, in: file)
    return name + [
      ("line", "\(start.line)"), ("column", "\(start.column)"), ("endLine", "\(end.line)"),
      ("endColumn", "\(end.column)"), ("start", "\(span.start)"), ("end", "\(span.end)"),
    ]
  }
}
