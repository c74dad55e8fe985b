/// Objects, their properties, and the bindings between them.
///
/// ```swift
/// let graph = Graph()
/// let person = graph.makeClass("Person", properties: ["name"])
/// let label = graph.makeClass("Label", properties: ["text"])
/// let vm = graph.make(person)
/// let view = graph.make(label)
/// let name = try graph.property("name", of: vm)
/// let text = try graph.property("text", of: view)
/// try graph.bind(name, to: text)
/// try graph.set(name, to: .string("Kim"))
/// graph.value(of: text)  // .string("Kim")
/// ```
///
/// Each call that changes something is a turn: it ends settled, or throws and is put back as a
/// whole where the semantics says so, which the default does. A graph belongs to one thread.
public final class Graph {
  package let core: UnsafeMutablePointer<GraphCore>
  private var closures: [Closure?] = [nil]
  private var freeClosures: [Int] = []
  /// How many closures have called back into `set`, one inside the other.
  private var nesting = 0

  private enum Closure {
    case transformer((Value) throws -> Value)
    case observer((Change) throws -> Void)
    case computed((Graph) throws -> Value)
  }

  /// How deeply closures that write may nest: each level stands on the thread's stack.
  public static let maximumClosureNesting = 1_000

  /// - Parameters:
  ///   - semantics: What happens between a write and the last value it causes.
  ///   - names: Where property names are interned; shared with whoever parses for this graph.
  public init(semantics: Semantics = .bind, names: NameTable = NameTable()) {
    core = .allocate(capacity: 1)
    core.initialize(to: GraphCore(names: names))
    core.pointee.semantics = semantics
    core.pointee.knobs = Knobs(semantics)
  }

  deinit {
    core.pointee.destroy()
    core.deinitialize(count: 1)
    core.deallocate()
  }

  /// The semantics in force. It changes between turns, never inside one.
  public var semantics: Semantics {
    get { core.pointee.semantics }
    set {
      precondition(!core.pointee.isInTurn, "the semantics changes between turns")
      core.pointee.semantics = newValue
      core.pointee.knobs = Knobs(newValue)
    }
  }

  // MARK: Objects

  /// Adds a class whose instances have `properties`, each of which takes any value.
  public func makeClass(
    _ name: String, inheriting superclass: ClassID? = nil, properties: [String],
    default defaultProperty: String? = nil
  ) -> ClassID {
    makeClass(
      name, inheriting: superclass, typed: properties.map { ($0, ValueType.any) },
      default: defaultProperty)
  }

  /// Adds a class whose instances have typed properties.
  public func makeClass(
    _ name: String, inheriting superclass: ClassID? = nil, typed properties: [(String, ValueType)],
    default defaultProperty: String? = nil
  ) -> ClassID {
    let names = core.pointee.names
    return core.pointee.makeClass(
      name: names.intern(name), superclass: superclass,
      properties: properties.map { PropertyInfo(name: names.intern($0.0), type: $0.1) },
      defaultProperty: defaultProperty.map(names.intern))
  }

  /// Makes an instance of `class`, every property nil.
  ///
  /// - Complexity: O(*p*) in the number of its properties, amortized.
  public func make(_ class: ClassID) -> ObjectID { core.pointee.makeObject(`class`) }

  /// The handle of a property.
  ///
  /// - Throws: `GraphError.released`, `GraphError.noProperty`.
  /// - Complexity: O(1).
  public func property(_ name: String, of object: ObjectID) throws(GraphError) -> PropertyID {
    guard isAlive(object) else { throw .released }
    let name = core.pointee.names.intern(name)
    guard let slot = core.pointee.slot(name, of: object) else {
      throw .noProperty(name, of: object)
    }
    return PropertyID(object: object, slot: slot)
  }

  /// Whether the object is not released.
  public func isAlive(_ object: ObjectID) -> Bool { core.pointee.isAlive(object) }

  /// Ends an object: what observes it ends with it, and references to it read nil.
  public func release(_ object: ObjectID) throws(GraphError) {
    try turn { () throws(GraphError) in
      core.pointee.release(object, cause: core.pointee.currentCause)
    }
  }

  // MARK: Values

  /// The value of a property; nil for a property of a released object.
  ///
  /// - Complexity: O(1).
  public func value(of property: PropertyID) -> Value {
    isAlive(property.object) ? core.pointee.read(property.slot) : .nil
  }

  /// Writes a property and passes the change on.
  ///
  /// - Throws: `GraphError.released`, `.typeMismatch`, `.runaway`, and what a closure threw, as
  ///   `.thrown`. The turn is put back then, where the semantics says so.
  public func set(_ property: PropertyID, to value: Value) throws(GraphError) {
    guard isAlive(property.object) else { throw .released }
    let isOutermost = !core.pointee.isInTurn
    if isOutermost {
      core.pointee.beginTurn()
    } else if nesting >= Graph.maximumClosureNesting {
      throw .nestedTooDeeply
    }
    do {
      if core.pointee.write(value, to: property.slot) { try drive() }
    } catch {
      if isOutermost { finishFailedTurn(error) }
      throw error
    }
    if isOutermost { finishTurn() }
  }

  /// Writes made in `body` are one turn.
  public func batch(_ body: () throws(GraphError) -> Void) throws(GraphError) { try turn(body) }

  // MARK: Bindings

  /// Binds `source` to `target`: the value passes now, and again after each change.
  ///
  /// - Parameters:
  ///   - bothWays: Changes of the target pass back too.
  ///   - initially: Whether the value passes now.
  ///   - transform: Gives the value to write for the value read; one way only.
  /// - Throws: `GraphError.released`, and what the first passing throws.
  /// - Complexity: O(1) amortized where the target was not bound before or stands right in the
  ///   order; else as much as lies between the two.
  @discardableResult
  public func bind(
    _ source: PropertyID, to target: PropertyID, bothWays: Bool = false, initially: Bool = true,
    transform: ((Value) throws -> Value)? = nil
  ) throws(GraphError) -> BindingID {
    guard isAlive(source.object), isAlive(target.object) else { throw .released }
    var spec = LinkSpec(source: .property(source.slot))
    spec.target = .property(target.slot)
    spec.isTwoWay = bothWays
    if let transform {
      let block = keep(.transformer(transform))
      core.pointee.transformers.append(
        TransformerRecord(name: .none, forward: block, reverse: .none))
      spec.stages = [
        Stage(transformer: UInt32(core.pointee.transformers.count - 1), isReversed: false)
      ]
    }
    return try make(spec, initially: initially)
  }

  /// Calls `body` after each change of `property`, and at once where `initially` says so.
  @discardableResult
  public func observe(
    _ property: PropertyID, initially: Bool = false, _ body: @escaping (Change) throws -> Void
  ) throws(GraphError) -> BindingID {
    guard isAlive(property.object) else { throw .released }
    var spec = LinkSpec(source: .property(property.slot))
    spec.observe = keep(.observer(body))
    return try make(spec, initially: initially)
  }

  /// Ends a binding or an observer; nothing where it has ended already.
  public func unbind(_ binding: BindingID) throws(GraphError) {
    guard isBound(binding) else { return }
    try turn { () throws(GraphError) in
      core.pointee.end(binding.index, reason: .asked, cause: core.pointee.currentCause)
    }
  }

  /// Whether the binding has not ended.
  public func isBound(_ binding: BindingID) -> Bool {
    let record = core.pointee.links[binding.index]
    return !record.flags.contains(.dead)
      && core.pointee.number(of: binding.index) == Int(binding.number)
  }

  /// The bindings on the shortest closed path through `binding`, it first; nil where it lies on none.
  public func cycle(through binding: BindingID) -> [BindingID]? {
    guard isBound(binding) else { return nil }
    return core.pointee.cycle(through: binding.index)?.map { core.pointee.bindingID($0) }
  }

  /// Every cycle that a binding lies on, as closed paths of bindings.
  public func cycles() -> [[BindingID]] {
    core.pointee.allCycles().map { $0.map { core.pointee.bindingID($0) } }
  }

  /// What the last turn amounted to.
  public var lastTurn: TurnSummary {
    let turn = core.pointee.turn
    return TurnSummary(
      number: turn.number, writes: turn.writes, firings: turn.firings, held: turn.held,
      dropped: turn.dropped, depth: turn.depth)
  }

  private func make(_ spec: LinkSpec, initially: Bool) throws(GraphError) -> BindingID {
    var made: UInt32 = 0
    try turn { () throws(GraphError) in
      let link = core.pointee.makeLink(spec)
      if initially, core.pointee.fireInitially(link) { try drive() }
      if core.pointee.attach(link) { try drive() }
      made = link
    }
    return core.pointee.bindingID(made)
  }

  private func keep(_ closure: Closure) -> BlockID {
    if let free = freeClosures.popLast() {
      closures[free] = closure
      return BlockID(UInt32(free))
    }
    closures.append(closure)
    return BlockID(UInt32(closures.count - 1))
  }

  // MARK: Turns

  private func turn(_ body: () throws(GraphError) -> Void) throws(GraphError) {
    guard !core.pointee.isInTurn else { return try body() }
    core.pointee.beginTurn()
    do {
      try body()
    } catch {
      finishFailedTurn(error)
      throw error
    }
    finishTurn()
  }

  private func finishTurn() {
    core.pointee.commitTurn()
    forgetRetired()
  }

  private func finishFailedTurn(_ error: GraphError) {
    let policy = core.pointee.policy(for: error)
    if policy == .undo { core.pointee.undoTurn() } else { core.pointee.commitTurn() }
    forgetRetired()
  }

  private func forgetRetired() {
    while let block = core.pointee.retiredBlocks.popLast() {
      closures[Int(block.index)] = nil
      freeClosures.append(Int(block.index))
    }
  }

  /// Runs what the core has begun, and the closures that it asks for.
  private func drive() throws(GraphError) {
    var suspension = core.pointee.run()
    while true {
      switch suspension {
      case .done: return
      case .failed: throw core.pointee.failure ?? .interrupted
      case .block:
        let answer = try call(core.pointee.request)
        suspension = core.pointee.resume(with: answer)
      }
    }
  }

  private func call(_ request: BlockRequest) throws(GraphError) -> Value {
    guard let closure = closures[Int(request.block.index)] else { return .nil }
    nesting += 1
    defer { nesting -= 1 }
    do {
      switch closure {
      case .transformer(let body): return try body(request.value)
      case .computed(let body): return try body(self)
      case .observer(let body):
        try body(Change(graph: self, sender: request.sender, old: request.old, value: request.value))
        return .nil
      }
    } catch let error as GraphError {
      throw error
    } catch {
      throw .thrown("\(error)")
    }
  }
}

/// What an observer is told.
public struct Change {
  public let graph: Graph
  /// The object that it observes.
  public let sender: ObjectID
  public let old: Value
  public let value: Value
}

/// What a turn amounted to, in numbers.
public struct TurnSummary: Sendable, Equatable {
  /// Turns so far.
  public var number: Int
  /// Stores made, the statement's own included.
  public var writes: Int
  /// Bindings that passed a value.
  public var firings: Int
  /// Firings that a lock kept back.
  public var held: Int
  /// Writes or firings not done.
  public var dropped: Int
  /// The longest chain of causes.
  public var depth: Int
}
