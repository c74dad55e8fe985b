import BindingEngine
import Language
import Names
import Syntax

/// One end of a binding. Each case says what is on the stack for it.
enum EndPlan {
  /// The root object.
  case path(PathPlan)
  /// The handle of a block.
  case expression
  /// Nothing of importance.
  case notification(Name)
}

/// The names that lead from an object to an end. None: the default property.
///
/// A class, like `BindingPlan`, because each new binding reads it: reading a struct would copy
/// every list.
final class PathPlan {
  @exclusivity(unchecked) private(set) var nodes: [NodeID] = []
  @exclusivity(unchecked) private(set) var names: [Name] = []
  /// The locals that hold the names which values provide, by their positions. If one holds an
  /// index, the path begins after it.
  @exclusivity(unchecked) var keys: [(position: Int, local: Int32)] = []
  @exclusivity(unchecked) var beginsAtVariable = false

  func add(_ node: NodeID, _ name: Name) {
    nodes.append(node)
    names.append(name)
  }
}

/// How a binding is made, without the objects between which it is made.
final class BindingPlan {
  let node: NodeID
  let arrow: Arrow
  let isOnce: Bool
  @exclusivity(unchecked) var left = EndPlan.expression
  @exclusivity(unchecked) var right = EndPlan.expression
  /// The places of the ends in the source.
  @exclusivity(unchecked) var leftNode = NodeID.none
  @exclusivity(unchecked) var rightNode = NodeID.none
  @exclusivity(unchecked) var stages: [StagePlan] = []
  @exclusivity(unchecked) var hasTransform = false
  @exclusivity(unchecked) var hasObserve = false
  /// Whether its observe block is not called for the first value.
  @exclusivity(unchecked) var observesLater = false
  /// The class of a cell, or a block that gives it, for `each`.
  @exclusivity(unchecked) var hasEach = false
  @exclusivity(unchecked) var eachCode: Code?
  @exclusivity(unchecked) var name = Name.none
  @exclusivity(unchecked) var nameNode = NodeID.none
  /// Made for an instance by its class, so it waits while its path is broken.
  let isInBody: Bool
  @exclusivity(unchecked) var origin: UInt32 = 0
  /// What its blocks read whose changes do not fire it.
  @exclusivity(unchecked) var unannounced: UnannouncedRead?

  init(node: NodeID, arrow: Arrow, isOnce: Bool = false, isInBody: Bool = false) {
    self.node = node
    self.arrow = arrow
    self.isOnce = isOnce
    self.isInBody = isInBody
  }
}

enum StagePlan {
  /// The transformer's arguments are on the stack.
  case named(NodeID, argumentCount: Int, isReversed: Bool)
  /// A block on the stack; a second one if it has a reverse.
  case inline(NodeID, hasReverse: Bool)
}

struct ObservePlan {
  var node: NodeID
  var end: EndPlan
  var isInitial: Bool
  var isPrior = false
  var wantsValue = false
  /// An `on`, which wants an event.
  var isOn = false
  var name: Name
  var nameNode: NodeID
  var isInBody: Bool
  var origin: UInt32
}

/// A class to be made, from `class`, or from the body of `object` or `new`.
final class ClassPlan {
  let node: NodeID
  let name: Name
  let superclass: NodeID
  /// The protocols whose actions it must have.
  let protocols: [NodeID]
  let body: NodeID
  let tree: SyntaxTreeBox
  /// Whether it is inside the body of another object.
  let hasOuter: Bool
  /// Made when first needed, once for all instances.
  var made: ClassID?

  init(
    node: NodeID, name: Name, superclass: NodeID, protocols: [NodeID] = [], body: NodeID,
    tree: SyntaxTreeBox, hasOuter: Bool = false
  ) {
    self.node = node
    self.name = name
    self.superclass = superclass
    self.protocols = protocols
    self.body = body
    self.tree = tree
    self.hasOuter = hasOuter
  }

  /// The name of the class or the object in messages.
  func title(_ names: NameTable) -> String {
    if name != .none { return names.text(of: name) }
    let declared = tree.tree.statement(node).declaredName
    return declared.exists ? names.text(of: tree.tree.name(declared)) : "new"
  }
}

/// A block to be made: its code, and the locals around it that it copies.
struct BlockPlan {
  var code: Code
  var role: BlockRole
  var copiedLocals: [Int32]
}

/// What an `expect` says when it fails.
struct ExpectPlan {
  var node: NodeID
  /// The comparison, if it is one: then both sides are on the stack.
  var comparison: BinaryOperator?
  /// The beginning of its message if it does not hold, before the reason.
  var message: String
}

/// A warning about the bindings that one place in the source makes.
struct BindingWarning: Hashable {
  var origin: UInt32
  var code: FindingCode
}
