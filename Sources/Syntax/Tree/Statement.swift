import Names

/// A statement with its parts. A part that may be left out is `NodeID.none` then.
///
/// Whoever has to know every statement goes through these cases without a `default`: a new one does
/// not compile until it has its place there.
package enum Statement {
  // Control.
  case block
  case ifStatement(condition: NodeID, then: NodeID, otherwise: NodeID)
  case forStatement(variable: NodeID, sequence: NodeID, block: NodeID)
  case whileStatement(condition: NodeID, block: NodeID)
  case repeatStatement(count: NodeID, block: NodeID)
  case breakStatement
  case returnStatement(value: NodeID)
  // Declarations.
  case object(ObjectSyntax)
  case classDeclaration(ClassSyntax)
  case extend(path: NodeID, body: NodeID)
  case letDeclaration(ValueSyntax)
  case varDeclaration(ValueSyntax)
  case transformer(TransformerSyntax)
  case semantics(SemanticsSyntax)
  case action(ActionSyntax)
  // Bindings and what watches.
  case binding(BindingSyntax)
  case observe(ObserveSyntax)
  case on(OnSyntax)
  case unbind(UnbindSyntax)
  case rebind(link: NodeID, left: NodeID, right: NodeID)
  case transformBinding(link: NodeID, block: NodeID)
  // Doing.
  case expression(NodeID)
  case assign(AssignSyntax)
  case fire(path: NodeID, payload: NodeID)
  case post(name: NodeID, payload: NodeID)
  case release(path: NodeID)
  case after(delay: NodeID, block: NodeID)
  case batch(block: NodeID)
  case print(NodeList)
  case throwStatement(NodeID)
  // What cannot be part of a turn.
  case advance(NodeID)
  case wait
  case source(file: NodeID)
  case compare(block: NodeID, semantics: NodeList)
  case whatif(block: NodeID)
  case rewind(turns: NodeID)
  case replay(turns: NodeID)
  case expect(NodeID)
  case expectError(text: NodeID, block: NodeID)
  case expectBehaviour(BehaviourSyntax)
  case question(Question)
  case tool(ToolCommand)
  /// An error was reported there.
  case missing
}

/// `a = b`, `a += b`, `silent a = b`
package struct AssignSyntax {
  package let isAddition, isSilent: Bool
  package let target, value: NodeID
}

/// `expect settles in 3 { … }`, `expect trace "…" { … }`, `expect no cycles`
package struct BehaviourSyntax {
  package let behaviour: ExpectedBehaviour
  /// The limit of `settles`, the text of `trace`.
  package let operand: NodeID
  package let block: NodeID
}

extension SyntaxTree {
  /// The statements of a `.block`.
  package func statements(of block: NodeID) -> NodeList {
    self[block].kind == .block ? list(self[block].a) : NodeList([])
  }

  /// What the statement at a node is.
  ///
  /// - Complexity: O(1).
  package func statement(_ id: NodeID) -> Statement {
    let node = self[id]
    let (a, b) = (NodeID(node.a), NodeID(node.b))
    switch node.kind {
    case .block: return .block
    case .ifStatement:
      return .ifStatement(condition: a, then: child(node.b, 0), otherwise: child(node.b, 1))
    case .forStatement:
      return .forStatement(variable: a, sequence: child(node.b, 0), block: child(node.b, 1))
    case .whileStatement: return .whileStatement(condition: a, block: b)
    case .repeatStatement: return .repeatStatement(count: a, block: b)
    case .breakStatement: return .breakStatement
    case .returnStatement: return .returnStatement(value: a)
    case .objectDeclaration: return .object(object(id))
    case .classDeclaration: return .classDeclaration(classDeclaration(id))
    case .extend: return .extend(path: a, body: b)
    case .letDeclaration: return .letDeclaration(value(id))
    case .varDeclaration: return .varDeclaration(value(id))
    case .transformer: return .transformer(transformer(id))
    case .semantics: return a.exists ? .semantics(semantics(id)) : .question(.semantics)
    case .action: return .action(action(id))
    case .binding: return .binding(binding(id))
    case .observe: return .observe(observe(id))
    case .on: return .on(on(id))
    case .unbind: return .unbind(unbind(id))
    case .rebind: return .rebind(link: a, left: child(node.b, 0), right: child(node.b, 1))
    case .transformBinding: return .transformBinding(link: a, block: b)
    case .expression: return .expression(a)
    case .assign: return .assign(assign(id))
    case .fire: return .fire(path: a, payload: b)
    case .post: return .post(name: a, payload: b)
    case .release: return .release(path: a)
    case .after: return .after(delay: a, block: b)
    case .batch: return .batch(block: a)
    case .print: return .print(list(node.a))
    case .throwStatement: return .throwStatement(a)
    case .advance: return .advance(a)
    case .wait: return .wait
    case .source: return .source(file: a)
    case .compare: return .compare(block: a, semantics: list(node.b))
    case .whatif: return .whatif(block: a)
    case .rewind: return .rewind(turns: a)
    case .replay: return .replay(turns: a)
    case .expect: return .expect(a)
    case .expectError: return .expectError(text: a, block: b)
    case .expectBehaviour: return .expectBehaviour(behaviour(id))
    default:
      return question(node).map(Statement.question) ?? toolCommand(node).map(Statement.tool)
        ?? .missing
    }
  }

  package func assign(_ id: NodeID) -> AssignSyntax {
    let node = expect(.assign, id)
    return AssignSyntax(
      isAddition: node.flags & 1 != 0, isSilent: node.flags & 2 != 0, target: NodeID(node.a),
      value: NodeID(node.b))
  }

  package func behaviour(_ id: NodeID) -> BehaviourSyntax {
    let node = expect(.expectBehaviour, id)
    return BehaviourSyntax(
      behaviour: ExpectedBehaviour(rawValue: node.flags) ?? .quiet, operand: NodeID(node.a),
      block: NodeID(node.b))
  }
}

extension Statement {
  /// The name that it declares; none where it declares none.
  package var declaredName: NodeID {
    switch self {
    case .object(let object): object.name
    case .classDeclaration(let found): found.name
    case .letDeclaration(let value), .varDeclaration(let value): value.name
    case .transformer(let transformer): transformer.name
    case .semantics(let semantics): semantics.name
    case .action(let action): action.name
    case .binding(let binding): binding.name
    case .observe(let observer): observer.name
    case .on(let observer): observer.name
    case .block, .ifStatement, .forStatement, .whileStatement, .repeatStatement, .breakStatement,
      .returnStatement, .extend, .unbind, .rebind, .transformBinding, .expression, .assign, .fire,
      .post, .release, .after, .batch, .print, .throwStatement, .advance, .wait, .source,
      .compare, .whatif, .rewind, .replay, .expect, .expectError, .expectBehaviour, .question,
      .tool,
      .missing:
      .none
    }
  }
}
