import Synchronization

/// The tag of the graph made last.
///
/// The only state that graphs share: the tag in a handle says which graph made it.
private let lastTag = Atomic<UInt32>(0)

extension Value {
  /// Whether it is an object, or a list or dictionary, which may hold some.
  @inline(__always)
  fileprivate var mayHoldObjects: Bool {
    switch self {
    case .object, .list, .dictionary: true
    default: false
    }
  }
}

// Which graph a handle belongs to. Handles are checked only where they enter the graph: as
// arguments, as values, and as results of closures.
extension Graph {
  /// A tag for a new graph, never 0. After 2^24 - 1 tags the first one is used again.
  static func makeTag() -> UInt32 {
    lastTag.wrappingAdd(1, ordering: .relaxed).oldValue % ((1 << 24) - 1) + 1
  }

  /// Whether this graph made the handle.
  @inline(__always)
  func owns(_ object: ObjectID) -> Bool { object.tag == core.pointee.tag }

  /// Whether the property's object lives and still has it.
  @inline(__always)
  func isLive(_ property: PropertyID) -> Bool {
    isAlive(property.object)
      && core.pointee.properties[property.slot].owner == property.object.index
  }

  /// Why a handle that is not alive cannot be used.
  @inline(never)
  func refusal(of object: ObjectID) -> GraphError {
    // The handle of nothing counts as released.
    owns(object) || object.tag == 0 ? .released : .otherGraph
  }

  @inline(__always)
  func check(_ object: ObjectID) throws(GraphError) {
    guard isAlive(object) else { throw refusal(of: object) }
  }

  @inline(__always)
  func check(_ property: PropertyID) throws(GraphError) {
    guard isLive(property) else { throw refusal(of: property.object) }
  }

  func check(_ classID: ClassID) throws(GraphError) {
    guard classID.tag == core.pointee.tag else { throw .otherGraph }
  }

  func check(_ type: ValueType) throws(GraphError) {
    if case .instance(let classID) = type.base { try check(classID) }
  }

  func check(_ transformer: Transformer) throws(GraphError) {
    guard transformer.tag == core.pointee.tag else { throw .otherGraph }
  }

  /// Throws if a value contains an object of another graph.
  ///
  /// - Complexity: O(1), and O(*n*) in the size of a list or dictionary that contains objects.
  @inline(__always)
  func check(_ value: borrowing Value) throws(GraphError) {
    guard value.mayHoldObjects else { return }
    try checkObjects(in: copy value)
  }

  @inline(never)
  private func checkObjects(in value: Value) throws(GraphError) {
    switch value {
    case .object(let object): if !owns(object), object.tag != 0 { throw .otherGraph }
    case .list(let list): try check(list)
    case .dictionary(let dictionary): try check(dictionary.values)
    case .enumeration(let value): try check(value.values)
    default: break
    }
  }

  private func check(_ list: ListValue) throws(GraphError) {
    var pending = [list]
    while let next = pending.popLast() {
      guard next.holdsObjects else { continue }
      for element in next {
        switch element {
        case .object(let object): if !owns(object), object.tag != 0 { throw .otherGraph }
        case .list(let inner): pending.append(inner)
        case .dictionary(let inner): pending.append(inner.values)
        case .enumeration(let inner): pending.append(inner.values)
        default: break
        }
      }
    }
  }

  /// Throws if a turn is running or a value is being evaluated.
  func checkBetweenTurns(_ what: String) throws(GraphError) {
    guard !core.pointee.isInTurn else {
      throw .refused("\(what) between turns, never inside one")
    }
  }
}
