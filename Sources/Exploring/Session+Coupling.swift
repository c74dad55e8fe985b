import Basics
import BindingEngine
import Interpreter
import Language
import Names
import Syntax
import Text

// `coupling`: how the classes and objects of a script know each other, according to their bodies, and
// to the present references and bindings.
extension Session {
  /// The most pairs without any coupling that are listed one by one.
  private static let mostStrangers = 15

  func showCoupling() {
    var map = CouplingMap(session: self)
    map.read()
    let units = map.units
    if units.count < 2 {
      print("coupling is between two classes or objects; there are fewer")
      return showRetainCycles()
    }
    let arrow = options.isASCII ? "->" : "→"
    func names(_ pair: CouplingMap.Pair) -> (String, String) {
      (units[pair.first].name, units[pair.second].name)
    }
    // Only the pairs that are coupled are examined: ten thousand objects make fifty million pairs.
    let coupled = map.couplings.filter { $0.value.isAny }
    var rows = coupled.sorted { $0.key < $1.key }.map { pair, coupling in
      ["\(names(pair).0), \(names(pair).1)", coupling.text(names(pair), arrow: arrow)]
    }
    let strangers = units.count * (units.count - 1) / 2 - rows.count
    if strangers <= Session.mostStrangers {
      for first in units.indices {
        for second in units.indices where second > first && coupled[.init(first, second)] == nil {
          rows.append(["\(units[first].name), \(units[second].name)", "not at all"])
        }
      }
    }
    // What matters may stand at the end of a line, so none is cut.
    var table = TextTable(headers: ["pair", "know each other"], rows: rows, meanings: [.object])
    table.isCut = false
    for line in table.lines(maxWidth: options.isOnScreen ? options.width : nil) { print(line) }
    if strangers > Session.mostStrangers {
      print("\(strangers) more pairs do not know each other at all")
    }
    showRetainCycles()
  }
}

/// The classes and objects, and how each pair of them is coupled.
struct CouplingMap {
  /// A class of the script with all of its instances, or a single object.
  struct Unit {
    var name: String
    var bodies: [(tree: SyntaxTreeBox, body: NodeID)] = []
    /// The names of its members, which code in its body may use alone.
    var members = SharedNames()
  }

  struct Pair: Hashable, Comparable {
    var first: Int
    var second: Int

    init(_ first: Int, _ second: Int) {
      self.first = min(first, second)
      self.second = max(first, second)
    }

    static func < (left: Pair, right: Pair) -> Bool {
      (left.first, left.second) < (right.first, right.second)
    }
  }

  let session: Session
  var units: [Unit] = []
  var couplings: [Pair: Coupling] = [:]
  private var unitOfClass: [ClassID: Int] = [:]
  private var unitOfObject: [ObjectID: Int] = [:]
  /// Members that a unit's code names, except at the beginning of a binding's path, and the members at
  /// which such paths begin.
  private var usedMembers: [Int: Set<Name>] = [:]
  private var boundMembers: [Int: Set<Name>] = [:]
  private var posters: [Name: Set<Int>] = [:]
  private var handlers: [Name: Set<Int>] = [:]
  /// Where the bodies of the units are in each tree, without those inside others, in their order.
  private var bodies: [ObjectIdentifier: [SourceSpan]] = [:]

  init(session: Session) { self.session = session }

  mutating func read() {
    session.codeGraph.readAllCode()
    findUnits()
    findBodies()
    for unit in units.indices {
      for (tree, body) in units[unit].bodies { readBody(body, in: tree.tree, of: unit) }
    }
    readReferences()
    readLinks()
    for (name, units) in posters {
      for poster in units {
        let text = session.names.text(of: name)
        for handler in handlers[name] ?? [] where handler != poster {
          change(poster, handler) { coupling, _ in
            if !coupling.notifications.contains(text) { coupling.notifications.append(text) }
          }
        }
      }
    }
    couplings = couplings.mapValues { coupling in
      var sorted = coupling
      sorted.notifications.sort()
      sorted.actions.sort()
      return sorted
    }
  }

  /// - Parameter body: Is called with the coupling, and whether `a` is the second of its pair.
  private mutating func change(
    _ a: Int, _ b: Int, _ body: (inout Coupling, _ isTurned: Bool) -> Void
  ) {
    guard a != b else { return }
    body(&couplings[Pair(a, b), default: Coupling()], a > b)
  }

  private mutating func noteDirect(_ a: Int, _ b: Int) {
    change(a, b) { if $1 { $0.isDirect.backward = true } else { $0.isDirect.forward = true } }
  }

  // MARK: Units

  private mutating func findUnits() {
    // In the order of the declarations: the table is in that of the names, which were read before a
    // `reset`, too.
    var classes: [(name: Name, classID: ClassID)] = []
    var objects: [(name: Name, slot: UInt32)] = []
    for (name, declaration) in session.symbols.all where declaration.file != nil {
      switch declaration.symbol {
      case .classSymbol(let classID): classes.append((name, classID))
      case .object(let slot), .constant(let slot), .variable(let slot): objects.append((name, slot))
      default: break
      }
    }
    classes.sort { $0.classID.index < $1.classID.index }
    objects.sort { $0.slot < $1.slot }
    for (name, classID) in classes {
      guard let layout = session.layout(of: classID) else { continue }
      unitOfClass[classID] = units.count
      units.append(
        Unit(
          name: session.names.text(of: name), bodies: [(layout.tree, layout.declared)],
          members: layout.members))
    }
    for (name, slot) in objects {
      guard case .object(let object) = session.graphState.read(slot), unitOfObject[object] == nil
      else {
        continue
      }
      let layouts = session.layouts(of: session.graphState.classID(of: object))
      let own = layouts.filter { $0.name == .none && $0.declared.exists }
      if let known = layouts.last(where: { unitOfClass[$0.classID] != nil }),
        let unit = unitOfClass[known.classID]
      {
        unitOfObject[object] = unit
        units[unit].bodies += own.map { ($0.tree, $0.declared) }
        continue
      }
      unitOfObject[object] = units.count
      units.append(
        Unit(
          name: session.names.text(of: name), bodies: own.map { ($0.tree, $0.declared) },
          members: SharedNames(session.propertyNames(of: object).map { session.names.intern($0) })))
    }
    for (classID, unit) in unitOfClass {
      guard let superclass = session.layout(of: classID)?.superclass,
        let other = unitOfClass[superclass]
      else { continue }
      change(unit, other) {
        if $1 { $0.inherits.backward = true } else { $0.inherits.forward = true }
      }
    }
  }

  /// The unit of an object: its class, the object itself, or the object of which it is a part.
  private func unit(of object: ObjectID) -> Int? {
    var object = object
    for _ in 0..<64 {
      if let unit = unitOfObject[object] { return unit }
      var current: ClassID? = session.graphState.classID(of: object)
      while let candidate = current {
        if let unit = unitOfClass[candidate] { return unit }
        current = session.graphState.classes[Int(candidate.index)].superclass
      }
      guard case .part(let parent, _, _)? = session.graphState.objectNames[object.index],
        session.graphState.isAlive(parent)
      else { return nil }
      object = parent
    }
    return nil
  }

  // MARK: What the code says

  private mutating func readBody(_ body: NodeID, in tree: SyntaxTree, of unit: Int) {
    guard body.exists else { return }
    let reader = CodeReader(
      tree: tree, session.names, tree.ids(within: body), members: units[unit].members)
    usedMembers[unit, default: []].formUnion(reader.usedMembers)
    boundMembers[unit, default: []].formUnion(reader.boundMembers)
    for name in reader.posted { posters[name, default: []].insert(unit) }
    for name in reader.handled { handlers[name, default: []].insert(unit) }
    let direct = mentioned(in: reader)
    for other in direct { noteDirect(unit, other) }
    for name in reader.names {
      guard case .action(let action)? = session.symbols.symbol(name) else { continue }
      let text = session.names.text(of: name)
      for other in units(of: session.codeGraph.codeTargets(ofAction: action))
      where !direct.contains(other) {
        change(unit, other) { coupling, _ in
          if !coupling.actions.contains(text) { coupling.actions.append(text) }
        }
      }
    }
  }

  /// The units that have these members.
  private func units(of slots: [UInt32]) -> Set<Int> {
    Set(slots.compactMap { unit(of: session.graphState.propertyID($0).object) })
  }

  /// The units that code names, inside or outside of bodies.
  private func mentioned(in reader: CodeReader) -> Set<Int> {
    var found: Set<Int> = []
    for name in reader.names.union(reader.classes) {
      switch session.symbols.symbol(name) {
      case .object(let slot), .constant(let slot), .variable(let slot):
        if case .object(let object) = session.graphState.read(slot), let other = unit(of: object) {
          found.insert(other)
        }
      case .classSymbol(let classID):
        if let other = unitOfClass[classID] { found.insert(other) }
      default: break
      }
    }
    return found
  }

  // MARK: What there is

  /// References from property to object, including those in lists and dictionaries.
  private mutating func readReferences() {
    for index in 0..<UInt32(session.graphState.objects.count) {
      let record = session.graphState.objects[index]
      guard record.generation % 2 == 1 else { continue }
      let object = session.graphState.objectID(at: index)
      guard let owner = unit(of: object) else { continue }
      for slot in session.graphState.slots(of: index) {
        let info = session.graphState.info(of: slot)
        guard info.role == .property else { continue }
        switch session.graphState.read(slot) {
        case .object(let held): note(held, heldBy: owner, info)
        case .dictionary(let dictionary):
          for case .object(let held) in dictionary.values where session.graphState.isAlive(held) {
            note(held, heldBy: owner, info)
          }
        case .enumeration(let value):
          for case .object(let held) in value.values where session.graphState.isAlive(held) {
            note(held, heldBy: owner, info)
          }
        case .list(let list):
          for case .object(let held) in list where session.graphState.isAlive(held) {
            note(held, heldBy: owner, info)
          }
        default: break
        }
      }
    }
  }

  private mutating func note(_ held: ObjectID, heldBy owner: Int, _ info: PropertyInfo) {
    guard session.graphState.isAlive(held), let other = unit(of: held), other != owner else {
      return
    }
    if let name = session.protocolName(of: info) {
      // No more is known of the other than what the protocol says.
      change(owner, other) {
        if $1 {
          $0.protocols[name, default: (false, false)].backward = true
        } else {
          $0.protocols[name, default: (false, false)].forward = true
        }
      }
    } else if info.isWeak {
      change(owner, other) {
        if $1 { $0.isDelegate.backward = true } else { $0.isDelegate.forward = true }
      }
    } else if usedMembers[owner]?.contains(info.name) ?? false
      || !(boundMembers[owner]?.contains(info.name) ?? false)
    {
      noteDirect(owner, other)
    }
  }

  /// Bindings between them, and observers outside that name both.
  private mutating func readLinks() {
    for link in session.sortedLinks() {
      let number = session.graphState.number(of: link)
      let sources = session.graphState.sources(of: link).compactMap {
        unit(of: session.graphState.propertyID($0).object)
      }
      guard session.graphState.links[link].flags.contains(.observer) else {
        let target = session.graphState.links[link].target
        guard target != 0, let there = unit(of: session.graphState.propertyID(target).object) else {
          continue
        }
        for source in Set(sources) {
          let isTwoWay = session.graphState.partner(of: link) != 0
          change(source, there) { coupling, isTurned in
            if isTwoWay {
              coupling.bindings.both.append(number)
            } else if isTurned {
              coupling.bindings.backward.append(number)
            } else {
              coupling.bindings.forward.append(number)
            }
          }
        }
        if let origin = session.linkOrigin(of: link), !isInBody(origin) {
          let reached = units(of: session.codeGraph.codeTargets(of: link))
          note(number, between: Set(sources), and: reached, besides: there)
        }
        continue
      }
      guard let origin = session.linkOrigin(of: link), !isInBody(origin) else { continue }
      readObserver(link, number, origin, Set(sources))
    }
  }

  private mutating func readObserver(
    _ link: UInt32, _ number: Int, _ origin: LinkOrigin, _ sources: Set<Int>
  ) {
    let tree = origin.tree.tree
    let block = tree.observingBlock(origin.node)
    guard block.exists else { return }
    let reader = CodeReader(tree: tree, session.names, tree.ids(within: block))
    let mentioned = mentioned(in: reader)
    if let name = session.notificationName(at: session.graphState.links[link].source) {
      handlers[name, default: []].formUnion(mentioned)
      return
    }
    note(
      number, between: sources,
      and: mentioned.union(units(of: session.codeGraph.codeTargets(of: link))))
  }

  /// - Parameter target: The property that the binding itself writes.
  private mutating func note(
    _ number: Int, between sources: Set<Int>, and others: Set<Int>, besides target: Int? = nil
  ) {
    for source in sources {
      for other in others where other != source && other != target {
        change(source, other) { coupling, _ in coupling.observers.append(number) }
      }
    }
  }

  private mutating func findBodies() {
    for unit in units {
      for (tree, body) in unit.bodies where body.exists {
        bodies[ObjectIdentifier(tree), default: []].append(tree.tree[body].span)
      }
    }
    bodies = bodies.mapValues { spans in
      var outer: [SourceSpan] = []
      for span in spans.sorted(by: { ($0.start, $1.end) < ($1.start, $0.end) })
      where outer.last.map({ $0.end <= span.start }) ?? true {
        outer.append(span)
      }
      return outer
    }
  }

  private func isInBody(_ origin: LinkOrigin) -> Bool {
    guard let spans = bodies[ObjectIdentifier(origin.tree)] else { return false }
    let span = origin.tree.tree[origin.node].span
    let next = spans.indices.partitionPoint { spans[$0].start > span.start }
    return next > 0 && span.end <= spans[next - 1].end
  }
}
