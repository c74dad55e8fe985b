import Language
import Syntax

/// What is left of a block from a mistake on.
///
/// A name that is unknown when the block is compiled may be declared before the statement that uses it
/// is reached: by a statement before it, or by an action that one calls. So the statements from there on
/// are compiled when they are reached, as those of a file are.
package struct BlockRest {
  var block: NodeID
  /// The place of the first of them in the block.
  var position: Int
  /// Whether the last expression is the value of the block.
  var isValue: Bool
  /// The compiler at this point.
  var isTopLevel: Bool
  var role: BlockRole?
  var locals: [Compiler.Local]
  var selfAccess: Compiler.SelfAccess
  var members: MemberScope?
  var loops: [Compiler.LoopJumps]
  var openBatches: Int
  var openUntracked: [Int32]
  var stackDepth: Int
  var blockDepth: Int
  /// The first local that is free here.
  var firstLocal: Int
  /// A jump that leaves the loop around it; -1 for none.
  var leavingLoop: Int
  /// Where the code goes on after it.
  var end: Int

  /// What was declared when it was compiled, and why it could not be.
  package fileprivate(set) var version: Int
  package fileprivate(set) var mistake: Diagnostic?
  /// Its instructions, and the rests that are left of it in turn.
  package fileprivate(set) var instructions = 0..<0
  fileprivate var rests = 0..<0
}

extension Compiler {
  /// The statements of a block; those from a mistake on are compiled when they are reached.
  mutating func statements(of block: NodeID, from first: Int, isValue: Bool) {
    let statements = tree.statements(of: block)
    for position in first..<statements.count {
      let statement = statements[position]
      let isLast = position == statements.count - 1
      let mistake = mistake { (compiler) throws(Diagnostic) in
        if isValue {
          try compiler.valueStatement(statement, isLast: isLast)
        } else {
          try compiler.statement(statement)
        }
      }
      if let mistake { return leave(block, from: position, isValue: isValue, because: mistake) }
    }
  }

  private mutating func leave(
    _ block: NodeID, from position: Int, isValue: Bool, because mistake: Diagnostic
  ) {
    let place = tree[tree.statements(of: block)[position]].span
    // What only sees failures must not take the code for one that cannot fail.
    code.failures.append(mistake)
    var rest = BlockRest(
      block: block, position: position, isValue: isValue, isTopLevel: isTopLevel, role: role,
      locals: locals, selfAccess: selfAccess, members: members,
      loops: loops.map { LoopJumps(start: $0.start, batches: $0.batches, untracked: $0.untracked) },
      openBatches: openBatches, openUntracked: openUntracked, stackDepth: stackDepth,
      blockDepth: blockDepth,
      firstLocal: code.localCount, leavingLoop: -1, end: 0, version: session.declaredVersion,
      mistake: mistake)
    if !isLate {
      // The room that a block gets when it begins: a local takes two characters of it, and a value one.
      let size = Int(tree[block].span.end - place.start)
      code.localCount += size / 2 + 4
      code.maximumStack = max(code.maximumStack, stackDepth + size + 8)
    }
    emit(.compileRest, a: Int32(code.rests.count), at: place)
    if !loops.isEmpty {
      let skip = emit(.jump, at: place)
      rest.leavingLoop = emit(.jump, at: place)
      loops[loops.count - 1].breaks.append(rest.leavingLoop)
      land(skip)
    }
    rest.end = code.instructions.count
    code.rests.append(rest)
  }

  /// Compiles a rest that is reached, unless that was done and nothing was declared since.
  ///
  /// - Parameter isAlone: Whether only one level runs the code.
  package static func compileRest(
    _ index: Int, of code: Code, isAlone: Bool, session: any CompilerHost
  ) {
    guard code.rests[index].version != session.declaredVersion else { return }
    let rest = code.rests[index]
    var compiler = Compiler(session: session, code: code, isTopLevel: rest.isTopLevel)
    (compiler.role, compiler.locals, compiler.members) = (rest.role, rest.locals, rest.members)
    (compiler.selfAccess, compiler.loops) = (rest.selfAccess, rest.loops)
    compiler.openUntracked = rest.openUntracked
    (compiler.openBatches, compiler.stackDepth) = (rest.openBatches, rest.stackDepth)
    (compiler.blockDepth, compiler.isLate) = (rest.blockDepth, true)
    let (localCount, maximumStack) = (code.localCount, code.maximumStack)
    code.localCount = rest.firstLocal
    if isAlone, rest.instructions.upperBound == code.instructions.count,
      rest.rests.upperBound == code.rests.count
    {
      // It is the last that was compiled, and nothing runs it.
      code.instructions.truncate(to: rest.instructions.lowerBound)
      code.spans.removeSubrange(rest.instructions)
      code.rests.removeSubrange(rest.rests)
    }
    let (entry, restCount) = (code.instructions.count, code.rests.count)
    let statement = compiler.tree.statements(of: rest.block)[rest.position]
    compiler.statements(of: rest.block, from: rest.position, isValue: rest.isValue)
    let place = compiler.tree[statement].span
    compiler.emit(.jump, a: Int32(rest.end), at: place)
    for jump in compiler.loops.last?.breaks ?? [] {
      code.instructions[UInt32(jump)].a = Int32(rest.leavingLoop)
    }
    let fits = code.localCount <= localCount && code.maximumStack <= maximumStack
    (code.localCount, code.maximumStack) = (localCount, maximumStack)
    code.rests[index].version = session.declaredVersion
    code.rests[index].mistake = nil
    if case .compileRest = code.instructions[UInt32(entry)].operation {
      // The first of them still has its mistake.
      code.rests[index].mistake = code.rests[restCount].mistake
    } else if !fits {
      code.rests[index].mistake = compiler.error(
        "this block is too large for what it declares", at: statement,
        help: "divide it into actions")
    } else {
      code.rests[index].instructions = entry..<code.instructions.count
      code.rests[index].rests = restCount..<code.rests.count
      return
    }
    code.instructions.truncate(to: entry)
    code.spans.removeSubrange(entry...)
    code.rests.removeSubrange(restCount...)
    (code.rests[index].instructions, code.rests[index].rests) = (0..<0, 0..<0)
  }
}
