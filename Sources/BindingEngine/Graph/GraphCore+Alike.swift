import Names

extension GraphCore {
  /// How many bindings that write a property are compared with a new one.
  private static let mostCompared = 16

  /// A binding that does the same as `link`: it passes values between the same properties, in the
  /// same direction and through the same named transformers.
  ///
  /// - Complexity: O(1), since only some of many bindings to one property are compared.
  package func linkAlike(_ link: UInt32) -> UInt32? {
    let record = links[link]
    guard record.source != 0, record.target != 0 else { return nil }
    var current = firstIncoming[record.target]
    // Nearly always nothing else writes the property.
    guard current != link || record.nextIncoming != 0, isComparable(link) else { return nil }
    var left = GraphCore.mostCompared
    while current != 0, left > 0 {
      if current != link, links[current].source == record.source, isComparable(current),
        links[current].flags.contains(.forward) == record.flags.contains(.forward),
        isAlike(links[current].detail, record.detail)
      {
        return current
      }
      left -= 1
      current = links[current].nextIncoming
    }
    return nil
  }

  /// Whether two bindings can be compared: a block may do anything.
  private func isComparable(_ link: UInt32) -> Bool {
    let record = links[link]
    guard record.flags.isDisjoint(with: [.dead, .observer, .computed, .once, .step, .reverse])
    else { return false }
    guard record.detail != 0 else { return true }
    let detail = details[record.detail]
    if case .block = detail.source { return false }
    return !detail.transform.exists && !detail.observe.exists && !detail.each.exists
      && stages(of: detail).allSatisfy { transformers[$0.transformer].name != .none }
  }

  private func stages(of detail: LinkDetail) -> [Stage] {
    (0..<detail.stageCount).map { stages[detail.firstStage + $0] }
  }

  private func isAlike(_ first: UInt32, _ second: UInt32) -> Bool {
    let (one, other) = (first == 0 ? nil : details[first], second == 0 ? nil : details[second])
    let ends = [(one?.source, other?.source), (one?.target, other?.target)]
    guard ends.allSatisfy({ names(of: $0) == names(of: $1) }) else { return false }
    let (some, others) = (
      one.map { self.stages(of: $0) } ?? [], other.map { self.stages(of: $0) } ?? []
    )
    return some.count == others.count
      && zip(some, others).allSatisfy {
        $0.transformer == $1.transformer && $0.isReversed == $1.isReversed
      }
  }

  private func names(of end: LinkDetail.End?) -> [Name] {
    guard case .path(let path)? = end else { return [] }
    return paths[Int(path)].names
  }
}
