// What the naive model is made of.

/// A value; objects by their number in the scenario.
enum ModelValue: Equatable {
  case `nil`
  case int(Int)
  case text(String)
  case object(Int)
}

enum ModelError: Error, Equatable {
  case typeMismatch, readOnly, refused, readsItself, runaway, thrown
}

struct ModelKnobs {
  enum Equal { case pass, drop, dropSimple }
  enum Lock { case yes, no, bindings, twoWay, observers, computed }
  enum Write { case keep, `break`, refuse }
  enum OnError { case undo, stop, goOn }

  var equal = Equal.pass
  var lock = Lock.yes
  var write = Write.keep
  var endsWithTarget = false
  var onError = OnError.undo
  var undoesRunaways = true
  var firingLimit = Int.max
  var depthLimit = Int.max
  var roundLimit = Int.max
  var pulls = false
  var newestFirst = false
  var latestFirst = false
  var notifiesLast = false
  var batches = false
  var waitsForTick = false
}

final class ModelProperty {
  static let computed = ["sum", "half"]

  let object: ModelObject
  let name: String
  var value = ModelValue.nil
  var isStale = false
  /// For a stale one: nothing that it reads is known to have changed yet.
  var isUnsure = false
  var isEvaluating = false

  init(_ object: ModelObject, _ name: String) {
    self.object = object
    self.name = name
  }
}

final class ModelObject {
  let number: Int
  var isAlive = true
  var properties: [String: ModelProperty] = [:]

  init(_ number: Int) { self.number = number }
}

final class ModelLock { var isOn = false }

/// One direction of a binding, an observer, or what a `computed` property follows.
final class ModelLink {
  enum Kind { case oneWay, forward, reverse, observer, computed }
  enum End {
    case property(ModelProperty)
    case path(ModelObject, [String])
    case computed(ModelObject)
    case nothing
  }

  let number: Int
  let order: Int
  let kind: Kind
  var source: End
  var target: End
  var resolvedTarget: ModelProperty?
  var transform: ((ModelValue) throws -> ModelValue)?
  var observe: ((_ old: ModelValue, _ value: ModelValue) throws -> Void)?
  var isOnce = false
  var isWaiting = false
  var isAlive = true
  var isAttached = false
  var lock = ModelLock()
  var partner: ModelLink?
  /// The properties that it observes, and since when.
  var way: [(property: ModelProperty, since: Int)] = []
  var memory = ModelValue.nil
  var firings = 0

  init(number: Int, order: Int, kind: Kind, source: End, target: End) {
    self.number = number
    self.order = order
    self.kind = kind
    self.source = source
    self.target = target
  }

  var hasPath: Bool {
    if case .property = source { return false }
    return true
  }
}
