/// What stops a turn or refuses a request: data, with the names that its description needs.
public enum GraphError: Error, Sendable, Equatable {
  /// The object or property is released.
  case released
  /// The handle, or an object in the value, belongs to another graph.
  case otherGraph
  case noProperty(String, of: Named<ObjectID>)
  /// The property holds no object with a default event, although one is required.
  case noEvent(Named<PropertyID>)
  /// A value tail that this kind of value does not have.
  case noTail(String, value: Value)
  case typeMismatch(Named<PropertyID>, Value)
  /// A `computed` property cannot be written.
  case readOnly(Named<PropertyID>)
  /// The semantics refuses a plain write to the target of this binding.
  case refusedWrite(Named<PropertyID>, by: BindingID)
  /// Under `orphan = error`: the object, or a part of it, is to be released while this observes it.
  case stillObserved(Named<ObjectID>, by: BindingID)
  /// Under `orphan = error`: a binding or observer that has already ended cannot be unbound.
  case unboundAlready(BindingID)
  /// A `computed` property reads itself: each of these reads the next one, and the last is the
  /// first again.
  case readsItself([Named<PropertyID>])
  /// Code that a `computed` property calls changes a property that it reads.
  case changesWhatItReads(Named<PropertyID>, changed: Named<PropertyID>)
  /// The transformer of this name cannot go this way.
  case cannotGo(transformer: String, reverse: Bool)
  case runaway(Runaway)
  /// The semantics has no two-way bindings: each would be a loop by itself.
  case noTwoWay
  case interrupted
  /// Closures that write inside closures nest on the thread's stack, which is limited.
  case nestedTooDeeply
  /// The request has no meaning, for the reason given.
  case refused(String)
  /// An error that a closure threw: its text, and the error itself if it is not a `GraphError`.
  case thrown(String, by: ThrownError? = nil)

  /// How deeply closures that write may nest. Each level is on the thread's stack.
  package static let maximumClosureNesting = 1_000

  /// `error` itself, or wrapped as one that a closure threw.
  public init(_ error: any Error) {
    self = error as? GraphError ?? .thrown("\(error)", by: ThrownError(error))
  }

  /// The error that a closure threw.
  public var underlying: (any Error)? {
    if case .thrown(_, let by) = self { by?.error } else { nil }
  }
}

/// An error of any type, equal to another one of the same type and text.
public struct ThrownError: Sendable, Equatable {
  public let error: any Error

  public init(_ error: any Error) { self.error = error }

  public static func == (one: ThrownError, other: ThrownError) -> Bool {
    type(of: one.error) == type(of: other.error) && "\(one.error)" == "\(other.error)"
  }
}

/// A handle, and its name in its graph at the time.
public struct Named<Handle: Hashable & Sendable>: Hashable, Sendable, CustomStringConvertible {
  public let handle: Handle
  public let name: String

  package init(_ handle: Handle, _ name: String) {
    self.handle = handle
    self.name = name
  }

  public var description: String { name }
}

/// A turn that was stopped because it exceeded its limit.
public struct Runaway: Error, Sendable, Equatable {
  /// What ran in a cycle, as far as the last writes show.
  public enum Shape: Sendable, Equatable {
    /// All values repeat after this number of laps.
    case oscillates(period: Int)
    /// No values have repeated within the limit.
    case diverges
    /// A binding is due while it is firing, or a cycle without values was closed.
    case loop
    /// No cycle: a chain longer than the limit.
    case longChain
    /// The stack does not show the reason: observers that set each other off by their writes, or a
    /// chain longer than the limit.
    case endless
    /// Not a cycle: more and more paths lead to the same place.
    case blowUp
  }

  /// One step of the closed path: a binding and the property that it wrote.
  public struct Hop: Sendable, Equatable {
    package var link: UInt32
    /// The binding or observer; nil for what evaluates a `computed` property.
    public var binding: BindingID?
    public var property: Named<PropertyID>
    /// What it wrote in the first laps and the last.
    public var values: [Value]

    package init(
      link: UInt32, binding: BindingID?, property: Named<PropertyID>, values: [Value]
    ) {
      self.link = link
      self.binding = binding
      self.property = property
      self.values = values
    }
  }

  public var shape: Shape
  /// Whether what ran would not have ended, as far as the last writes show.
  package var isEndless: Bool {
    switch shape {
    case .oscillates, .diverges, .endless: true
    case .loop, .longChain, .blowUp: false
    }
  }
  public var limit: Int
  public var unit: Semantics.LimitUnit
  /// The bindings on the closed path, in the order in which they fired; empty if there is none.
  public var hops: [Hop]
  /// How often the cycle ran.
  public var laps: Int
  /// If there are no hops: what was written and what happened last, for a driver that knows more
  /// about what blocks do.
  package var lately: [UInt32]

  package init(
    shape: Shape, limit: Int, unit: Semantics.LimitUnit, hops: [Hop], laps: Int,
    lately: [UInt32] = []
  ) {
    self.shape = shape
    self.limit = limit
    self.unit = unit
    self.hops = hops
    self.laps = laps
    self.lately = lately
  }
}
