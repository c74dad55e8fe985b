import BindingEngine

/// What the text can name at one place, and when it runs.
struct Scope {
  struct Local {
    var name: Name
    var kind: Compiler.LocalKind
    var value: StaticValue
    /// Whether it is what an observer is told of the change.
    var isChange = false
  }

  var locals: [Local] = []
  /// How many of the locals were copied when the block was made.
  var copies = 0
  /// `self`; its members count by bare name.
  var receiver: KnownObject?
  var role: BlockRole?
  /// Whether it is part of the statements that run one after the other, and not of a block that
  /// runs later.
  var isFlow = true
  /// Whether it runs for certain, and once.
  var isCertain = true
  var isInBatch = false
  /// How deep in blocks of control statements it is.
  var blockDepth = 0
  var loopDepth = 0
  /// Whether a failure is expected here, so that none is worth a word.
  var isMuted = false
  /// What set off the observer that the block is.
  var observed: Observed?

  /// A place where statements are turns of their own.
  var isTopLevel: Bool { isFlow && !isInBatch }

  /// The scope of a block that is made here and runs later, or at once where `isNow`.
  ///
  /// - Parameter parameters: What an action or a command takes; else the role says.
  func inside(
    _ role: BlockRole, names: NameTable, isNow: Bool, parameters: [Name]? = nil
  ) -> Scope {
    var inner = Scope()
    if !role.isShared {
      inner.locals = locals
      inner.copies = locals.count
    }
    for parameter in parameters ?? role.parameters.map({ names.intern($0) }) {
      inner.locals.append(
        Local(
          name: parameter, kind: .parameter, value: .unknown,
          isChange: role == .observer && names.text(of: parameter) == "change"))
    }
    inner.receiver = receiver
    inner.role = role
    inner.isFlow = isNow
    inner.isCertain = isNow && isCertain
    // Nothing in a block is a turn of its own.
    inner.isInBatch = true
    inner.isMuted = isMuted
    return inner
  }

  func local(_ name: Name) -> (local: Local, isCopy: Bool)? {
    guard let position = locals.lastIndex(where: { $0.name == name }) else { return nil }
    return (locals[position], position < copies)
  }
}

extension BlockRole {
  /// Whether it belongs to a class or to the script: it serves whoever comes, and so copies nothing.
  fileprivate var isShared: Bool {
    switch self {
    case .computed, .setter, .constructor, .action, .delay: true
    case .transformer, .transform, .observer, .ownObserver, .source, .on, .after, .each: false
    }
  }
}
