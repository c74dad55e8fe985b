extension Graph {
  /// The bindings on the shortest closed path through `binding`, it first; nil where it lies on
  /// none.
  ///
  /// - Complexity: O(*m*) in the bindings between properties that lie on cycles with its own.
  public func cycle(through binding: BindingID) -> [BindingID]? {
    guard isBound(binding) else { return nil }
    return core.pointee.cycle(through: binding.index)?.map { core.pointee.bindingID($0) }
  }

  /// Every cycle that a binding lies on, as closed paths of bindings: one for each binding that no
  /// earlier path has covered.
  public func cycles() -> [[BindingID]] {
    core.pointee.allCycles().map { $0.map { core.pointee.bindingID($0) } }
  }

  /// Does what `body` does, and puts it back whatever comes of it. No journal remembers it, and what
  /// was rewound can still be replayed.
  ///
  /// - Returns: What the turn amounted to, and what went wrong.
  /// - Throws: `GraphError.nestedTooDeeply` from within closures that nest too deeply.
  public func dryRun(_ body: () throws(GraphError) -> Void) throws(GraphError) -> DryRun {
    guard !core.pointee.isInTurn else { return try dryRunInside(body) }
    let before = core.pointee.turn.number
    core.pointee.beginTurn()
    let error = error(of: body)
    let result = result(error)
    if core.pointee.isTracing { core.pointee.record(.undo, cause: core.pointee.rootEvent) }
    core.pointee.undoTurn()
    core.pointee.turn.number = before
    forgetRetired()
    tellTrace()
    return result
  }

  private func dryRunInside(
    _ body: () throws(GraphError) -> Void
  ) throws(GraphError) -> DryRun {
    guard nesting < Graph.maximumClosureNesting else { throw .nestedTooDeeply }
    let savepoint = core.pointee.makeSavepoint()
    let error = error(of: body)
    let result = result(error)
    core.pointee.abandon(to: savepoint, undoing: true)
    return result
  }

  private func error(of body: () throws(GraphError) -> Void) -> GraphError? {
    do {
      try body()
      return nil
    } catch {
      return error
    }
  }

  private func result(_ error: GraphError?) -> DryRun {
    let held = core.pointee.holds.map { hold in
      let record = core.pointee.links[hold.link]
      var agrees: Bool?
      if record.detail == 0 {
        agrees = core.pointee.read(record.source) == core.pointee.read(record.target)
      }
      return DryRun.HeldBinding(
        binding: core.pointee.bindingID(hold.link),
        path: hold.path.map { core.pointee.bindingID($0) }, agrees: agrees)
    }
    return DryRun(summary: lastTurn, held: held, error: error)
  }
}

/// What would happen.
public struct DryRun: Sendable {
  /// A binding that its lock kept back.
  public struct HeldBinding: Sendable {
    public var binding: BindingID
    /// The bindings that led back to it, it first; empty for the echo of a two-way binding.
    public var path: [BindingID]
    /// Whether it would have written what is there already; nil where a transformer or a way has a
    /// say in that.
    public var agrees: Bool?
  }

  public var summary: TurnSummary
  public var held: [HeldBinding]
  /// What went wrong: a `.runaway` says which bindings went round, and with which values.
  public var error: GraphError?
}
