extension Graph {
  /// The bindings on the shortest closed path through `binding`, starting with it; nil if it is not
  /// on a cycle.
  ///
  /// - Complexity: O(*m*) in the bindings between properties that lie on cycles with its own.
  public func cycle(through binding: BindingID) -> [BindingID]? {
    guard isBound(binding) else { return nil }
    return core.pointee.cycle(through: binding.index)?.map { core.pointee.bindingID($0) }
  }

  /// Every cycle that a binding lies on, as closed paths of bindings: one for each binding that is
  /// not on an earlier path.
  public func cycles() -> [[BindingID]] {
    core.pointee.allCycles().map { $0.map { core.pointee.bindingID($0) } }
  }

  /// Runs `body` and rolls everything back, whatever the result. No journal remembers it, and what
  /// was rewound can still be replayed.
  ///
  /// - Returns: What `body` returned, the numbers of the turn, and what went wrong.
  /// - Throws: `GraphError.nestedTooDeeply` from within closures that nest too deeply.
  @discardableResult
  public func dryRun<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(GraphError) -> DryRun<Result> {
    guard !core.pointee.isInTurn else { return try dryRunInside(body) }
    settleReport()
    let before = core.pointee.turn.number
    core.pointee.beginTurn()
    let run = run(body)
    if core.pointee.isTracing { core.pointee.record(.undo, cause: core.pointee.rootEvent) }
    let report = traceToReport()
    report?.settle(in: self)
    core.pointee.undoTurn()
    core.pointee.turn.number = before
    forgetRetired()
    changeTrace()
    self.report(report)
    return run
  }

  private func dryRunInside<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(GraphError) -> DryRun<Result> {
    guard nesting < Graph.maximumClosureNesting else { throw .nestedTooDeeply }
    let savepoint = core.pointee.makeSavepoint()
    let run = run(body)
    core.pointee.abandon(to: savepoint, undoing: true)
    return run
  }

  private func run<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) -> DryRun<Result> {
    do {
      return dryRun(returning: try body(), nil)
    } catch {
      return dryRun(returning: nil, GraphError(error))
    }
  }

  private func dryRun<Result>(returning result: Result?, _ error: GraphError?) -> DryRun<Result> {
    let held = core.pointee.holds.map { hold in
      let record = core.pointee.links[hold.link]
      var agrees: Bool?
      if record.detail == 0 {
        agrees = core.pointee.read(record.source) == core.pointee.read(record.target)
      }
      return HeldBinding(
        binding: core.pointee.bindingID(hold.link),
        path: hold.path.map { core.pointee.bindingID($0) }, agrees: agrees)
    }
    return DryRun(result: result, summary: lastTurn, held: held, error: error)
  }
}

/// A binding that was held back by its lock.
public struct HeldBinding: Sendable {
  public var binding: BindingID
  /// The bindings that led back to it, starting with it; empty for the echo of a two-way binding.
  public var path: [BindingID]
  /// Whether it would have written the value that is already there; nil if that depends on a
  /// transformer or a path.
  public var agrees: Bool?
}

/// What would happen.
public struct DryRun<Result> {
  /// What the closure returned; nil if it threw.
  public var result: Result?
  public var summary: TurnSummary
  public var held: [HeldBinding]
  /// What went wrong. A `.runaway` says which bindings formed the cycle, and with which values.
  public var error: GraphError?
}

extension DryRun: Sendable where Result: Sendable {}
