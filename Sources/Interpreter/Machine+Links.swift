import BindingEngine
import CodeCycles
import Compiling
import Language
import Names
import Syntax

extension Machine {
  func makeBlock(_ instruction: Instruction) {
    var receiver: ObjectID?
    if instruction.b == 1, case .object(let object) = pop() { receiver = object }
    let block = frames[UInt32(frames.count - 1)].code._withUnsafeGuaranteedRef { code in
      let plan = Int(instruction.a)
      return keep(
        Block(
          code: .passRetained(code.blockPlans[plan].code),
          copies: code.blockPlans[plan].copiedLocals.map { locals[Int($0)] }, receiver: receiver))
    }
    push(.int(Int(block.index)))
  }

  /// Takes the values that a plan has put on the stack, the first one first.
  func take(_ count: Int) -> [Value] {
    var values: [Value] = []
    for position in 0..<count { values.append((sp - count + position).move()) }
    sp -= count
    return values
  }

  func blockID(_ value: Value) -> BlockID {
    guard case .int(let index) = value else { return .none }
    return BlockID(UInt32(index))
  }

  // MARK: Bindings

  func bind(_ plan: BindingPlan) throws(ScriptFailure) {
    let count = plan.valueCount
    // Read in place, because the bindings of cells are made by the hundred thousand.
    let values = sp - count + (plan.isInBody ? 1 : 0)
    let owner = plan.isInBody ? (sp - count).pointee : .nil
    if isGone(owner) {
      discard(count)
      return push(Machine.noLink)
    }
    let isTwoWay = plan.arrow.isTwoWay
    if isTwoWay, core.pointee.semantics.refusesTwoWay { throw .graph(.noTwoWay) }
    let isLeftward = plan.arrow.isLeftward
    let left = try end(
      plan.left, values[0], at: plan.leftNode, isTarget: isTwoWay || isLeftward)
    let right = try end(plan.right, values[1], at: plan.rightNode, isTarget: !isLeftward)
    var spec = LinkSpec(source: isLeftward ? right : left)
    spec.target = isLeftward ? left : right
    let ends = (source: last(spec.source), target: last(spec.target))
    try admit(plan, arrow: plan.arrow, isOnce: plan.isOnce, ends)
    try refuseReplacing(plan, ends)
    warnWhereEventMeant(plan, ends)
    warnWherePassingNil(plan, ends)
    warnWhereUnannounced(plan, ends)
    spec.isTwoWay = isTwoWay
    spec.isLeftward = isLeftward
    spec.isOnce = plan.isOnce
    spec.origin = plan.origin
    spec.isWaiting = plan.isInBody
    if case .path = spec.source {} else { spec.isWaiting = false }
    var position = 2
    for stage in plan.stages {
      spec.stages.append(try self.stage(stage, values, &position, isTwoWay: isTwoWay))
    }
    if plan.hasTransform {
      spec.transform = blockID(values[position])
      position += 1
    }
    if plan.hasObserve {
      spec.observe = blockID(values[position])
      spec.observesLater = plan.observesLater
      position += 1
    }
    if plan.hasEach { spec.each = keepEach(plan, values[position], in: code) }
    let link = core.pointee.makeLink(spec)
    if core.pointee.isTracing {
      core.pointee.record(.bind, cause: core.pointee.currentCause, link: link)
    }
    setOwner(owner, of: link)
    let chooser = plan.hasEach ? values[position] : .nil
    enterCode(of: link, plan, spec, chooser: chooser, owner)
    try name(link, plan.name, plan.nameNode)
    discard(count)
    push(.int(Int(link)))
    if plan.arrow.isInitial, core.pointee.fireInitially(link) { try handle(core.pointee.run()) }
  }

  /// Adds what the blocks of a binding may set off, and what its ends do when they are written.
  private func enterCode(
    of link: UInt32, _ plan: BindingPlan, _ spec: LinkSpec, chooser: Value, _ owner: Value
  ) {
    var blocks: [BlockID] = []
    if case .block(let source, _) = spec.source { blocks.append(source) }
    for stage in spec.stages {
      let transformer = core.pointee.transformers[stage.transformer]
      if spec.isTwoWay || !stage.isReversed { blocks.append(transformer.forward) }
      if spec.isTwoWay || stage.isReversed { blocks.append(transformer.reverse) }
    }
    if plan.hasTransform { blocks.append(spec.transform) }
    if plan.hasObserve { blocks.append(spec.observe) }
    if case .int = chooser { blocks.append(blockID(chooser)) }
    if blocks.isEmpty {
      session.codeGraph.codeEdges.forget(link: link)
    } else {
      enterCode(of: link, owner, blocks.filter(\.exists))
    }
    readCode(of: spec.target)
    readCode(of: spec.source)
  }

  func enterCode(of link: UInt32, _ owner: Value, _ blocks: [BlockID]) {
    guard !session.isLoadingPrelude else { return }
    session.codeGraph.enterCode(of: link, owner: object(owner), blocks: blocks)
  }

  func readCode(of end: EndSpec) {
    switch end {
    case .property(let slot): readCode(of: slot)
    // A walk for each binding of each cell is expensive if no member has code.
    case .path(let path) where session.state.hasMemberCode:
      let (slot, isBroken) = core.pointee.reach(along: path)
      if slot != 0, !isBroken { readCode(of: slot) }
    case .path, .block, .nothing: break
    }
  }

  private func readCode(of slot: UInt32) {
    if core.pointee.mayRunCode(slot) { session.codeGraph.readCode(of: CodePlace(slot: slot)) }
  }

  /// What `bind` and `observe` push if nothing can be made.
  static let noLink = Value.int(0)

  /// Whether the object whose body makes a link was released while it was made.
  private func isGone(_ owner: Value) -> Bool {
    guard case .object(let object) = owner else { return false }
    return !core.pointee.isAlive(object)
  }

  private func object(_ value: Value) -> ObjectID? {
    if case .object(let object) = value { object } else { nil }
  }

  private func setOwner(_ owner: Value, of link: UInt32) {
    guard case .object(let object) = owner else { return }
    core.pointee.setOwner(of: link, object)
  }

  func name(_ link: UInt32, _ name: Name, _ node: NodeID) throws(ScriptFailure) {
    guard name != .none else { return }
    if let declaration = session.symbols[name],
      session.mistake(ofDeclaring: name, as: .link, over: declaration) != nil
    {
      throw .message(
        "'\(session.names.text(of: name))' is already declared, as \(declaration.symbol.kind.text)",
        help: "only one binding can have a name; leave out 'as' if there are several")
    }
    core.pointee.linkNames[link] = name
    session.symbols[name] = Declaration(
      symbol: .link(core.pointee.bindingID(link)), file: code.tree.tree.file,
      span: code.tree.tree[node].span)
  }

  /// One end of a binding for the engine, with its names looked up as far as possible by now.
  ///
  /// - Parameters:
  ///   - meansEvent: Whether an object at the end stands for its default event.
  ///   - kept: The names that an object alone means, if it has what they name.
  func end(
    _ plan: EndPlan, _ value: Value, at node: NodeID, isTarget: Bool, meansEvent: Bool = false,
    kept: [Name] = []
  ) throws(ScriptFailure) -> EndSpec {
    guard case .path(let planned) = plan else {
      return .block(blockID(value), sender: ObjectID.none)
    }
    var (nodes, names) = (planned.nodes, planned.names)
    if !planned.keys.isEmpty { fill(&nodes, &names, by: planned.keys, from: value) }
    guard case .object(let root) = value, core.pointee.isAlive(root) else {
      // A released object is nil.
      let mistake = ValueKinds(of: core.pointee.living(value)).mistake(
        ofBeginning: session.text(of: node, in: code.tree.tree),
        isVariable: planned.beginsAtVariable,
        isTarget: isTarget)
      guard let mistake else { preconditionFailure("an end can begin at a living object") }
      throw placed(.mistake(mistake), at: node)
    }
    if names.isEmpty, let first = kept.first, core.pointee.slot(first, of: root) != nil {
      names = kept
    }
    if names.isEmpty {
      guard
        let property = core.pointee.classes[Int(core.pointee.classID(of: root).index)]
          .defaultProperty
      else {
        if meansEvent {
          throw placed(
            .mistake(
              .noDefaultEvent(
                core.pointee.describe(root), events: session.eventNames(of: root), isHandled: true)),
            at: node)
        }
        let first = session.propertyNames(of: root).first
        throw placed(
          .mistake(.noDefaultProperty(core.pointee.describe(root), first: first)), at: node)
      }
      names = [property]
    }
    let slot = try lookUp(names, nodes, from: root, isTarget: isTarget)
    if names.count == 1, let slot, !meansEvent || !mayHoldObject(slot) { return .property(slot) }
    return .path(
      KeyPathRecord(
        root: root, names: names, meansEvent: meansEvent && slot.map(mayHoldObject) ?? true))
  }

  /// Inserts the names that values provide. A key with dots is one name where it is the key of a
  /// dictionary, and otherwise a path.
  private func fill(
    _ nodes: inout [NodeID], _ names: inout [Name], by keys: [(position: Int, local: Int32)],
    from root: Value
  ) {
    var added = 0
    for (planned, local) in keys {
      let position = planned + added
      guard case .string(let text) = locals[Int(local)] else {
        nodes.removeSubrange(...position)
        names.removeSubrange(...position)
        added = -planned - 1
        continue
      }
      names[position] = session.names.intern(text)
      let parts = DottedKey.names(in: text)
      if parts.count == 1 || holdsDictionary(names[..<position], from: root) { continue }
      let node = nodes[position]
      names.replaceSubrange(position...position, with: parts.map(session.names.intern))
      nodes.replaceSubrange(position...position, with: parts.map { _ in node })
      added += parts.count - 1
    }
  }

  /// Whether there is a dictionary at a path.
  private func holdsDictionary(_ path: ArraySlice<Name>, from root: Value) -> Bool {
    var value = root
    for name in path {
      switch core.pointee.living(value) {
      case .object(let object):
        guard let slot = core.pointee.slot(name, of: object) else { return false }
        value = core.pointee.read(slot)
      case .dictionary(let entries): value = entries[.string(session.names.text(of: name))] ?? .nil
      default: return false
      }
    }
    if case .dictionary = core.pointee.living(value) { return true }
    return false
  }

  /// Follows `names` as far as there are objects, and reports what is impossible.
  ///
  /// - Returns: The last property, if the path is complete.
  private func lookUp(
    _ names: [Name], _ nodes: [NodeID], from root: ObjectID, isTarget: Bool
  ) throws(ScriptFailure) -> UInt32? {
    var object = root
    for (position, name) in names.enumerated() {
      let node = position < nodes.count ? nodes[position] : nil
      guard let slot = core.pointee.slot(name, of: object) else {
        throw placed(noProperty(name, of: object), at: node)
      }
      let isLast = position == names.count - 1
      if isLast {
        if isTarget, core.pointee.properties[slot].flags.contains(.computed) {
          throw placed(.graph(.readOnly(core.pointee.named(slot))), at: node)
        }
        return slot
      }
      if case .object(let next) = core.pointee.read(slot) {
        object = next
        continue
      }
      let rest = position + 1
      if case .instance(let classID) = core.pointee.info(of: slot).type.base,
        let found = session.mistake(ofPath: Array(names[rest...]), from: classID)
      {
        let node = rest + found.position
        throw placed(.mistake(found.mistake), at: node < nodes.count ? nodes[node] : nil)
      }
      try admitTails(names[rest...], nodes.dropFirst(rest), behind: slot, isTarget: isTarget)
      return nil
    }
    return nil
  }

  /// Reports what is wrong with names after a property that holds no object: certainly if its type
  /// says so, otherwise for its present value.
  private func admitTails(
    _ names: ArraySlice<Name>, _ nodes: ArraySlice<NodeID>, behind slot: UInt32, isTarget: Bool
  ) throws(ScriptFailure) {
    guard !core.pointee.properties[slot].marks.contains(.stale) else { return }
    let tails = names.map { session.names.text(of: $0) }
    let (tree, places) = (code.tree.tree, Array(nodes))
    let chain = TailChain(
      tails, declared: ValueKinds(of: core.pointee.info(of: slot).type),
      held: ValueKinds(of: core.pointee.read(slot)), isTarget: isTarget,
      isKey: { $0 >= places.count || !places[$0].exists || tree.isSpelledAsKey(places[$0]) })
    guard let failure = chain.failure else { return }
    let node = failure.position < places.count ? places[failure.position] : nil
    try refuse(failure.mistake, at: node)
  }

  /// Throws what a rule finds wrong, if anything.
  func refuse(_ mistake: Mistake?, at node: NodeID? = nil) throws(ScriptFailure) {
    if let mistake { throw placed(.mistake(mistake), at: node) }
  }

  /// The failure with the place of `node`.
  func placed(_ failure: ScriptFailure, at node: NodeID?) -> ScriptFailure {
    guard let node, node.exists else { return failure }
    return .diagnostic(
      session.diagnostic(for: failure, file: code.tree.tree.file, span: code.tree.tree[node].span))
  }

  // MARK: Observers

  func observe(_ plan: ObservePlan) throws(ScriptFailure) {
    var values = take(plan.isInBody ? 3 : 2)
    let owner = plan.isInBody ? values.removeFirst() : .nil
    if isGone(owner) { return push(Machine.noLink) }
    let tree = code.tree.tree
    let source: EndSpec
    if case .notification(let name) = plan.end {
      source = .property(session.notification(name))
    } else {
      source = try end(
        plan.end, values[0], at: tree.observedPath(plan.node), isTarget: false,
        meansEvent: plan.isOn)
    }
    try admit(plan, source)
    var spec = LinkSpec(source: source)
    spec.isPrior = plan.isPrior
    spec.wantsValue = plan.wantsValue
    spec.observe = blockID(values[1])
    spec.origin = plan.origin
    // Where there is no event yet, none can happen.
    if case .path = source { spec.isWaiting = plan.isInBody || plan.isOn }
    let link = core.pointee.makeLink(spec)
    core.pointee.record(.bind, cause: core.pointee.currentCause, link: link)
    setOwner(owner, of: link)
    enterCode(of: link, owner, [spec.observe])
    try name(link, plan.name, plan.nameNode)
    if !plan.isInBody, let slot = last(source) {
      warnWhereMadeBefore(link, of: slot, running: spec.observe)
    }
    push(.int(Int(link)))
    if plan.isInitial, core.pointee.fireInitially(link) { try handle(core.pointee.run()) }
  }

  /// Lets the link on the stack observe; it stays there.
  func attach() throws(ScriptFailure) {
    guard case .int(let link) = (sp - 1).pointee else { return }
    // One that observes already, since its first firing, may have closed a cycle by that.
    let isLinked = core.pointee.links[UInt32(link)].flags.contains(.linked)
    if !isLinked { _ = core.pointee.takeClosingLink() }
    if core.pointee.attach(UInt32(link)) { try handle(core.pointee.run()) }
  }

  /// Lets the link on the stack end with its keeper.
  func keepLink() throws(ScriptFailure) {
    let keeper = core.pointee.living(pop())
    guard case .int(let link) = (sp - 1).pointee, link != 0 else { return }
    switch keeper {
    case .object(let object): core.pointee.keep(UInt32(link), by: object)
    case .nil: core.pointee.end(UInt32(link), reason: .unkept, cause: core.pointee.currentCause)
    default: throw ValuePlace.keeper.failure(keeper)
    }
  }

  func reportCycle() {
    guard case .int(let number) = pop() else { return }
    let link = UInt32(number)
    // Nobody keeps it.
    if core.pointee.links[link].flags.contains(.dead) {
      _ = core.pointee.takeClosingLink()
      return
    }
    if !core.pointee.links[link].flags.contains(.observer), !warnWhereAlike(link) {
      session.warnWhereTwoWrite(link)
    }
    session.warnWhereEchoRuns(link)
    if core.pointee.takeClosingLink() != 0 || session.codeGraph.closesCodeCycle(link) {
      session.noteClosedCycle(link)
    }
  }
}
