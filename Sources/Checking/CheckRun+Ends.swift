import BindingEngine
import Language
import Names
import Syntax

/// The ends of bindings, followed as far as it is certain where they lead.
extension CheckRun {
  /// What one end of a binding is.
  struct End {
    /// What can be read there.
    var value = StaticValue.unknown
    /// The properties that it observes, where that is certain.
    var steps: [StaticGraph.Place] = []
    /// The property that a path ends at, where that is certain.
    var last: StaticGraph.Place?
    /// As messages call it.
    var description: StaticGraph.End?
    /// The kind of the member that a path ends at, with its text, where that is known by then.
    var member: (role: MemberKind, text: String)?
    /// The name of the action that a path ends at and how many values it takes, where that is certain.
    var action: (name: Name, count: Int)?
    /// The property that a path ends at as it is declared, where that is settled.
    var property: StaticProperty?
    /// What it is a property of.
    var owner: KnownObject?
    /// What an expression reads in branches that it may not take.
    var latent: [LatentRead] = []
    /// Whether nothing on its way can be nil.
    var isWhole = false
  }

  func end(_ id: NodeID, isTarget: Bool, isOnce: Bool = false) -> End {
    let (root, names) = tree.path(id)
    switch tree.expression(root) {
    case .name(let name):
      if case .member? = resolve(name), let receiver = scope.receiver {
        return follow([root] + names, from: receiver, at: id, isTarget: isTarget)
      }
      return follow(
        names, from: value(root), at: id, isTarget: isTarget, isVariable: isVariable(name))
    case .selfReference, .element:
      return follow(names, from: value(root), at: id, isTarget: isTarget)
    case let expression:
      let mistakes = tree.mistakes(ofEndAt: root, hasNames: !names.isEmpty, isTarget: isTarget)
      for mistake in mistakes { report(mistake, at: root) }
      guard case .parenthesized(let inner) = expression else { return End() }
      let end = expressionEnd(root, of: inner, isOnce: isOnce)
      return mistakes.isEmpty ? end : End()
    }
  }

  /// An expression as a source: a block that runs when the binding is made.
  private func expressionEnd(_ id: NodeID, of expression: NodeID, isOnce: Bool) -> End {
    var end = End(description: .expression(id), isWhole: true)
    let outer = (reads, latentReads)
    reads = []
    latentReads = []
    within(scope.inside(isOnce ? .copiedSource : .source, names: names, isNow: scope.isFlow)) {
      end.value = value(expression)
    }
    end.steps = reads ?? []
    end.latent = latentReads
    (reads, latentReads) = outer
    return end
  }

  private func isVariable(_ name: Name) -> Bool {
    switch resolve(name) {
    case .local(let local, _)?: local.kind == .variable
    case .global(let declaration)?: declaration.symbol.kind == .variable
    default: false
    }
  }

  private func follow(
    _ path: [NodeID], from root: StaticValue, at id: NodeID, isTarget: Bool,
    isVariable: Bool = false
  ) -> End {
    if let known = root.object {
      guard root.kinds == .object else { return End() }
      return follow(path, from: known, at: id, isTarget: isTarget)
    }
    let mistake = root.kinds.mistake(
      ofBeginning: sourceText(id), isVariable: isVariable, isTarget: isTarget)
    report(mistake, at: id)
    return End()
  }

  private func follow(
    _ path: [NodeID], from root: KnownObject, at id: NodeID, isTarget: Bool
  ) -> End {
    var known = root
    var end = End()
    var path = path.map { (name: tree.name($0), node: $0) }
    if path.isEmpty {
      let name = known.object.type.defaultProperty
      guard name != .none else {
        reportNoDefault(known, at: id)
        return end
      }
      path = [(name, id)]
    }
    if known.isExact { end.description = .path(known.object, path.map(\.name)) }
    end.isWhole = known.isExact
    var isThere = true
    for (position, step) in path.enumerated() {
      guard let property = known.object.property(step.name) else {
        reportNoProperty(step.name, known, at: step.node)
        return End()
      }
      let isSettled = isSettled(property, of: known)
      if known.isExact, known.object.isCertain {
        end.steps.append(StaticGraph.Place(object: known.object, name: step.name))
      } else {
        end.steps = []
        end.isWhole = false
      }
      guard position < path.count - 1 else {
        if isTarget, isSettled, property.isComputed {
          report(mistake(ofWriting: property, of: known), at: step.node)
          return End()
        }
        if known.isExact, known.object.isCertain {
          end.last = StaticGraph.Place(object: known.object, name: step.name)
        }
        if isThere {
          end.member = (property.role, self.path(of: property, of: known))
        }
        if isThere, isSettled, property.role == .action {
          end.action = (step.name, property.parameterCount)
        }
        end.value = StaticValue(isSettled ? property.kinds : .any)
        if isSettled { (end.property, end.owner) = (property, known) }
        return end
      }
      guard isSettled, property.role == .property || property.role == .command else {
        return withoutPlaces(end)
      }
      if let part = part(property, of: known) {
        known = KnownObject(object: part, isExact: true)
      } else if case .instance(let type) = property.type.base, !property.isComputed {
        known = KnownObject(object: representative(of: type), isExact: false)
        end.isWhole = false
        if property.kinds.contains(.nil) { isThere = false }
      } else {
        let kinds = property.kinds
        end.value = tails(path[(position + 1)...].map(\.node), of: kinds, isTarget: isTarget)
        end.isWhole = end.isWhole && !kinds.contains(.nil)
        return isTarget ? withoutPlaces(end) : end
      }
    }
    return end
  }

  /// What is left of an end that leads where nobody knows.
  private func withoutPlaces(_ end: End) -> End {
    End(value: end.value)
  }

  private func reportNoDefault(_ known: KnownObject, at id: NodeID) {
    guard known.isExact, !known.object.type.isOpen, !known.object.isReleased else { return }
    report(
      .noDefaultProperty(
        known.object.text(names), first: known.object.propertyNames.first.map(text)),
      at: id)
  }

  /// What the names behind a property give that may hold a value or an object.
  private func tails(
    _ path: [NodeID], of kinds: ValueKinds, isTarget: Bool
  ) -> StaticValue {
    if isTarget, let last = path.last, ValueTail(rawValue: text(tree.name(last))) != nil,
      kinds.contains(.object), path.count == 1, isNoProperty(tree.name(last))
    {
      report(.tailAsTarget(text(tree.name(last))), at: last)
      return .unknown
    }
    let chain = TailChain(
      path.map { text(tree.name($0)) }, behind: kinds, isTarget: isTarget, near: nearTail)
    if let failure = chain.failure { report(failure.mistake, at: path[failure.position]) }
    return StaticValue(chain.kinds)
  }

  func nearTail(_ name: String) -> String? {
    near(names.intern(name), among: ValueTail.allCases.map(\.rawValue))
  }

  /// Whether nothing in the program has a property of this name.
  private func isNoProperty(_ name: Name) -> Bool {
    !isIncomplete && (facts.bodies[name] ?? 0) == 0 && facts.extended[name] == nil
  }
}
