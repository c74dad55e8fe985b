import BindingEngine
import Compiling
import Language
import Names
import Syntax
import Text

/// What is still to do after a class was declared again: its instances get the new members.
final class Migration {
  struct Shape: Hashable {
    var old: ClassID
    var changed: [Int]
  }

  let plan: ClassPlan
  let old, new: ClassID
  /// The instances that still have the members of before, the first last.
  var objects: [ObjectID]
  /// Computed properties with a new formula that is still to be evaluated.
  var computed: [UInt32] = []
  /// The classes of the instances, by what they were and what has changed.
  var shapes: [Shape: ClassID] = [:]
  /// The code for the first values of new members, by their names.
  var codes: [Set<Name>: [Code]] = [:]
  /// What does not fit the new declaration, one line for each.
  var misfits: [StyledText] = []

  init(_ plan: ClassPlan, _ old: ClassID, _ new: ClassID, objects: [ObjectID]) {
    self.plan = plan
    self.old = old
    self.new = new
    self.objects = objects
  }
}

// Declaring a class or an enumeration again, where somebody types.
extension Session {
  /// Whether a statement was typed that runs, and typing differs from running a file.
  var isTypedHere: Bool { isTyped && options.replacesDeclarations && runningFiles.isEmpty }

  /// Whether a declaration in a file may take the place of another one: it was typed.
  package func mayDeclareAgain(_ file: SourceFile?) -> Bool {
    isTypedHere && file?.name == mainFile
  }

  /// The class that a plan declares again; nil if it is the first of its name.
  func classDeclaredBefore(_ plan: ClassPlan) -> ClassID? {
    guard plan.name != .none, mayDeclareAgain(plan.tree.tree.file),
      case .classSymbol(let old)? = symbols.symbol(plan.name),
      !core.pointee.classes[Int(old.index)].isForwardDeclared
    else { return nil }
    return old
  }

  /// Begins to give the instances of a class the members of its new declaration.
  func beginMigration(_ plan: ClassPlan, from old: ClassID, to new: ClassID) {
    core.pointee.replace(old, by: new)
    var objects: [ObjectID] = []
    for index in 1..<UInt32(core.pointee.objects.count)
    where !core.pointee.objects[index].generation.isMultiple(of: 2) {
      let object = core.pointee.objectID(at: index)
      let record = core.pointee.classes[Int(core.pointee.classID(of: object).index)]
      let isDirect = core.pointee.areSame(core.pointee.classID(of: object), old)
      let isOwnBody =
        record.name == .none
        && record.superclass.map { core.pointee.areSame($0, old) } == true
      if isDirect || isOwnBody { objects.append(object) }
    }
    state.migration = Migration(plan, old, new, objects: objects.reversed())
  }

  /// Gives an instance the members of the new declaration.
  ///
  /// - Returns: Code that gives new members their first values, in the order to enter it.
  func renew(_ object: ObjectID, in migration: Migration) -> [Code] {
    let type = core.pointee.classID(of: object)
    let record = core.pointee.classes[Int(type.index)]
    let wanted = core.pointee.classes[Int(migration.new.index)]
    let before = core.pointee.classes[Int(migration.old.index)]
    let ownBody = ownMembers(of: type, record)
    var changed: [Int: PropertyInfo] = [:]
    for (ordinal, info) in record.properties.enumerated() where !ownBody.contains(info.name) {
      let slot = core.pointee.slots(of: object.index)[ordinal]
      guard let place = wanted.ordinal(of: info.name) else {
        if before.ordinal(of: info.name) != nil { noteGone(slot, in: migration) }
        continue
      }
      if redeclare(slot, info, as: wanted.properties[place], in: migration) {
        changed[ordinal] = wanted.properties[place]
      }
    }
    let count = record.properties.count
    for slot in core.pointee.slots(of: object.index).dropFirst(count) {
      let info = core.pointee.info(of: slot)
      guard let place = wanted.ordinal(of: info.name) else {
        if before.ordinal(of: info.name) != nil { noteGone(slot, in: migration) }
        continue
      }
      if redeclare(slot, info, as: wanted.properties[place], in: migration) {
        _ = core.pointee.redeclare(extension: slot, of: object, as: wanted.properties[place])
      }
    }
    core.pointee.reclass(object, to: shape(like: type, changed, in: migration))
    var added: Set<Name> = []
    for info in wanted.properties where core.pointee.slot(info.name, of: object) == nil {
      _ = core.pointee.extend(object, with: info)
      added.insert(info.name)
    }
    guard !added.isEmpty else { return [] }
    return [computeAllCode] + initializers(of: added, in: migration)
  }

  /// The members that the body of an object declares itself, beside its class.
  private func ownMembers(of type: ClassID, _ record: ClassRecord) -> Set<Name> {
    guard record.name == .none, let layout = layout(of: type), layout.declared.exists else {
      return []
    }
    let tree = layout.tree.tree
    return Set(
      tree.members(of: layout.declared).compactMap { member in
        switch tree.member(member) {
        // A value alone does not declare the property otherwise.
        case .property(let property) where !property.type.exists && !property.setter.exists: nil
        default: tree.declaredMember(member)
        }
      })
  }

  /// Prepares a property for another declaration.
  ///
  /// - Returns: Whether it can be declared so.
  private func redeclare(
    _ slot: UInt32, _ info: PropertyInfo, as wanted: PropertyInfo, in migration: Migration
  ) -> Bool {
    let isComputed = wanted.computed.exists
    guard wanted.role == info.role, isComputed == info.computed.exists else {
      let kind = info.computed.exists ? "a computed property" : info.role.text
      migration.misfits.append("\(title(of: slot)) stays \(kind)")
      return false
    }
    if isComputed {
      if wanted.computed != info.computed {
        core.pointee.setBlock(ofComputed: slot, to: wanted.computed)
        migration.computed.append(slot)
      }
      return true
    }
    guard wanted.role == .property else { return true }
    let value = core.pointee.read(slot)
    guard let admitted = core.pointee.admit(value, as: wanted.type) else {
      migration.misfits.append(
        """
        \(title(of: slot)) = \(.new, core.pointee.literal(value)) does not fit \
        \(typeText(wanted.type)), and stays \(typeText(info.type))
        """)
      return false
    }
    // An Int becomes a Double.
    if ValueKinds(of: admitted) != ValueKinds(of: value) {
      core.pointee.storeSilently(admitted, in: slot)
    }
    return true
  }

  private func noteGone(_ slot: UInt32, in migration: Migration) {
    migration.misfits.append("\(title(of: slot)) is no longer declared, and stays")
  }

  private func title(of slot: UInt32) -> StyledText {
    StyledText(.property, core.pointee.describe(property: slot))
  }

  private func shape(
    like type: ClassID, _ changed: [Int: PropertyInfo], in migration: Migration
  ) -> ClassID {
    let key = Migration.Shape(old: type, changed: changed.keys.sorted())
    if let known = migration.shapes[key] { return known }
    let record = core.pointee.classes[Int(type.index)]
    let isOwnBody = record.name == .none
    let made = core.pointee.makeClass(like: type, superclass: migration.new, changed: changed)
    let old = layout(of: type)
    var members = memberNames(of: type)
    members.formUnion(memberNames(of: migration.new))
    let layout = ClassLayout(
      classID: made, superclass: migration.new, name: record.name, body: .none,
      declared: isOwnBody ? old?.declared ?? .none : .none, isPrelude: false,
      tree: old?.tree ?? migration.plan.tree,
      members: members)
    layout.counting = self.layout(of: migration.new)
    while state.classLayouts.count <= Int(made.index) { state.classLayouts.append(nil) }
    state.classLayouts[Int(made.index)] = layout
    migration.shapes[key] = made
    return made
  }

  /// Code for the first values of some members of the new class, the most general class last.
  private func initializers(of added: Set<Name>, in migration: Migration) -> [Code] {
    if let known = migration.codes[added] { return known }
    let made = layouts(of: migration.new).reversed().compactMap { layout in
      let tree = layout.tree.tree
      return bodyCode(layout) { (compiler, members) throws(Diagnostic) in
        let wanted = members.filter { tree.declaredMember($0).map(added.contains) == true }
        try compiler.initialValues(wanted, in: -1)
      }
    }
    migration.codes[added] = made
    return made
  }

  /// Shows what the new declaration leaves as it was.
  func report(_ migration: Migration) {
    showMisfits(migration.misfits)
    for (name, declaration) in symbols.all {
      guard case .classSymbol(let type) = declaration.symbol,
        let superclass = layout(of: type)?.superclass, superclass != migration.new,
        core.pointee.areSame(superclass, migration.new)
      else { continue }
      print(
        "\(text(name)) still inherits the earlier \(text(migration.plan.name)): declare it again"
          + " for the new members")
    }
  }

  // MARK: Enumerations

  /// Shows the properties with values that a new declaration of their enumeration does not have.
  func reportMisfits(of enumeration: Enumeration) {
    var lines: [StyledText] = []
    for index in 1..<UInt32(core.pointee.objects.count)
    where !core.pointee.objects[index].generation.isMultiple(of: 2) {
      for slot in core.pointee.slots(of: index) {
        guard case .enumeration(let value) = core.pointee.read(slot),
          enumeration.admits(value), !enumeration.declares(value)
        else { continue }
        lines.append(
          """
          \(title(of: slot)) = \
          \(.old, core.pointee.literal(.enumeration(value))) is no case any more, and stays
          """)
      }
    }
    showMisfits(lines)
  }

  private func showMisfits(_ lines: [StyledText]) {
    for line in lines.prefix(20) { print(line) }
    if lines.count > 20 { print(hint: "and \(lines.count - 20) more; 'show NAME' shows an object") }
  }
}

extension Machine {
  /// Goes on with the instances of a class that was declared again.
  func migrate() throws(ScriptFailure) {
    guard let migration = session.state.migration else { return }
    if let slot = migration.computed.popLast() {
      pc -= 1
      return core.pointee.isDead(slot) ? () : try handle(core.pointee.evaluateAgain(slot))
    }
    if let object = migration.objects.popLast() {
      pc -= 1
      guard core.pointee.isAlive(object) else { return }
      try countStep()
      for code in session.renew(object, in: migration) {
        enter(code, kind: .part, receiver: object)
      }
      return
    }
    session.state.migration = nil
    session.report(migration)
  }
}
