import Names

/// What the machine does in one step. Each case explains `a` and `b`. Values come from the
/// machine's stack and go to it; the last one pushed is named first.
package enum Operation: UInt8 {
  // MARK: Values

  /// Pushes constant `a`.
  case constant
  /// Pushes the small integer `a`.
  case integer
  case pushNil, pushTrue, pushFalse
  /// Pushes local `a`.
  case local
  /// Pops into local `a`.
  case setLocal
  /// Pushes global `a`: a script variable, a constant, an object.
  case global
  /// Pops into global `a`.
  case setGlobal
  case pushSelf
  /// The object in variable `a`, or nil: pushes the value of its property `b`, a cache in `caches`.
  case globalMember
  /// Pops an object or value; pushes its member, cache `b`.
  case member
  /// Pushes the member of `self`, cache `b`.
  case selfMember
  /// Pops an index and a list or string; pushes the element.
  case element
  case pop, duplicate
  /// Pops `a` values; pushes their list.
  case makeList
  /// Pops `a` keys, each with its value; pushes their dictionary.
  case makeDictionary
  /// Pops a value; pushes its entry for the name of cache `b`, or the member of an object.
  case memberByKey
  /// Pops the ends of a range and a list or string; pushes that part. `a` is 1 for `...`.
  case part
  /// Pops a value; pushes whether it is of type `a`.
  case isType
  /// A loop's locals begin at `a`: pushes the index, or the key, of the element.
  case loopIndex
  /// Pops `a` values; pushes the text that they make.
  case interpolate
  /// Pops `b` values; pushes the result of built-in function `a`.
  case callFunction
  /// Pops `a` values and a receiver; pushes the result of method `b` of values.
  case callMethod
  /// Pops what method `b` goes through with its block into local `a`; see `Machine+Methods.swift`.
  case beginMethod
  /// Pops what the block of method `b` gave for an element; its locals begin at `a`.
  case collect
  /// Pushes the result of method `b`; its locals begin at `a`.
  case endMethod

  /// Pushes field `a` of the last turn.
  case turnField
  /// Fails if the value on top is not a Bool.
  case requireBool
  /// Pops the arguments of list operation `a` and a list; pushes the changed list.
  case changeList

  // MARK: Operators

  /// Pops the right and the left operand. In the order of `BinaryOperator`, from `equal` on.
  case equal, notEqual, less, lessOrEqual, greater, greaterOrEqual
  case add, subtract, multiply, divide, remainder
  /// Pops the ends; pushes the list of the numbers.
  case closedRange, range
  case not, negate
  /// Pops a value and adds it to local `a` in place: a text that grows is not copied each time.
  case addToLocal
  /// With an object and a text on the stack: lets its member of cache `b` grow, and jumps to `a`; or only
  /// removes the text.
  case growMember
  /// Adds the integer `a` to the value on top.
  case addInteger

  // MARK: Calls and events

  /// Pops `a` arguments and the object; calls its action, cache `b`; pushes the result.
  case callMember
  /// Pops arguments; calls action `a`, which belongs to no object; pushes the result. `b`
  /// arguments.
  case callAction
  /// Pops arguments; calls transformer `a`, whose first argument is the value; pushes the result.
  /// `b` arguments.
  case callTransformer
  /// Jumps to `a` if the value on top is not an object.
  case jumpIfNoObject
  /// Pops a payload and an object; fires its event, cache `b`; the default one if `a` is 1.
  case fireEvent
  /// Pops a payload; posts notification `a`.
  case postNotification
  /// Pushes a link by which `self` is notified of its new view model.
  case watchViewModel
  /// Pops a view model and an object; calls its action, cache `b`, with the view model if the
  /// action has a parameter.
  case notifyViewModel
  /// Gives the object in local `a`, or `self` for -1, its command, cache `b`.
  case makeCommand

  // MARK: Time

  /// Pops a block and a duration: the block runs later. `a` is the node.
  case after
  /// Pops a duration; pushes the time until which to go. `b` is 1 for `wait`, which takes none.
  case beginPassing
  /// Begins the turn of what is due next until the time on top; or drops that time and jumps to `a`
  /// if nothing is due.
  case passTime

  // MARK: Commands: `self` is the object with the status

  /// Jumps to `a` if the command is executing.
  case guardExecuting
  /// Pushes how long the command takes, or nil.
  case commandDelay
  /// Pops that; jumps to `a` if it is nil, otherwise sets the timer.
  case scheduleCommand
  /// Pushes what the command's body gives, or jumps to `a` with the message of what it threw.
  case runCommand
  /// If this run of the command is already over, drops the value on top and jumps to `a`.
  case unlessRunning
  /// Pushes what the command's begin block gives, or jumps to `a` with the message of what it threw.
  case runBeginBlock
  /// Pushes a new response; jumps to `a` with nil if the command is gone.
  case makeResponse
  /// Cancels the timer; jumps to `a` if the command is not executing. `b` is 1 for `finish`.
  case cancelCommand
  /// Pushes what the command's cancel block gives.
  case runCancelBlock

  // MARK: Cells: see `EachCode.swift`

  case eachBegin, eachNext, eachClass, eachTake, eachEarly, eachPlace, eachEnd

  // MARK: Jumps

  case jump
  /// Pops a Bool and jumps if it is false.
  case jumpIfFalse
  /// Pops a value; jumps to `a` unless it is a string.
  case jumpUnlessKey
  /// Jumps if the Bool on top is false, otherwise pops it.
  case jumpIfFalseKeeping
  case jumpIfTrueKeeping
  /// Jumps if the value on top is not nil, otherwise pops it.
  case jumpIfValueKeeping
  /// Jumps back, and checks whether the run must stop.
  case loop
  /// Local `a` is a list, local `a + 1` the position: stores the next element in local `a + b` and
  /// skips the jump that follows; at the end it does neither.
  case forNext
  /// Local `a` counts down: jumps to `b` at zero.
  case repeatNext
  /// Pops a list, a string or a number of rounds into local `a`, checked for `for` or `repeat` (`b`).
  case beginLoop

  /// In an expression that is followed: reaches part `b` of choice `a`.
  case choice

  /// Notes for the listener that the block or branch at node `a` runs.
  case noteEntry

  // MARK: Writing

  /// Pops a value and an object; writes member with cache `b`. `a` is 1 for `silent`, 2 for a list
  /// of which one element has changed.
  case setMember
  /// Pops a value; writes the member of `self`, cache `b`. `a` as for `setMember`.
  case setSelfMember
  /// Pops a value and writes it to the member, cache `b`, of the object in global `a`.
  case setGlobalMember
  /// Pops a value, an index and a list; pushes the list with the element replaced. For an object it
  /// writes the member that the index names, drops `b / 4` values and jumps to `a`, past the
  /// instructions that would write the list; `b & 3` is the `a` of `setMember`.
  case replaceElement
  /// Pops a value, a key and an object; writes the member that the key names and skips the next
  /// instruction, which fails for a list. `a` as for `setMember`.
  case setElement
  /// Pops a value; stores it as the first value of a member, cache `b`, of the object in local `a`;
  /// of `self` if `a` is -1. `initializePart` says that the declaration made the value.
  case initializeMember, initializePart
  /// Evaluates the `computed` properties of `self`, one after the other.
  case computeAll
  /// Runs what class plan `a` gives each instance besides values, on the object in local `b`.
  case finishInstance

  // MARK: Turns

  case beginTurn, endTurn
  /// Around a question: evaluating it is not a turn.
  case beginAsking, endAsking

  // MARK: Making

  /// Makes an instance of class plan `a`, its classes' first values stored; pushes it.
  case makeInstance
  /// Makes a block of block plan `a`; pops its `self` if `b` is 1; pushes its handle as an integer.
  case makeBlock
  /// Binding plan `a`: pops its roots and blocks.
  case bind
  /// Observation plan `a`.
  case observe
  /// Observation plan `a` of an effect: pops its block; pushes the link.
  case effect
  /// Completes the link on top: it observes from now on.
  case attach
  /// Pops an object, with which the link below it ends; or nil, and it ends at once.
  case keep
  /// Pops a link; reports the cycle that it closes, if any.
  case reportCycle
  /// Compiles rest `a` of a block unless that is done, and goes on there.
  case compileRest
  /// Declarations, each by its plan `a`.
  case declareClass, declareTransformer, declareSemantics
  /// Gives the instances of a class that was declared again its new members.
  case migrate
  /// a: the statement's node.
  case declareProtocol
  /// a: the statement's node.
  case declareEnum
  /// a: the enumeration's index; b: the index of the case. Pops what it carries.
  case makeCase
  /// Pushes the `b` values that the case in local `a` carries.
  case openCase
  /// Pops a case or nil, by which `switch` chooses, into local `a`.
  case beginSwitch
  /// Pushes whether local `a` is the case of cache `b`.
  case isCase
  /// Pops a value; pushes whether it has the action of cache `b`.
  case responds
  /// a: the statement's node.
  case compare
  /// Action `a`, by its plan.
  case declareAction
  /// Pops the new object; gives it its name `a`.
  case declareObject
  /// Names the instance on top `a` if it has no name yet.
  case nameInstance
  /// Pops a value; declares constant or variable `a` (`b` 1 for `var`).
  case declareGlobal
  /// Pops an object and extends it by plan `a`.
  case extend
  case release
  /// `unbind`, with `a` what: see `UnbindTarget`.
  case unbind
  case rebind
  case transformBinding

  // MARK: Doing

  /// Pops `a` values and prints them.
  case print
  /// Pops a value and fails with it.
  case throwValue
  /// Changes wait from here on, if the semantics has batches.
  case beginBatch
  case endBatch
  /// Keeps in local `a` whether what is read is followed; from here on it is not.
  case beginUntracked
  case endUntracked
  /// Runs another script.
  case source
  /// Keeps the value on top as that of node `a`, for the message of a failing `expect`; forgets
  /// those kept before if `a` is 0.
  case noteOperand
  /// `expect EXPR`, plan `a`: pops the values of its operands.
  case expect
  /// Failures from here on jump to `a`; for an `expect error` if `b` is 1.
  case beginExpectError
  /// The block did not fail.
  case endExpectError
  /// The block failed: checks the message. `a`: constant with the text, or -1.
  case expectedError
  /// `expect no cycles`, node `a`.
  case expectNoCycles
  /// Turns are watched from here on, for node `a`; its limit is on the stack if `b` is 1.
  case watchTurns
  /// The block of the expectation is over; it has failed if `a` is 1.
  case endWatching
  /// Shows the value on top, at top level; not nil if `a` is 1.
  case showValue
  /// A question, node `a`; a path's object or value is on the stack if `b` is 1.
  case ask
  /// Fails with diagnostic `a`, found when this was compiled.
  case fail
  /// Leaves the block with the value on top.
  case `return`
  /// Leaves it with nil.
  case returnNil
  /// Keeps the state of the transformer for the next value.
  case keepState
  /// Pops a reason and rejects the input of the block.
  case rejectValue
  /// Leaves the block without an answer.
  case dropAnswer
}

/// One step: 8 bytes.
package struct Instruction {
  package var operation: Operation
  package var b: UInt16
  package var a: Int32

  package init(operation: Operation, b: UInt16, a: Int32) {
    (self.operation, self.b, self.a) = (operation, b, a)
  }
}

/// Where a member was found last time, so that it is found at once next time.
package struct MemberCache {
  package var name: Name
  package var classID: UInt32 = .max
  package var ordinal: UInt32 = 0
}
