import BindingEngine
import Compiling
import Language
import Names
import Syntax

extension Machine {
  /// Runs until the level numbered `level` is left.
  func step(until level: Int) throws(ScriptFailure) {
    while frames.count >= level {
      let instruction = pc.pointee
      pc += 1
      switch instruction.operation {
      case .constant: push(code.constants[Int(instruction.a)])
      case .integer: push(.int(Int(instruction.a)))
      case .pushNil: push(.nil)
      case .pushTrue: push(.bool(true))
      case .pushFalse: push(.bool(false))
      case .local: push(locals[Int(instruction.a)])
      case .setLocal: locals[Int(instruction.a)] = pop()
      case .global: push(core.pointee.read(UInt32(instruction.a)))
      case .setGlobal: core.pointee.storeSilently(pop(), in: UInt32(instruction.a))
      case .pushSelf: push(.object(receiver))
      case .globalMember:
        let base = core.pointee.read(UInt32(instruction.a))
        try pushMember(of: base, cache: instruction.b)
      case .member:
        let base = pop()
        try pushMember(of: base, cache: instruction.b)
      case .selfMember: try pushMember(of: .object(receiver), cache: instruction.b)
      case .element: try pushElement()
      case .pop:
        sp -= 1
        sp.deinitialize(count: 1)
      case .duplicate: push((sp - 1).pointee)
      case .makeList: try makeList(Int(instruction.a))
      case .interpolate: try interpolate(Int(instruction.a))
      case .callFunction: try callFunction(instruction)
      case .callMethod:
        try callMethod(ValueMethod.all[Int(instruction.b)], Int(instruction.a))
      case .beginMethod: try beginMethod(instruction)
      case .collect:
        try collect(instruction)
        // A loop always follows; it need not be read as an instruction of its own.
        try countStep()
        jump(to: pc.pointee.a)
      case .endMethod: try endMethod(instruction)
      case .turnField: push(session.turnField(Int(instruction.a)))
      case .requireBool: _ = try condition((sp - 1).pointee)
      case .changeList: try changeList(Int(instruction.a))

      case .equal:
        noteOperands(2)
        try binary { (a, b) throws(ScriptFailure) in .bool(a == b) }
      case .notEqual:
        noteOperands(2)
        try binary { (a, b) throws(ScriptFailure) in .bool(a != b) }
      case .less: try compare(.less)
      case .lessOrEqual: try compare(.lessOrEqual)
      case .greater: try compare(.greater)
      case .greaterOrEqual: try compare(.greaterOrEqual)
      case .add:
        if case .string = (sp - 1).pointee { try spendOnSum() }
        noteOperands(2)
        try binary(Operators.sum)
      case .subtract: try binary(Operators.subtract)
      case .multiply: try binary(Operators.multiply)
      case .divide: try binary(Operators.divide)
      case .remainder: try binary(Operators.remainder)
      case .addInteger: try addInteger(Int(instruction.a))
      case .not: push(try Operators.not(pop()))
      case .negate: push(try Operators.negate(pop()))

      case .callMember: try callMember(instruction)
      case .callAction: try callAction(instruction)
      case .callTransformer: try callTransformer(instruction)
      case .jumpIfNoObject:
        if case .object(let object) = (sp - 1).pointee, core.pointee.isAlive(object) {
        } else {
          jump(to: instruction.a)
        }
      case .fireEvent: try fireEvent(instruction)
      case .postNotification: try postNotification(Name(index: UInt32(instruction.a)))
      case .watchViewModel: try watchViewModel()
      case .notifyViewModel: try notifyViewModel(instruction)
      case .makeCommand: try makeCommand(instruction)
      case .declareAction: try declareAction(NodeID(UInt32(instruction.a)))

      case .after: try after(NodeID(UInt32(instruction.a)))
      case .beginPassing: try beginPassing(isWait: instruction.b == 1)
      case .passTime: if try !passTime() { jump(to: instruction.a) }

      case .guardExecuting: if !mayExecute() { jump(to: instruction.a) }
      case .commandDelay: try startDelay()
      case .scheduleCommand: if try !scheduleCommand(pop()) { jump(to: instruction.a) }
      case .runCommand: if try !startCommand(failingTo: instruction.a) { jump(to: instruction.a) }
      case .unlessRunning:
        if !isRunning {
          drop()
          jump(to: instruction.a)
        }
      case .runBeginBlock: startBeginBlock(failingTo: instruction.a)
      case .makeResponse: if try !makeResponse() { jump(to: instruction.a) }
      case .cancelCommand:
        if !cancelCommand(isFinish: instruction.b == 1) { jump(to: instruction.a) }
      case .runCancelBlock: startCancelBlock()

      case .eachBegin: try eachBegin()
      case .eachNext: if !eachNext() { jump(to: instruction.a) }
      case .eachClass: eachClass()
      case .eachTake: if try eachTake() { jump(to: instruction.a) }
      case .eachEarly: if !mayHaveEarlyViewModel() { jump(to: instruction.a) }
      case .eachPlace: try eachPlace()
      case .eachEnd: eachEnd()

      case .addToLocal: try addToLocal(Int(instruction.a))
      case .growMember: if try growMember(instruction.b) { jump(to: instruction.a) }
      case .makeDictionary: try makeDictionary(Int(instruction.a))
      case .memberByKey: try pushEntry(cache: instruction.b)
      case .part: try pushPart(isClosed: instruction.a == 1)
      case .isType: pushWhether(code.types[Int(instruction.a)])
      case .loopIndex: pushLoopIndex(Int(instruction.a))
      case .closedRange: try pushRange(isClosed: true)
      case .range: try pushRange(isClosed: false)

      case .jump: jump(to: instruction.a)
      case .jumpIfFalse: if try !condition(pop()) { jump(to: instruction.a) }
      case .jumpUnlessKey:
        guard case .string = pop() else {
          jump(to: instruction.a)
          continue
        }
      case .jumpIfFalseKeeping:
        if try condition((sp - 1).pointee) { drop() } else { jump(to: instruction.a) }
      case .jumpIfTrueKeeping:
        if try condition((sp - 1).pointee) { jump(to: instruction.a) } else { drop() }
      case .jumpIfValueKeeping:
        if case .nil = (sp - 1).pointee { drop() } else { jump(to: instruction.a) }
      case .loop:
        try countStep()
        jump(to: instruction.a)
      case .forNext: forNext(Int(instruction.a), Int(instruction.b))
      case .repeatNext: repeatNext(Int(instruction.a))
      case .beginLoop: try beginLoop(instruction)
      case .choice:
        if isTracking, let part = ChoicePart(rawValue: UInt8(instruction.b)) {
          core.pointee.enter(part, of: Int(instruction.a))
        }
      case .noteEntry:
        if !session.isDry {
          session.listener?.didEnter(NodeID(UInt32(instruction.a)), in: code.tree.tree)
        }

      case .setMember: try setMember(instruction)
      case .setSelfMember:
        let value = pop()
        try write(value, to: .object(receiver), instruction)
      case .setGlobalMember:
        let value = pop()
        try write(value, to: core.pointee.read(UInt32(instruction.a)), cache: instruction.b)
      case .replaceElement: try replaceElement(instruction)
      case .setElement: try setElement(instruction)
      case .initializeMember: try initializeMember(instruction, isPart: false)
      case .initializePart: try initializeMember(instruction, isPart: true)
      case .computeAll: try computeNext()
      case .finishInstance: try finishInstance(instruction)

      case .beginTurn: try beginTurn(instruction.a)
      case .endTurn: endTurn()
      case .beginAsking: beginAsking()
      case .endAsking: try endAsking(isAnswered: instruction.a == 1)

      case .makeInstance: try makeInstance(instruction.a)
      case .makeBlock: makeBlock(instruction)
      case .bind: try bind(code.bindingPlans[Int(instruction.a)])
      case .observe: try observe(code.observePlans[Int(instruction.a)])
      case .effect: try makeEffect(code.observePlans[Int(instruction.a)])
      case .beginUntracked:
        locals[Int(instruction.a)] = .bool(isTracking)
        isTracking = false
      case .endUntracked:
        if case .bool(let wasTracking) = locals[Int(instruction.a)] { isTracking = wasTracking }
      case .attach: try attach()
      case .keep: try keepLink()
      case .reportCycle: reportCycle()
      case .declareClass: try session.declareClass(code.classPlans[Int(instruction.a)])
      case .migrate: try migrate()
      case .declareProtocol:
        try session.declareProtocol(NodeID(UInt32(instruction.a)), in: code.tree)
      case .declareEnum: try session.declareEnum(NodeID(UInt32(instruction.a)), in: code.tree)
      case .makeCase: try makeCase(instruction)
      case .openCase: try openCase(instruction)
      case .beginSwitch: try beginSwitch(Int(instruction.a))
      case .isCase: try pushWhetherCase(instruction)
      case .responds: try responds(instruction.b)
      case .declareTransformer: try declareTransformer(instruction)
      case .declareSemantics: try declareSemantics(NodeID(UInt32(instruction.a)))
      case .compare: try session.ask(NodeID(UInt32(instruction.a)), in: code.tree, [])
      case .declareObject, .nameInstance: nameObject(Name(index: UInt32(instruction.a)))
      case .declareGlobal: declareGlobal(instruction)
      case .extend: try extend(NodeID(UInt32(instruction.a)))
      case .release: try release()
      case .unbind: try unbind(instruction.a)
      case .rebind: try rebind(code.bindingPlans[Int(instruction.a)])
      case .transformBinding: try transformBinding()

      case .print: try printValues(Int(instruction.a))
      case .beginBatch: core.pointee.beginBatch()
      case .endBatch: if core.pointee.endBatch() { try handle(core.pointee.run()) }
      case .throwValue: throw .thrown(core.pointee.describe(pop()))
      case .source: try source()
      case .noteOperand: noteOperand(instruction.a)
      case .expect:
        expect(code.expectPlans[Int(instruction.a)])
        try endAsking()
      case .beginExpectError:
        handlers.append(
          Handler(
            frames: frames.count, stack: sp - stack, target: Int(instruction.a),
            passedOver: instruction.b == 1 ? [] : nil))
      case .endExpectError:
        endExpectError(instruction.a, handlers.removeLast())
      case .expectedError: expectedError(instruction.a, [caught])
      case .expectNoCycles: session.expectNoCycles(NodeID(UInt32(instruction.a)), in: code.tree)
      case .watchTurns: try watchTurns(NodeID(UInt32(instruction.a)), hasLimit: instruction.b == 1)
      case .endWatching: endWatching(hasFailed: instruction.a == 1)
      case .showValue:
        let value = pop()
        if instruction.a == 1, case .nil = value { break }
        session.showValue(value)
      case .ask:
        let subjects = take(Int(instruction.b))
        try session.ask(NodeID(UInt32(instruction.a)), in: code.tree, subjects)
        if session.isOver { throw .sessionOver }
      case .compileRest: try compileRest(Int(instruction.a))
      case .fail: throw .diagnostic(code.failures[Int(instruction.a)])
      case .return:
        let value = pop()
        try finishLevel(with: value)
      case .returnNil: try finishLevel(with: .nil)
      case .keepState: try keepState(code.states)
      case .rejectValue: try reject(core.pointee.describe(pop()))
      case .dropAnswer: try finishLevelWithoutAnswer()
      }
    }
  }

  @inline(__always)
  func jump(to target: Int32) { pc = code.entry + Int(target) }

  @inline(__always)
  func drop() {
    sp -= 1
    sp.deinitialize(count: 1)
  }

  /// The place of the running instruction in the source.
  var span: SourceSpan { span(of: frames[UInt32(frames.count - 1)], at: pc) }

  func span(of frame: Frame, at pc: UnsafeMutablePointer<Instruction>) -> SourceSpan {
    let code = frame.code.takeUnretainedValue()
    // What fails before the first instruction has run is reported at that instruction.
    let index = max(pc - code.entry - 1, 0)
    return code.spans.indices.contains(index) ? code.spans[index] : SourceSpan(0, 0)
  }

  // MARK: Operators

  @inline(__always)
  private func binary(
    _ operation: (Value, Value) throws(ScriptFailure) -> Value
  ) throws(ScriptFailure) {
    let right = pop()
    let left = pop()
    push(try operation(left, right))
  }

  private func compare(_ operation: BinaryOperator) throws(ScriptFailure) {
    let right = pop()
    let left = pop()
    push(.bool(try Operators.compare(operation, left, right)))
  }

  @inline(__always)
  private func addInteger(_ number: Int) throws(ScriptFailure) {
    let value = pop()
    push(try Operators.sum(value, .int(number)))
  }

  func condition(_ value: Value) throws(ScriptFailure) -> Bool {
    if case .bool(let flag) = value { return flag }
    throw ValuePlace.condition.failure(value)
  }

  // MARK: Loops

  private func beginLoop(_ instruction: Instruction) throws(ScriptFailure) {
    let value = pop()
    let slot = Int(instruction.a)
    if instruction.b == 1 {
      guard case .int(let rounds) = value else { throw ValuePlace.rounds.failure(value) }
      locals[slot] = .int(rounds)
      return
    }
    noteInside(value)
    switch value {
    case .list, .dictionary: locals[slot] = value
    case .string(let text):
      try spend(text.utf8.count * 2 * MemoryLayout<Value>.stride)
      locals[slot] = .list(.flat(text.map { .string(String($0)) }))
    case .nil: locals[slot] = .list(.empty)
    default: throw ValuePlace.sequence.failure(value)
    }
    locals[slot + 1] = .int(0)
  }

  /// Skips the jump that follows, as long as there is a next element.
  /// - Parameters:
  ///   - slot: The local with the list or dictionary; the next one has the position.
  ///   - element: How far behind it the local for the element is.
  private func forNext(_ slot: Int, _ element: Int) {
    guard case .int(let position) = locals[slot + 1] else { return }
    switch locals[slot] {
    case .list(let list) where position < list.count:
      locals[slot + element] = core.pointee.living(list[position])
    case .dictionary(let dictionary) where position < dictionary.count:
      locals[slot + element] = core.pointee.living(dictionary.values[position])
    default: return
    }
    locals[slot + 1] = .int(position + 1)
    pc += 1
  }

  private func repeatNext(_ slot: Int) {
    guard case .int(let rounds) = locals[slot], rounds > 0 else { return }
    locals[slot] = .int(rounds - 1)
    pc += 1
  }

  // MARK: Values

  private func makeList(_ count: Int) throws(ScriptFailure) {
    var elements: [Value] = []
    elements.reserveCapacity(count)
    for position in 0..<count { elements.append((sp - count + position).move()) }
    sp -= count
    guard let list = ListValue(elements) else { throw Operators.tooDeep }
    push(.list(list))
  }

  private func interpolate(_ count: Int) throws(ScriptFailure) {
    noteOperands(count)
    for position in 0..<count { try spend(onCopyOf: (sp - count + position).pointee) }
    var text = ""
    for position in 0..<count {
      text += core.pointee.describe((sp - count + position).move())
    }
    sp -= count
    guard text.utf8.count <= Operators.longestString else { throw Operators.tooLong }
    push(.string(text))
  }

  private func callFunction(_ instruction: Instruction) throws(ScriptFailure) {
    let function = BuiltinFunction.allCases[Int(instruction.a)]
    var arguments: [Value] = []
    let count = Int(instruction.b)
    noteOperands(count)
    for position in 0..<count { arguments.append((sp - count + position).move()) }
    sp -= count
    if let bytes = function.bytes(arguments) { try spend(bytes) }
    push(
      try function.call(
        arguments[...], random: &session.state.turned.random, now: core.pointee.clock.now,
        isInterrupted: { core.pointee.isInterrupted }))
  }

  /// The memory that a list with one element more does not share with the previous list.
  static let bytesOfListChange = 4096

  private func changeList(_ number: Int) throws(ScriptFailure) {
    let operation = ListOperation.allCases[number]
    let second = operation.labels.count == 2 ? pop() : .nil
    let first = pop()
    let base = pop()
    guard case .list(let list) = base else { throw ValuePlace.changedList(operation).failure(base) }
    try spend(Machine.bytesOfListChange)
    let changed: ListValue
    (changed, listChange) = try operation.changed(list, first, second)
    push(.list(changed))
  }
}
