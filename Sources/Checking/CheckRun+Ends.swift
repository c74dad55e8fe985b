import Language
import Names
import Syntax
import Values

/// The ends of bindings, followed as far as it is certain where they lead.
extension CheckRun {
  /// One end of a binding. It is passed from rule to rule, and large.
  final class End {
    /// The value that can be read there at any time.
    var value: StaticValue
    /// The value when the binding is made, if more is known then.
    var first: StaticValue?
    /// Why no value can be read when the binding is made.
    var failure: ScriptFailure?
    /// The properties that it observes, if that is certain.
    var steps: [StaticGraph.Place] = []
    /// The property that a path ends at, if that is certain.
    var last: StaticGraph.Place?
    /// Its name in messages.
    var description: StaticGraph.End?
    /// The member at which a path ends, if it is known at that time.
    var member: Member?
    /// The name of the action that a path ends at and how many values it takes, if that is certain.
    var action: (name: Name, count: Int)?
    /// The declaration of the property that a path ends at, if it is known.
    var property: StaticProperty?
    /// The object to which the property belongs.
    var owner: KnownObject?
    /// What an expression reads in branches that may not be taken.
    var latent: [LatentRead] = []
    /// Whether nothing on its path can be nil.
    var isWhole: Bool
    /// The names behind its steps, of members that are not known.
    var tail: [Name] = []

    init(
      value: StaticValue = .unknown, description: StaticGraph.End? = nil, isWhole: Bool = false
    ) {
      self.value = value
      self.description = description
      self.isWhole = isWhole
    }

    /// A member at which a path ends.
    struct Member {
      var role: MemberKind
      var owner: KnownObject
      var name: Name
    }
  }

  /// - Parameters:
  ///   - meansEvent: Whether an object at the end stands for its default event.
  ///   - kept: For a binding that is moved, the names that led to its end so far, which an object alone
  ///     stands for. Empty if they are unknown.
  func end(
    _ id: NodeID, isTarget: Bool, isOnce: Bool = false, meansEvent: Bool = false,
    kept: [Name]? = nil
  ) -> End {
    let (root, names) = steps(of: id)
    let wanted = Wanted(isTarget: isTarget, meansEvent: meansEvent, kept: kept)
    switch tree.expression(root) {
    case .name(let name):
      if let receiver = scope.receiver, case .member? = resolve(name) {
        return follow(
          [(name, root)] + names, from: receiver, at: id, wanted)
      }
      return follow(names, from: value(root), at: id, wanted, isVariable: self.isVariable(name))
    case .selfReference, .element:
      return follow(names, from: value(root), at: id, wanted)
    case let expression:
      let mistakes = tree.mistakes(ofEndAt: root, hasNames: !names.isEmpty, isTarget: isTarget)
      for mistake in mistakes { report(mistake, at: root) }
      guard case .parenthesized(let inner) = expression else { return End() }
      let end = expressionEnd(root, of: inner, isOnce: isOnce)
      return mistakes.isEmpty ? end : End()
    }
  }

  /// The role of an end.
  private struct Wanted {
    let isTarget: Bool
    let meansEvent: Bool
    let kept: [Name]?
  }

  /// A step of a path, with its place.
  private typealias Step = (name: Name, node: NodeID)

  /// A path with the keys in it whose values are known.
  private func steps(of id: NodeID) -> (root: NodeID, steps: [Step]) {
    var (root, names) = tree.path(id)
    var steps: [Step] = names.map { (tree.name($0), $0) }
    while case .element(let base, let index) = tree.expression(root),
      case .string(let key)? = quietly(in: script, { value(index) }).literal
    {
      (root, names) = tree.path(base)
      let isEntry =
        key.utf8.contains(UInt8(ascii: "."))
        && quietly(in: script) { value(base) }.kinds.contains(.dictionary)
      let keys = isEntry ? [key] : DottedKey.names(in: key)
      let inner: [Step] = keys.map { (self.names.intern($0), index) }
      steps = names.map { (tree.name($0), $0) } + inner + steps
    }
    return (root, steps)
  }

  /// An expression as a source: a block that runs when the binding is made.
  private func expressionEnd(_ id: NodeID, of expression: NodeID, isOnce: Bool) -> End {
    let end = End(description: .expression(id), isWhole: true)
    let outer = (reads, latentReads)
    reads = []
    latentReads = []
    within(scope.inside(isOnce ? .copiedSource : .source, names: names, isNow: scope.isFlow)) {
      let answers = holdings.answers
      end.first = value(expression)
      // Its later value depends on what has been written by then.
      if answers == holdings.answers { end.value = end.first ?? .unknown }
    }
    end.steps = reads ?? []
    end.latent = latentReads
    (reads, latentReads) = outer
    return end
  }

  func isVariable(_ name: Name) -> Bool {
    switch resolve(name) {
    case .local(let local, _)?: local.kind == .variable
    case .global(let declaration)?: declaration.symbol.kind == .variable
    default: false
    }
  }

  private func follow(
    _ path: [Step], from root: StaticValue, at id: NodeID, _ wanted: Wanted,
    isVariable: @autoclosure () -> Bool = false
  ) -> End {
    if let known = root.object {
      guard root.kinds == .object else { return End() }
      return follow(path, from: known, at: id, wanted)
    }
    let mistake = root.kinds.mistake(
      ofBeginning: sourceText(id), isVariable: isVariable(), isTarget: wanted.isTarget)
    report(mistake, at: id)
    return End()
  }

  private func follow(
    _ path: [Step], from root: KnownObject, at id: NodeID, _ wanted: Wanted
  ) -> End {
    var known = root
    let end = End()
    var path = path
    // An object alone stands for a property that nobody has written here.
    let isImplied = path.isEmpty
    if wanted.meansEvent, let event = defaultEvent(at: path.map(\.name), from: root) {
      path.append((event, id))
    }
    if path.isEmpty, let kept = wanted.kept {
      if kept.isEmpty { return end }
      if known.object.property(kept[0]) != nil { path = kept.map { ($0, id) } }
    }
    if path.isEmpty {
      let name = known.object.type.defaultProperty
      guard name != .none else {
        if wanted.meansEvent {
          reportNoDefaultEvent(known, isHandled: true, at: id)
        } else {
          reportNoDefault(known, at: id)
        }
        return end
      }
      path = [(name, id)]
    }
    if !known.isExact, let type = known.object.type.named,
      reportPath(path, from: type, isFirstKnown: false)
    {
      return end
    }
    if root.isExact {
      let own = path.count == 1 ? root.object.property(path[0].name)?.path : nil
      end.description = .path(root.object, own ?? path.map(\.name))
    }
    end.isWhole = known.isExact
    var isThere = true
    // Whether the path leads to the same objects, whatever is written.
    var isFixed = true
    for (position, step) in path.enumerated() {
      guard let property = known.object.property(step.name) else {
        reportNoProperty(step.name, known, at: step.node)
        return End()
      }
      if !isImplied {
        noteUse(
          ofMember: step.name, of: known.object, at: step.node,
          wanted.isTarget && position == path.count - 1 ? .written : .read)
      }
      let isSettled = isSettled(property, of: known)
      if isFixed, known.isExact, known.object.isCertain {
        end.steps.append(StaticGraph.Place(object: known.object, name: step.name))
      } else {
        end.steps = []
        end.isWhole = false
      }
      guard position < path.count - 1 else {
        if wanted.isTarget, isSettled, property.isComputed {
          report(mistake(ofWriting: property, of: known), at: step.node)
          return End()
        }
        if isFixed, known.isExact, known.object.isCertain {
          end.last = StaticGraph.Place(object: known.object, name: step.name)
        }
        let mayMeanEvent =
          wanted.meansEvent && property.role == .property
          && (!isSettled || property.kinds.contains(.object)) && mayHoldObject(property, of: known)
        if isThere, !mayMeanEvent {
          end.member = End.Member(role: property.role, owner: known, name: step.name)
        }
        if isThere, isSettled, property.role == .action {
          end.action = (step.name, property.parameterCount)
        }
        end.value = StaticValue(isSettled ? property.kinds : .any)
        end.first = present(property, of: known)
        if isSettled { (end.property, end.owner) = (property, known) }
        return end
      }
      guard isSettled, property.role == .property || property.role == .command else {
        return withoutPlaces(end)
      }
      if let part = part(property, of: known) {
        known = KnownObject(object: part, isExact: true)
      } else if let object = present(property, of: known)?.object {
        known = object
        isFixed = false
      } else if case .instance(let type) = property.type.base, !property.isComputed {
        if known.isExact, present(property, of: known)?.kinds == .nil,
          reportPath(Array(path[(position + 1)...]), from: type, isFirstKnown: true)
        {
          return End()
        }
        known = KnownObject(object: representative(of: type), isExact: false)
        end.isWhole = false
        if property.kinds.contains(.nil) { isThere = false }
      } else {
        let tails = Array(path[(position + 1)...])
        let first = present(property, of: known)
        end.value = self.tails(
          tails, behind: property.kinds, holding: first?.kinds, isTarget: wanted.isTarget)
        if let first { (end.first, end.failure) = value(tails, of: first) }
        end.isWhole = end.isWhole && !property.kinds.contains(.nil)
        end.tail = tails.map(\.name)
        return wanted.isTarget ? withoutPlaces(end) : end
      }
    }
    return end
  }

  /// The default event of the object that is known to be at the end of a path.
  private func defaultEvent(at path: [Name], from root: KnownObject) -> Name? {
    guard !path.isEmpty else { return nil }
    var known = root
    for name in path {
      guard let property = known.object.property(name), property.role == .property,
        isSettled(property, of: known)
      else { return nil }
      if let part = part(property, of: known) {
        known = KnownObject(object: part, isExact: true)
      } else if let object = present(property, of: known)?.object {
        known = object
      } else if case .instance(let type) = property.type.base, !property.isComputed {
        known = KnownObject(object: representative(of: type), isExact: false)
      } else {
        return nil
      }
    }
    return defaultEvent(of: known.object).map { names.intern($0) }
  }

  /// Whether a property may hold an object, and it is unknown which.
  private func mayHoldObject(_ property: StaticProperty, of known: KnownObject) -> Bool {
    guard let held = present(property, of: known) else { return part(property, of: known) == nil }
    guard held.object == nil else { return false }
    return !held.kinds.isDisjoint(with: [.object, .nil])
  }

  /// Reports a name that the class of the property on the path does not have.
  ///
  /// - Parameter isFirstKnown: Whether the first name is one of these, and not a name outside a body.
  /// - Returns: Whether there is such a name.
  private func reportPath(_ path: [Step], from type: StaticClass, isFirstKnown: Bool) -> Bool {
    let found = mistake(ofPath: path.map(\.name), from: type) { name, type in
      guard let property = type.property(name) else {
        return type.isOpen
          ? .open
          : .missing(
            owner: text(type.named?.name ?? .none), members: type.propertyNames.map(text))
      }
      if property.role == .command { return commandClass.map { .leads($0) } ?? .open }
      guard property.role == .property, case .instance(let next) = property.type.base else {
        return .open
      }
      return .leads(next)
    }
    guard let found, found.position > 0 || isFirstKnown else { return false }
    report(found.mistake, at: path[found.position].node)
    return true
  }

  /// What is still known about an end whose target is unknown.
  private func withoutPlaces(_ end: End) -> End {
    End(value: end.value)
  }

  /// - Parameter isHandled: Whether a block is to run each time, and nothing is fired.
  func reportNoDefaultEvent(_ known: KnownObject, isHandled: Bool, at id: NodeID) {
    let object = known.object
    guard known.isExact, !object.type.isOpen, !object.isReleased else { return }
    let events = object.propertyNames.filter { object.property($0)?.role == .event }
    report(
      .noDefaultEvent(object.text(names), events: events.map(text), isHandled: isHandled), at: id)
  }

  private func reportNoDefault(_ known: KnownObject, at id: NodeID) {
    guard known.isExact, !known.object.type.isOpen, !known.object.isReleased else { return }
    report(
      .noDefaultProperty(
        known.object.text(names), first: known.object.propertyNames.first.map(text)),
      at: id)
  }

  /// The result of the names after a property that may hold a value or an object.
  private func tails(
    _ path: [Step], behind kinds: ValueKinds, holding held: ValueKinds?, isTarget: Bool
  ) -> StaticValue {
    if isTarget, let last = path.last, ValueTail(rawValue: text(last.name)) != nil,
      kinds.contains(.object), held != .nil, path.count == 1, isNoProperty(last.name)
    {
      report(.tailAsTarget(text(last.name)), at: last.node)
      return .unknown
    }
    let chain = TailChain(
      path.map { text($0.name) }, declared: kinds, held: held, isTarget: isTarget,
      isKey: { [tree] in tree.isSpelledAsKey(path[$0].node) },
      near: nearTail)
    if let failure = chain.failure { report(failure.mistake, at: path[failure.position].node) }
    return StaticValue(chain.kinds)
  }

  /// The result of the names after a value, or what is wrong with them.
  private func value(
    _ path: [Step], of value: StaticValue
  ) -> (StaticValue?, ScriptFailure?) {
    let names = path.map { text($0.name) }
    guard var whole = value.whole else {
      return (StaticValue(TailChain(names, behind: value.kinds).kinds), nil)
    }
    do throws(ScriptFailure) {
      for (step, name) in zip(path, names) {
        let tail = ValueTail(rawValue: name)
        // The name of a tail that dictionaries do not have is a key of theirs.
        if let answer = tail?.apply(to: whole, text: ValueMethod.plainText) {
          whole = answer
        } else if tail != nil || tree.isSpelledAsKey(step.node), let entry = whole.entry(name) {
          whole = entry
        } else {
          whole = try ValueTail.value(name, tail, of: whole)
        }
      }
    } catch {
      return (nil, error)
    }
    return (StaticValue(whole), nil)
  }

  func nearTail(_ name: String) -> String? {
    near(names.intern(name), among: ValueTail.allCases.map(\.rawValue))
  }

  /// Whether nothing in the program has a property of this name.
  private func isNoProperty(_ name: Name) -> Bool {
    !isIncomplete && (facts.bodies[name] ?? 0) == 0 && facts.extended[name] == nil
  }
}
