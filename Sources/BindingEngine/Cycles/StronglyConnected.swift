/// The strongly connected components among `nodes`, each before those that it leads to.
///
/// Tarjan's algorithm with an explicit stack: a component may be as large as the graph.
///
/// - Parameter successors: Where a node leads to. Nodes that are not among `nodes` are skipped.
/// - Complexity: O(*n* + *m*) in the nodes and the edges between them.
package func stronglyConnected<Node: Hashable>(
  _ nodes: [Node], successors: (Node) -> [Node]
) -> [[Node]] {
  let members = Set(nodes)
  var index: [Node: Int] = [:]
  var low: [Node: Int] = [:]
  var isOpen: Set<Node> = []
  var open: [Node] = []
  var found: [[Node]] = []
  for root in nodes where index[root] == nil {
    var stack: [(node: Node, targets: [Node], next: Int)] = []
    func enter(_ node: Node) {
      index[node] = index.count
      low[node] = index[node]
      open.append(node)
      isOpen.insert(node)
      stack.append((node, successors(node).filter(members.contains), 0))
    }
    enter(root)
    while var visit = stack.popLast() {
      if visit.next < visit.targets.count {
        let target = visit.targets[visit.next]
        visit.next += 1
        stack.append(visit)
        if index[target] == nil {
          enter(target)
        } else if isOpen.contains(target) {
          low[visit.node] = min(low[visit.node]!, index[target]!)
        }
        continue
      }
      if let parent = stack.last {
        low[parent.node] = min(low[parent.node]!, low[visit.node]!)
      }
      guard low[visit.node] == index[visit.node] else { continue }
      var piece: [Node] = []
      while let node = open.popLast() {
        isOpen.remove(node)
        piece.append(node)
        if node == visit.node { break }
      }
      found.append(piece)
    }
  }
  return found.reversed()
}
