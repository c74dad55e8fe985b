/// The naive model with more rules of depth first: batches, and observers after the bindings of their
/// property.
final class SweepModel: NaiveModel {
  /// A change that is being delivered.
  private final class Sweep {
    let property: ModelProperty
    var old: ModelValue
    /// Its bindings are being evaluated; the observers come later.
    var isFirst = true
    /// Since then the observers have been notified of a later change.
    var isNotified = false

    init(_ property: ModelProperty, _ old: ModelValue) {
      self.property = property
      self.old = old
    }
  }

  private var batchDepth = 0
  private var announced: [(property: ModelProperty, old: ModelValue)] = []
  private var sweeps: [Sweep] = []

  override func deliver(
    _ property: ModelProperty, old: ModelValue, by writer: ModelLink?
  ) throws {
    guard batchDepth > 0, !observers(of: property).isEmpty else {
      return try notify(of: property, old: old, by: writer)
    }
    guard !announced.contains(where: { $0.property === property }) else { return }
    announced.append((property, old))
  }

  private func notify(of property: ModelProperty, old: ModelValue, by writer: ModelLink?) throws {
    guard knobs.notifiesLast, !observers(of: property).isEmpty else {
      return try super.deliver(property, old: living(old), by: writer)
    }
    let time = newTime()
    depth += 1
    defer { depth -= 1 }
    counts.depth = max(counts.depth, depth)
    let outer = sweeps.filter { $0.property === property }
    let sweep = Sweep(property, old)
    if let last = outer.last, last.isFirst, !last.isNotified { sweep.old = last.old }
    sweeps.append(sweep)
    defer { sweeps.removeLast() }
    let listeners = observers(of: property)
    for listener in listeners where !isLast(listener) {
      try visit(listener, sweep, since: time)
    }
    sweep.isFirst = false
    let lasts = listeners.filter(isLast)
    guard !lasts.isEmpty, !sweep.isNotified, living(sweep.old) != living(property.value) else {
      return
    }
    for other in outer where other.isFirst { other.isNotified = true }
    for listener in lasts { try visit(listener, sweep, since: time) }
  }

  private func isLast(_ link: ModelLink) -> Bool { link.kind != .oneWay && link.kind != .computed }

  private func visit(_ link: ModelLink, _ sweep: Sweep, since time: Int) throws {
    let isNotified = link.way.contains { $0.property === sweep.property && $0.since < time }
    guard link.isAlive, isNotified else { return }
    if link.lock.isOn {
      counts.held += 1
      starts.append("held \(link.number)")
      return
    }
    try guarded { try fire(link, old: living(sweep.old)) }
  }

  override func abandon(_ error: ModelError, isOutermost: Bool) {
    guard isOutermost else { return }
    batchDepth = 0
    announced = []
  }

  override func batch(_ body: () throws -> Void) throws {
    try turn {
      if knobs.batches { batchDepth += 1 }
      var failure: ModelError?
      do { try body() } catch let error as ModelError {
        guard !undoes(error) else { throw error }
        failure = error
      }
      batchDepth = 0
      let last = announced.reversed()
      announced = []
      do {
        // From last to first, like GObject.
        try drive { for (property, old) in last { try deliver(property, old: old, by: nil) } }
      } catch let error as ModelError where !undoes(error) && failure != nil {
      }
      if let failure { throw failure }
    }
  }
}
