/// What a binding or an observer reads.
public enum BindingSource {
  case property(PropertyID)
  /// Property names with dots between them, starting at an object, and value tails at the end:
  /// `.path(vm, "person.name.count")`. The binding follows when an object on the path is replaced.
  /// While an object on the path is nil, it reads nil.
  case path(ObjectID, String)
  /// Observes what the closure reads through the graph, which is determined again at each
  /// evaluation.
  case expression((Graph) throws -> Value)
}

/// What a binding writes.
public enum BindingTarget {
  case property(PropertyID)
  /// The path is read at each firing. If nil is on it, the write is dropped.
  case path(ObjectID, String)
}

/// A transformer that any number of bindings can share; it lives as long as its graph.
public struct Transformer: Hashable, Sendable {
  let index: UInt32
  /// The tag of the graph it belongs to.
  let tag: UInt32
  var isReversed = false

  /// This transformer in the other direction.
  public var reversed: Transformer {
    Transformer(index: index, tag: tag, isReversed: !isReversed)
  }
}

/// What a binding does besides copying.
public struct BindingOptions {
  /// Whether the value passes when the binding is made.
  public var initially = true
  /// Whether a one-way binding ends after it has passed its first value.
  public var once = false
  /// Whether it passes nothing, not even nil, until its source path is complete for the first time.
  public var waits = false
  /// Applied in this order, and in the opposite order for the reverse direction.
  public var transformers: [Transformer] = []
  /// Applied after the transformers, the same in both directions.
  public var transform: ((Value) throws -> Value)?
  /// Called at the end of each firing with the value read, inside its lock.
  public var observe: ((Change) throws -> Void)?

  public init() {}
}

extension Graph {
  // MARK: Transformers

  /// Makes a transformer. Without `reverse` it goes one way only.
  public func makeTransformer(
    _ name: String = "", forward: @escaping (Value) throws -> Value,
    reverse: ((Value) throws -> Value)? = nil
  ) -> Transformer {
    addTransformer(name, nil, forward, reverse)
  }

  /// Makes a transformer that takes time. It goes one way only.
  ///
  /// - Parameter delay: Microseconds of virtual time after which it answers. The answer is written
  ///   to the binding's target at that time, in a separate turn.
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
  /// - Complexity: O(1) amortized if the target was not bound before or is in the right order
  ///   already; otherwise proportional to what lies between the two in the order. What the first
  ///   value sets off is added to that.
  @discardableResult
  public func bind(_ source: PropertyID, to target: PropertyID) throws(GraphError) -> BindingID {
    try check(source)
    try check(target)
    settleReport()
    if let link = core.pointee.bindAtOnce(source.slot, to: target.slot) {
      return core.pointee.bindingID(link)
    }
    var spec = LinkSpec(source: .property(source.slot))
    spec.target = .property(target.slot)
    return try make(spec, initially: true)
  }

  /// Binds `source` to `target`: the value passes now, and again after each change.
  ///
  /// - Parameter options: Changes the defaults: `{ $0.once = true }`.
  /// - Throws: `GraphError.released`, `.otherGraph`, `.noProperty`, `.noTail`, `.cannotGo`,
  ///   `.refused` for more than 65,535 transformers, and what the first passing throws. Then no
  ///   binding is made, unless the semantics goes on after errors: in that case the binding stays,
  ///   with the next number.
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

  /// Binds both ways: the left value passes to the right now, and each value passes to the other
  /// side after a change.
  ///
  /// - Throws: As `bind(_:to:options:)`; `.cannotGo` also for a transformer without a reverse
  ///   direction; `.noTwoWay` if the semantics has no two-way bindings.
  @discardableResult
  public func bindBothWays(
    _ left: BindingTarget, _ right: BindingTarget,
    options configure: (inout BindingOptions) -> Void = { _ in }
  ) throws(GraphError) -> BindingID {
    guard !core.pointee.knobs.refusesTwoWay else { throw .noTwoWay }
    var options = BindingOptions()
    configure(&options)
    options.once = false
    return try make(
      spec(from: source(left), to: right, options, bothWays: true), initially: options.initially)
  }

  /// Calls `body` after each change of `source`.
  ///
  /// - Parameters:
  ///   - initially: Whether it is also called at once.
  ///   - prior: Whether it is also called before each change.
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

  /// Ends a binding or an observer. Does nothing if it has already ended.
  ///
  /// - Throws: `GraphError.otherGraph`, and under `orphan = error` `.unboundAlready`.
  public func unbind(_ binding: BindingID) throws(GraphError) {
    guard binding.tag == core.pointee.tag else { throw .otherGraph }
    guard isBound(binding) else {
      if core.pointee.semantics.orphan == .error { throw .unboundAlready(binding) }
      return
    }
    try turn { () throws(GraphError) in
      if let slot = core.pointee.markedTarget(of: [binding.index]) { try evaluate(slot) }
      core.pointee.end(binding.index, reason: .asked, cause: core.pointee.currentCause)
    }
  }

  /// Whether the binding has not ended.
  ///
  /// - Complexity: O(log *c*) in the number of `computed` properties made so far.
  public func isBound(_ binding: BindingID) -> Bool {
    // Its place may have been reused by a link without a number, which would be taken for the link
    // with the next number.
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
      guard way.exists, back.exists && !record.takesTime || !bothWays else {
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
    settleReport()
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
          // The error was passed over, so the binding observes anyway.
          if core.pointee.attach(link) { try drive() }
          passedOver = error
        }
        if core.pointee.attach(link) { try drive() }
      } catch {
        // If the turn is not rolled back, a half-made binding is removed all the same.
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
