import Values

/// The result of sending a value through the transformers of a two-way binding, and back.
///
/// The law is that it comes back unchanged, so that a write to either side is not changed again by
/// the other side. If the law is broken, a semantics without a lock passes values back and forth until
/// they no longer change, and one with a lock leaves two sides that disagree.
package struct RoundTrip {
  /// One block that a value passes through.
  package struct Step {
    package var block: BlockID
    /// The value of `sender` in a `transform` block.
    package var sender: ObjectID?

    package init(block: BlockID, sender: ObjectID? = nil) {
      self.block = block
      self.sender = sender
    }
  }

  /// One end of the binding.
  package struct End {
    var type: ValueType
    /// Its present value.
    var present: Value

    package init(type: ValueType, present: Value) {
      self.type = type
      self.present = present
    }
  }

  var left: End
  var right: End
  /// From left to right, including the transform block.
  var forward: [Step]
  /// From right to left.
  var back: [Step]

  package init(left: End, right: End, forward: [Step], back: [Step]) {
    self.left = left
    self.right = right
    self.forward = forward
    self.back = back
  }

  /// The direction in which a value is sent first.
  package enum Side {
    case left, right
  }

  /// The result of sending a value through some blocks.
  package enum Leg {
    case value(Value)
    /// It failed, with this message.
    case stopped(Reason)
    /// Unknown: a name is not declared here, or the script is being interrupted.
    case unknown
  }

  /// Why there is no result.
  package enum Reason {
    /// A block failed with this message.
    case failed(String)
    /// The property at the end does not accept this value.
    case refused(Value)
    /// A block was stopped after this many steps.
    case endless
  }

  /// What the trials have shown.
  package enum Finding {
    /// Every value came back unchanged.
    case kept
    /// A value came back changed.
    case changed(Value, out: Value, back: Value, Side, Change)
    /// A value has a result that cannot be sent back.
    case stranded(Value, out: Value, Reason, Side)
    /// No value could be sent; why the first one failed.
    case nothingPasses(Value, Reason)
    case unknown
  }

  /// The kind of the difference.
  package enum Change {
    case plain
    /// Only in the last digits of a number.
    case rounding
    /// It is another spelling of the same value: sent again, it comes back unchanged.
    case tidied
  }

  /// How many turns, rounds of loops and calls one block may take before it is stopped.
  package static let mostSteps = 10_000

  /// After this many stopped blocks, no more are tried.
  private static let mostEndless = 3
}

extension RoundTrip {
  /// Tries the law from left to right and, if it holds, from right to left.
  ///
  /// - Parameters:
  ///   - run: Sends a value through blocks without lasting effects.
  ///   - store: What the property at an end has after a value was written to it.
  package func finding(_ run: (Value, [Step]) -> Leg, store: (Value, Side) -> Leg) -> Finding {
    let forward = law(from: .left, run, store)
    guard case .kept = forward else { return forward }
    let back = law(from: .right, run, store)
    // What people type may be invalid on the other side, so a reverse block may refuse it.
    if case .nothingPasses = back { return .kept }
    return back
  }

  private func law(
    from side: Side, _ run: (Value, [Step]) -> Leg, _ store: (Value, Side) -> Leg
  ) -> Finding {
    let (near, far) = side == .left ? (side, Side.right) : (side, .left)
    let end = side == .left ? left : right
    let (there, back) = side == .left ? (forward, self.back) : (self.back, forward)
    /// Sends a value, and stores the result in the property at the end.
    func send(_ value: Value, _ steps: [Step], to end: Side) -> Leg {
      let leg = run(value, steps)
      guard case .value(let result) = leg else { return leg }
      return store(result, end)
    }
    var doubt: Finding?
    var first: (value: Value, reason: Reason)?
    var stuck: Finding?
    var passed = 0
    var returns = 0
    var endless = 0
    for written in RoundTripSamples.values(of: end.type, present: end.present) {
      // What the near side makes of it is what is sent.
      guard case .value(let sample) = store(written, near) else { continue }
      switch send(sample, there, to: far) {
      case .unknown: return .unknown
      case .stopped(let reason):
        first = first ?? (sample, reason)
        if case .endless = reason { endless += 1 }
      case .value(let out):
        passed += 1
        switch send(out, back, to: near) {
        case .unknown: return .unknown
        case .stopped(.endless):
          stuck = stuck ?? .stranded(sample, out: out, .endless, side)
          endless += 1
        case .stopped(let reason): return .stranded(sample, out: out, reason, side)
        case .value(let returned):
          returns += 1
          guard returned != sample else { break }
          if RoundTrip.isRounding(sample, returned) {
            doubt = doubt ?? .changed(sample, out: out, back: returned, side, .rounding)
            break
          }
          guard side == .right, case .value(let again) = send(returned, there, to: far),
            again == out
          else { return .changed(sample, out: out, back: returned, side, .plain) }
          doubt = doubt ?? .changed(sample, out: out, back: returned, side, .tidied)
        }
      }
      if endless == RoundTrip.mostEndless { break }
    }
    if let doubt { return doubt }
    // A block may intentionally take long with large values only.
    if returns == 0, let stuck { return stuck }
    guard passed == 0, let first else { return .kept }
    return .nothingPasses(first.value, first.reason)
  }

  /// Whether two numbers differ only by the rounding errors of `Double`.
  private static func isRounding(_ one: Value, _ other: Value) -> Bool {
    func number(_ value: Value) -> Double? {
      switch value {
      case .int(let number): Double(number)
      case .double(let number): number
      default: nil
      }
    }
    // Whole numbers up to 2^53 are exact.
    if case .int(let one) = one, case .int = other, one.magnitude <= 1 << 53 { return false }
    guard let one = number(one), let other = number(other), one.isFinite, other.isFinite else {
      return false
    }
    return abs(one - other) <= 1e-12 * max(abs(one), abs(other))
  }
}

// MARK: In words

extension RoundTrip.Finding {
  /// Whether `check` warns about it.
  ///
  /// It does not warn about the last digits of a quotient, or about typed text that comes back in its
  /// usual spelling, since these are often intended.
  package var isWarning: Bool {
    switch self {
    case .changed(_, _, _, _, .plain), .stranded(_, _, _, .left), .nothingPasses(_, .endless): true
    case .changed, .stranded, .nothingPasses, .kept, .unknown: false
    }
  }

  /// The counterexample; nil if there is none.
  ///
  /// - Parameter ends: The names of the two ends.
  package func text(ends: (left: String, right: String), _ literal: (Value) -> String) -> String? {
    switch self {
    case .kept, .unknown: return nil
    case .changed(let value, let out, let back, let side, let change):
      let went = "\(literal(value)) \(side.goes) \(literal(out))"
      let came = "\(side.comes) \(literal(back))"
      switch change {
      case .plain: return "\(went) and \(came)"
      case .rounding: return "\(went) and \(came), which differs in the last digits only"
      case .tidied: return "\(went) and \(came), which then stays"
      }
    case .stranded(let value, let out, let reason, let side):
      let fails = side == .left ? "cannot come back" : "cannot go out again"
      let end = side == .left ? ends.left : ends.right
      return
        "\(literal(value)) \(side.goes) \(literal(out)), which \(fails): \(reason.text(end))"
    case .nothingPasses(let value, let reason):
      return
        "no value that was tried goes out; \(literal(value)) cannot: \(reason.text(ends.right))"
    }
  }
}

extension RoundTrip.Reason {
  /// - Parameter end: The name of the property at which the value arrives.
  fileprivate func text(_ end: String) -> String {
    switch self {
    case .failed(let message): message
    case .refused(let value): "\(end) does not take \(Mistake.withArticle(value.typeName))"
    case .endless: "it was stopped after \(RoundTrip.mostSteps) steps"
    }
  }
}

extension RoundTrip.Side {
  fileprivate var goes: String { self == .left ? "goes out as" : "comes in as" }
  fileprivate var comes: String { self == .left ? "comes back as" : "goes out again as" }
}
