import Language
import Names
import Syntax
import Text

extension SourceFile {
  /// The paths that `source` statements name, in a script or in the blocks of a transcript.
  package var sourcedPaths: [String] {
    guard name.hasSuffix(".md") else { return sourcedPathsOfScript }
    let lines = TextLines(bytes)
    return FencedBlocks.find(in: lines).flatMap { block in
      let code = block.content.map { lines.text(lines.range($0)) + "\n" }.joined()
      return SourceFile(name: name, text: code).sourcedPathsOfScript
    }
  }

  /// The paths that `source` statements name if the whole text is a script, whatever its name is.
  package var sourcedPathsOfScript: [String] {
    guard hasSourceWord else { return [] }
    let tree = Parser.parse(self, names: NameTable()).0
    return tree.ids(where: { $0 == .source }).compactMap { id in
      guard case .source(let file) = tree.statement(id) else { return nil }
      return SourceFiles.path(namedAt: file, in: tree)
    }
  }
}

extension SourceFile {
  /// Whether the word is somewhere in the text: most scripts read no other, and need not be parsed to
  /// know it.
  package var hasSourceWord: Bool {
    let word = Array("source".utf8)
    return bytes[part].withUnsafeBufferPointer { bytes in
      var position = 0
      while position + word.count <= bytes.count {
        if bytes[position] == word[0], bytes[position + 1] == word[1],
          word.indices.allSatisfy({ bytes[position + $0] == word[$0] })
        {
          return true
        }
        position += 1
      }
      return false
    }
  }
}

/// The files that `source` names, each read and parsed once.
final class SourceFiles {
  struct Loaded {
    var script: SyntaxTreeBox
    var diagnostics: [Diagnostic]

    var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }
  }

  /// How many files are examined, and how often they are read in all: files that each read another one
  /// twice would otherwise never end.
  static let most = 1_000

  private unowned let host: any SessionHost
  private let names: NameTable
  private var loaded: [String: Result<Loaded, SessionFileError>] = [:]
  var readings = 0

  init(host: any SessionHost, names: NameTable) {
    self.host = host
    self.names = names
  }

  /// The path that the text of a `source` statement names, relative to the statement's file.
  static func path(namedAt text: NodeID, in tree: SyntaxTree) -> String? {
    guard let path = tree.text(text), !path.utf8.contains(0) else { return nil }
    return tree.file.resolve(path)
  }

  func load(_ path: String) -> Result<Loaded, SessionFileError> {
    // A path can be spelled in several ways, and the file is one.
    let key = path.asPlainPath
    if let known = loaded[key] { return known }
    let result = host.read(path: path).map { bytes in
      let file = SourceFile(name: path, bytes: bytes)
      let (tree, diagnostics, _) = Parser.parse(file, names: names)
      return Loaded(script: SyntaxTreeBox(tree), diagnostics: diagnostics)
    }
    loaded[key] = result
    return result
  }
}
