import BindingEngine
import Language
import Names
import Syntax

/// One end of a binding. Each case says what is on the stack for it.
package enum EndPlan {
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
package final class PathPlan {
  @exclusivity(unchecked) package private(set) var nodes: [NodeID] = []
  @exclusivity(unchecked) package private(set) var names: [Name] = []
  /// The locals that hold the names which values provide, by their positions. If one holds an
  /// index, the path begins after it.
  @exclusivity(unchecked) package var keys: [(position: Int, local: Int32)] = []
  @exclusivity(unchecked) package var beginsAtVariable = false

  package func add(_ node: NodeID, _ name: Name) {
    nodes.append(node)
    names.append(name)
  }
}

/// How a binding is made, without the objects between which it is made.
package final class BindingPlan {
  package let node: NodeID
  package let arrow: Arrow
  package let isOnce: Bool
  @exclusivity(unchecked) package var left = EndPlan.expression
  @exclusivity(unchecked) package var right = EndPlan.expression
  /// The places of the ends in the source.
  @exclusivity(unchecked) package var leftNode = NodeID.none
  @exclusivity(unchecked) package var rightNode = NodeID.none
  @exclusivity(unchecked) package var stages: [StagePlan] = []
  @exclusivity(unchecked) package var hasTransform = false
  @exclusivity(unchecked) package var hasObserve = false
  /// Whether its observe block is not called for the first value.
  @exclusivity(unchecked) package var observesLater = false
  /// The class of a cell, or a block that gives it, for `each`.
  @exclusivity(unchecked) package var hasEach = false
  @exclusivity(unchecked) package var eachCode: Code?
  @exclusivity(unchecked) package var name = Name.none
  @exclusivity(unchecked) package var nameNode = NodeID.none
  /// Made for an instance by its class, so it waits while its path is broken.
  package let isInBody: Bool
  @exclusivity(unchecked) package var origin: UInt32 = 0
  /// What its blocks read whose changes do not fire it.
  @exclusivity(unchecked) package var unannounced: UnannouncedRead?

  package init(node: NodeID, arrow: Arrow, isOnce: Bool = false, isInBody: Bool = false) {
    self.node = node
    self.arrow = arrow
    self.isOnce = isOnce
    self.isInBody = isInBody
  }
}

package enum StagePlan {
  /// The transformer's arguments are on the stack.
  case named(NodeID, argumentCount: Int, isReversed: Bool)
  /// A block on the stack; a second one if it has a reverse.
  case inline(NodeID, hasReverse: Bool)
}

package struct ObservePlan {
  package var node: NodeID
  package var end: EndPlan
  package var isInitial: Bool
  package var isPrior = false
  package var wantsValue = false
  /// An `on`, which wants an event.
  package var isOn = false
  package var name: Name
  package var nameNode: NodeID
  package var isInBody: Bool
  package var origin: UInt32
}

/// A class to be made, from `class`, or from the body of `object` or `new`.
package final class ClassPlan {
  package let node: NodeID
  package let name: Name
  package let superclass: NodeID
  /// The protocols whose actions it must have.
  package let protocols: [NodeID]
  package let body: NodeID
  package let tree: SyntaxTreeBox
  /// Whether it is inside the body of another object.
  package let hasOuter: Bool
  /// Made when first needed, once for all instances.
  package var made: ClassID?

  package init(
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
  package func title(_ names: NameTable) -> String {
    if name != .none { return names.text(of: name) }
    let declared = tree.tree.statement(node).declaredName
    return declared.exists ? names.text(of: tree.tree.name(declared)) : "new"
  }
}

/// A block to be made: its code, and the locals around it that it copies.
package struct BlockPlan {
  package var code: Code
  package var role: BlockRole
  package var copiedLocals: [Int32]
}

/// What an `expect` says when it fails.
package struct ExpectPlan {
  package var node: NodeID
  /// The comparison, if it is one: then both sides are on the stack.
  package var comparison: BinaryOperator?
  /// The beginning of its message if it does not hold, before the reason.
  package var message: String
}

/// A warning about the bindings that one place in the source makes.
package struct BindingWarning: Hashable {
  package var origin: UInt32
  package var code: FindingCode

  package init(origin: UInt32, code: FindingCode) {
    (self.origin, self.code) = (origin, code)
  }
}
