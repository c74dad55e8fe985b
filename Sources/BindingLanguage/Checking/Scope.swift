import BindingEngine

/// What the text can name at one place, and when it runs.
struct Scope {
  struct Local {
    var name: Name
    var kind: Compiler.LocalKind
    var value: StaticValue
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

  /// A place where statements are turns of their own.
  var isTopLevel: Bool { isFlow && !isInBatch }

  /// The scope of a block that is made here and runs later, or at once where `isNow`.
  func inside(_ role: BlockRole, names: NameTable, isNow: Bool) -> Scope {
    var inner = Scope()
    // A class' own blocks serve all its instances, and so copy nothing.
    if role != .computed, role != .setter, role != .constructor {
      inner.locals = locals
      inner.copies = locals.count
    }
    for parameter in role.parameters {
      inner.locals.append(
        Local(name: names.intern(parameter), kind: .parameter, value: .unknown))
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
