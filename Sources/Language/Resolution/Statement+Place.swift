import Syntax

extension Statement {
  /// Whether a statement is allowed at its place.
  ///
  /// - Parameters:
  ///   - isTopLevel: Whether statements at the place are turns of their own.
  ///   - blockDepth: The number of control statements around the place.
  ///   - isInFirstFile: Whether the place is in the main script.
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
  /// Why a script cannot read another file.
  ///
  /// - Parameters:
  ///   - path: The file as the script names it.
  ///   - full: The path of the file, relative to the script's own place.
  ///   - running: The files that are being read; the main script comes first.
  package static func mistake(
    ofReading path: String, at full: String, within running: [String], refusesFiles: Bool
  ) -> Mistake? {
    if refusesFiles { return .refusesSource }
    if path.utf8.contains(0) { return .nulInPath }
    if running.contains(full) { return .includesItself(path) }
    return running.count > deepestSource ? .tooManyFiles : nil
  }
}
