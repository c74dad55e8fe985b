import Language
import Names
import Syntax

/// Which objects the properties of others hold, except weak ones, as far as a script's own statements
/// say so one after the other.
struct Holders {
  private struct Holder {
    /// Kept, so that no other object gets its identity.
    let object: StaticObject
    var held: [Name: [StaticObject]] = [:]
  }

  private var holders: [ObjectIdentifier: Holder] = [:]
  /// For each script the classes of which it assigns a new object to a name.
  var made: [ObjectIdentifier: [Name: Set<Name>]] = [:]
  /// Rings that have been reported, by their texts.
  var reported: Set<String> = []

  mutating func set(_ name: Name, of object: StaticObject, to objects: [StaticObject]) {
    if objects.isEmpty {
      // Most properties hold none.
      if !holders.isEmpty { holders[ObjectIdentifier(object)]?.held[name] = nil }
    } else {
      holders[ObjectIdentifier(object), default: Holder(object: object)].held[name] = objects
    }
  }

  /// More objects are not looked at for one write.
  private static let mostVisited = 100

  /// A shortest way from one object to another by what they hold, each with the property; nil if there
  /// is none.
  func way(
    from start: StaticObject, to end: StaticObject
  ) -> [(object: StaticObject, name: Name)]? {
    if start === end { return [] }
    var ways: [ObjectIdentifier: (from: StaticObject, name: Name)] = [:]
    var reached = [start]
    var next = 0
    while next < reached.count, next < Holders.mostVisited {
      let object = reached[next]
      next += 1
      let held = holders[ObjectIdentifier(object)]?.held ?? [:]
      for (name, objects) in held.sorted(by: { $0.key.index < $1.key.index }) {
        for other in objects
        where other !== start && !other.isReleased && ways[ObjectIdentifier(other)] == nil {
          ways[ObjectIdentifier(other)] = (object, name)
          guard other === end else {
            reached.append(other)
            continue
          }
          var path: [(object: StaticObject, name: Name)] = []
          var place = other
          while place !== start, let step = ways[ObjectIdentifier(place)] {
            path.append((step.from, step.name))
            place = step.from
          }
          return path.reversed()
        }
      }
    }
    return nil
  }
}

/// Objects that would keep each other alive where references are counted, as in Objective-C and Swift.
/// `coupling` finds them in a run.
extension CheckRun {
  /// Notes what a property of an object holds from here on, and reports the ring that this closes.
  ///
  /// - Parameter isFirst: Whether its object is being made, so that nothing can lead to it yet.
  func noteHolding(
    _ value: StaticValue, in property: StaticProperty, of known: KnownObject, at target: NodeID,
    isFirst: Bool = false
  ) {
    guard property.role == .property, !property.isComputed, !property.isWeak, !scope.isMuted
    else { return }
    guard scope.isFlow, known.isExact, known.object.isCertain else {
      return noteHoldingSelf(value, in: property, of: known, at: target)
    }
    var objects: [StaticObject] = []
    if scope.isCertain {
      if let object = value.object, object.isExact { objects.append(object.object) }
      for element in value.elements ?? [] {
        if let object = element.object, object.isExact { objects.append(object.object) }
      }
    }
    holders.set(property.name, of: known.object, to: objects)
    for object in objects where !isFirst || object === known.object {
      guard let way = holders.way(from: object, to: known.object) else { continue }
      let steps = [(known.object, property.name)] + way.map { ($0.object, $0.name) }
      let ring = steps.map { "\($0.0.text(names)).\(text($0.1))" } + [known.object.text(names)]
      return reportRing(ring, at: target)
    }
  }

  /// In the code of a class: `view.delegate = self`, where `view` is a property of `self`.
  private func noteHoldingSelf(
    _ value: StaticValue, in property: StaticProperty, of known: KnownObject, at target: NodeID
  ) {
    guard let receiver = scope.receiver?.object, value.object?.object === receiver,
      known.object !== receiver, let name = ownProperty(at: target)
    else { return }
    reportRing(through: name, of: receiver, by: property.name, at: target)
  }

  /// As above, if the class of what `view` holds is known only from the assignments of `new CLASS` to it.
  func noteHoldingSelf(_ value: StaticValue, in property: Name, at target: NodeID) {
    guard let receiver = scope.receiver?.object, value.object?.object === receiver, !scope.isMuted,
      let name = ownProperty(at: target)
    else { return }
    let isHeld = madeClasses[name, default: []].map { className in
      guard case .classSymbol(let shape)? = symbols[className]?.symbol,
        let found = shape.property(property)
      else { return false }
      return found.role == .property && !found.isWeak && !found.isComputed
    }
    guard !isHeld.isEmpty, !isHeld.contains(false) else { return }
    reportRing(through: name, of: receiver, by: property, at: target)
  }

  /// The classes of which the script assigns a new object to each name.
  private var madeClasses: [Name: Set<Name>] {
    if let known = holders.made[ObjectIdentifier(script)] { return known }
    var found: [Name: Set<Name>] = [:]
    for id in tree.ids(where: { $0 == .assign }) {
      let assign = tree.assign(id)
      guard case .new(let className, _) = tree.expression(assign.value),
        let name = lastName(of: assign.target)
      else { continue }
      found[name, default: []].insert(tree.name(className))
    }
    holders.made[ObjectIdentifier(script)] = found
    return found
  }

  private func lastName(of target: NodeID) -> Name? {
    switch tree.expression(target) {
    case .name(let name): name
    case .member(_, let name): tree.name(name)
    default: nil
    }
  }

  /// `view` in `view.delegate` or `self.view.delegate`, if it is a property of `self`.
  private func ownProperty(at target: NodeID) -> Name? {
    guard case .member(let base, _) = tree.expression(target) else { return nil }
    switch tree.expression(base) {
    case .name(let own): if case .member? = resolve(own) { return own } else { return nil }
    case .member(let owner, let own) where tree[owner].kind == .selfReference:
      return tree.name(own)
    default: return nil
    }
  }

  /// `cell = new Cell { delegate = outer }` in the body of a class or an object.
  func noteHoldingOuter(_ declared: PropertySyntax, of owner: StaticObject) {
    guard !scope.isMuted, case .new(let className, let body) = tree.expression(declared.initial),
      body.exists, case .classSymbol(let shape)? = symbols[tree.name(className)]?.symbol
    else { return }
    for member in tree.members(of: body) {
      guard case .property(let given) = tree.member(member),
        case .name(outerName) = tree.expression(given.initial)
      else { continue }
      let name = tree.name(given.name)
      guard shape.property(name)?.isWeak != true, !given.isWeak else { continue }
      reportRing(through: tree.name(declared.name), of: owner, by: name, at: given.initial)
    }
  }

  private func reportRing(
    through own: Name, of owner: StaticObject, by other: Name, at id: NodeID
  ) {
    guard let property = owner.property(own), property.role == .property, !property.isWeak,
      !property.isComputed
    else { return }
    let path = "\(owner.text(names)).\(text(own))"
    reportRing([path, "\(path).\(text(other))", owner.text(names)], at: id)
  }

  /// - Parameter ring: The properties along it, and the object where it begins again.
  private func reportRing(_ ring: [String], at id: NodeID) {
    let text = ring.joined(separator: options.isASCII ? " -> " : " → ")
    guard holders.reported.insert(text).inserted else { return }
    report(.retainCycle(text), FindingCode.retainCycle.severity, at: tree[id].span)
  }
}
