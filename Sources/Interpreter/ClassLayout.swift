import BindingEngine
import Compiling
import Language
import Names
import Syntax

/// What the language knows about a class in addition to the engine: how its instances are
/// initialized.
package final class ClassLayout {
  package let classID: ClassID
  package let superclass: ClassID?
  package let name: Name
  /// The body in its tree; none for the body of `object` or `new`, which is compiled in place.
  let body: NodeID
  /// The body in its tree, also that of `object` and `new`: what the declaration says, for `coupling`.
  package let declared: NodeID
  /// Whether the prelude declares it.
  let isPrelude: Bool
  package let tree: SyntaxTreeBox
  /// All members by bare name, inherited ones too.
  package let members: SharedNames
  /// Stores the first values; made when first needed.
  var initializer: Code??
  /// Makes the class body's bindings and observers.
  var linkMaker: Code??
  /// Gives a property the value of its declaration again, by the declaration; each made when first
  /// needed.
  fileprivate var givingBack: [NodeID: Code] = [:]
  /// The class and those it inherits from, the most general first. Made on first use, because the
  /// chains of *n* classes that inherit from each other have *n*² / 2 elements.
  fileprivate(set) var chain: [ClassLayout] = []
  /// The class that counts the instances of this one, if it is another class.
  var counting: ClassLayout?
  /// How many instances there have been.
  var instanceCount = 0
  /// Whether instances are notified of a new view model; evaluated when first needed.
  var watchesViewModel: Bool?
  /// Whether the bindings of its bodies treat a view model that exists when they are made like one
  /// that is set later; evaluated when first needed.
  var passesAtOnce: Bool?

  init(
    classID: ClassID, superclass: ClassID?, name: Name, body: NodeID, declared: NodeID,
    isPrelude: Bool, tree: SyntaxTreeBox, members: SharedNames
  ) {
    self.declared = declared
    self.isPrelude = isPrelude
    self.classID = classID
    self.superclass = superclass
    self.name = name
    self.body = body
    self.tree = tree
    self.members = members
  }
}

extension Session {
  static func makeComputeAllCode() -> Code {
    let writer = CodeWriter(locals: 0)
    writer.emit(.computeAll)
    writer.emit(.returnNil)
    return writer.code
  }

  /// Code that makes the observer by which `self` is notified of a new view model, and the code of
  /// its block.
  static func makeViewModelCode(_ names: NameTable) -> (watch: Code, notify: Code) {
    let watch = CodeWriter(locals: 0)
    watch.emit(.watchViewModel)
    watch.emit(.attach)
    watch.emit(.pop)
    // A view model that is there from the beginning is passed on at once.
    watch.emit(.selfMember, b: watch.cache(names.intern("viewModel")))
    watch.emit(.pushNil)
    watch.emit(.notEqual)
    let none = watch.emit(.jumpIfFalse)
    watch.emit(.pushSelf)
    watch.emit(.selfMember, b: watch.cache(names.intern("viewModel")))
    watch.emit(.notifyViewModel, a: 1, b: watch.cache(names.intern("viewDidUpdateViewModel")))
    watch.emit(.pop)
    watch.land(none)
    watch.emit(.returnNil)
    // An observer's block, which has locals for its parameters although it uses none of them.
    let notify = CodeWriter(locals: BlockRole.observer.parameters.count)
    notify.emit(.pushSelf)
    notify.emit(.local, a: 0)
    notify.emit(.notifyViewModel, a: 1, b: notify.cache(names.intern("viewDidUpdateViewModel")))
    notify.emit(.return)
    return (watch.code, notify.code)
  }

  /// Whether instances of the class have a view model and an action that is called with it.
  func watchesViewModel(_ layout: ClassLayout) -> Bool {
    if let known = layout.watchesViewModel { return known }
    let record = core.pointee.classes[Int(layout.classID.index)]
    func role(_ name: Name) -> MemberKind? {
      record.ordinal(of: name).map { record.properties[$0].role }
    }
    let watches = role(viewModelName) == .property && role(didUpdateName) == .action
    layout.watchesViewModel = watches
    return watches
  }

  /// Whether a new cell can have its view model before its bindings are made: none of them
  /// distinguishes a first value from a change.
  func passesAtOnce(_ layout: ClassLayout) -> Bool {
    if let known = layout.passesAtOnce { return known }
    let passes = layouts(of: layout.classID).allSatisfy { part in
      guard part.body.exists else { return true }
      let tree = part.tree.tree
      return tree.members(of: part.body).allSatisfy { member in
        switch tree.member(member) {
        case .binding(let binding): binding.arrow.isInitial
        case .observe: false
        case .property, .computed, .defaultMember, .event, .action, .command, .on, .missing: true
        }
      }
    }
    layout.passesAtOnce = passes
    return passes
  }

  package func layout(of classID: ClassID) -> ClassLayout? {
    Int(classID.index) < state.classLayouts.count ? state.classLayouts[Int(classID.index)] : nil
  }

  /// The class and those it inherits from, the most general first.
  package func layouts(of classID: ClassID) -> [ClassLayout] {
    guard let own = layout(of: classID) else { return [] }
    if own.chain.isEmpty {
      var chain: [ClassLayout] = []
      var next: ClassLayout? = own
      while let layout = next {
        chain.append(layout)
        next = layout.superclass.flatMap { self.layout(of: $0) }
      }
      own.chain = chain.reversed()
    }
    return own.chain
  }

  /// Forgets all classes. Their chains contain themselves, so these reference cycles are broken.
  func forgetClasses() {
    for layout in state.classLayouts { layout?.chain = [] }
    state.classLayouts = []
  }

  func initializer(of layout: ClassLayout) -> Code? {
    if let made = layout.initializer { return made }
    let code = bodyCode(layout) { (compiler, members) throws(Diagnostic) in
      try compiler.initialValues(members, in: -1)
    }
    layout.initializer = .some(code)
    return code
  }

  /// The class whose body declares a property, and its declaration there; nil if `extend` does.
  ///
  /// - Complexity: O(*n*) in the number of members of its classes.
  func declaration(ofProperty slot: UInt32) -> (
    layout: ClassLayout, member: NodeID, initial: NodeID
  )? {
    let name = core.pointee.info(of: slot).name
    let record = core.pointee.objects[core.pointee.properties[slot].owner]
    for layout in layouts(of: core.pointee.classID(at: record.classID)).reversed()
    where layout.declared.exists {
      let tree = layout.tree.tree
      for member in tree.members(of: layout.declared) {
        guard case .property(let declared) = tree.member(member), tree.name(declared.name) == name
        else { continue }
        return (layout, member, declared.initial)
      }
    }
    return nil
  }

  /// Code that gives a property of `self` the value of its declaration again; nil if it has none.
  func codeGivingBack(_ slot: UInt32) -> Code? {
    guard let (layout, member, _) = declaration(ofProperty: slot) else { return nil }
    if let made = layout.givingBack[member] { return made }
    let code = bodyCode(layout, at: layout.declared) { (compiler, _) throws(Diagnostic) in
      try compiler.giveBack(member)
    }
    layout.givingBack[member] = code
    return code
  }

  func linkMaker(of layout: ClassLayout) -> Code? {
    if let made = layout.linkMaker { return made }
    let code = bodyCode(layout) { (compiler, members) throws(Diagnostic) in
      try compiler.links(members)
    }
    layout.linkMaker = .some(code)
    return code
  }

  /// Code for a part of a class body; nil if there is nothing to do.
  func bodyCode(
    _ layout: ClassLayout, at body: NodeID? = nil,
    _ emit: (inout Compiler, NodeList) throws(Diagnostic) -> Void
  ) -> Code? {
    let body = body ?? layout.body
    guard body.exists else { return nil }
    let code = Code(tree: layout.tree)
    var compiler = Compiler(session: self, code: code, isTopLevel: false)
    compiler.role = .constructor
    compiler.selfAccess = .frame
    compiler.members = MemberScope(names: layout.members)
    let tree = layout.tree.tree
    let members = tree.members(of: body)
    compiler.guarded(at: body) { (compiler) throws(Diagnostic) in
      try emit(&compiler, members)
    }
    guard code.instructions.count > 0 else { return nil }
    compiler.emit(.returnNil, at: tree[body].span)
    return code
  }

  // MARK: Making classes

  func declareClass(_ plan: ClassPlan) throws(ScriptFailure) {
    let name = plan.tree.tree.classDeclaration(plan.node).name
    try refuseIfTaken(name, by: .classSymbol, in: plan.tree.tree)
    let before = classDeclaredBefore(plan)
    let declared = symbols[plan.name]
    // The new class has a handle of its own.
    if before != nil, Int(plan.name.index) < state.forwardDeclaredClasses.count {
      state.forwardDeclaredClasses[Int(plan.name.index)] = .none
    }
    let classID = try makeClass(for: plan)
    let tree = plan.tree.tree
    do {
      try refusePaths(of: plan, classID)
    } catch {
      symbols[plan.name] = declared
      throw error
    }
    symbols[plan.name] = Declaration(
      symbol: .classSymbol(classID), file: declarationFile(tree.file),
      span: tree[name].span)
    state.migration = nil
    if let before { beginMigration(plan, from: before, to: classID) }
  }

  /// The class of a plan, made when it is first needed.
  func makeClass(for plan: ClassPlan) throws(ScriptFailure) -> ClassID {
    if let made = plan.made { return made }
    let tree = plan.tree.tree
    var superclass: ClassID?
    if plan.superclass.exists {
      guard case .classSymbol(let found)? = symbols[tree.name(plan.superclass)]?.symbol else {
        // The turn in which this was compiled may have been rolled back.
        throw .mistake(mistake(ofClass: tree.name(plan.superclass)))
      }
      superclass = found
    }
    if plan.name == .none, !plan.body.exists, plan.protocols.isEmpty, let superclass {
      plan.made = superclass
      return superclass
    }
    let declared = plan.name == .none ? nil : symbols[plan.name]
    var members = superclass.map { memberNames(of: $0) } ?? []
    let own: [PropertyInfo]
    let defaultProperty: Name?
    do {
      forwardDeclare(plan)
      own = try properties(
        of: plan.body, in: plan.tree, inheriting: superclass, members: &members)
      defaultProperty = try self.defaultProperty(of: plan.body, in: plan.tree, members)
    } catch {
      if plan.name != .none { symbols[plan.name] = declared }
      throw error
    }
    let classID = core.pointee.makeClass(
      name: plan.name, superclass: superclass, properties: own, defaultProperty: defaultProperty,
      forwardDeclared: plan.name == .none ? nil : forwardDeclared(plan.name))
    do {
      try refuseMissingActions(of: plan, classID)
    } catch {
      if plan.name != .none { symbols[plan.name] = declared }
      throw error
    }
    let layout = ClassLayout(
      classID: classID, superclass: superclass, name: plan.name,
      body: plan.name == .none ? .none : plan.body, declared: plan.body,
      isPrelude: isLoadingPrelude, tree: plan.tree, members: members)
    layout.counting = plan.name == .none ? superclass.flatMap { self.layout(of: $0) } : nil
    while state.classLayouts.count <= Int(classID.index) { state.classLayouts.append(nil) }
    state.classLayouts[Int(classID.index)] = layout
    plan.made = classID
    warnOfOwnDelegates(plan, classID)
    return classID
  }

  /// Warns of weak properties that code of the body gives their own object.
  private func warnOfOwnDelegates(_ plan: ClassPlan, _ classID: ClassID) {
    guard !isDry, !isLoadingPrelude else { return }
    let tree = plan.tree.tree
    let record = core.pointee.classes[Int(classID.index)]
    let isNew = tree[plan.node].kind == .new
    for (name, value) in tree.assignmentsOfSelf(in: plan.body) {
      guard let ordinal = record.ordinal(of: name), record.properties[ordinal].isWeak else {
        continue
      }
      let mistake = Mistake.ownDelegate(
        names.text(of: name), isNew: isNew, hasOuter: isNew && plan.hasOuter)
      report(Diagnostic(mistake, .warning, file: tree.file, span: tree[value].span))
    }
  }

  /// Declares a class by the handle that it will have, because its own properties may be of its
  /// type.
  private func forwardDeclare(_ plan: ClassPlan) {
    guard plan.name != .none else { return }
    symbols[plan.name] = Declaration(
      symbol: .classSymbol(forwardDeclared(plan.name)), file: nil, span: SourceSpan(0, 0))
  }

  /// The handle of a class or protocol, which it has before its declaration and keeps.
  func forwardDeclared(_ name: Name) -> ClassID {
    let classes = core.pointee.classes
    // A handle that was made in a trial may have been rolled back.
    let place = Int(name.index)
    while state.forwardDeclaredClasses.count <= place { state.forwardDeclaredClasses.append(.none) }
    let known = state.forwardDeclaredClasses[place]
    if known != .none, Int(known.index) < classes.count, classes[Int(known.index)].name == name {
      return known
    }
    state.forwardDeclaredClasses[place] = core.pointee.forwardDeclareClass(name)
    return state.forwardDeclaredClasses[place]
  }

  package func memberNames(of classID: ClassID) -> SharedNames {
    layout(of: classID)?.members ?? []
  }

  /// The members of the object that a path leads to now, as far as that is known.
  package func memberNames(at path: NodeID, in tree: SyntaxTree) -> () -> SharedNames {
    guard case .object(let object)? = value(at: path, in: tree) else { return { [] } }
    return memberNames(of: object)
  }

  /// The members that an object has now, found when they are asked for.
  func memberNames(of object: ObjectID) -> () -> SharedNames {
    let count = core.pointee.slotCount(of: object.index)
    return { [unowned self] in
      // A reset makes another graph.
      guard Int(object.index) < core.pointee.objects.count, core.pointee.isAlive(object) else {
        return []
      }
      let slots = core.pointee.slots(of: object.index).prefix(count)
      return SharedNames(slots.lazy.map { self.core.pointee.info(of: $0).name })
    }
  }

  /// The present value at a path of literal names and indexes; nil if it cannot be determined.
  package func value(at path: NodeID, in tree: SyntaxTree) -> Value? {
    switch tree.expression(path) {
    case .name(let name):
      switch symbols.symbol(name) {
      case .object(let slot), .constant(let slot), .variable(let slot):
        return core.pointee.living(core.pointee.read(slot))
      default: return nil
      }
    case .member(let base, let name):
      guard case .object(let object)? = value(at: base, in: tree),
        let slot = core.pointee.slot(tree.name(name), of: object),
        core.pointee.properties[slot].isAtHand
      else { return nil }
      return core.pointee.living(core.pointee.read(slot))
    case .element(let base, let index):
      guard case .list(let list)? = value(at: base, in: tree),
        case .intLiteral(let position) = tree.expression(index), list.indices.contains(position)
      else { return nil }
      return core.pointee.living(list[position])
    default: return nil
    }
  }

  /// The names of an object's properties, in the order in which they were declared.
  package func propertyNames(of object: ObjectID) -> [String] {
    core.pointee.slots(of: object.index).map { names.text(of: core.pointee.info(of: $0).name) }
  }

  /// The events of an object, in the order of their declarations.
  func eventNames(of object: ObjectID) -> [String] {
    core.pointee.slots(of: object.index).filter { core.pointee.info(of: $0).role == .event }
      .map { names.text(of: core.pointee.info(of: $0).name) }
  }

  private func defaultProperty(
    of body: NodeID, in box: SyntaxTreeBox, _ members: SharedNames
  ) throws(ScriptFailure) -> Name? {
    let tree = box.tree
    for member in tree.members(of: body) {
      guard case .defaultMember(let node) = tree.member(member) else { continue }
      let name = tree.name(node)
      if !members.contains(name) {
        try refuse(.defaultOfNothing(names.text(of: name)), at: node, in: tree)
      }
      return name
    }
    return nil
  }
}
