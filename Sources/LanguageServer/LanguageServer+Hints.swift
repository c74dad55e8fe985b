import Checking
import Syntax
import Text

/// What the text does not say but the check knows: the numbers of bindings, and types.
extension LanguageServer {
  func inlayHints(_ parameters: JSONTree) throws(ProtocolError) -> any JSONWritable {
    let document = try document(parameters)
    let part = try offsets(parameters["range"], in: document)
    // A text that several programs read has the hints of the first.
    var programs: [CheckedProgram] = []
    for script in parts(of: document) { programs += try recentPrograms(with: script).prefix(1) }
    return programs.flatMap { program in
      program.hints(in: document.path).map { (program, $0) }
    }.compactMap { program, hint -> JSONObject? in
      // The number stands before a statement, and a type behind a name: they move with them.
      let text = hint.isType ? hint.offset - 1..<hint.offset : hint.offset..<hint.offset + 1
      guard let file = program.tree(of: document.path)?.file,
        let place = current(SourceSpan(text), in: file)
      else { return nil }
      let offset = Int(hint.isType ? place.end : place.start)
      guard part.lowerBound <= offset, offset <= part.upperBound else { return nil }
      var json: JSONObject = [
        "position": document.positions.position(of: offset, in: document.file.bytes).json,
        "label": hint.text, "kind": hint.isType ? 1 : 2,
      ]
      if !hint.isType { json.add("paddingRight", true) }
      return json
    }
  }
}
