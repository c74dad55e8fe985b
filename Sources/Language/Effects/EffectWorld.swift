import Names
import Syntax

/// Where code is, which decides what its names mean: the object that `self` is, with its members.
package struct EffectScope<Object> {
  package var receiver: Object?
  /// The names that alone mean members of `self`.
  package var members: Set<Name>
  /// Objects that the code captured, by their names there.
  package var copies: [Name: Object]

  @inlinable
  package init(receiver: Object?, members: Set<Name>, copies: [Name: Object] = [:]) {
    self.receiver = receiver
    self.members = members
    self.copies = copies
  }
}

/// What a path in code leads to.
package enum EffectEnd<Place> {
  /// - Parameter over: The variables and properties in the path, which may hold other objects later.
  case place(Place, over: [Place])
  /// One of several members of an object; only a run knows which one.
  case anyOf([Place], over: [Place])
  /// Something without effects on other code: a variable, a function.
  case nothing
  /// A name that is not declared yet.
  case unknown(Name)
  /// The path contains nil now.
  case broken(over: [Place])
  /// Something that only a run knows: a parameter, an element of a list.
  case open
}

/// The meaning of a name at top level.
package enum EffectRoot<Object, Place> {
  /// - Parameter variable: The variable that holds it now; nil if the name always means it.
  case object(Object, variable: Place?)
  case action(Place)
  /// A variable that holds no object now.
  case empty(Place)
  case other
  case unknown
}

/// Where the effects of code are looked up: among the objects of a session, or among those that
/// `check` knows.
package protocol EffectWorld {
  associatedtype EffectObject
  associatedtype Place

  func text(_ name: Name) -> String
  func effectRoot(_ name: Name) -> EffectRoot<EffectObject, Place>
  /// The member of an object, and its kind.
  func effectMember(_ name: Name, of object: EffectObject) -> (place: Place, kind: MemberKind)?
  /// The members that code can reach by a key.
  func effectMembers(of object: EffectObject) -> [(place: Place, kind: MemberKind)]
  /// The object in a property, and whether this is permanent.
  func effectObject(in place: Place) -> (object: EffectObject, isFixed: Bool)?
  func defaultMember(of object: EffectObject) -> Name?
  func notification(named name: Name) -> Place
  /// The effects of making an object of a class; nil if the name is not that of a class.
  func making(_ className: Name) -> Place?
  /// The effects of ending a command.
  ///
  /// - Parameter place: The command.
  func ending(_ place: Place, by call: CommandCall) -> Place
}

// Inlinable: otherwise generic code of another module is run through metadata, which took a third of
// the cost of making an observer.
extension EffectWorld {
  /// Where an effect of code leads.
  ///
  /// - Complexity: O(*n*) in the names of its path.
  @inlinable
  package func end(
    of effect: CodeEffect, in tree: SyntaxTree, _ scope: EffectScope<EffectObject>
  ) -> EffectEnd<Place> {
    if effect.kind == .posts {
      return .place(notification(named: tree.name(effect.node)), over: [])
    }
    if effect.kind == .makes {
      return making(tree.name(effect.node)).map { .place($0, over: []) } ?? .nothing
    }
    var names: [Name] = []
    var root = tree.withoutElements(effect.node)
    var known = effect.constants.count
    while true {
      root = tree.root(ofPath: root, withNamesBefore: &names)
      switch tree.expression(root) {
      case .name(let name):
        let isLocal = effect.locals.contains(name)
        // A constant may stand for a path, in which earlier constants may be used, too.
        if !isLocal, let constant = effect.constants[..<known].lastIndex(where: { $0.name == name })
        {
          (root, known) = (effect.constants[constant].path, constant)
          continue
        }
        return end(from: name, isLocal: isLocal, names, effect, scope)
      case .selfReference:
        guard let receiver = scope.receiver else { return .open }
        return walk(names, from: receiver, over: [], effect)
      default: return .open
      }
    }
  }

  @inlinable
  func end(
    from name: Name, isLocal: Bool, _ names: [Name], _ effect: CodeEffect,
    _ scope: EffectScope<EffectObject>
  ) -> EffectEnd<Place> {
    let kind = effect.kind
    // Assigning a variable sets nothing off.
    let isVariable = names.isEmpty && kind == .writes && !effect.key.exists
    if let copy = scope.copies[name] { return walk(names, from: copy, over: [], effect) }
    if isLocal {
      let isList =
        kind == .calls && names.count == 1
        && (ListOperation(rawValue: text(names[0])) != nil
          || ValueMethod.named(text(names[0])) != nil)
      return isVariable || isList ? .nothing : .open
    }
    if scope.members.contains(name) {
      guard let receiver = scope.receiver else { return .open }
      return walk([name] + names, from: receiver, over: [], effect)
    }
    switch effectRoot(name) {
    case .object(let object, let variable):
      if isVariable { return .nothing }
      return walk(names, from: object, over: variable.map { [$0] } ?? [], effect)
    case .action(let place): return kind == .calls ? .place(place, over: []) : .nothing
    case .empty(let variable):
      return isVariable ? .nothing : .broken(over: [variable])
    case .other: return .nothing
    case .unknown:
      return kind == .calls && names.isEmpty && BuiltinFunction(rawValue: text(name)) != nil
        ? .nothing : .unknown(name)
    }
  }

  @inlinable
  func walk(
    _ names: [Name], from root: EffectObject, over variables: [Place], _ effect: CodeEffect
  ) -> EffectEnd<Place> {
    let kind = effect.kind
    var (object, over) = (root, variables)
    var names = names
    if names.isEmpty {
      if effect.key.exists { return anyMember(of: object, over, kind) }
      guard kind != .calls, let name = defaultMember(of: object) else { return .nothing }
      names = [name]
    }
    for (position, name) in names.enumerated() {
      guard let (place, member) = effectMember(name, of: object) else {
        return over.isEmpty ? .nothing : .broken(over: over)
      }
      let rest = names.count - position - 1
      if rest == 0 {
        if effect.key.exists, member == .property {
          guard let held = effectObject(in: place) else {
            // If it is a list, the key is the index of an element.
            over.append(place)
            return kind == .writes ? .place(place, over: over) : .broken(over: over)
          }
          return anyMember(of: held.object, held.isFixed ? over : over + [place], kind)
        }
        return last(place, member, effect, over)
      }
      if rest == 1, kind == .calls {
        let called = text(names[position + 1])
        // A command is executed by a call, and so are the operations of a list in a property.
        if member == .command {
          return CommandCall(rawValue: called).map { call in
            .place(call == .execute ? place : ending(place, by: call), over: over)
          } ?? .nothing
        }
        if member == .property, effectObject(in: place) == nil {
          if ListOperation(rawValue: called) != nil { return .place(place, over: over) }
          if ValueMethod.named(called) != nil { return .nothing }
        }
      }
      guard let next = effectObject(in: place) else { return .broken(over: over + [place]) }
      object = next.object
      if !next.isFixed { over.append(place) }
    }
    return .nothing
  }

  @inlinable
  func anyMember(
    of object: EffectObject, _ over: [Place], _ kind: CodeEffect.Kind
  ) -> EffectEnd<Place> {
    let places = effectMembers(of: object).filter { kind.reaches($0.kind) }.map(\.place)
    return places.isEmpty ? .nothing : .anyOf(places, over: over)
  }

  @inlinable
  func last(
    _ place: Place, _ member: MemberKind, _ effect: CodeEffect, _ over: [Place]
  ) -> EffectEnd<Place> {
    if effect.kind.reaches(member) { return .place(place, over: over) }
    guard effect.kind == .fires, member == .property else { return .nothing }
    // The default event of the object at the end of the path.
    return effectObject(in: place).map { walk([], from: $0.object, over: over + [place], effect) }
      ?? .broken(over: over + [place])
  }
}

extension CodeEffect.Kind {
  /// Whether a member of this kind can be the target of such an effect.
  @inlinable
  package func reaches(_ member: MemberKind) -> Bool {
    switch (self, member) {
    case (.writes, .property), (.binds, .property), (.binds, .action), (.binds, .command),
      (.calls, .action), (.fires, .event):
      true
    default: false
    }
  }
}
