import Names
// Values, semantics and errors are part of the library.
@_exported import Values

/// Objects, their properties, and the bindings between them.
///
/// ```swift
/// let graph = Graph()
/// let person = graph.makeClass("Person", properties: ["name"])
/// let label = graph.makeClass("Label", properties: ["text"])
/// let vm = graph.make(person, named: "vm")
/// let view = graph.make(label, named: "view")
/// let name = try graph.property("name", of: vm)
/// let text = try graph.property("text", of: view)
/// try graph.bind(name, to: text)
/// try graph.set(name, to: .string("Kim"))
/// try graph.value(of: text)  // .string("Kim")
/// ```
///
/// Each call that changes something is a turn: it ends settled, or throws and is rolled back as a
/// whole if the semantics says so, as the default does. A call from within a closure that the graph
/// runs is part of the running turn. If it throws, that part is rolled back, and a closure that
/// catches the error can continue. A graph belongs to one thread.
///
/// With a `journalLimit` it remembers its turns: `why`, `whyNot`, `writers`, `history` and `costs`
/// answer questions about them, `rewind` and `replay` go back and forward, and `dryRun` shows what
/// a change would do.
///
/// Handles of objects, classes, properties, bindings and transformers belong to the graph that gave
/// them; another graph throws an error. A stale handle never becomes another thing's handle, with one
/// exception: the number of a binding that `rewind` has undone can be given again.
public final class Graph {
  package let core: UnsafeMutablePointer<GraphCore>
  var closures: [Closure?] = [nil]
  var freeClosures: [UInt32] = []
  /// Bindings and observers that have ended in the remembered turns, the oldest first.
  var endings: [EndedLink] = []
  /// Those that end with the running turn.
  var newEndings: [EndedLink] = []
  /// Where `rewind` began. `replay` leads back to it until something new is done.
  var present: Present?
  /// How many closures are running, nested in each other.
  var nesting = 0
  /// Whether the innermost of them will observe what it reads.
  var isFollowing = false
  /// Whether `onTrace` or `journalLimit` was set in the running turn and takes effect at its end.
  var isTraceChanged = false
  /// The value of `journalLimit` after the running turn.
  var nextJournalLimit: Int?
  /// What `onTrace` is being called with, until the graph changes.
  var report: TurnReport?
  /// Called with each event of a turn, in order, when the turn has ended. Setting it turns tracing
  /// on, and nil turns it off: without it no events are made. If it is set inside a turn, it takes
  /// effect with the next one.
  public var onTrace: ((GraphEvent) -> Void)? {
    didSet { trace() }
  }

  /// How deeply closures that write may nest. Each level is on the thread's stack.
  public static let maximumClosureNesting = GraphError.maximumClosureNesting

  /// A graph under the default semantics.
  ///
  /// - Parameter names: The table that interns property names, shared with the parser for this
  ///   graph.
  public init(names: NameTable = NameTable()) {
    core = .allocate(capacity: 1)
    core.initialize(to: GraphCore(names: names, tag: Graph.makeTag()))
  }

  /// - Parameters:
  ///   - semantics: What happens between a write and the last value it causes.
  ///   - names: The table that interns property names, shared with the parser for this graph.
  /// - Throws: As `use`.
  public convenience init(
    semantics: Semantics, names: NameTable = NameTable()
  ) throws(Semantics.KnobError) {
    self.init(names: names)
    try use(semantics)
  }

  deinit {
    core.pointee.destroy()
    core.deinitialize(count: 1)
    core.deallocate()
  }

  // MARK: Semantics

  /// The semantics in force.
  public package(set) var semantics: Semantics {
    // Not a copy: what runs asks for single knobs.
    _read { yield core.pointee.semantics }
    set { core.pointee.use(newValue) }
  }

  /// Changes the semantics, between turns only.
  ///
  /// - Throws: `KnobError.refused` if the knobs have no meaning together or a turn is running.
  public func use(_ semantics: Semantics) throws(Semantics.KnobError) {
    try semantics.validate()
    guard !core.pointee.isInTurn else {
      throw .refused("the semantics changes between turns, never inside one")
    }
    // Under another semantics nobody would read them again. One that fails stays marked.
    for slot in core.pointee.allMarkedTargets { try? evaluate(slot) }
    forgetFuture()
    self.semantics = semantics
  }

  // MARK: Values

  /// The value of a property.
  ///
  /// - Throws: `GraphError.released`, `.otherGraph`, and what evaluating a `computed` property
  ///   throws.
  /// - Complexity: O(1), and the evaluation of a stale `computed`.
  public func value(of property: PropertyID) throws(GraphError) -> Value {
    try check(property)
    if core.pointee.properties[property.slot].marks.contains(.stale) {
      try evaluate(property.slot)
    }
    if isFollowing {
      core.pointee.reads.append(property.slot)
      core.pointee.noteList(at: property.slot)
    }
    if core.pointee.readMask != GraphCore.ordinaryReadMask { core.pointee.noteRead(property.slot) }
    return core.pointee.read(property.slot)
  }

  /// Lets the closure that runs, an expression or a `computed`, depend on a property although it may not
  /// read it, as a binding of JavaFX depends on all that it is declared with. Does nothing elsewhere, and
  /// where `depends` is not `named` or means nothing.
  ///
  /// - Throws: `GraphError.released`, `.otherGraph`.
  /// - Complexity: O(1).
  public func depend(on property: PropertyID) throws(GraphError) {
    try check(property)
    guard isFollowing, core.pointee.semantics.dependsOnNamed else { return }
    let link = core.pointee.frames[UInt32(core.pointee.frames.count - 1)].link
    core.pointee.rare.addNamed(property.slot, by: link)
  }

  /// Writes a property and passes the change on.
  ///
  /// - Throws: `GraphError.released`, `.otherGraph`, `.typeMismatch`, `.readOnly`, `.refusedWrite`,
  ///   `.runaway`, `.interrupted`, `.nestedTooDeeply`, and what a closure threw, as `.thrown`.
  ///   Depending on the semantics the turn is then rolled back, or the rest goes on and the first
  ///   error is thrown after it.
  /// - Complexity: O(*h*) in the hops that the change makes.
  public func set(_ property: PropertyID, to value: consuming Value) throws(GraphError) {
    try check(property)
    try check(value)
    if core.pointee.isInTurn { return try setInside(property, to: value) }
    settleReport()
    core.pointee.beginTurn()
    if core.pointee.write(value, to: property.slot) {
      let suspension = core.pointee.runWrite()
      if suspension != .done { return try finishTurn(from: suspension) }
    }
    finishTurn()
  }

  /// Continues a turn that requests a closure or has failed.
  private func finishTurn(from suspension: Suspension) throws(GraphError) {
    try finishingTurn { () throws(GraphError) in try driveToEnd(from: suspension) }
  }

  private func setInside(_ property: PropertyID, to value: Value) throws(GraphError) {
    try part { () throws(GraphError) in
      if core.pointee.write(value, to: property.slot) { try drive() }
    }
  }

  /// Writes a property without notifying anything, like writing an instance variable. A value
  /// computed from it is evaluated again at its next reading.
  ///
  /// - Throws: `GraphError.released`, `.otherGraph`, `.typeMismatch`, `.readOnly`.
  public func setSilently(_ property: PropertyID, to value: Value) throws(GraphError) {
    try check(property)
    try check(value)
    try turn { () throws(GraphError) in
      if let error = core.pointee.storeSilent(value, in: property.slot) { throw error }
    }
  }

  /// Makes the writes in `body` one turn: an error that leaves it rolls all of them back. If the
  /// semantics has batches, changes are passed on when the outermost one ends.
  ///
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws, and as `set`. If the semantics keeps what was done before an
  ///   error, the changes made in `body` are passed on first.
  @discardableResult
  public func batch<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws -> Result {
    var result: Result?
    var own: (any Error)?
    do {
      try turn { () throws(GraphError) in
        let depth = core.pointee.batchDepth
        core.pointee.beginBatch()
        do throws(GraphError) {
          do {
            result = try body()
          } catch {
            own = error
            throw GraphError(error)
          }
        } catch  where core.pointee.policy(for: error) != .undo {
          // What is done stays, so it is passed on, too. This is the first error.
          do throws(GraphError) {
            if core.pointee.leaveBatches(to: depth) { try drive() }
          } catch {
            guard core.pointee.policy(for: error) != .undo else { throw error }
          }
          throw error
        }
        if core.pointee.endBatch() { try drive() }
      }
    } catch {
      if let own, GraphError(own) == error { throw own }
      throw error
    }
    guard let result else { preconditionFailure("a batch that neither returned nor threw") }
    return result
  }

  /// Passes on what waits for the next tick, if the semantics has ticks.
  ///
  /// - Throws: As `set`; `.refused` inside a turn.
  public func tick() throws(GraphError) {
    try checkBetweenTurns("the clock ticks")
    guard core.pointee.isTickDue else { return }
    try turn { () throws(GraphError) in try driveToEnd(from: core.pointee.tick()) }
  }

  /// The numbers of the last turn.
  public var lastTurn: TurnSummary {
    let turn = core.pointee.turn
    return TurnSummary(
      number: turn.number, writes: turn.writes, firings: turn.firings, held: turn.held,
      dropped: turn.dropped, rejected: turn.rejected, depth: turn.depth, glitches: turn.glitches,
      rounds: turn.rounds, loop: turn.runaway)
  }
}

/// What happened in a turn, in numbers.
public struct TurnSummary: Sendable, Equatable {
  /// Turns so far.
  public var number: Int
  /// Stores, including that of the statement itself.
  public var writes: Int
  /// Bindings that passed a value.
  public var firings: Int
  /// Firings that a lock kept back.
  public var held: Int
  /// Writes or firings that were not carried out.
  public var dropped: Int
  /// Firings whose value a transformer rejected.
  public var rejected: Int
  /// The longest chain of causes.
  public var depth: Int
  /// Firings that read a value to which a change was still on its way.
  public var glitches: Int
  /// Rounds of the queue or of the topological order; 0 for depth first.
  public var rounds: Int
  /// What ran in a cycle, if the semantics keeps the result.
  public var loop: Runaway?
}
