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
    switch self {
    // A block of a loop, say, has names of its own, which code run by itself does not see.
    case .compare, .whatif, .rewind, .replay:
      isTopLevel && blockDepth == 0 ? nil : .outsideBlocksOnly(word())
    case .question(.reset):
      if !isTopLevel || blockDepth > 0 {
        .outsideBlocksOnly(word())
      } else {
        isInFirstFile ? nil : .resetInOtherFile
      }
    case .source, .question: isTopLevel ? nil : .outsideBlocksOnly(word())
    case .expectError: isTopLevel ? nil : .expectationInBlock("expect error")
    case .expectBehaviour(let expected):
      isTopLevel ? nil : .expectationInBlock(expected.behaviour.words)
    case .advance, .wait: isTopLevel ? nil : .timeInBlock(word())
    case .block, .ifStatement, .forStatement, .whileStatement, .repeatStatement, .breakStatement,
      .returnStatement, .object, .classDeclaration, .extend, .letDeclaration, .varDeclaration,
      .transformer, .semantics, .action, .binding, .observe, .on, .unbind, .rebind,
      .transformBinding, .expression, .assign, .fire, .post, .release, .after, .batch, .print,
      .throwStatement, .expect, .missing:
      nil
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
