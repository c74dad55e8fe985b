import BindingEngine
import Compiling
import Language
import Syntax

// Transformers: declared ones, and those that bindings name or contain.
extension Machine {
  /// The transformer of one stage, which must support the direction of the binding.
  func stage(
    _ plan: StagePlan, _ values: UnsafeMutablePointer<Value>, _ position: inout Int,
    isTwoWay: Bool
  ) throws(ScriptFailure) -> Stage {
    let tree = code.tree.tree
    switch plan {
    case .inline(let node, let hasReverse):
      let forward = blockID(values[position])
      let reverse = hasReverse ? blockID(values[position + 1]) : .none
      position += hasReverse ? 2 : 1
      let ways = TransformerWays(forward: true, reverse: hasReverse, isAsynchronous: false)
      try refuse(
        session.mistake(ofStage: nil, ways, isReversed: false, isTwoWay: isTwoWay), at: node)
      core.pointee.transformers.append(
        TransformerRecord(name: .none, forward: forward, reverse: reverse))
      return Stage(
        transformer: UInt32(core.pointee.transformers.count - 1), isReversed: false)
    case .named(let node, let argumentCount, let isReversed):
      guard case .named(let nameNode, _, _) = tree.stage(node) else {
        preconditionFailure("a stage that was named has no name")
      }
      let name = tree.name(nameNode)
      guard case .transformer(let index)? = session.symbols[name]?.symbol else {
        throw placed(.mistake(session.unknownTransformer(name)), at: node)
      }
      let transformer = core.pointee.transformers[index]
      try refuse(
        session.mistake(
          ofStage: name, transformer.ways, isReversed: isReversed, isTwoWay: isTwoWay),
        at: node)
      let parameters = session.state.transformerParameters[index] ?? []
      let signature =
        session.names.text(of: name)
        + (parameters.isEmpty
          ? "" : "(\(parameters.map(session.names.text(of:)).joined(separator: ", ")))")
      try refuse(
        session.mistake(
          ofGiving: argumentCount, to: name, taking: parameters.count, signature: signature),
        at: node)
      guard argumentCount > 0 else { return Stage(transformer: index, isReversed: isReversed) }
      let arguments = (0..<argumentCount).map { values[position + $0] }
      position += argumentCount
      return Stage(
        transformer: given(transformer, arguments, at: node), isReversed: isReversed)
    }
  }

  /// A declared transformer with the arguments of one binding.
  private func given(
    _ transformer: TransformerRecord, _ arguments: [Value], at node: NodeID
  ) -> UInt32 {
    func block(_ declared: BlockID) -> BlockID {
      guard declared.exists, let code = blocks[declared.index].code else { return .none }
      return keep(
        Block(
          code: code.retain(), copies: arguments + blocks[declared.index].copies,
          receiver: blocks[declared.index].receiver))
    }
    var made = transformer
    // It has the name that the binding uses, with its arguments; a '!' belongs to the stage.
    let text = session.shortText(of: node, in: code.tree.tree)
    made.name = session.names.intern(String(text.drop { $0 == "!" || $0 == " " }))
    made.forward = block(transformer.forward)
    made.reverse = block(transformer.reverse)
    made.wait = block(transformer.wait)
    core.pointee.transformers.append(made)
    return UInt32(core.pointee.transformers.count - 1)
  }

  func declareTransformer(_ instruction: Instruction) throws(ScriptFailure) {
    let reverse = instruction.b & 2 != 0 ? blockID(pop()) : .none
    let forward = instruction.b & 1 != 0 ? blockID(pop()) : .none
    let wait = instruction.b & 8 != 0 ? blockID(pop()) : .none
    let delay = instruction.b & 4 != 0 ? try duration(pop()) : nil
    let tree = code.tree.tree
    let declared = tree.transformer(NodeID(UInt32(instruction.a)))
    let states = Array(declared.states.map { _ in pop() }.reversed())
    for block in [forward, wait] where block.exists && !states.isEmpty {
      blocks[block.index].copies.insert(contentsOf: states, at: 0)
    }
    let node = declared.name
    let name = tree.name(node)
    try session.refuseIfTaken(node, by: .transformer, in: tree)
    if !session.isLoadingPrelude {
      for block in [forward, reverse, wait] where block.exists {
        session.codeGraph.reading(of: block)
      }
    }
    core.pointee.transformers.append(
      TransformerRecord(
        name: name, forward: forward, reverse: reverse, delay: delay, wait: wait,
        late: declared.late, keepsState: !states.isEmpty))
    let number = UInt32(core.pointee.transformers.count - 1)
    // A number that was rolled back is used again.
    session.state.transformerParameters[number] =
      declared.parameters.isEmpty ? nil : declared.parameters.map { tree.name($0) }
    let old = session.symbols[name]
    session.symbols[name] = Declaration(
      symbol: .transformer(number),
      file: session.declarationFile(tree.file), span: tree[node].span)
    session.reportKept(afterDeclaring: name, over: old, in: tree.file)
  }

  // MARK: State

  /// Gives the block that begins the state that its binding keeps for it; its copies are the first one.
  func loadState(_ states: Range<Int>) {
    let slot = core.pointee.runningState
    guard slot != 0, case .list(let kept) = core.pointee.read(slot) else { return }
    for (position, value) in zip(states, kept) { locals[position] = value }
  }

  /// Keeps the state of the block that ends for the next value of its binding.
  func keepState(_ states: Range<Int>) throws(ScriptFailure) {
    let slot = core.pointee.runningState
    guard slot != 0 else { return }
    guard let kept = ListValue(states.map { locals[$0] }) else {
      throw .message("the state of a transformer is too deep", help: nil)
    }
    core.pointee.storeSilently(.list(kept), in: slot)
  }
}
