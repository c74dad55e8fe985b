import Names
import Syntax
import Values

/// An effect of code on the rest of the script, which may set off other code or bindings.
package struct CodeEffect {
  package enum Kind {
    /// A property is written, or a list in it changes.
    case writes
    case calls
    case fires
    case posts
    /// A binding is made, which passes its first value.
    case binds
    /// An object is made of a class, whose first values may call something.
    case makes
    /// A command sets its status, its answer or its error.
    case sets
  }

  package var kind: Kind
  /// The path of the target; the name of a notification.
  package var node: NodeID
  /// What decides whether it happens, in the order of the code; empty if it happens each time.
  package var conditions: [EffectCondition] = []
  /// The key in brackets at the end of its path, if only a run knows which member it names.
  package var key = NodeID.none
  /// Whether it happens only while a command is executing.
  package var needsExecution = false
  /// Whether it happens in a later turn: after `after`, or in a command that takes time.
  package var isLater = false
  /// Whether it stands after `after`, so that the code around it may be over by then.
  package var isTimed = false
  /// The paths that constants of the code stand for, the inner ones last.
  package var constants: [(name: Name, path: NodeID)] = []
  /// The expressions that other constants of the code stand for.
  package var values: [(name: Name, node: NodeID)] = []
  /// The visible names that are locals of the code, which nobody knows before it runs.
  package var locals: [Name] = []

  package init(kind: Kind, node: NodeID) {
    self.kind = kind
    self.node = node
  }
}

/// What may end a step of a cycle, although no condition in the code of the step decides about it.
package enum StepDoubt {
  /// A block of a binding may reject the value.
  case rejected
  /// The command that is executed may be disabled.
  case disabled

  /// What follows the words that say what the step does.
  package var text: String {
    switch self {
    case .rejected: "; the value may be rejected"
    case .disabled: "; the command may be disabled"
    }
  }
}

/// A condition in code on the way to an effect.
package struct EffectCondition {
  /// What it must be for the effect to happen.
  package enum Need {
    case truth(Bool)
    /// Something to go through: a list or dictionary that is not empty, a count above 0.
    case elements
    /// One of these cases of an enumeration.
    case oneOf([Name])
    /// Any value but these cases of an enumeration.
    case noneOf([Name])
  }

  package var node: NodeID
  /// nil if what it must be cannot be said.
  package var needed: Need?

  package init(node: NodeID, needed: Need? = nil) { (self.node, self.needed) = (node, needed) }
}

extension CodeEffect {
  /// The first part of its condition in the code.
  package var condition: NodeID { conditions.first?.node ?? .none }

  /// This effect, if its key names one of several members: the key decides.
  package var decidedByKey: CodeEffect {
    var effect = self
    if conditions.isEmpty { effect.conditions = [EffectCondition(node: key)] }
    return effect
  }

  /// Whether it may not happen when its code runs.
  package var isConditional: Bool { !conditions.isEmpty || needsExecution }

  /// In words, such as `#1 observe a.x may write b.x: 'value > 3' decides`.
  ///
  /// - Parameters:
  ///   - who: The binding or observer whose code it is.
  ///   - role: What the target is; nil if it is no member.
  ///   - text: The text of a node.
  package func text(
    of who: String, target: String, role: MemberKind?, _ text: (NodeID) -> String
  ) -> String {
    let what = "\(who) \(verb(for: role)) \(target)\(isLater ? " later" : "")"
    return condition.exists ? "\(what): '\(text(condition))' decides" : what
  }

  /// Its verb for a target with a role: `writes`, `may call`.
  package func verb(for role: MemberKind?) -> String {
    isConditional ? "may \(plainVerb(for: role))" : plainVerb(for: role) + "s"
  }

  /// Its verb without a claim whether it happens: `write`, `call`.
  package func plainVerb(for role: MemberKind?) -> String {
    switch kind {
    case .writes: "write"
    // What is called on a property is an operation of the list in it.
    case .calls: role == .command ? "execute" : role == .property ? "change" : "call"
    case .fires: "fire"
    case .posts: "post"
    case .binds: "bind"
    case .makes: "make"
    case .sets: "set"
    }
  }
}
