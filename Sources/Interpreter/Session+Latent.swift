import BindingEngine
import CodeCycles
import Compiling
import Language
import Syntax
import Text

// Cycles that nothing runs through yet: an expression has a branch that is not taken now, which
// reads what its own binding leads to.
extension Session {
  /// A cycle that closes as soon as a binding reads one more property.
  package struct LatentCycle {
    /// The bindings on it, the one with the branch first.
    package var path: [UInt32]
    /// What that would read.
    package var source: UInt32
  }

  /// Each expression's path back to itself over what it may read, the shortest for each binding.
  ///
  /// - Complexity: O(*b* *m*) in the expressions with branches that are not taken and in the
  ///   bindings.
  package func latentCycles() -> [LatentCycle] {
    var found: [LatentCycle] = []
    for link in 1..<UInt32(max(core.pointee.links.count, 1)) {
      let record = core.pointee.links[link]
      guard record.flags.isDisjoint(with: [.dead, .step, .reverse, .observer]), record.target != 0,
        record.detail != 0, case .block(let block) = core.pointee.details[record.detail].source
      else { continue }
      let read = Set(core.pointee.sources(of: link))
      let closing = mentioned(in: block).filter { !read.contains($0) }.compactMap { slot in
        way(from: record.target, to: slot).map { LatentCycle(path: [link] + $0, source: slot) }
      }
      if let shortest = closing.min(by: { $0.path.count < $1.path.count }) {
        found.append(shortest)
      }
    }
    return found
  }

  /// The links whose code names a property that they do not observe: expressions have it in a branch that
  /// was not taken when they were evaluated last, and blocks of observers read it when something else
  /// changes.
  ///
  /// - Complexity: O(*n*) in the links and in their code.
  package func linksNaming(_ slot: UInt32) -> [UInt32] {
    (1..<UInt32(max(core.pointee.links.count, 1))).filter { link in
      let record = core.pointee.links[link]
      guard record.flags.isDisjoint(with: [.dead, .step, .reverse]), record.detail != 0 else {
        return false
      }
      guard let block = readingBlock(of: link) else { return false }
      let owner = core.pointee.details[record.detail].sender
      return mentioned(in: block, of: owner).contains(slot)
        && !core.pointee.sources(of: link).contains(slot)
    }
  }

  /// The block with which a link reads what it follows, or which it runs at a change.
  private func readingBlock(of link: UInt32) -> BlockID? {
    let record = core.pointee.links[link]
    let detail = core.pointee.details[record.detail]
    if record.flags.contains(.observer), !record.flags.contains(.effect) {
      return detail.observe.exists ? detail.observe : nil
    }
    guard case .block(let source) = detail.source, source.exists else { return nil }
    return source
  }

  /// Where the block of a link that has run reads a property, in the order of the code.
  ///
  /// - Returns: The places, and whether each is in `untracked` or in a block that runs for each element of
  ///   a list.
  package func namings(
    of slot: UInt32, by link: UInt32
  ) -> [(text: String, isUntracked: Bool, isForElements: Bool)] {
    guard let block = readingBlock(of: link),
      let code = machine.blocks[block.index].code?.takeUnretainedValue(), code.pending == nil
    else { return [] }
    let owner = core.pointee.details[core.pointee.links[link].detail].sender
    let isUntracked = untracked(in: code)
    let tree = code.tree.tree
    return named(in: code, of: owner).filter { $0.slot == slot }.map { naming in
      let span = code.spans[Int(naming.position)]
      let isForElements = tree.nodes.contains {
        $0.kind == .valueBlock && $0.span.start <= span.start && span.end <= $0.span.end
      }
      return (placeText(tree.file, span), isUntracked(naming.position), isForElements)
    }
  }

  /// Lets a formula depend on what its code names, under `depends = named`. A `computed` that is named there
  /// and was never evaluated depends on its own names from then on: JavaFX evaluates what it listens to.
  ///
  /// - Complexity: O(*n*) in the instructions of the code, and of those that it meets first.
  func depend(_ link: UInt32, onNamesIn code: Code, of owner: ObjectID) {
    var pending = dependencies(in: code, of: owner)
    core.pointee.depend(link, on: pending)
    while let slot = pending.popLast() {
      guard let named = core.pointee.unsubscribedComputed(at: slot),
        let block = readingBlock(of: named),
        let code = machine.blocks[block.index].code?.takeUnretainedValue()
      else { continue }
      let owner = core.pointee.details[core.pointee.links[named].detail].sender
      let names =
        code.pending == nil
        ? dependencies(in: code, of: owner) : mentioned(in: block, of: owner)
      core.pointee.subscribe(named, to: names)
      pending += names
    }
  }

  /// The properties that the code of a formula depends on because it names them: without those in
  /// `untracked`.
  private func dependencies(in code: Code, of owner: ObjectID) -> [UInt32] {
    let isUntracked = untracked(in: code)
    return named(in: code, of: owner).filter { !isUntracked($0.position) }.map(\.slot)
  }

  /// Which instructions of a code are in `untracked`.
  private func untracked(in code: Code) -> (UInt32) -> Bool {
    let spans = (0..<UInt32(code.instructions.count))
      .filter { code.instructions[$0].operation == .beginUntracked }
      .map { code.spans[Int($0)] }
    return { position in
      let span = code.spans[Int(position)]
      return spans.contains { $0.start <= span.start && span.end <= $0.end }
    }
  }

  /// The properties of named objects that the code of a block names, in order.
  ///
  /// - Parameter owner: The object that the block belongs to.
  private func mentioned(in block: BlockID, of owner: ObjectID = .none) -> [UInt32] {
    guard let code = machine.blocks[block.index].code?.takeUnretainedValue() else { return [] }
    if let pending = code.pending { return mentioned(in: pending, code.tree.tree, of: owner) }
    var found: [UInt32] = []
    for naming in named(in: code, of: owner) where !found.contains(naming.slot) {
      found.append(naming.slot)
    }
    return found
  }

  /// Which instructions read properties of named objects, and which properties.
  private func named(in code: Code, of owner: ObjectID) -> [(position: UInt32, slot: UInt32)] {
    var found: [(position: UInt32, slot: UInt32)] = []
    for position in 0..<UInt32(code.instructions.count) {
      let instruction = code.instructions[position]
      let subject: Value
      switch instruction.operation {
      case .globalMember: subject = core.pointee.read(UInt32(instruction.a))
      case .selfMember where owner != .none: subject = .object(owner)
      default: continue
      }
      guard case .object(let object) = subject, core.pointee.isAlive(object),
        let slot = core.pointee.slot(code.caches[UInt32(instruction.b)].name, of: object)
      else { continue }
      found.append((position, slot))
    }
    return found
  }

  /// The properties that a block names which has never run, and so is not compiled.
  private func mentioned(
    in block: PendingBlock, _ tree: SyntaxTree, of owner: ObjectID
  ) -> [UInt32] {
    let receiver = owner == .none ? nil : owner
    let scope = EffectScope(receiver: receiver, members: block.members?.names ?? [])
    var found: [UInt32] = []
    for node in tree.ids(within: block.node) where [.member, .name].contains(tree[node].kind) {
      var mention = CodeEffect(kind: .writes, node: node)
      mention.locals = block.parameters ?? block.copies
      guard case .place(let place, _) = codeGraph.end(of: mention, in: tree, scope),
        let slot = CodePlace(number: UInt32(place.number)).slot, !found.contains(slot)
      else { continue }
      found.append(slot)
    }
    return found
  }

  /// The bindings on the shortest path between two properties; nil if there is none.
  private func way(from start: UInt32, to end: UInt32) -> [UInt32]? {
    if start == end { return [] }
    return core.pointee.way(from: start, to: end) { link, _ in
      !core.pointee.links[link].flags.contains(.dead)
    }
  }

  /// `vm.total → #1 → label.text → #2 → vm.total`.
  package func pathText(_ cycle: LatentCycle) -> String {
    let steps = cycle.path.map {
      [who($0), core.pointee.describe(property: core.pointee.links[$0].target)]
    }
    return wayText(
      from: core.pointee.describe(property: cycle.source), steps, isASCII: options.isASCII)
  }
}
