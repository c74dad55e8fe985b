import Checking
import Language
import Names
import Syntax
import Text

/// The paths in `source` statements: links to the files, and what can be written there.
extension LanguageServer {
  /// The texts that name files, in quotes, and the paths of these files.
  func sourceTexts(in script: OpenDocument) -> [(span: SourceSpan, target: String)] {
    guard script.file.hasSourceWord else { return [] }
    let tree = Parser.parse(script.file, names: NameTable()).tree
    return tree.ids(where: { $0 == .source }).compactMap { id in
      guard case .source(let file) = tree.statement(id),
        let path = tree.text(file)
      else { return nil }
      return (tree[file].span, script.file.resolve(path).asPlainPath)
    }.sorted { $0.span.start < $1.span.start }
  }

  func documentLinks(_ parameters: JSONTree) throws(ProtocolError) -> any JSONWritable {
    let document = try document(parameters)
    return parts(of: document).flatMap(sourceTexts).compactMap { span, target -> JSONObject? in
      // A link that leads nowhere has a finding instead.
      guard case .success = host.read(path: target) else { return nil }
      let inside = SourceSpan(Int(span.start) + 1..<max(Int(span.start) + 1, Int(span.end) - 1))
      return ["range": range(inside, in: document.file), "target": uri(of: target)]
    }
  }

  /// The beginning of a path at an offset, and the part of it behind the last slash; nil outside of the text
  /// of a `source` statement.
  private func begunPath(in file: SourceFile, at offset: Int) -> (folder: String, name: Range<Int>)?
  {
    let bytes = file.bytes
    var quote = offset
    while quote > 0, bytes[quote - 1] != UInt8(ascii: "\"") {
      // A path with an escape is rare, and a new line ends the text.
      if bytes[quote - 1] == UInt8(ascii: "\n") || bytes[quote - 1] == UInt8(ascii: "\\") {
        return nil
      }
      quote -= 1
    }
    guard quote > 0 else { return nil }
    var end = quote - 1
    while end > 0, bytes[end - 1] == UInt8(ascii: " ") || bytes[end - 1] == UInt8(ascii: "\t") {
      end -= 1
    }
    guard end < quote, let (word, span) = file.word(at: end), word == "source", Int(span.end) == end
    else { return nil }
    let slash = bytes[quote..<offset].lastIndex(of: UInt8(ascii: "/"))
    let start = slash.map { $0 + 1 } ?? quote
    return (String(decoding: bytes[quote..<start], as: UTF8.self), start..<offset)
  }

  /// The files and folders that can be written in the text of a `source` statement, relative to the script;
  /// nil outside of such a text.
  func pathCompletion(in script: OpenDocument, at offset: Int) -> JSONObject? {
    guard let (folder, name) = begunPath(in: script.file, at: offset) else { return nil }
    let begun = String(decoding: script.file.bytes[name], as: UTF8.self)
    let target = script.file.resolve(folder.isEmpty ? "." : folder).asPlainPath
    let own = host.identity(of: script.path)
    let place = range(SourceSpan(name), in: script.file)
    let items = surroundings.files.entries(target).filter { entry in
      let path = target == "/" ? "/" + entry.name : target + "/" + entry.name
      // A script cannot source itself, and a hidden file is offered only to who asks for it.
      return entry.name.hasPrefix(begun) && (begun.hasPrefix(".") || !entry.name.hasPrefix("."))
        && (entry.isFolder || entry.name.hasSuffix(".bind") && host.identity(of: path) != own)
    }.map { entry -> JSONObject in
      let text = entry.isFolder ? entry.name + "/" : entry.name
      return [
        "label": text, "kind": entry.isFolder ? 19 : 17,
        "sortText": (entry.isFolder ? "1" : "0") + text,
        "filterText": text, "textEdit": ["range": place, "newText": text] as JSONObject,
      ]
    }
    return ["isIncomplete": false, "items": items]
  }
}
