import Names

// Where an object is assigned to one of its own properties.
extension SyntaxTree {
  /// The first member of `self` that an action uses, or nil in it for `self`; nil if it uses none.
  ///
  /// - Complexity: O(*n*) in the nodes of the action.
  package func memberUsed(
    in action: ActionSyntax, amongst isMember: (Name) -> Bool
  ) -> Name?? {
    let parameters = Set(action.parameters.map(name))
    // Names behind a dot, and labels.
    var others: Set<NodeID> = []
    for id in ids(within: action.block) {
      switch self[id].kind {
      case .member, .labeledArgument:
        switch expression(id) {
        case .member(_, let name): others.insert(name)
        case .labeledArgument(let label, _): others.insert(label)
        default: break
        }
      default: break
      }
    }
    for id in ids(within: action.block) {
      switch self[id].kind {
      case .selfReference: return .some(nil)
      case .name where !others.contains(id):
        let name = name(id)
        if isMember(name), !parameters.contains(name) { return .some(name) }
      default: break
      }
    }
    return nil
  }

  /// The first values in a body, and the assignments of its blocks to properties of `self`, whose
  /// value is `self` alone; each with the name of the property.
  ///
  /// - Complexity: O(*n*) in the nodes of the body.
  package func assignmentsOfSelf(in body: NodeID) -> [(name: Name, value: NodeID)] {
    guard body.exists else { return [] }
    var found: [(name: Name, value: NodeID)] = []
    for member in members(of: body) {
      guard case .property(let property) = self.member(member),
        self[property.initial].kind == .selfReference
      else { continue }
      found.append((name(property.name), property.initial))
    }
    for id in ids(within: body) where self[id].kind == .assign {
      let assign = self.assign(id)
      guard self[assign.value].kind == .selfReference, isDirectly(id, in: body) else { continue }
      switch expression(assign.target) {
      case .name(let name) where !declares(name, within: body): found.append((name, assign.value))
      case .member(let base, let name) where self[base].kind == .selfReference:
        found.append((self.name(name), assign.value))
      default: break
      }
    }
    return found
  }

  /// Whether a node of a body is in none of the bodies inside it, where `self` is another object.
  private func isDirectly(_ id: NodeID, in body: NodeID) -> Bool {
    let span = self[id].span
    return !ids(within: body).contains { inner in
      inner != body && self[inner].kind == .body && self[inner].span.start <= span.start
        && span.end <= self[inner].span.end
    }
  }

  /// Whether a block in a body declares the name itself.
  private func declares(_ name: Name, within body: NodeID) -> Bool {
    ids(within: body).contains { id in
      switch self[id].kind {
      case .letDeclaration, .varDeclaration: isName(value(id).name, name)
      case .action: action(id).parameters.contains { isName($0, name) }
      case .transformer: transformer(id).names(of: .none).contains { isName($0, name) }
      case .command: isName(command(id).parameter, name)
      case .forStatement:
        if case .forStatement(let loop) = statement(id) {
          loop.names.contains { isName($0, name) }
        } else {
          false
        }
      case .enumCase: enumCase(id).parameters.contains { isName($0, name) }
      default: false
      }
    }
  }

  private func isName(_ id: NodeID, _ name: Name) -> Bool {
    self[id].kind == .name && self.name(id) == name
  }
}
