/// What a binding or an observer reads.
public enum BindingSource {
  case property(PropertyID)
  /// Property names with dots between, from an object, and value tails at the end:
  /// `.path(vm, "person.name.count")`. It follows when an object on the way is replaced; while nil
  /// stands on the way, it reads nil.
  case path(ObjectID, String)
  /// Follows what the closure reads through the graph, found anew at each reading.
  case expression((Graph) throws -> Value)
}

/// What a binding writes.
public enum BindingTarget {
  case property(PropertyID)
  /// The way is read at each firing; a write is dropped where nil stands on it.
  case path(ObjectID, String)
}

/// A transformer that any number of bindings can share; it lives as long as its graph.
public struct Transformer: Hashable, Sendable {
  let index: UInt32
  /// Which graph it belongs to.
  let tag: UInt32
  var isReversed = false

  /// The same the other way round.
  public var reversed: Transformer {
    Transformer(index: index, tag: tag, isReversed: !isReversed)
  }
}

/// What a binding does besides copying.
public struct BindingOptions {
  /// Whether the value passes when the binding is made.
  public var initially = true
  /// Whether a one-way binding ends after the first value that it passes.
  public var once = false
  /// Whether it passes nothing, not even nil, until its source way is whole for the first time.
  public var waits = false
  /// Applied in this order, and in the opposite order on the way back.
  public var transformers: [Transformer] = []
  /// Applied after the transformers, the same in both directions.
  public var transform: ((Value) throws -> Value)?
  /// Called at the end of each firing with the value read, inside its lock.
  public var observe: ((Change) throws -> Void)?

  public init() {}
}

extension Graph {
  // MARK: Transformers

  /// Makes a transformer; without `reverse` it goes one way only.
  public func makeTransformer(
    _ name: String = "", forward: @escaping (Value) throws -> Value,
    reverse: ((Value) throws -> Value)? = nil
  ) -> Transformer {
    addTransformer(name, nil, forward, reverse)
  }

  /// Makes a transformer that takes its time; it goes one way only.
  ///
  /// - Parameter delay: Microseconds of virtual time after which it answers. The answer then lands on
  ///   whatever the binding's end is by that time, as a turn of its own.
  /// - Throws: `GraphError.refused` for a delay below 0.
  public func makeTransformer(
    _ name: String = "", after delay: Int, forward: @escaping (Value) throws -> Value,
    reverse: ((Value) throws -> Value)? = nil
  ) throws(GraphError) -> Transformer {
    try checkDelay(delay)
    return addTransformer(name, delay, forward, reverse)
  }

  private func addTransformer(
    _ name: String, _ delay: Int?, _ forward: @escaping (Value) throws -> Value,
    _ reverse: ((Value) throws -> Value)?
  ) -> Transformer {
    forgetFuture()
    core.pointee.transformers.append(
      TransformerRecord(
        name: core.pointee.names.intern(name), forward: keep(.transform(forward)),
        reverse: reverse.map { keep(.transform($0)) } ?? .none, delay: delay))
    return Transformer(
      index: UInt32(core.pointee.transformers.count - 1), tag: core.pointee.tag)
  }

  // MARK: Binding

  /// Binds `source` to `target`: the value passes now, and again after each change.
  ///
  /// - Throws: `GraphError.released`, `.otherGraph`.
  /// - Complexity: O(1) amortized where the target was not bound before or stands right in the
  ///   order; else as much as lies between the two. And what the first passing sets off.
  @discardableResult
  public func bind(_ source: PropertyID, to target: PropertyID) throws(GraphError) -> BindingID {
    try check(source)
    try check(target)
    if let link = core.pointee.bindAtOnce(source.slot, to: target.slot) {
      return core.pointee.bindingID(link)
    }
    var spec = LinkSpec(source: .property(source.slot))
    spec.target = .property(target.slot)
    return try make(spec, initially: true)
  }

  /// Binds `source` to `target`: the value passes now, and again after each change.
  ///
  /// - Parameter options: Changes what is not to be so: `{ $0.once = true }`.
  /// - Throws: `GraphError.released`, `.otherGraph`, `.noProperty`, `.noTail`, `.cannotGo`,
  ///   `.refused` for more than 65,535 transformers, and what the first passing throws. No binding is made then, but where the semantics goes on after errors: there
  ///   it stands, under the next number.
  @discardableResult
  public func bind(
    _ source: BindingSource, to target: BindingTarget,
    options configure: (inout BindingOptions) -> Void = { _ in }
  ) throws(GraphError) -> BindingID {
    var options = BindingOptions()
    configure(&options)
    return try make(
      spec(from: source, to: target, options, bothWays: false), initially: options.initially)
  }

  /// Binds both ways: the left value passes to the right now, and each to the other after a change.
  ///
  /// - Throws: As `bind(_:to:options:)`; `.cannotGo` for a transformer without a way back too;
  ///   `.noTwoWay` where the semantics has no two-way bindings.
  @discardableResult
  public func bindBothWays(
    _ left: BindingTarget, _ right: BindingTarget,
    options configure: (inout BindingOptions) -> Void = { _ in }
  ) throws(GraphError) -> BindingID {
    guard !semantics.refusesTwoWay else { throw .noTwoWay }
    var options = BindingOptions()
    configure(&options)
    options.once = false
    return try make(
      spec(from: source(left), to: right, options, bothWays: true), initially: options.initially)
  }

  /// Calls `body` after each change of `source`.
  ///
  /// - Parameters:
  ///   - initially: Whether it is called at once too.
  ///   - prior: Whether it is called before each change too.
  /// - Throws: As `bind(_:to:options:)`.
  @discardableResult
  public func observe(
    _ source: BindingSource, initially: Bool = false, prior: Bool = false,
    _ body: @escaping (Change) throws -> Void
  ) throws(GraphError) -> BindingID {
    var spec = LinkSpec(source: try end(of: source))
    spec.isPrior = prior
    spec.observe = keep(.observer(body))
    return try make(spec, initially: initially)
  }

  /// Calls `body` after each change of `property`.
  @discardableResult
  public func observe(
    _ property: PropertyID, initially: Bool = false, prior: Bool = false,
    _ body: @escaping (Change) throws -> Void
  ) throws(GraphError) -> BindingID {
    try observe(.property(property), initially: initially, prior: prior, body)
  }

  /// Ends a binding or an observer; nothing where it has ended already.
  ///
  /// - Throws: `GraphError.otherGraph`.
  public func unbind(_ binding: BindingID) throws(GraphError) {
    guard binding.tag == core.pointee.tag else { throw .otherGraph }
    guard isBound(binding) else { return }
    try turn { () throws(GraphError) in
      core.pointee.end(binding.index, reason: .asked, cause: core.pointee.currentCause)
    }
  }

  /// Whether the binding has not ended.
  ///
  /// - Complexity: O(log *c*) in the number of `computed` properties made so far.
  public func isBound(_ binding: BindingID) -> Bool {
    // Its place may be that of a link without a number by now, which would claim the next one's.
    binding.tag == core.pointee.tag
      && core.pointee.links[binding.index].flags.isDisjoint(
        with: [.dead, .step, .reverse, .computed])
      && core.pointee.number(of: binding.index) == Int(binding.number)
  }

  // MARK: Making

  private func source(_ target: BindingTarget) -> BindingSource {
    switch target {
    case .property(let property): .property(property)
    case .path(let object, let path): .path(object, path)
    }
  }

  private func spec(
    from source: BindingSource, to target: BindingTarget, _ options: BindingOptions, bothWays: Bool
  ) throws(GraphError) -> LinkSpec {
    guard options.transformers.count <= Int(UInt16.max) else {
      throw .refused("a binding goes through \(UInt16.max) transformers at most")
    }
    for transformer in options.transformers {
      try check(transformer)
      let record = core.pointee.transformers[transformer.index]
      let way = transformer.isReversed ? record.reverse : record.forward
      let back = transformer.isReversed ? record.forward : record.reverse
      guard way.exists, back.exists && record.delay == nil || !bothWays else {
        throw .cannotGo(
          transformer: core.pointee.names.text(of: record.name),
          reverse: way.exists != transformer.isReversed)
      }
    }
    var spec = LinkSpec(source: try end(of: source))
    switch target {
    case .property(let property):
      try check(property)
      spec.target = .property(property.slot)
    case .path(let object, let path): spec.target = .path(try record(of: path, from: object))
    }
    spec.isTwoWay = bothWays
    spec.isOnce = options.once
    spec.isWaiting = options.waits
    spec.stages = options.transformers.map {
      Stage(transformer: $0.index, isReversed: $0.isReversed)
    }
    if let transform = options.transform { spec.transform = keep(.transform(transform)) }
    if let observe = options.observe { spec.observe = keep(.observer(observe)) }
    return spec
  }

  private func end(of source: BindingSource) throws(GraphError) -> EndSpec {
    switch source {
    case .property(let property):
      try check(property)
      return .property(property.slot)
    case .path(let object, let path): return .path(try record(of: path, from: object))
    case .expression(let body):
      return .block(keep(.computed { graph, _ in try body(graph) }), sender: .none)
    }
  }

  private func record(of path: String, from object: ObjectID) throws(GraphError) -> KeyPathRecord {
    try check(object)
    let names = path.split(separator: ".", omittingEmptySubsequences: false).map {
      core.pointee.names.intern(String($0))
    }
    return KeyPathRecord(root: object, names: names)
  }

  private func make(_ spec: LinkSpec, initially: Bool) throws(GraphError) -> BindingID {
    var made: UInt32 = 0
    var passedOver: GraphError?
    try turn { () throws(GraphError) in
      let link = core.pointee.makeLink(spec)
      let id = core.pointee.bindingID(link)
      if core.pointee.isTracing {
        core.pointee.record(.bind, cause: core.pointee.currentCause, link: link)
      }
      do throws(GraphError) {
        do throws(GraphError) {
          if initially, core.pointee.fireInitially(link) { try drive() }
        } catch  where core.pointee.policy(for: error) == .goOn && isBound(id) {
          // What went wrong there was passed over, and the binding observes all the same.
          if core.pointee.attach(link) { try drive() }
          passedOver = error
        }
        if core.pointee.attach(link) { try drive() }
      } catch {
        // Where the turn is not rolled back, the binding still is not made by halves.
        if core.pointee.policy(for: error) != .undo, isBound(id) {
          core.pointee.end(link, reason: .asked, cause: core.pointee.currentCause)
        }
        throw error
      }
      made = link
    }
    if let passedOver { throw passedOver }
    return core.pointee.bindingID(made)
  }
}
