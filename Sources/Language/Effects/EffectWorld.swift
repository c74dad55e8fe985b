import Names
import Syntax
import Values

/// A place that code can reach: a number of the world that has it.
///
/// It is not a type of the world's own, since generic code that has values of such types is run through
/// metadata when another module calls it. That took a third of what an observer costs to make.
package struct EffectPlace: Hashable {
  package let number: UInt64

  package init(number: UInt64) { self.number = number }
}

/// Where code is, for what it names: the object that `self` is, with its members.
package struct EffectScope {
  package var receiver: ObjectID?
  /// What bare names mean members of `self`.
  package var members: SharedNames
  /// Objects that the code has taken from around it, by their names there.
  package var copies: [Name: ObjectID]

  package init(receiver: ObjectID?, members: SharedNames, copies: [Name: ObjectID] = [:]) {
    self.receiver = receiver
    self.members = members
    self.copies = copies
  }
}

/// What a path in code leads to.
package enum EffectEnd {
  /// - Parameter over: The variables and properties on the way, which may come to hold other objects.
  case place(EffectPlace, over: [EffectPlace])
  /// One of the members of an object: which one, only a run knows.
  case anyOf([EffectPlace], over: [EffectPlace])
  /// Nothing that sets off others: a variable, a function.
  case nothing
  /// A name that is not declared yet.
  case unknown(Name)
  /// Something is missing on the way now.
  case broken(over: [EffectPlace])
  /// Something that only a run knows: a parameter, an element of a list.
  case open
}

/// What a name at top level stands for.
package enum EffectRoot {
  /// - Parameter variable: What holds it for now; nil if it is there permanently.
  case object(ObjectID, variable: EffectPlace?)
  case action(EffectPlace)
  /// A variable that holds no object now.
  case empty(EffectPlace)
  /// A variable or constant that holds a list or a dictionary.
  case collection
  case other
  case unknown
}

/// What the effects of code are resolved against: the objects of a session, or those that `check`
/// knows, by handles of its own.
package protocol EffectWorld {
  func text(_ name: Name) -> String
  func effectRoot(_ name: Name) -> EffectRoot
  /// The member of an object, and what kind it is.
  func effectMember(_ name: Name, of object: ObjectID) -> (place: EffectPlace, kind: MemberKind)?
  /// The members that code can reach by a key.
  func effectMembers(of object: ObjectID) -> [(place: EffectPlace, kind: MemberKind)]
  /// The object in a property, and whether it is there for good.
  func effectObject(in place: EffectPlace) -> (object: ObjectID, isFixed: Bool)?
  /// Whether a property holds a list or a dictionary.
  func holdsCollection(in place: EffectPlace) -> Bool
  /// Whether a property holds a list that is changed in place, so that a change of one element notifies
  /// nothing.
  func changesInPlace(in place: EffectPlace) -> Bool
  func defaultMember(of object: ObjectID) -> Name?
  func notification(named name: Name) -> EffectPlace
  /// What making an object of a class does; nil if the name is not that of a class.
  func making(_ className: Name) -> EffectPlace?
  /// What ending a command does.
  ///
  /// - Parameter place: The command.
  func ending(_ place: EffectPlace, by call: CommandCall) -> EffectPlace
}

extension EffectWorld {
  /// Where an effect of code leads.
  ///
  /// - Complexity: O(*n*) in the names of its path.
  package func end(
    of effect: CodeEffect, in tree: SyntaxTree, _ scope: EffectScope
  ) -> EffectEnd {
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

  func end(
    from name: Name, isLocal: Bool, _ names: [Name], _ effect: CodeEffect,
    _ scope: EffectScope
  ) -> EffectEnd {
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
    // Only what it contains can be observed, and only a run knows that.
    case .collection: return names.count > (kind == .fires ? 0 : 1) ? .open : .nothing
    case .other: return .nothing
    case .unknown:
      return kind == .calls && names.isEmpty && BuiltinFunction(rawValue: text(name)) != nil
        ? .nothing : .unknown(name)
    }
  }

  func walk(
    _ names: [Name], from root: ObjectID, over variables: [EffectPlace], _ effect: CodeEffect
  ) -> EffectEnd {
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
        // `extend` may add it.
        return over.isEmpty ? .unknown(name) : .broken(over: over)
      }
      let rest = names.count - position - 1
      if rest == 0 {
        if effect.key.exists, member == .property {
          guard let held = effectObject(in: place) else {
            // If it is a list, the key is the index of an element.
            over.append(place)
            if changesInPlace(in: place) { return .nothing }
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
          if ListOperation(rawValue: called) != nil {
            return changesInPlace(in: place) ? .nothing : .place(place, over: over)
          }
          if ValueMethod.named(called) != nil { return .nothing }
        }
      }
      guard let next = effectObject(in: place) else {
        guard member == .property, holdsCollection(in: place) else {
          return .broken(over: over + [place])
        }
        // An entry of a dictionary belongs to the property; an object in it is known in a run only.
        return rest == 1 && kind == .writes ? .place(place, over: over) : .open
      }
      object = next.object
      if !next.isFixed { over.append(place) }
    }
    return .nothing
  }

  func anyMember(
    of object: ObjectID, _ over: [EffectPlace], _ kind: CodeEffect.Kind
  ) -> EffectEnd {
    let places = effectMembers(of: object).filter { kind.reaches($0.kind) }.map(\.place)
    return places.isEmpty ? .nothing : .anyOf(places, over: over)
  }

  func last(
    _ place: EffectPlace, _ member: MemberKind, _ effect: CodeEffect, _ over: [EffectPlace]
  ) -> EffectEnd {
    if effect.kind.reaches(member) { return .place(place, over: over) }
    guard effect.kind == .fires, member == .property else { return .nothing }
    // The default event of the object at the end of the path.
    return effectObject(in: place).map { walk([], from: $0.object, over: over + [place], effect) }
      ?? .broken(over: over + [place])
  }
}

extension CodeEffect.Kind {
  /// Whether a member of a kind is where such an effect leads.
  package func reaches(_ member: MemberKind) -> Bool {
    switch (self, member) {
    case (.writes, .property), (.binds, .property), (.binds, .action), (.binds, .command),
      (.calls, .action), (.fires, .event):
      true
    default: false
    }
  }
}
