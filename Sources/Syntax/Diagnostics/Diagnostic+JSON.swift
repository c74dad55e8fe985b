import Text

extension Diagnostic {
  /// The finding as one JSON object on one line, with its fields in a fixed order; `man bindlab-check`
  /// explains them.
  ///
  /// - Complexity: as for `text(options:)`.
  public var json: String {
    var object: JSONObject = [
      "v": 1, "severity": "\(severity)", "code": code?.text, "message": message,
    ]
    object.add(place(file, span))
    let notes = notes.map { note in
      var object: JSONObject = ["label": "\(note.label)", "message": note.message]
      object.add(place(note.span == nil ? note.file : note.file ?? file, note.span))
      return object
    }
    object.add("notes", notes)
    let edits = fix?.edits.map { edit -> JSONObject in
      ["start": edit.span.start, "end": edit.span.end, "text": edit.text]
    }
    object.add("fix", edits)
    // Only a run has them.
    if !lines.isEmpty { object.add("lines", lines) }
    return object.json
  }

  private func place(_ file: SourceFile?, _ span: SourceSpan?) -> JSONObject {
    var object: JSONObject = ["file": file?.name]
    guard let file, let span else { return object }
    let region = TextRegion(span, of: file)
    object.add([
      "line": region.line, "column": region.column, "endLine": region.endLine,
      "endColumn": region.endColumn, "start": span.start, "end": span.end,
    ])
    return object
  }
}
