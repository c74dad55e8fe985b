/// The edges of a directed graph whose nodes are numbered from 0.
package struct NumberedEdges {
  /// Where the edges of each node begin in `targets`, in the order of the nodes.
  private var starts: [Int] = []
  private var targets: [Int] = []

  package init() {}

  /// How many nodes have begun.
  package var count: Int { starts.count }

  /// The edges added from now on belong to the next node.
  package mutating func beginNode() { starts.append(targets.count) }

  package mutating func add(_ target: Int) { targets.append(target) }

  /// Calls `body` with the nodes of each strongly connected component, in reverse topological
  /// order: each one after those that it leads to.
  ///
  /// Tarjan's algorithm, with a stack of its own: a component may be as large as the graph.
  ///
  /// - Complexity: O(*n* + *m*) in the nodes and in the edges between them.
  package func forEachComponent(_ body: (ArraySlice<Int>) -> Void) {
    var index = [Int](repeating: -1, count: count)
    var low = index
    var isOpen = [Bool](repeating: false, count: count)
    var open: [Int] = []
    var seen = 0
    var stack: [(node: Int, next: Int)] = []
    func enter(_ node: Int) {
      index[node] = seen
      low[node] = seen
      seen += 1
      open.append(node)
      isOpen[node] = true
      stack.append((node, starts[node]))
    }
    for root in 0..<count where index[root] < 0 {
      enter(root)
      while let (node, next) = stack.last {
        if next < (node + 1 < count ? starts[node + 1] : targets.count) {
          stack[stack.count - 1].next += 1
          let target = targets[next]
          if index[target] < 0 {
            enter(target)
          } else if isOpen[target] {
            low[node] = min(low[node], index[target])
          }
          continue
        }
        stack.removeLast()
        if let parent = stack.last?.node { low[parent] = min(low[parent], low[node]) }
        guard low[node] == index[node], let first = open.lastIndex(of: node) else { continue }
        for member in open[first...] { isOpen[member] = false }
        body(open[first...])
        open.removeSubrange(first...)
      }
    }
  }
}

/// The strongly connected components of `nodes`, in topological order: each one before those that
/// it leads to.
///
/// - Parameter successors: The successors of a node; those that are not among `nodes` are ignored.
/// - Complexity: O(*n* + *m*) in the nodes and in the edges between them.
package func stronglyConnected<Node: Hashable>(
  _ nodes: [Node], successors: (Node) -> [Node]
) -> [[Node]] {
  var known: Set<Node> = []
  let nodes = nodes.filter { known.insert($0).inserted }
  let numbers = Dictionary(uniqueKeysWithValues: nodes.enumerated().map { ($1, $0) })
  var edges = NumberedEdges()
  for node in nodes {
    edges.beginNode()
    for target in successors(node) {
      if let number = numbers[target] { edges.add(number) }
    }
  }
  var found: [[Node]] = []
  edges.forEachComponent { members in found.append(members.reversed().map { nodes[$0] }) }
  return found.reversed()
}
