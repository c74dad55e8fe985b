import Basics
import Language
import Names
import Syntax
import Text

/// The parts of a script that can be declared in another order: its bindings and observers, in groups
/// of neighbours.
struct OrderPlan {
  /// Bindings and observers whose order may change.
  struct Group {
    /// In the order in which they are written.
    var members: [NodeID]
    /// The body that contains them; nil at top level.
    var body: NodeID?
    /// At top level: the first and the last statement of the sequence of declarations.
    var range: Range<Int> = 0..<0
  }

  /// For each group, the order of its members.
  typealias Order = [[Int]]

  let groups: [Group]
  /// The first place that names a binding by its number, which would differ in another order.
  let number: NodeID?
  /// For each statement at top level, the names in it.
  private let mentioned: [NodeID: Set<Name>]
  /// For each declaration at top level, its name.
  private let declared: [NodeID: Name]

  init(_ tree: SyntaxTree) {
    mentioned = OrderPlan.mentioned(in: tree)
    var declared: [NodeID: Name] = [:]
    for statement in tree.statements
    where OrderPlan.declares(statement, in: tree) && !OrderPlan.isMovable(statement, in: tree) {
      declared[statement] = OrderPlan.declaredName(statement, in: tree)
    }
    self.declared = declared
    var groups: [Group] = []
    var start = 0
    for position in 0...tree.statements.count {
      let isEnd =
        position == tree.statements.count
        || !OrderPlan.declares(tree.statements[position], in: tree)
      guard isEnd else { continue }
      let members = tree.statements[start..<position].filter { OrderPlan.isMovable($0, in: tree) }
      if members.count > 1 {
        groups.append(Group(members: members, body: nil, range: start..<position))
      }
      start = position + 1
    }
    let nodes = (1..<UInt32(max(1, tree.nodes.count))).lazy.map { NodeID($0) }
    for body in nodes where tree[body].kind == .body {
      let members = tree.members(of: body).filter { OrderPlan.isMovable($0, in: tree) }
      if members.count > 1 { groups.append(Group(members: members, body: body)) }
    }
    self.groups = groups
    number = nodes.first { tree[$0].kind == .number }
  }

  private static func isMovable(_ id: NodeID, in tree: SyntaxTree) -> Bool {
    switch tree[id].kind {
    case .binding, .observe, .on, .effect: true
    default: false
    }
  }

  /// Whether a statement only declares something, so that the statements around it are one group.
  private static func declares(_ id: NodeID, in tree: SyntaxTree) -> Bool {
    switch tree[id].kind {
    case .objectDeclaration, .classDeclaration, .protocolDeclaration, .enumDeclaration,
      .transformer, .action:
      true
    // The value of such an expression may depend on the bindings before it.
    case .letDeclaration: OrderPlan.isFixed(tree.value(id).value, in: tree)
    default: isMovable(id, in: tree)
    }
  }

  private static func declaredName(_ id: NodeID, in tree: SyntaxTree) -> Name? {
    let name: NodeID
    switch tree.statement(id) {
    case .object(let object): name = object.name
    case .classDeclaration(let declared): name = declared.name
    case .protocolDeclaration(let declared): name = declared.name
    case .enumDeclaration(let declared, _): name = declared
    case .transformer(let transformer): name = transformer.name
    case .action(let action): name = action.name
    case .letDeclaration(let constant): name = constant.name
    default: return nil
    }
    return tree[name].kind == .name ? tree.name(name) : nil
  }

  private static func isFixed(_ value: NodeID, in tree: SyntaxTree) -> Bool {
    switch tree[value].kind {
    case .new, .intLiteral, .doubleLiteral, .stringLiteral, .durationLiteral, .trueLiteral,
      .falseLiteral, .nilLiteral:
      true
    default: false
    }
  }

  private static func mentioned(in tree: SyntaxTree) -> [NodeID: Set<Name>] {
    var found: [NodeID: Set<Name>] = [:]
    let starts = tree.statements.map { tree[$0].span.start }
    for (index, node) in tree.nodes.enumerated() where node.kind == .name {
      // The last statement that begins before the name.
      let low = starts.indices.partitionPoint { starts[$0] > node.span.start }
      guard low > 0 else { continue }
      found[tree.statements[low - 1], default: []].insert(tree.name(NodeID(UInt32(index))))
    }
    return found
  }

  // MARK: Orders

  /// The order in which they are written.
  var written: Order { groups.map { Array($0.members.indices) } }

  /// How many orders there are besides that one, or `limit` if there are as many or more.
  func count(atMost limit: Int) -> Int {
    var count = 1
    for group in groups {
      for factor in 2...group.members.count {
        let (product, overflow) = count.multipliedReportingOverflow(by: factor)
        if overflow || product > limit { return limit }
        count = product
      }
    }
    return min(count - 1, limit)
  }

  /// All except the written one; those with the fewest exchanged pairs come first.
  func allOrders() -> [Order] {
    var orders: [Order] = [[]]
    for group in groups {
      let own = OrderPlan.permutations(of: group.members.count)
      orders = orders.flatMap { order in own.map { order + [$0] } }
    }
    let counted = orders.enumerated().map {
      ($0.offset, $0.element, OrderPlan.inversions($0.element))
    }
    return counted.sorted { ($0.2, $0.0) < ($1.2, $1.0) }.map(\.1).filter { $0 != written }
  }

  private static func permutations(of count: Int) -> [[Int]] {
    guard count > 0 else { return [[]] }
    return permutations(of: count - 1).flatMap { rest in
      (0..<count).map { place in
        var order = rest
        order.insert(count - 1, at: order.count - place)
        return order
      }
    }
  }

  /// How many pairs are not in their written order.
  static func inversions(_ order: Order) -> Int {
    order.reduce(0) { sum, members in
      sum
        + members.indices.reduce(0) { inner, position in
          inner + members[..<position].count { $0 > members[position] }
        }
    }
  }

  /// The orders that exchange one pair: neighbours first, then pairs further apart.
  func swaps(atMost limit: Int) -> [Order] {
    var found: [Order] = []
    let widest = groups.map(\.members.count).max() ?? 0
    for distance in 1..<max(widest, 1) {
      for (group, members) in groups.map(\.members).enumerated() where members.count > distance {
        for position in 0..<(members.count - distance) {
          guard found.count < limit else { return found }
          var order = written
          order[group].swapAt(position, position + distance)
          found.append(order)
        }
      }
    }
    return found
  }

  func randomOrder(_ random: inout SeededRandom) -> Order {
    groups.map { group in
      var order = Array(group.members.indices)
      for position in stride(from: order.count - 1, to: 0, by: -1) {
        order.swapAt(position, random.next(below: position + 1))
      }
      return order
    }
  }

  /// The orders with one more pair of neighbours in its written order.
  func nearer(_ order: Order) -> [Order] {
    var found: [Order] = []
    for (group, members) in order.enumerated() {
      for position in members.indices.dropLast() where members[position] > members[position + 1] {
        var step = order
        step[group].swapAt(position, position + 1)
        found.append(step)
      }
    }
    return found
  }

  // MARK: Applying

  /// Reorders the declarations of a tree. A binding comes after the declarations that it
  /// names, which may move up for that; the written order leaves everything unchanged.
  func apply(_ order: Order, to tree: inout SyntaxTree) {
    let statements = tree.statements
    for (group, members) in zip(groups, order) {
      let moved = members.map { group.members[$0] }
      guard let body = group.body else {
        tree.statements.replaceSubrange(
          group.range, with: run(statements[group.range], with: moved, in: tree))
        continue
      }
      var next = moved.makeIterator()
      tree.replaceMembers(of: body) { member, tree in
        OrderPlan.isMovable(member, in: tree) ? next.next() : nil
      }
    }
  }

  /// A sequence of declarations with its bindings in the order `moved`.
  private func run(
    _ statements: ArraySlice<NodeID>, with moved: [NodeID], in tree: SyntaxTree
  ) -> [NodeID] {
    let declarations = statements.filter { !OrderPlan.isMovable($0, in: tree) }
    // How many declarations come before each place for a binding.
    var before: [Int] = []
    var count = 0
    for statement in statements {
      if OrderPlan.isMovable(statement, in: tree) { before.append(count) } else { count += 1 }
    }
    var place: [Name: Int] = [:]
    for (position, declaration) in declarations.enumerated() {
      if let name = declared[declaration] { place[name] = position }
    }
    /// How many declarations must come before a binding that mentions `words`.
    func needed(_ words: Set<Name>) -> Int {
      var open = words.compactMap { place[$0] }
      var seen: Set<Int> = []
      while let next = open.popLast() {
        guard seen.insert(next).inserted else { continue }
        open += mentioned[declarations[next], default: []].compactMap { place[$0] }
      }
      return seen.max().map { $0 + 1 } ?? 0
    }
    var result: [NodeID] = []
    var done = 0
    for (binding, least) in zip(moved, before) {
      let wanted = max(least, needed(mentioned[binding, default: []]))
      while done < wanted {
        result.append(declarations[done])
        done += 1
      }
      result.append(binding)
    }
    return result + declarations[done...]
  }
}
