import Names
import Syntax

/// Where code is, for what it names: the object that `self` is, with its members.
package struct EffectScope<Object> {
  package var receiver: Object?
  /// What bare names mean members of `self`.
  package var members: Set<Name>
  /// Objects that the code has taken from around it, by their names there.
  package var copies: [Name: Object]

  package init(receiver: Object?, members: Set<Name>, copies: [Name: Object] = [:]) {
    self.receiver = receiver
    self.members = members
    self.copies = copies
  }
}

/// What a path in code leads to.
package enum EffectEnd<Place> {
  /// - Parameter over: The variables and properties on the way, which may come to hold other objects.
  case place(Place, over: [Place])
  /// Nothing that sets off others: a variable, a function.
  case nothing
  /// A name that nothing has yet.
  case unknown(Name)
  /// Something is missing on the way now.
  case broken(over: [Place])
  /// Something that only a run knows: a parameter, an element of a list.
  case open
}

/// What a name at top level stands for.
package enum EffectRoot<Object, Place> {
  /// - Parameter variable: What holds it for now; nil if it is there permanently.
  case object(Object, variable: Place?)
  case action(Place)
  /// A variable that holds no object now.
  case empty(Place)
  case other
  case unknown
}

/// What the effects of code are resolved against: the objects of a session, or those that `check`
/// knows.
package protocol EffectWorld {
  associatedtype EffectObject
  associatedtype Place

  func text(_ name: Name) -> String
  func effectRoot(_ name: Name) -> EffectRoot<EffectObject, Place>
  /// The member of an object, and what kind it is.
  func effectMember(_ name: Name, of object: EffectObject) -> (place: Place, kind: MemberKind)?
  /// The object in a property, and whether it is there permanently.
  func effectObject(in place: Place) -> (object: EffectObject, isFixed: Bool)?
  func defaultMember(of object: EffectObject) -> Name?
  func notification(named name: Name) -> Place
  /// What making an object of a class does; nil if the name is not that of a class.
  func making(_ className: Name) -> Place?
  /// What ending a command does.
  ///
  /// - Parameter place: The command.
  func ending(_ place: Place, by call: CommandCall) -> Place
}

extension EffectWorld {
  /// What an effect of code leads to.
  ///
  /// - Complexity: O(*n*) in the names of its path.
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
      let path = tree.path(root)
      names = path.names.map { tree.name($0) } + names
      switch tree.expression(path.root) {
      case .name(let name):
        let isLocal = effect.locals.contains(name)
        // A constant may be another name for a path, in which the constants before it mean theirs.
        if !isLocal, let constant = effect.constants[..<known].lastIndex(where: { $0.name == name })
        {
          (root, known) = (effect.constants[constant].path, constant)
          continue
        }
        return end(from: name, isLocal: isLocal, names, effect.kind, scope)
      case .selfReference:
        // `self[key]` may be any member.
        guard let receiver = scope.receiver, !names.isEmpty || root == effect.node else {
          return .open
        }
        return walk(names, from: receiver, over: [], effect.kind)
      default: return .open
      }
    }
  }

  private func end(
    from name: Name, isLocal: Bool, _ names: [Name], _ kind: CodeEffect.Kind,
    _ scope: EffectScope<EffectObject>
  ) -> EffectEnd<Place> {
    if let copy = scope.copies[name] { return walk(names, from: copy, over: [], kind) }
    if isLocal {
      let isOwn = names.isEmpty && kind == .writes
      let isList =
        kind == .calls && names.count == 1
        && (ListOperation(rawValue: text(names[0])) != nil
          || ValueMethod.named(text(names[0])) != nil)
      return isOwn || isList ? .nothing : .open
    }
    if scope.members.contains(name) {
      guard let receiver = scope.receiver else { return .open }
      return walk([name] + names, from: receiver, over: [], kind)
    }
    switch effectRoot(name) {
    case .object(let object, let variable):
      // A variable that gets another value sets nothing off.
      if names.isEmpty, kind == .writes { return .nothing }
      return walk(names, from: object, over: variable.map { [$0] } ?? [], kind)
    case .action(let place): return kind == .calls ? .place(place, over: []) : .nothing
    case .empty(let variable):
      return names.isEmpty && kind == .writes ? .nothing : .broken(over: [variable])
    case .other: return .nothing
    case .unknown:
      return kind == .calls && names.isEmpty && BuiltinFunction(rawValue: text(name)) != nil
        ? .nothing : .unknown(name)
    }
  }

  private func walk(
    _ names: [Name], from root: EffectObject, over variables: [Place], _ kind: CodeEffect.Kind
  ) -> EffectEnd<Place> {
    var (object, over) = (root, variables)
    var names = names
    if names.isEmpty {
      guard kind != .calls, let name = defaultMember(of: object) else { return .nothing }
      names = [name]
    }
    for (position, name) in names.enumerated() {
      guard let (place, member) = effectMember(name, of: object) else {
        return over.isEmpty ? .nothing : .broken(over: over)
      }
      let rest = names.count - position - 1
      if rest == 0 { return last(place, member, kind, over) }
      if rest == 1, kind == .calls {
        let called = text(names[position + 1])
        // A command is run by a call after it, and so are the operations of a list in a property.
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

  private func last(
    _ place: Place, _ member: MemberKind, _ kind: CodeEffect.Kind, _ over: [Place]
  ) -> EffectEnd<Place> {
    switch (kind, member) {
    case (.writes, .property), (.binds, .property), (.binds, .action), (.binds, .command),
      (.calls, .action), (.fires, .event):
      .place(place, over: over)
    case (.fires, .property):
      // The default event of the object that is there.
      effectObject(in: place).map { walk([], from: $0.object, over: over + [place], kind) }
        ?? .broken(over: over + [place])
    default: .nothing
    }
  }
}
