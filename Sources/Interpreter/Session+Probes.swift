import BindingEngine
import Compiling
import Language
import Syntax

// What a prediction writes, and where.
extension Session {
  /// The most writes that a prediction tries.
  private static var mostProbes: Int { 24 }
  /// The most properties that it writes.
  private static var mostHeads: Int { 4 }

  /// Whether people can write a property: it is not computed, and no command sets it.
  func isInput(_ slot: UInt32) -> Bool {
    let owner = core.pointee.classID(of: core.pointee.propertyID(slot).object)
    return core.pointee.info(of: slot).role == .property
      && !core.pointee.properties[slot].flags.contains(.computed)
      && owner != commandClass && owner != responseClass
  }

  /// Where a change can begin that runs through a closed path: the properties on it, first those that no
  /// binding writes, and then those from which bindings lead there.
  func heads(of path: [UInt32]) -> [UInt32] {
    guard let first = path.first, let last = path.last else { return [] }
    var found: [UInt32] = []
    func add(_ slots: some Sequence<UInt32>) {
      for slot in slots where isInput(slot) && !found.contains(slot) { found.append(slot) }
    }
    let sources = core.pointee.sources(of: first)
    let written = core.pointee.links[last].target
    add(sources.contains(written) ? [written] : Array(sources.prefix(1)))
    let targets = path.map { core.pointee.links[$0].target }.filter { $0 != 0 }
    let read = path.flatMap { core.pointee.sources(of: $0) }
    add(read.filter { core.pointee.writers(of: $0).isEmpty })
    add(targets)
    let onPath = Set(path + path.map { core.pointee.partner(of: $0) })
    for target in targets {
      for link in core.pointee.writers(of: target)
      where !onPath.contains(link) && core.pointee.isLiving(link: link) {
        add(core.pointee.sources(of: link))
      }
    }
    return Array(found.prefix(Session.mostHeads))
  }

  /// The writes that are tried, the plainest first.
  func probes(of path: [UInt32], at heads: [UInt32]) -> [(slot: UInt32, value: Value)] {
    let literals = literals(near: path, heads)
    var rows: [[(slot: UInt32, value: Value)]] = []
    for slot in heads {
      let present = core.pointee.read(slot)
      var values: [Value] = []
      let kinds = ValueKinds(of: core.pointee.info(of: slot).type)
      for value in probeValues(present, literals)
      where value != present && kinds.contains(ValueKinds(of: value)) && !values.contains(value) {
        values.append(value)
      }
      rows.append(values.map { (slot, $0) })
    }
    // Each property with its first value, and then each with its second.
    let longest = rows.map(\.count).max() ?? 0
    let all = (0..<longest).flatMap { position in
      rows.compactMap { position < $0.count ? $0[position] : nil }
    }
    return Array(all.prefix(Session.mostProbes))
  }

  /// Values that differ from the present one, on both sides of what the code compares with.
  private func probeValues(_ value: Value, _ literals: [Value]) -> [Value] {
    switch value {
    case .int(let number):
      let near = literals.flatMap { literal -> [Value] in
        guard case .int(let other) = literal else { return [] }
        return [.int(other), .int(other &+ 1), .int(other &- 1)]
      }
      return [.int(number == .max ? number - 1 : number + 1)] + near
        + [.double(Double(number) + 0.6), .int(0), .int(-1)]
    case .double(let number):
      let near = literals.flatMap { literal -> [Value] in
        switch literal {
        case .int(let other): [.double(Double(other) + 1), .double(Double(other) - 1)]
        case .double(let other): [.double(other + 1), .double(other - 1)]
        default: []
        }
      }
      return [.double(number + 1), .double(number + 0.6)] + near + [.double(0), .double(-1)]
    case .string(let text):
      let near = literals.filter { if case .string = $0 { true } else { false } }
      let long = lengths(literals).map {
        Value.string(String("abcdefghijklmnopqrstuvwxyz".prefix($0)))
      }
      return [.string(text + "x")] + near + long + [.string("")]
    case .bool(let flag): return [.bool(!flag)]
    case .duration(let span): return [.duration(span == .max ? span - 1 : span + 1)]
    case .nil: return [.int(1), .string("x"), .bool(true)]
    case .enumeration(let value):
      return value.enumeration.cases.filter { $0.parameters.isEmpty }.prefix(4)
        .map { .enumeration(EnumerationCase($0.name, of: value.enumeration)) }
    case .list(let list):
      let elements = Array(list)
      let other = elements.last.flatMap { probeValues($0, literals).first } ?? .int(1)
      let longer = lengths(literals).map { count in
        ListValue((0..<count).map { $0 < elements.count ? elements[$0] : .int($0) })
      }
      return ([ListValue(elements + [other])] + longer + [ListValue([]), ListValue([other])])
        .compactMap { $0.map { .list($0) } }
    case .dictionary(let dictionary):
      guard let key = dictionary.keys.first, let element = dictionary[key],
        case let others = probeValues(element, literals)
      else { return [] }
      return others.prefix(4).compactMap { other in
        dictionary.setting(key, to: other).map { .dictionary($0) }
      }
    case .object(let object): return others(than: object)
    }
  }

  /// The lengths that code may compare with.
  private func lengths(_ literals: [Value]) -> [Int] {
    literals.flatMap { literal -> [Int] in
      if case .int(let number) = literal, (1...20).contains(number) {
        [number, number + 1]
      } else {
        []
      }
    }
  }

  /// Other objects of the same class, and none.
  private func others(than object: ObjectID) -> [Value] {
    let classID = core.pointee.classID(of: object)
    var found: [Value] = []
    for index in 1..<UInt32(core.pointee.objects.count) where found.count < 2 {
      let other = core.pointee.objectID(at: index)
      guard other != object, core.pointee.isAlive(other), core.pointee.classID(of: other) == classID
      else { continue }
      found.append(.object(other))
    }
    return found + [.nil]
  }

  // MARK: What the code compares with

  /// The numbers and texts in the code on a path.
  private func literals(near path: [UInt32], _ heads: [UInt32]) -> [Value] {
    var found: [Value] = []
    func add(_ tree: SyntaxTree, _ nodes: some Sequence<NodeID>) {
      for node in nodes where found.count < 8 {
        let value: Value
        switch tree.expression(node) {
        case .intLiteral(let number): value = .int(number)
        case .doubleLiteral(let number): value = .double(number)
        case .stringLiteral(let text): value = .string(text)
        default: continue
        }
        if !found.contains(value) { found.append(value) }
      }
    }
    for link in path {
      let token = core.pointee.origin(of: core.pointee.lead(of: link))
      guard token != 0 else { continue }
      let origin = state.origins[Int(token) - 1]
      add(origin.tree.tree, literalNodes(origin.tree.tree, within: origin.node))
    }
    let setters = (heads + path.map { core.pointee.links[$0].target }).compactMap { slot in
      slot == 0 ? nil : core.pointee.info(of: slot)
    }
    for block in setters.flatMap({ [$0.setter, $0.computed] }) where block.exists {
      guard let code = machine.blocks[block.index].code?.takeUnretainedValue() else { continue }
      add(code.tree.tree, literalNodes(of: code))
    }
    return found
  }

  private func literalNodes(_ tree: SyntaxTree, within node: NodeID) -> [NodeID] {
    tree.ids(within: node).filter { tree[$0].kind.isLiteral }
  }

  private func literalNodes(of code: Code) -> [NodeID] {
    let tree = code.tree.tree
    if let pending = code.pending { return literalNodes(tree, within: pending.node) }
    guard let first = code.spans.map(\.start).min(), let last = code.spans.map(\.end).max() else {
      return []
    }
    return tree.ids { $0.isLiteral }.filter {
      first <= tree[$0].span.start && tree[$0].span.end <= last
    }
  }
}

extension NodeKind {
  fileprivate var isLiteral: Bool {
    self == .intLiteral || self == .doubleLiteral || self == .stringLiteral
  }
}
