import BindingEngine
import Language
import Names
import Syntax

/// Whether the final values of a script depend on the order in which its bindings and observers are
/// declared.
package struct OrderComparison {
  /// A reordering after which the final values differ.
  struct Dependence {
    /// The statements that moved, with those between them, in their new order.
    var statements: [(place: String, text: String, isMoved: Bool)]
    var differences: [Comparison.Difference]
    /// An error that occurs only in the new order.
    var error: String?
    /// What differs although the final values are the same, as written and in the new order; nil if they
    /// differ.
    var aside: (what: Comparison.Aside, sides: [String])?
  }

  /// The result under one semantics.
  struct Finding {
    var semantics: String
    /// How many other orders were run.
    var tried: Int
    var dependence: Dependence?

    /// Whether the final values are the same in all orders that were tried.
    var agrees: Bool { dependence == nil || dependence?.aside != nil }
  }

  let title: String
  /// How many bindings and observers can be moved.
  let movable: Int
  /// Whether these are all possible orders.
  let isComplete: Bool
  let findings: [Finding]

  /// Whether the final values are the same in all orders that were tried.
  package var agrees: Bool { findings.allSatisfy(\.agrees) }
}

/// Why the orders of a script cannot be compared.
package enum ComparisonProblem: Error {
  case interrupted
  /// A binding is named by its number, at this place.
  case number(Diagnostic)
}

extension ScriptComparison {
  /// If there are more orders than this, they are drawn at random instead of being listed.
  private static let mostListed = 5_040

  /// Runs the script in up to `limit` other orders under each semantics. If there are more orders,
  /// those that exchange one pair come first, and then random ones by the seed.
  package func compareOrders(atMost limit: Int) throws(ComparisonProblem) -> OrderComparison {
    let (tree, _, _) = Parser.parse(file, names: NameTable())
    let plan = OrderPlan(tree)
    if let number = plan.number {
      throw .number(
        Diagnostic(
          .error, "--orders cannot keep the number of a binding, which its place decides",
          file: file, span: tree[number].span,
          notes: [.init(.help, "give the binding a name: bind … as NAME")]))
    }
    let listed = min(limit, ScriptComparison.mostListed)
    let isComplete = plan.count(atMost: listed + 1) <= listed
    var findings: [OrderComparison.Finding] = []
    for semantics in semantics {
      var search = OrderSearch(
        comparison: self, semantics: semantics, plan: plan, limit: limit, isComplete: isComplete)
      findings.append(try search.run(tree))
    }
    return OrderComparison(
      title: file.name, movable: plan.groups.reduce(0) { $0 + $1.members.count },
      isComplete: isComplete, findings: findings)
  }
}

/// Looks for an order with other results, and then for the smallest reordering that has them.
private struct OrderSearch {
  let comparison: ScriptComparison
  let semantics: Semantics
  let plan: OrderPlan
  let limit: Int
  let isComplete: Bool
  var tried = 0
  var written = ComparedRun(name: "")
  /// The order with the difference that matters most, if the final values are the same in all.
  var beside: (what: Comparison.Aside, order: OrderPlan.Order)?

  mutating func run(_ tree: SyntaxTree) throws(ComparisonProblem) -> OrderComparison.Finding {
    written = try outcome(of: plan.written)
    let found = try firstDifferent()
    guard let first = found ?? beside?.order else {
      return .init(semantics: semantics.name, tried: tried, dependence: nil)
    }
    let what = found == nil ? beside?.what : nil
    let (order, run) = try smallest(first) { run in
      what.map { $0.differs(written, run) } ?? differs(run)
    }
    let difference = Comparison(title: "", runs: [written, run])
    return .init(
      semantics: semantics.name, tried: tried,
      dependence: .init(
        statements: statements(of: order, in: tree), differences: difference.differences,
        error: run.firstError == written.firstError ? nil : run.firstError,
        aside: what.map { ($0, $0.sides(written, run)) }))
  }

  private func outcome(of order: OrderPlan.Order) throws(ComparisonProblem) -> ComparedRun {
    try comparison.run(under: semantics, tracing: false) { plan.apply(order, to: &$0) }.0
  }

  private func differs(_ run: ComparedRun) -> Bool {
    !Comparison(title: "", runs: [written, run]).differences.isEmpty
  }

  /// Whether the final values differ in an order; if not, what else differs is kept.
  private mutating func differs(in order: OrderPlan.Order) throws(ComparisonProblem) -> Bool {
    tried += 1
    let compared = Comparison(title: "", runs: [written, try outcome(of: order)])
    if !compared.differences.isEmpty { return true }
    let known = beside.flatMap { Comparison.Aside.allCases.firstIndex(of: $0.what) } ?? .max
    if let what = compared.aside?.what,
      let place = Comparison.Aside.allCases.firstIndex(of: what), place < known
    {
      beside = (what, order)
    }
    return false
  }

  private mutating func firstDifferent() throws(ComparisonProblem) -> OrderPlan.Order? {
    if plan.groups.isEmpty { return nil }
    let first = isComplete ? plan.allOrders() : plan.swaps(atMost: limit)
    for order in first where try differs(in: order) { return order }
    guard !isComplete else { return nil }
    var random = SeededRandom(state: comparison.options.seed)
    while tried < limit {
      let order = plan.randomOrder(&random)
      if order == plan.written { tried += 1 } else if try differs(in: order) { return order }
    }
    return nil
  }

  /// Undoes one exchange of neighbours after the other, as long as the runs still differ.
  private func smallest(
    _ order: OrderPlan.Order, _ differs: (ComparedRun) -> Bool
  ) throws(ComparisonProblem) -> (OrderPlan.Order, ComparedRun) {
    var best = (order, try outcome(of: order))
    var isSmaller = true
    while isSmaller {
      isSmaller = false
      for step in plan.nearer(best.0) where step != plan.written {
        let run = try outcome(of: step)
        guard differs(run) else { continue }
        best = (step, run)
        isSmaller = true
        break
      }
    }
    return best
  }

  /// For each group in another order, its members from the first that moved to the last.
  private func statements(
    of order: OrderPlan.Order, in tree: SyntaxTree
  ) -> [(place: String, text: String, isMoved: Bool)] {
    var found: [(place: String, text: String, isMoved: Bool)] = []
    for (group, members) in zip(plan.groups, order) {
      let moved = members.indices.filter { members[$0] != $0 }
      guard let first = moved.first, let last = moved.last else { continue }
      for position in first...last {
        let node = group.members[members[position]]
        let line = tree.file.lines.line(of: tree[node].span.start) + tree.file.firstLine
        let text = tree.shortText(of: node, limit: 70, isASCII: comparison.options.isASCII)
        found.append(("\(tree.file.name):\(line)", text, members[position] != position))
      }
    }
    return found
  }
}
