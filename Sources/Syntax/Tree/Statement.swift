import Names

/// A statement with its parts. An optional part that is left out is `NodeID.none`.
///
/// Code that must handle every statement switches over these cases without a `default`, so that a new
/// statement does not compile until it is handled there.
package enum Statement {
  // Control.
  case block
  case ifStatement(condition: NodeID, then: NodeID, otherwise: NodeID)
  case switchStatement(SwitchSyntax)
  case forStatement(ForSyntax)
  case whileStatement(condition: NodeID, block: NodeID)
  case repeatStatement(count: NodeID, block: NodeID)
  case breakStatement
  case continueStatement
  case returnStatement(value: NodeID)
  // Declarations.
  case object(ObjectSyntax)
  case classDeclaration(ClassSyntax)
  case protocolDeclaration(ProtocolSyntax)
  case enumDeclaration(name: NodeID, cases: NodeList)
  case extend(path: NodeID, body: NodeID)
  case letDeclaration(ValueSyntax)
  case varDeclaration(ValueSyntax)
  case transformer(TransformerSyntax)
  case semantics(SemanticsSyntax)
  case action(ActionSyntax)
  // Bindings, observers and handlers.
  case binding(BindingSyntax)
  case observe(ObserveSyntax)
  case on(OnSyntax)
  case effect(block: NodeID, name: NodeID)
  case unbind(UnbindSyntax)
  case rebind(link: NodeID, left: NodeID, right: NodeID)
  case transformBinding(link: NodeID, block: NodeID)
  // Statements that do something.
  case expression(NodeID)
  case assign(AssignSyntax)
  case fire(path: NodeID, payload: NodeID)
  case post(name: NodeID, payload: NodeID)
  case release(path: NodeID)
  case after(delay: NodeID, block: NodeID)
  case batch(block: NodeID)
  case untracked(block: NodeID)
  case print(NodeList)
  case throwStatement(NodeID)
  case rejectStatement(NodeID)
  case dropStatement
  // Statements that cannot be part of a turn.
  case advance(NodeID)
  case wait
  case source(file: NodeID)
  case compare(block: NodeID, semantics: NodeList)
  case whatif(block: NodeID)
  case rewind(turns: NodeID)
  case replay(turns: NodeID)
  /// The message is a string literal.
  case expect(NodeID, message: NodeID)
  case expectError(text: NodeID, block: NodeID)
  case expectBehaviour(BehaviourSyntax)
  case question(Question)
  case tool(ToolCommand)
  /// An error was reported there.
  case missing
}

/// `a = b`, `a += b`, `silent a = b`
package struct AssignSyntax {
  /// The operator before the `=` of `+=` and similar statements.
  package let operation: BinaryOperator?
  package let isSilent: Bool
  package let target, value: NodeID
}

/// `for element in list { … }`, `for index, element in list { … }`
package struct ForSyntax {
  /// `.none` if only the element has a name.
  package let index: NodeID
  package let variable, sequence, block: NodeID

  /// What it declares.
  package var names: [NodeID] { index.exists ? [index, variable] : [variable] }
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

  /// The statement at a node.
  ///
  /// - Complexity: O(1).
  package func statement(_ id: NodeID) -> Statement {
    let node = self[id]
    let (a, b) = (NodeID(node.a), NodeID(node.b))
    switch node.kind {
    case .block: return .block
    case .ifStatement:
      return .ifStatement(condition: a, then: child(node.b, 0), otherwise: child(node.b, 1))
    case .switchStatement: return .switchStatement(switchSyntax(id))
    case .forStatement:
      return .forStatement(
        ForSyntax(
          index: child(node.b, 2), variable: a, sequence: child(node.b, 0), block: child(node.b, 1))
      )
    case .whileStatement: return .whileStatement(condition: a, block: b)
    case .repeatStatement: return .repeatStatement(count: a, block: b)
    case .breakStatement: return .breakStatement
    case .continueStatement: return .continueStatement
    case .returnStatement: return .returnStatement(value: a)
    case .objectDeclaration: return .object(object(id))
    case .classDeclaration: return .classDeclaration(classDeclaration(id))
    case .protocolDeclaration: return .protocolDeclaration(protocolDeclaration(id))
    case .enumDeclaration: return .enumDeclaration(name: a, cases: list(node.b))
    case .extend: return .extend(path: a, body: b)
    case .letDeclaration: return .letDeclaration(value(id))
    case .varDeclaration: return .varDeclaration(value(id))
    case .transformer: return .transformer(transformer(id))
    case .semantics: return a.exists ? .semantics(semantics(id)) : .question(.semantics)
    case .action: return .action(action(id))
    case .binding: return .binding(binding(id))
    case .observe: return .observe(observe(id))
    case .on: return .on(on(id))
    case .effect: return .effect(block: a, name: child(node.b, 0))
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
    case .untracked: return .untracked(block: a)
    case .print: return .print(list(node.a))
    case .throwStatement: return .throwStatement(a)
    case .rejectStatement: return .rejectStatement(a)
    case .dropStatement: return .dropStatement
    case .advance: return .advance(a)
    case .wait: return .wait
    case .source: return .source(file: a)
    case .compare: return .compare(block: a, semantics: list(node.b))
    case .whatif: return .whatif(block: a)
    case .rewind: return .rewind(turns: a)
    case .replay: return .replay(turns: a)
    case .expect: return .expect(a, message: b)
    case .expectError: return .expectError(text: a, block: b)
    case .expectBehaviour: return .expectBehaviour(behaviour(id))
    default:
      return question(node).map(Statement.question) ?? toolCommand(node).map(Statement.tool)
        ?? .missing
    }
  }

  /// Whether a node asks about past turns, which must have been remembered.
  package func asksTheJournal(_ node: Node) -> Bool {
    question(node)?.asksTheJournal ?? toolCommand(node)?.asksTheJournal
      ?? (node.kind == .rewind || node.kind == .replay)
  }

  /// Whether a statement changes nothing that a script is about: a question, a trial, a value to look
  /// at. Only its node is read, since every statement that runs is asked.
  package func onlyAsks(_ id: NodeID) -> Bool {
    let node = self[id]
    switch node.kind {
    case .expression: return self[NodeID(node.a)].kind != .call
    case .compare, .whatif, .rewind, .replay: return true
    case .semantics: return !NodeID(node.a).exists
    default: return question(node) != nil || toolCommand(node) != nil
    }
  }

  package func assign(_ id: NodeID) -> AssignSyntax {
    let node = expect(.assign, id)
    return AssignSyntax(
      operation: BinaryOperator(rawValue: node.flags >> 1 &- 1), isSilent: node.flags & 1 != 0,
      target: NodeID(node.a), value: NodeID(node.b))
  }

  package func behaviour(_ id: NodeID) -> BehaviourSyntax {
    let node = expect(.expectBehaviour, id)
    return BehaviourSyntax(
      behaviour: ExpectedBehaviour(rawValue: node.flags) ?? .quiet, operand: NodeID(node.a),
      block: NodeID(node.b))
  }
}

/// What a statement does with one of its parts, besides reading it.
package enum PartUse {
  /// The name of a declaration, of a local that only the rest of the block knows, or of a binding or
  /// observer, which may have no name.
  case declaredName, valueName, linkName
  case loopVariable, parameter, knob
  /// It is assigned a value by `=`, or by `+=` and similar operators.
  case assigned, changed
  /// The target of a one-way binding, or another end that may be written to.
  case target, end
  case fired, watched, handled, posted, released
  /// It is an object that gets more members.
  case `extension`
  case file
  /// It is a block that runs immediately.
  case block
  /// Not a part: a person sees everything.
  case everything
}

extension Statement {
  /// Calls `note` for each part with which the statement does something.
  ///
  /// Code that collects the effects of a script needs nothing else, and learns about a new statement
  /// here.
  package func eachPart(_ note: (NodeID, PartUse) -> Void) {
    switch self {
    case .object(let object): note(object.name, .declaredName)
    case .classDeclaration(let declared): note(declared.name, .declaredName)
    case .protocolDeclaration(let declared): note(declared.name, .declaredName)
    case .enumDeclaration(let name, _): note(name, .declaredName)
    case .transformer(let transformer):
      note(transformer.name, .declaredName)
      for parameter in transformer.names(of: transformer.forward) { note(parameter, .parameter) }
    case .semantics(let semantics):
      note(semantics.name, .declaredName)
      for knob in semantics.knobs { note(knob, .knob) }
    case .action(let action):
      note(action.name, .declaredName)
      for parameter in action.parameters { note(parameter, .parameter) }
    case .letDeclaration(let value), .varDeclaration(let value): note(value.name, .valueName)
    case .extend(_, let body): note(body, .extension)
    case .binding(let binding):
      note(binding.name, .linkName)
      note(binding.target, binding.arrow.isTwoWay ? .end : .target)
      if binding.arrow.isTwoWay { note(binding.source, .end) }
    case .observe(let observer):
      note(observer.name, .linkName)
      note(observer.path, .watched)
    case .on(let observer):
      note(observer.name, .linkName)
      note(observer.path, observer.isNotification ? .handled : .watched)
    case .effect(_, let name): note(name, .linkName)
    case .rebind(_, let left, let right):
      note(left, .end)
      note(right, .end)
    case .assign(let assign):
      note(assign.target, assign.operation == nil ? .assigned : .changed)
    case .fire(let path, _): note(path, .fired)
    case .post(let name, _): note(name, .posted)
    case .release(let path): note(path, .released)
    case .source(let file): note(file, .file)
    case .ifStatement(_, let then, let otherwise):
      note(then, .block)
      if otherwise.exists { note(otherwise, .block) }
    case .switchStatement(let choice):
      for part in choice.cases {
        for name in part.names { note(name, .loopVariable) }
        note(part.block, .block)
      }
    case .forStatement(let loop):
      for name in loop.names { note(name, .loopVariable) }
      note(loop.block, .block)
    case .whileStatement(_, let block), .repeatStatement(_, let block),
      .expectError(_, let block), .batch(let block), .untracked(let block):
      note(block, .block)
    case .compare(let block, _), .whatif(let block):
      note(block, .block)
      note(.none, .everything)
    case .expectBehaviour(let expectation):
      note(expectation.block, .block)
      note(.none, .everything)
    case .question(let question): if question.showsAll { note(.none, .everything) }
    case .tool(let command): if command.showsAll { note(.none, .everything) }
    case .block, .breakStatement, .continueStatement, .returnStatement, .unbind, .transformBinding,
      .expression, .after, .print, .throwStatement, .rejectStatement, .dropStatement, .advance,
      .wait, .rewind, .replay, .expect, .missing:
      break
    }
  }

  /// Where a statement is allowed.
  package enum Place {
    case anywhere
    /// Where statements are turns of their own. `outsideBlocks` also excludes blocks of control
    /// statements, whose names are invisible to code that runs later.
    case topLevel, outsideBlocks
    /// Outside of blocks, and only in the main script.
    case firstFile
    /// At top level, since it expects the named behaviour of turns.
    case expecting(String)
    /// At top level, since time passes between turns.
    case passingTime
  }

  package var place: Place {
    switch self {
    case .compare, .whatif, .rewind, .replay, .tool(.watch): .outsideBlocks
    case .tool(.reset): .firstFile
    case .source, .question, .tool: .topLevel
    case .expectError: .expecting("expect error")
    case .expectBehaviour(let expected): .expecting(expected.behaviour.words)
    case .advance, .wait: .passingTime
    case .block, .ifStatement, .switchStatement, .forStatement, .whileStatement, .repeatStatement,
      .breakStatement,
      .continueStatement, .returnStatement, .object, .classDeclaration, .protocolDeclaration,
      .enumDeclaration, .extend,
      .letDeclaration, .varDeclaration, .transformer, .semantics, .action, .binding, .observe, .on,
      .effect, .unbind, .rebind,
      .transformBinding, .expression, .assign, .fire, .post, .release, .after, .batch, .untracked,
      .print,
      .throwStatement, .rejectStatement, .dropStatement, .expect, .missing:
      .anywhere
    }
  }

  /// Whether it can be rolled back together with the block of a `compare` or `whatif` around it.
  package var canBeRolledBack: Bool {
    switch (self, place) {
    case (.source, _), (_, .outsideBlocks): false
    case (.tool(let command), _): command.canBeRolledBack
    default: true
    }
  }

  /// The name that it declares; `.none` if it declares none.
  package var declaredName: NodeID {
    var name = NodeID.none
    eachPart { part, use in
      switch use {
      case .declaredName, .valueName, .linkName: name = part
      default: break
      }
    }
    return name
  }
}
