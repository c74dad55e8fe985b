import Names

/// What stops a turn or refuses a request: data, which a driver turns into words.
public enum GraphError: Error, Sendable {
  /// The object or property is released.
  case released
  case noProperty(Name, of: ObjectID)
  /// A value tail that this kind of value does not have.
  case noTail(Name, value: Value)
  case typeMismatch(PropertyID, Value)
  /// A `computed` property cannot be written.
  case readOnly(PropertyID)
  /// The semantics refuses a plain write to the target of this binding.
  case refusedWrite(PropertyID, by: BindingID)
  /// A `computed` property reads itself.
  case readsItself(PropertyID)
  /// The transformer at this place in the chain cannot go this way.
  case cannotGo(transformer: Name, reverse: Bool)
  case runaway(Runaway)
  /// The semantics has no two-way bindings: each would be a loop by itself.
  case noTwoWay
  case interrupted
  /// Closures that write from within closures nest on the thread's stack, which ends.
  case nestedTooDeeply
  /// An error that a block threw.
  case thrown(String)
}

/// A turn that was stopped because it went beyond its limit.
public struct Runaway: Error, Sendable {
  /// What went round, as far as the last writes tell.
  public enum Shape: Sendable {
    /// The same values come again after so many laps.
    case oscillates(period: Int)
    /// The values never come again.
    case diverges
    /// A binding is due while it is firing, or a circle was closed that has no values.
    case loop
    /// No cycle: a chain longer than the limit.
    case longChain
    /// Nothing on the stack tells why: observers that set each other off by their writes, or a chain
    /// longer than the limit.
    case endless
    /// No cycle: more and more ways lead to the same place.
    case blowUp
  }

  /// One step of the closed path: a binding and the property that it wrote.
  public struct Hop: Sendable {
    public var link: UInt32
    public var property: PropertyID
    /// What it wrote in the first laps and the last.
    public var values: [Value]
  }

  public var shape: Shape
  public var limit: Int
  public var unit: Semantics.LimitUnit
  /// The bindings on the closed path, in the order in which they fired; empty where there is none.
  public var hops: [Hop]
  /// How often it went round.
  public var laps: Int
}
