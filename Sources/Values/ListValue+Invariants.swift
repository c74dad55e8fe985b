extension ListValue {
  /// The invariants of its tree that do not hold, in words; empty if all is well.
  ///
  /// - Complexity: O(*n*).
  func checkInvariants() -> [String] {
    guard let root else { return [] }
    var broken: [String] = []
    if root.count == 0, !root.isLeaf { broken.append("a branch without elements") }
    if root.children.count == 1 { broken.append("a root with one child") }
    if depth > ListValue.maximumDepth { broken.append("nested too deeply") }
    if size > ListValue.maximumSize { broken.append("too large") }
    root.check(&broken)
    return broken
  }
}

extension ListValue.Node {
  fileprivate func check(_ broken: inout [String]) {
    if isLeaf { checkLeaf(&broken) } else { checkBranch(&broken) }
  }

  private func checkLeaf(_ broken: inout [String]) {
    if !children.isEmpty || !ends.isEmpty { broken.append("a leaf with children") }
    if values.count > ListValue.Node.leafCapacity { broken.append("an overfull leaf") }
    if count != values.count { broken.append("a leaf counts \(count), not \(values.count)") }
    var (depth, held) = (0, values.count)
    for value in values {
      switch value {
      case .list(let list):
        (depth, held) = (max(depth, list.depth), held + list.size)
        broken += list.checkInvariants()
      case .dictionary(let dictionary):
        (depth, held) = (max(depth, dictionary.depth), held + dictionary.size)
        broken += dictionary.checkInvariants()
      case .enumeration(let value):
        (depth, held) = (max(depth, value.values.depth), held + value.values.size)
        broken += value.values.checkInvariants()
      default: break
      }
    }
    if nesting != depth { broken.append("the nesting of a leaf") }
    if size != held { broken.append("the size of a leaf") }
  }

  private func checkBranch(_ broken: inout [String]) {
    if !values.isEmpty { broken.append("a branch with values") }
    if children.count > ListValue.Node.childCapacity { broken.append("an overfull branch") }
    var end = 0
    var counted: [Int] = []
    for child in children {
      if child.height != height - 1 { broken.append("children of different heights") }
      if !child.isHalfFull { broken.append("a node that is not half full") }
      end += child.count
      counted.append(end)
      child.check(&broken)
    }
    if Array(ends) != counted { broken.append("ends \(ends), not \(counted)") }
    if count != end { broken.append("a branch counts \(count), not \(end)") }
    if nesting != children.map(\.nesting).max() { broken.append("the nesting of a branch") }
    if size != children.map(\.size).reduce(0, +) { broken.append("the size of a branch") }
  }
}
