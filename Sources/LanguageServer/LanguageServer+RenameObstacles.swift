import Checking
import Language
import Syntax

/// Why a name keeps its present form: a place of it may not be known, or a file cannot be changed.
extension LanguageServer {
  /// Refuses to rename something whose places are not all known.
  func refuseUnknownUses(
    of name: String, in spots: [NamedSpot], besides uses: [ProgramUse]
  ) throws(ProtocolError) {
    let isLocal = spots.allSatisfy(\.isLocal)
    let known = Set(spots.flatMap(\.program.files).map { host.identity(of: $0.name) })
    let paths = Set(uses.map(\.file.name))
    var files = paths.sorted()
    if !isLocal {
      if let limit = currentWorkspace().limit {
        throw .failed("\(limit), so not all uses of '\(name)' are known")
      }
      files = sourceGraph().related(to: paths.sorted())
      for path in scripts + files {
        if let problem = sources(of: path).problem {
          throw .failed("\(shortName(path)) may use '\(name)', but cannot be read: \(problem)")
        }
      }
    }
    for path in files {
      guard let text = text(at: path) else { continue }
      if !known.contains(host.identity(of: path)),
        parts(of: text).contains(where: { $0.file.start(ofWord: name) != nil })
      {
        // Something before its 'source' ends it, for example.
        throw .failed("it is not known whether \(shortName(path)) uses '\(name)'; check it first")
      }
      for script in parts(of: text) where Checker.syntaxFindings(in: script.file) != nil {
        guard let start = script.file.start(ofWord: name) else { continue }
        let line = script.file.lines.line(of: start) + 1
        throw .failed(
          "\(shortName(path)) has a syntax error, so it is not known what '\(name)' means in line \(line)"
        )
      }
    }
  }

  /// Refuses to change a file that cannot be written, or that is not a text.
  func refuseUnwritable(_ path: String) throws(ProtocolError) {
    let name = shortName(path)
    if path.hasPrefix("/"), let obstacle = surroundings.files.obstacleToWriting(path.asPlainPath) {
      throw .failed("\(name) uses the name, but cannot be changed: \(obstacle)")
    }
    if case .success(let bytes) = host.read(path: path),
      String(validating: bytes, as: UTF8.self) == nil
    {
      throw .failed("\(name) uses the name, but cannot be changed: it is not in UTF-8")
    }
  }
}

extension SourceFile {
  /// Where a word is first, outside of comments.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  fileprivate func start(ofWord word: String) -> UInt32? {
    let word = Array(word.utf8)
    var found: UInt32?
    visitTokens { _, token in
      guard found == nil else { return }
      found = bytes[token].split(whereSeparator: { !TextPlace.isNameByte($0) })
        .first { $0.elementsEqual(word) }.map { UInt32($0.startIndex) }
    }
    return found
  }
}
