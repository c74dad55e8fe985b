import Checking
import Syntax
import Text

/// What the text does not say but the check knows: the numbers of bindings, and types.
extension LanguageServer {
  func inlayHints(_ parameters: JSONTree) throws(ProtocolError) -> any JSONWritable {
    let document = try document(parameters)
    let part = try offsets(parameters["range"], in: document)
    let hints = try programs(with: document)[0].hints(in: document.path)
    return hints.filter { part.lowerBound <= $0.offset && $0.offset <= part.upperBound }
      .map { hint -> JSONObject in
        var json: JSONObject = [
          "position": document.positions.position(of: hint.offset, in: document.file.bytes).json,
          "label": hint.text, "kind": hint.isType ? 1 : 2,
        ]
        if !hint.isType { json.add("paddingRight", true) }
        return json
      }
  }
}
