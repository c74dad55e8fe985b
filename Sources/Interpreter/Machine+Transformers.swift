import BindingEngine
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
    case .named(let node, let isReversed):
      guard case .named(let nameNode, _) = tree.stage(node) else {
        preconditionFailure("a stage that was named has no name")
      }
      let name = tree.name(nameNode)
      guard case .transformer(let index)? = session.symbols[name]?.symbol else {
        throw placed(.mistake(session.unknownTransformer(name)), at: node)
      }
      let transformer = core.pointee.transformers[index]
      let ways = TransformerWays(
        forward: transformer.forward.exists, reverse: transformer.reverse.exists,
        isAsynchronous: transformer.delay != nil)
      try refuse(
        session.mistake(ofStage: name, ways, isReversed: isReversed, isTwoWay: isTwoWay), at: node)
      return Stage(transformer: index, isReversed: isReversed)
    }
  }

  func declareTransformer(_ instruction: Instruction) throws(ScriptFailure) {
    let reverse = instruction.b & 2 != 0 ? blockID(pop()) : .none
    let forward = instruction.b & 1 != 0 ? blockID(pop()) : .none
    let delay = instruction.b & 4 != 0 ? try duration(pop()) : nil
    let tree = code.tree.tree
    let node = NodeID(UInt32(instruction.a))
    let name = tree.name(node)
    if !session.isLoadingPrelude {
      for block in [forward, reverse] where block.exists { session.reading(of: block) }
    }
    core.pointee.transformers.append(
      TransformerRecord(name: name, forward: forward, reverse: reverse, delay: delay))
    session.symbols[name] = Declaration(
      symbol: .transformer(UInt32(core.pointee.transformers.count - 1)),
      file: session.declarationFile(tree.file), span: tree[node].span)
  }
}
