import Basics
import BindingEngine
import Compiling
import Language

/// Runs compiled code. Its stack and the engine's stand side by side and grow in step: a write
/// passes control to the engine, the engine requests a block, and the block runs here. Nothing
/// nests on the thread's stack, so what a script sets off may be as deep as memory allows.
///
package struct Machine {
  /// One level of calls.
  struct Frame {
    enum Kind: UInt8 {
      /// `run` returns when it is done.
      case base
      /// A block that the engine requested: its value goes back there.
      case engine
      /// A block that is only tried out: its value goes to the session's `tried`.
      case trial
      /// A part of making an instance.
      case part
      /// A `set` block that a first value goes through: its value is stored in `slot`.
      case initial
      /// A block called by code: its value goes there, in place of the `slot` values of the call.
      case call
      /// A command's body: its value goes to the code below; if it throws, that continues at
      /// `slot`.
      case command
    }

    var kind: Kind
    /// Whether the engine needs to know what it reads.
    var isTracked: Bool
    var code: Unmanaged<Code>
    var receiver: ObjectID
    /// Of the level below, while this one runs.
    var savedPC: UnsafeMutablePointer<Instruction>
    var savedLocals: Int
    /// Where the values of this level begin.
    var base: Int
    /// The height of the engine's stack when this level began.
    var engineHeight: Int
    var slot: UInt32 = 0
    /// How many batches were open then.
    var batchDepth: UInt32 = 0
  }

  /// A block made by running code: what it copied, and the object it belongs to.
  struct Block {
    /// Managed by hand, so that starting the block does not count references; none for a free
    /// place.
    var code: Unmanaged<Code>?
    /// The code's first instruction, once it has turned out to be a leaf.
    var leaf: UnsafeMutablePointer<Instruction>?
    /// The code as a formula, once it has turned out to be one.
    var formula: UnsafeMutablePointer<FormulaStep>?
    var copies: [Value]
    var receiver: ObjectID?
    /// Another block that belongs to it.
    var companion = BlockID.none
  }

  struct Handler {
    var frames: Int
    var stack: Int
    var target: Int
    /// Of `expect error`: what was passed over meanwhile; nil for others.
    var passedOver: [String]?
  }

  private let sessionReference: Unmanaged<Session>
  package let core: UnsafeMutablePointer<GraphCore>
  private let state: UnsafeMutablePointer<State>

  /// What changes. It is behind a pointer because a statement may run another one: a question that
  /// runs a trial, or a script that reads another. Both must see the same state.
  private struct State {
    var stack: UnsafeMutablePointer<Value>
    var capacity = 1024
    var sp: UnsafeMutablePointer<Value>
    var locals: UnsafeMutablePointer<Value>
    var pc: UnsafeMutablePointer<Instruction>
    var receiver = ObjectID.none
    var isTracking = false
    var frames = FlatArray<Frame>(minimumCapacity: 64)
    var blocks = FlatArray<Block>()
    var freeBlocks: [Int] = []
    var handlers: [Handler] = []
    var steps = 0
    var stepLimit = Int.max
    /// How many timers may follow from one another while time passes.
    var mostGenerations: UInt32 = 10_000
    var allowance = ProcessMemory.free
    var caught = ""
    var listChange = ListChange.set
    var gathered: [Gathered] = []
    var isBatchOver = false
    var evaluatedUpTo: [ObjectID: Int] = [:]
    var texts = TextPlaces()
    let idle: UnsafeMutablePointer<Instruction>
  }

  var session: Session { sessionReference._withUnsafeGuaranteedRef { $0 } }

  /// What each statement does with the session: it counts no references, as `session` does.
  @inline(__always)
  func withSession<Result>(_ body: (Session) -> Result) -> Result {
    sessionReference._withUnsafeGuaranteedRef(body)
  }

  /// Where the stack of values begins.
  var stack: UnsafeMutablePointer<Value> {
    @inline(__always) get { state.pointee.stack }
    @inline(__always) nonmutating set { state.pointee.stack = newValue }
  }
  var capacity: Int {
    @inline(__always) get { state.pointee.capacity }
    @inline(__always) nonmutating set { state.pointee.capacity = newValue }
  }
  /// After the value on top.
  var sp: UnsafeMutablePointer<Value> {
    @inline(__always) get { state.pointee.sp }
    @inline(__always) nonmutating set { state.pointee.sp = newValue }
  }
  var locals: UnsafeMutablePointer<Value> {
    @inline(__always) get { state.pointee.locals }
    @inline(__always) nonmutating set { state.pointee.locals = newValue }
  }
  /// The next instruction.
  var pc: UnsafeMutablePointer<Instruction> {
    @inline(__always) get { state.pointee.pc }
    @inline(__always) nonmutating set { state.pointee.pc = newValue }
  }
  /// `self`.
  var receiver: ObjectID {
    @inline(__always) get { state.pointee.receiver }
    @inline(__always) nonmutating set { state.pointee.receiver = newValue }
  }
  /// Whether the engine needs to know what is read.
  var isTracking: Bool {
    @inline(__always) get { state.pointee.isTracking }
    @inline(__always) nonmutating set { state.pointee.isTracking = newValue }
  }
  var frames: FlatArray<Frame> {
    unsafeAddress { UnsafePointer(state.pointer(to: \.frames)!) }
    nonmutating unsafeMutableAddress { state.pointer(to: \.frames)! }
  }
  var blocks: FlatArray<Block> {
    unsafeAddress { UnsafePointer(state.pointer(to: \.blocks)!) }
    nonmutating unsafeMutableAddress { state.pointer(to: \.blocks)! }
  }
  var freeBlocks: [Int] {
    unsafeAddress { UnsafePointer(state.pointer(to: \.freeBlocks)!) }
    nonmutating unsafeMutableAddress { state.pointer(to: \.freeBlocks)! }
  }
  var handlers: [Handler] {
    unsafeAddress { UnsafePointer(state.pointer(to: \.handlers)!) }
    nonmutating unsafeMutableAddress { state.pointer(to: \.handlers)! }
  }
  /// How many bytes may be requested before the total is checked: see `spend`.
  var allowance: Int {
    @inline(__always) get { state.pointee.allowance }
    @inline(__always) nonmutating set { state.pointee.allowance = newValue }
  }
  /// How many steps have run, against `--max-steps`: see `countStep`.
  package var steps: Int {
    @inline(__always) get { state.pointee.steps }
    @inline(__always) nonmutating set { state.pointee.steps = newValue }
  }
  var mostGenerations: UInt32 {
    get { state.pointee.mostGenerations }
    nonmutating set { state.pointee.mostGenerations = newValue }
  }
  package var stepLimit: Int {
    @inline(__always) get { state.pointee.stepLimit }
    @inline(__always) nonmutating set { state.pointee.stepLimit = newValue }
  }
  /// What loops of methods have gathered so far, those within others last.
  var gathered: [Gathered] {
    unsafeAddress { UnsafePointer(state.pointer(to: \.gathered)!) }
    nonmutating unsafeMutableAddress { state.pointer(to: \.gathered)! }
  }
  /// The result of the last operation on a list.
  var listChange: ListChange {
    get { state.pointee.listChange }
    nonmutating set { state.pointee.listChange = newValue }
  }
  /// What waited for the end of a batch that was left must still run.
  var isBatchOver: Bool {
    get { state.pointee.isBatchOver }
    nonmutating set { state.pointee.isBatchOver = newValue }
  }
  /// Which stale `computed` of an object was evaluated last, while `computeNext` goes through them.
  var evaluatedUpTo: [ObjectID: Int] {
    unsafeAddress { UnsafePointer(state.pointer(to: \.evaluatedUpTo)!) }
    nonmutating unsafeMutableAddress { state.pointer(to: \.evaluatedUpTo)! }
  }
  /// Where the characters of the last texts are.
  var texts: TextPlaces {
    unsafeAddress { UnsafePointer(state.pointer(to: \.texts)!) }
    nonmutating unsafeMutableAddress { state.pointer(to: \.texts)! }
  }
  /// The message of the failure that `expect error` has caught.
  var caught: String {
    @inline(__always) get { state.pointee.caught }
    @inline(__always) nonmutating set { state.pointee.caught = newValue }
  }

  init(session: Session, core: UnsafeMutablePointer<GraphCore>) {
    sessionReference = .passUnretained(session)
    self.core = core
    let idle = UnsafeMutablePointer<Instruction>.allocate(capacity: 1)
    idle.initialize(to: Instruction(operation: .returnNil, b: 0, a: 0))
    let stack = UnsafeMutablePointer<Value>.allocate(capacity: 1024)
    state = .allocate(capacity: 1)
    state.initialize(to: State(stack: stack, sp: stack, locals: stack, pc: idle, idle: idle))
    blocks.append(Block(code: nil, copies: [], receiver: nil))
  }

  func destroy() {
    stack.deinitialize(count: sp - stack)
    stack.deallocate()
    for index in 0..<UInt32(blocks.count) { blocks[index].code?.release() }
    blocks.destroy()
    frames.destroy()
    state.pointee.idle.deallocate()
    state.deinitialize(count: 1)
    state.deallocate()
  }

  // MARK: Levels

  /// Runs `code` as a statement: to its end, or to the failure that is thrown.
  func run(_ code: Code, receiver: ObjectID? = nil) throws(ScriptError) {
    enter(code, kind: .base, receiver: receiver)
    try finish(from: frames.count)
  }

  /// Begins something in the engine and runs until it is done.
  func run(
    empty code: Code, _ begin: (Machine) throws(ScriptFailure) -> Void
  ) throws(ScriptError) {
    enter(code, kind: .base, receiver: nil)
    let level = frames.count
    do {
      try begin(self)
    } catch {
      // If an error is passed over, the code above remains, which must still end.
      try recover(error, above: level)
    }
    try finish(from: level)
  }

  private func finish(from level: Int) throws(ScriptError) {
    while true {
      do {
        try step(until: level)
        return
      } catch {
        try recover(error, above: level)
      }
    }
  }

  func enter(
    _ code: Code, kind: Frame.Kind, receiver newReceiver: ObjectID?, isTracked: Bool = false
  ) {
    let needed = (sp - stack) + code.localCount + code.maximumStack + 8
    if needed > capacity { grow(to: needed) }
    frames.append(
      Frame(
        kind: kind, isTracked: isTracking, code: .passUnretained(code), receiver: receiver,
        savedPC: pc, savedLocals: locals - stack, base: sp - stack,
        engineHeight: core.pointee.stackHeight,
        batchDepth: UInt32(truncatingIfNeeded: core.pointee.batchDepth)))
    locals = sp
    pc = code.entry
    isTracking = isTracked
    if let newReceiver { receiver = newReceiver }
    let count = code.localCount
    if count > 0 {
      // One by one: `initialize(repeating:)` copies 17 bytes through memmove each time.
      for _ in 0..<count {
        sp.initialize(to: .nil)
        sp += 1
      }
    }
  }

  /// Leaves the top level; its values go.
  @inline(__always)
  func leave() -> Frame {
    let frame = frames.removeLast()
    let base = stack + frame.base
    base.deinitialize(count: sp - base)
    sp = base
    locals = stack + frame.savedLocals
    pc = frame.savedPC
    receiver = frame.receiver
    isTracking = frame.isTracked
    return frame
  }

  private func grow(to needed: Int) {
    let larger = max(capacity * 2, needed)
    let memory = UnsafeMutablePointer<Value>.allocate(capacity: larger)
    let count = sp - stack
    memory.moveInitialize(from: stack, count: count)
    locals = memory + (locals - stack)
    sp = memory + count
    stack.deallocate()
    stack = memory
    capacity = larger
  }

  var code: Code { frames[UInt32(frames.count - 1)].code._withUnsafeGuaranteedRef { $0 } }

  // MARK: The stack

  @inline(__always)
  func push(_ value: consuming Value) {
    sp.initialize(to: value)
    sp += 1
  }

  @inline(__always)
  func pop() -> Value {
    sp -= 1
    return sp.move()
  }

  // MARK: Blocks

  func keep(_ block: Block) -> BlockID {
    if let free = freeBlocks.popLast() {
      core.pointee.keep(nil, for: BlockID(UInt32(free)))
      blocks[UInt32(free)] = block
      return BlockID(UInt32(free))
    }
    blocks.append(block)
    return BlockID(UInt32(blocks.count - 1))
  }

  /// Forgets the blocks of bindings that are gone permanently.
  package func forgetRetiredBlocks() {
    while let block = core.pointee.retiredBlocks.popLast() {
      let companion = blocks[block.index].companion
      if companion.exists { core.pointee.retiredBlocks.append(companion) }
      blocks[block.index].code?.release()
      blocks[block.index] = Block(code: nil, copies: [], receiver: nil)
      freeBlocks.append(Int(block.index))
    }
  }
}
