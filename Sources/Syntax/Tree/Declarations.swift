import Basics
import Names

// Declarations and the members of bodies, with their parts. An optional part that is left out is
// `NodeID.none`, or an empty list.

/// `object NAME: CLASS, PROTOCOL, … { … }`. Instead of the class there may be a protocol.
package struct ObjectSyntax {
  package let name, superclass, body: NodeID
  package let protocols: NodeList
}

/// `class NAME: CLASS, PROTOCOL, … { … }`. Instead of the class there may be a protocol.
package struct ClassSyntax {
  package let name, superclass, body: NodeID
  package let protocols: NodeList
}

/// `protocol NAME { … }`
package struct ProtocolSyntax {
  package let name: NodeID
  package let requirements: NodeList
}

/// `optional action NAME(…)` in a protocol.
package struct RequirementSyntax {
  package let isOptional: Bool
  package let name: NodeID
  package let parameters: NodeList
}

/// `let NAME = …` and `var NAME = …`
package struct ValueSyntax {
  package let name, value: NodeID
}

/// `weak NAME: TYPE = … set { … }`
package struct PropertySyntax {
  package let isWeak: Bool
  package let name, type, initial, setter: NodeID
}

/// `Int?`
package struct TypeSyntax {
  package let name: Name
  package let isOptional: Bool
}

/// `action NAME(…) { … }`, `function NAME(…) { … }`
package struct ActionSyntax {
  /// Whether it only gives a value.
  package let isFunction: Bool
  package let name, block: NodeID
  package let parameters: NodeList
}

/// `command NAME(…) after … { … } begin { … } cancel { … }`
package struct CommandSyntax {
  package let name, parameter, delay, block, beginBlock, cancelBlock: NodeID
}

/// `transformer NAME(…, var … = …) after … late … { … } reverse { … }`
package struct TransformerSyntax {
  package let name, delay, forward, reverse: NodeID
  package let parameters: NodeList
  /// What each binding keeps for it, with its first value.
  package let states: [ValueSyntax]
  package let late: LateAnswers?

  /// The names that its blocks for one direction have besides `value`; `after` has those of `forward`.
  package func names(of block: NodeID) -> [NodeID] {
    Array(parameters) + (block == reverse ? [] : states.map(\.name))
  }

  /// Whether it depends on more than its value, so that only a binding can use it.
  package var isOfBinding: Bool { late != nil || !states.isEmpty }
}

/// `semantics NAME: BASE { … }`; without any of these parts it is a question.
package struct SemanticsSyntax {
  package let name, base: NodeID
  package let knobs: NodeList
}

/// `KNOB = WORD`; the word is a `.name` or a number.
package struct KnobSyntax {
  package let name, word: NodeID
}

/// A member of a body.
package enum Member {
  case property(PropertySyntax)
  case computed(ValueSyntax)
  /// `default NAME`
  case defaultMember(name: NodeID)
  case event(name: NodeID)
  case action(ActionSyntax)
  case command(CommandSyntax)
  case binding(BindingSyntax)
  case observe(ObserveSyntax)
  case on(OnSyntax)
  /// An error was reported there.
  case missing
}

extension SyntaxTree {
  /// The members of a `.body`; none if there is no body.
  package func members(of body: NodeID) -> NodeList {
    self[body].kind == .body ? list(self[body].a) : NodeList([])
  }

  /// Reorders the members of a body: each member for which `replacement` has another one is replaced
  /// by it.
  package mutating func replaceMembers(
    of body: NodeID, by replacement: (_ member: NodeID, _ tree: SyntaxTree) -> NodeID?
  ) {
    replaceElements(of: self[body].a, by: replacement)
  }

  /// The member of a body at a node.
  package func member(_ id: NodeID) -> Member {
    switch self[id].kind {
    case .property: .property(property(id))
    case .computed: .computed(value(id))
    case .defaultMember: .defaultMember(name: NodeID(self[id].a))
    case .event: .event(name: NodeID(self[id].a))
    case .action: .action(action(id))
    case .command: .command(command(id))
    case .binding: .binding(binding(id))
    case .observe: .observe(observe(id))
    case .on: .on(on(id))
    default: .missing
    }
  }

  /// The `.name` node of a member that its objects have; nil if the node declares none.
  package func declaredNode(_ id: NodeID) -> NodeID? {
    let name = member(id).declaredName
    return name.exists ? name : nil
  }

  /// The name of a member that its objects have; nil if the node declares none.
  package func declaredMember(_ id: NodeID) -> Name? { declaredNode(id).map { name($0) } }

  package func object(_ id: NodeID) -> ObjectSyntax {
    let node = expect(.objectDeclaration, id)
    return ObjectSyntax(
      name: NodeID(node.a), superclass: child(node.b, 0), body: child(node.b, 1),
      protocols: list(node.b, from: 2))
  }

  package func classDeclaration(_ id: NodeID) -> ClassSyntax {
    let node = expect(.classDeclaration, id)
    return ClassSyntax(
      name: NodeID(node.a), superclass: child(node.b, 0), body: child(node.b, 1),
      protocols: list(node.b, from: 2))
  }

  package func protocolDeclaration(_ id: NodeID) -> ProtocolSyntax {
    let node = expect(.protocolDeclaration, id)
    return ProtocolSyntax(name: NodeID(node.a), requirements: list(node.b))
  }

  /// The actions that a protocol requires, without those in which an error was reported.
  package func requirements(of declared: ProtocolSyntax) -> [RequirementSyntax] {
    declared.requirements.filter { self[$0].kind == .requirement }.map {
      let node = self[$0]
      return RequirementSyntax(
        isOptional: node.flags & 1 != 0, name: NodeID(node.a), parameters: list(node.b))
    }
  }

  /// `done(result)`: a required action, as messages show it.
  package func signature(of requirement: RequirementSyntax) -> String {
    let parameters = requirement.parameters.map { sourceText(of: $0) }
    return "\(sourceText(of: requirement.name))(\(parameters.joined(separator: ", ")))"
  }

  /// The name and value of a `let`, a `var` or a `computed`.
  package func value(_ id: NodeID) -> ValueSyntax {
    ValueSyntax(name: NodeID(self[id].a), value: NodeID(self[id].b))
  }

  package func property(_ id: NodeID) -> PropertySyntax {
    let node = expect(.property, id)
    return PropertySyntax(
      isWeak: node.flags & 1 != 0, name: NodeID(node.a), type: child(node.b, 0),
      initial: child(node.b, 1), setter: child(node.b, 2))
  }

  package func type(_ id: NodeID) -> TypeSyntax {
    let node = expect(.type, id)
    return TypeSyntax(name: Name(index: node.a), isOptional: node.flags & 1 != 0)
  }

  package func action(_ id: NodeID) -> ActionSyntax {
    let node = expect(.action, id)
    return ActionSyntax(
      isFunction: node.flags & 1 != 0, name: NodeID(node.a), block: child(node.b, 0),
      parameters: list(node.b, from: 1))
  }

  package func command(_ id: NodeID) -> CommandSyntax {
    let node = expect(.command, id)
    return CommandSyntax(
      name: NodeID(node.a), parameter: child(node.b, 0), delay: child(node.b, 1),
      block: child(node.b, 2), beginBlock: child(node.b, 3), cancelBlock: child(node.b, 4))
  }

  package func transformer(_ id: NodeID) -> TransformerSyntax {
    let node = expect(.transformer, id)
    let parameters = list(node.b, from: 3)
    let count = parameters.firstIndex { self[$0].kind == .varDeclaration } ?? parameters.count
    return TransformerSyntax(
      name: NodeID(node.a), delay: child(node.b, 0), forward: child(node.b, 1),
      reverse: child(node.b, 2), parameters: parameters.nodes(before: count),
      states: parameters.dropFirst(count).filter { self[$0].kind == .varDeclaration }.map(value),
      late: node.flags == 0 ? nil : LateAnswers.allCases[Int(node.flags) - 1])
  }

  package func semantics(_ id: NodeID) -> SemanticsSyntax {
    let node = expect(.semantics, id)
    return SemanticsSyntax(
      name: NodeID(node.a), base: count(node.b) > 0 ? child(node.b, 0) : .none,
      knobs: list(node.b, from: 1))
  }

  package func knob(_ id: NodeID) -> KnobSyntax {
    let node = expect(.knob, id)
    return KnobSyntax(name: NodeID(node.a), word: NodeID(node.b))
  }
}
