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
      var block = core.pointee.details[record.detail].observe
      if !record.flags.contains(.observer) {
        guard case .block(let source) = core.pointee.details[record.detail].source else {
          return false
        }
        block = source
      }
      guard block.exists else { return false }
      let owner = core.pointee.details[record.detail].sender
      return mentioned(in: block, of: owner).contains(slot)
        && !core.pointee.sources(of: link).contains(slot)
    }
  }

  /// The properties of named objects that the code of a block names, in order.
  ///
  /// - Parameter owner: The object that the block belongs to.
  private func mentioned(in block: BlockID, of owner: ObjectID = .none) -> [UInt32] {
    guard let code = machine.blocks[block.index].code?.takeUnretainedValue() else { return [] }
    if let pending = code.pending { return mentioned(in: pending, code.tree.tree, of: owner) }
    var found: [UInt32] = []
    for position in 0..<UInt32(code.instructions.count) {
      let instruction = code.instructions[position]
      let subject: Value
      switch instruction.operation {
      case .globalMember: subject = core.pointee.read(UInt32(instruction.a))
      case .selfMember where owner != .none: subject = .object(owner)
      default: continue
      }
      guard case .object(let object) = subject, core.pointee.isAlive(object),
        let slot = core.pointee.slot(code.caches[UInt32(instruction.b)].name, of: object),
        !found.contains(slot)
      else { continue }
      found.append(slot)
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
