import Language
import Names
import Syntax

/// The names that the text can use at one place, and when it runs.
struct Scope {
  struct Local {
    var name: Name
    var kind: LocalKind
    var value: StaticValue
    /// Whether it is a name that an observer has for the change.
    var isChange = false
    /// The name in its declaration; none for a name that every block of a kind has.
    var node = NodeID.none
  }

  var locals = LocalList()
  /// How many of the locals were copied when the block was made.
  var copies = 0
  /// `self`, whose members can be named alone.
  var receiver: KnownObject?
  /// The object around the body of `new`, while this body is examined.
  var outer: KnownObject?
  var role: BlockRole?
  /// Whether it is a part of the statements that run one after the other, and not of a block that
  /// runs later.
  var isFlow = true
  /// Whether it certainly runs, and once.
  var isCertain = true
  var isInBatch = false
  /// The depth of control statements around it.
  var blockDepth = 0
  var loopDepth = 0
  /// Whether a failure is expected here, so that none is reported.
  var isMuted = false
  /// What set off the observer that the block is.
  var observed: Observed?
  /// The action whose block it is.
  var action: CalledActions.Action?
  /// The effect whose block it is.
  var effect: StaticEffect?
  /// What the block reads and writes, if it is that of an effect, an action or a function.
  var accesses: StaticAccesses?
  /// Whether the effect does not follow what is read here.
  var isUntracked = false

  /// A place where statements are turns of their own.
  var isTopLevel: Bool { isFlow && !isInBatch }

  /// The scope of a block that is made here and runs later, or at once with `isNow`.
  ///
  /// - Parameter parameters: All its parameters; otherwise the role says them.
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
    guard let position = locals.position(of: name) else { return nil }
    return (locals.all[position], position < copies)
  }
}

/// Names of a block and of the blocks around it; the innermost are last.
struct LocalList {
  private(set) var all: [Scope.Local] = []
  /// The indices of each name; made only for lists that are too long to be searched.
  private var positions: [Name: [Int]] = [:]

  private static let longest = 32

  var count: Int { all.count }

  mutating func append(_ local: Scope.Local) {
    all.append(local)
    if all.count == LocalList.longest + 1 {
      for (position, known) in all.enumerated() {
        positions[known.name, default: []].append(position)
      }
    } else if all.count > LocalList.longest {
      positions[local.name, default: []].append(all.count - 1)
    }
  }

  /// Removes all except the first `count`.
  mutating func truncate(to count: Int) {
    while all.count > count {
      let last = all.removeLast()
      if all.count == LocalList.longest {
        positions = [:]
      } else if all.count > LocalList.longest {
        positions[last.name]?.removeLast()
      }
    }
  }

  func position(of name: Name) -> Int? {
    if all.count > LocalList.longest { return positions[name]?.last }
    return all.lastIndex { $0.name == name }
  }

  /// Sets where the innermost local of a name is declared.
  mutating func setNode(_ node: NodeID, of name: Name) {
    if let position = position(of: name) { all[position].node = node }
  }

  /// Sets the value of the innermost local of a name.
  mutating func setValue(_ value: StaticValue, of name: Name) {
    if let position = position(of: name) { all[position].value = value }
  }
}
