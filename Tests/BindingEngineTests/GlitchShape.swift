import TestSupport

/// What is written: one cell, or several in a batch.
struct GlitchStep: CustomStringConvertible {
  var writes: [(cell: Int, value: Int)]
  var description: String { writes.map { "\($0.cell) = \($0.value)" }.joined(separator: "; ") }

  init(_ shape: GlitchShape, _ random: inout SeededRandom) {
    let cells = (0..<shape.count).filter { shape.computed[$0] == nil }
    writes = (0..<(random.chance(30) ? 2 : 1)).map { _ in
      (cells[random.below(cells.count)], random.below(10))
    }
  }
}

/// A graph of cells that hold numbers.
struct GlitchShape: CustomStringConvertible {
  enum Link: CustomStringConvertible {
    case oneWay(Int, Int, Change)
    case bothWays(Int, Int, Int)
    case join([Int], Int, Change)
    case observer([Int])

    var description: String {
      switch self {
      case .oneWay(let source, let target, let change): "\(source)~>\(target)|\(change)"
      case .bothWays(let one, let other, let shift): "\(one)<>\(other)|+\(shift)"
      case .join(let reads, let target, let change): "\(reads)~>\(target)|\(change)"
      case .observer(let reads): "observe \(reads)"
      }
    }
  }

  enum Change: String, CaseIterable {
    case same, next, clamp, half

    func apply(_ number: Int) -> Int {
      switch self {
      case .same: number
      case .next: (number + 1) % 10
      case .clamp: min(number, 4)
      case .half: number / 2
      }
    }
  }

  var count: Int
  /// What is computed, and of what.
  var computed: [Int: [Int]] = [:]
  var links: [Link] = []
  var description: String { "\(computed), \(links)" }

  init(hasCycles mayCircle: Bool, random: inout SeededRandom) {
    count = 3 + random.below(5)
    for cell in 1..<count where random.chance(20) {
      computed[cell] = (0...random.below(2)).map { _ in random.below(cell) }
    }
    func change() -> Change { Change.allCases[random.below(Change.allCases.count)] }
    for _ in 0..<(2 + random.below(7)) {
      let target = random.below(count)
      guard computed[target] == nil, mayCircle || target > 0 else { continue }
      let reads = (0..<2).map { _ in random.below(mayCircle ? count : target) }
      switch random.below(10) {
      case 0 where mayCircle && computed[reads[0]] == nil && reads[0] != target:
        links.append(.bothWays(reads[0], target, random.below(2)))
      case 0..<4: links.append(.join(reads, target, change()))
      default: links.append(.oneWay(reads[0], target, change()))
      }
    }
    for _ in 0..<(1 + random.below(4)) {
      links.append(.observer((0..<(random.chance(40) ? 2 : 1)).map { _ in random.below(count) }))
    }
    links.shuffle(using: &random)
  }
}
