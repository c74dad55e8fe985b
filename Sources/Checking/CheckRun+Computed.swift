import Language
import Names
import Syntax

/// The values of computed properties while statements run one after the other.
extension CheckRun {
  /// The present value of a computed property; nil if it is unknown. Errors in it are reported
  /// in its declaration.
  func worked(_ property: StaticProperty, of known: KnownObject) -> StaticValue? {
    let object = known.object
    guard property.isComputed, follows, known.isExact, object.isCertain, !object.isReleased else {
      return nil
    }
    if let held = object.held(property.name), held.time == holdings.writes { return held.value }
    let source = property.script.tree
    let span = source[property.initial].span
    computedBudget -= Int(span.end - span.start)
    guard computedBudget > 0, computedDepth < CheckRun.deepestComputed,
      isPure(property.initial, in: source)
    else { return nil }
    // If it is needed again during its evaluation, there is a cycle.
    object.hold(Held(value: .unknown, time: holdings.writes), in: property.name)
    let value = evaluate(property, of: object)
    keep(Held(value: value, time: holdings.writes), in: property.name, of: object)
    return value
  }

  /// How deep computed properties that read each other are followed; each level needs stack.
  private static let deepestComputed = 50

  private func evaluate(_ property: StaticProperty, of object: StaticObject) -> StaticValue {
    let outer = (reads, conditions, conditionDepth, latentReads, mutedError)
    (reads, conditions, conditionDepth, latentReads, mutedError) = ([], [], 0, [], nil)
    computedDepth += 1
    var inner = Scope()
    inner.receiver = KnownObject(object: object, isExact: true)
    var value = StaticValue.unknown
    within(inner) { value = quietly(in: property.script) { self.value(property.initial) } }
    computedDepth -= 1
    for place in reads ?? [] {
      if place.object.note(reader: object, property, of: place.name) { wholes.append(place.object) }
    }
    let error = mutedError
    (reads, conditions, conditionDepth, latentReads, mutedError) = outer
    guard let error else { return value }
    if scope.isMuted {
      if mutedError == nil { mutedError = error }
    } else {
      findings.add(error)
    }
    return .unknown
  }

  /// Evaluates the computed properties of an object that has just been made.
  func evaluateComputed(of object: StaticObject) {
    guard object.type.hasComputed, follows else { return }
    let known = KnownObject(object: object, isExact: true)
    for layer in object.type.chain {
      // A class may declare it again.
      for own in layer.own where object.property(own.name)?.initial == own.initial {
        _ = worked(own, of: known)
      }
    }
  }

  /// Evaluates what reads a property that was written, unless it is postponed.
  func evaluateReaders(of name: Name, _ object: StaticObject) {
    guard semantics.computed == .push, isSemanticsCertain else { return }
    // In a batch it waits until all writes are done.
    guard !scope.isInBatch || semantics.flush == .now else {
      return batchWrites.append((object, name))
    }
    var next = object.readers(of: name)
    while let reader = next.popLast() {
      if reader.object.held(reader.property.name)?.time == holdings.writes { continue }
      let known = KnownObject(object: reader.object, isExact: true)
      if worked(reader.property, of: known) != nil {
        next += reader.object.readers(of: reader.property.name)
      }
    }
  }
}

extension CheckRun {
  /// Whether an expression makes no objects, and makes no calls that could write.
  func isPure(_ id: NodeID, in tree: SyntaxTree) -> Bool {
    tree.ids(within: id).allSatisfy { id in
      switch tree.expression(id) {
      case .new: return false
      case .call(let callee, _):
        guard case .member(_, let name) = tree.expression(callee) else {
          return tree[callee].kind == .name
        }
        return ValueMethod.named(text(tree.name(name))) != nil
      default: return true
      }
    }
  }
}
