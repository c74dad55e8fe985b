import Syntax

extension Statement {
  /// What is wrong with the place where a statement stands.
  ///
  /// - Parameters:
  ///   - isTopLevel: Whether statements there are turns of their own.
  ///   - blockDepth: How deep in blocks of control statements it stands.
  ///   - isInFirstFile: Whether it stands in the script that runs first.
  ///   - word: Its first word.
  package func mistake(
    isTopLevel: Bool, blockDepth: Int, isInFirstFile: Bool, word: @autoclosure () -> String
  ) -> Mistake? {
    switch place {
    case .anywhere: nil
    case .topLevel: isTopLevel ? nil : .outsideBlocksOnly(word())
    case .outsideBlocks: isTopLevel && blockDepth == 0 ? nil : .outsideBlocksOnly(word())
    case .firstFile:
      if !isTopLevel || blockDepth > 0 {
        .outsideBlocksOnly(word())
      } else {
        isInFirstFile ? nil : .resetInOtherFile
      }
    case .expecting(let words): isTopLevel ? nil : .expectationInBlock(words)
    case .passingTime: isTopLevel ? nil : .timeInBlock(word())
    }
  }
}

extension SyntaxTree {
  /// The first word of a node's text.
  package func firstWord(of id: NodeID) -> String {
    String(sourceText(of: id).prefix { $0 > " " && $0 != "(" })
  }
}

extension SourceFile {
  /// What keeps a script from reading another file.
  ///
  /// - Parameters:
  ///   - path: The file as the script names it.
  ///   - full: The file as the script's own place makes it.
  ///   - running: The files that are being read, the first script first.
  package static func mistake(
    ofReading path: String, at full: String, within running: [String], refusesFiles: Bool
  ) -> Mistake? {
    if refusesFiles { return .refusesSource }
    if path.utf8.contains(0) { return .nulInPath }
    if running.contains(full) { return .includesItself(path) }
    return running.count > deepestSource ? .tooManyFiles : nil
  }
}
