// Runs scenarios with Swift's Observation; README.md has the format.
import Observation

let mostLines = 3_000

struct Runaway: Error {}

@Observable final class Cell {
  var value: Int

  init(_ value: Int) { self.value = value }
}

/// A sum modulo 1000, or a choice, which reads one or the other.
struct Formula {
  let sources: [Int]
  let isChoice: Bool

  init(_ text: String) {
    isChoice = text.contains("?")
    sources = text.split { "?:,".contains($0) }.map { Int($0)! }
  }

  func value(_ read: (Int) -> Int) -> Int {
    if isChoice { return read(sources[0]) % 2 == 0 ? read(sources[1]) : read(sources[2]) }
    let sum = sources.reduce(0) { $0 + read($1) }
    return ((sum % 1_000) + 1_000) % 1_000
  }
}

func transform(_ text: String, backward: Bool = false) -> (Int) -> Int {
  let words = text.split(separator: ":")
  let numbers = words.dropFirst().map { Int($0)! }
  switch words[0] {
  case "add": return { backward ? $0 - numbers[0] : $0 + numbers[0] }
  case "mod": return { (($0 % numbers[0]) + numbers[0]) % numbers[0] }
  case "clamp": return { min(max($0, numbers[0]), numbers[1]) }
  case "neg": return { -$0 }
  default: return { $0 }
  }
}

/// A binding, one direction of a binding, or an observer: it reads while it is tracked, and does the
/// rest after that.
final class Link {
  let number: Int
  let source: Formula
  let isPlain: Bool
  let act: (Int) throws -> Void
  var isEnded = false

  init(_ number: Int, _ source: Formula, isPlain: Bool, act: @escaping (Int) throws -> Void) {
    (self.number, self.source, self.isPlain, self.act) = (number, source, isPlain, act)
  }
}

final class Run {
  enum Property {
    case cell(Cell)
    case computed(Formula)
  }

  /// What observes a property, in the order of making.
  enum Reader {
    case link(Link)
    case computed(Int, Formula)
  }

  var properties: [Property] = []
  var readers: [Reader] = []
  var links: [Int: [Link]] = [:]
  /// The listeners that the present write has notified, in Observation's order, which is undefined.
  var notified: [Link] = []
  var queue: [Link] = []
  var lines = 0
  var hasFailed = false

  func log(_ line: String) throws {
    print(line)
    lines += 1
    if lines >= mostLines { throw Runaway() }
  }

  func read(_ property: Int) -> Int {
    switch properties[property] {
    case .cell(let cell): cell.value
    case .computed(let formula): formula.value(read)
    }
  }

  func read(_ link: Link) -> Int {
    link.isPlain ? read(link.source.sources[0]) : link.source.value(read)
  }

  // MARK: Observing

  /// Reads the properties of a link, and tracks their next change.
  func track(_ link: Link) -> Int {
    withObservationTracking {
      read(link)
    } onChange: { [unowned self] in
      if !link.isEnded { notified.append(link) }
    }
  }

  func write(_ value: Int, to property: Int) {
    guard case .cell(let cell) = properties[property] else { return }
    let order = readersInOrder(of: property)
    cell.value = value
    let due = order.filter { link in notified.contains { $0 === link } }
    precondition(due.count == notified.count, "notified without having read")
    notified = []
    queue += due
  }

  /// The links that read a property now, in the order of making; those that read it through a computed
  /// property have its position.
  func readersInOrder(of property: Int) -> [Link] {
    var found: [Link] = []
    func visit(_ property: Int) {
      for reader in readers {
        switch reader {
        case .link(let link):
          if !link.isEnded, sources(of: link).contains(property),
            !found.contains(where: { $0 === link })
          {
            found.append(link)
          }
        case .computed(let index, let formula):
          if sources(of: formula).contains(property) { visit(index) }
        }
      }
    }
    visit(property)
    return found
  }

  func sources(of link: Link) -> [Int] {
    link.isPlain ? link.source.sources : sources(of: link.source)
  }

  func sources(of formula: Formula) -> [Int] {
    var found: [Int] = []
    _ = formula.value {
      found.append($0)
      return read($0)
    }
    return found
  }

  /// The tick: notified links run, in the order of their notifications, until nothing is due.
  func tick() throws {
    while !queue.isEmpty {
      let link = queue.removeFirst()
      if link.isEnded { continue }
      do {
        try link.act(track(link))
      } catch is CancellationError {
        hasFailed = true
      }
    }
  }

  // MARK: Steps

  func add(_ link: Link) {
    links[link.number, default: []].append(link)
    readers.append(.link(link))
  }

  func bind(
    _ number: Int, _ source: String, isPlain: Bool = true, to target: Int,
    _ change: @escaping (Int) -> Int
  ) throws {
    let link = Link(number, Formula(source), isPlain: isPlain) { [unowned self] value in
      try log("fire #\(number) \(isPlain ? "\(value)" : "")->\(change(value))")
      write(change(value), to: target)
    }
    add(link)
    try link.act(track(link))
  }

  func bindBothWays(_ number: Int, _ text: String, _ left: Int, _ right: Int) throws {
    try bind(number, "\(left)", to: right, transform(text))
    let change = transform(text, backward: true)
    let link = Link(number, Formula("\(right)"), isPlain: true) { [unowned self] value in
      try log("fire #\(number) \(value)->\(change(value))")
      write(change(value), to: left)
    }
    add(link)
    _ = track(link)
  }

  func observe(_ number: Int, _ property: Int, _ action: String) {
    let words = action.split(separator: ":")
    let numbers = words.dropFirst().map { Int($0)! }
    let link = Link(number, Formula("\(property)"), isPlain: true) { [unowned self] value in
      try log("obs #\(number) \(value)")
      switch words[0] {
      case "own" where value < numbers[0]: write(value + 1, to: property)
      case "top" where value > numbers[0]: write(numbers[0], to: property)
      case "to": write(value + numbers[1], to: numbers[0])
      case "low" where value < numbers[1]: write(value + 1, to: numbers[0])
      case "end": end(numbers[0])
      case "fail" where value % numbers[0] == 0: throw CancellationError()
      default: break
      }
    }
    add(link)
    _ = track(link)
  }

  func end(_ number: Int) {
    for link in links[number] ?? [] { link.isEnded = true }
  }

  func take(_ words: [String]) throws {
    func number(_ place: Int) -> Int { Int(words[place])! }
    switch words[0] {
    case "prop": properties.append(.cell(Cell(number(4))))
    case "comp":
      properties.append(.computed(Formula(words[2])))
      readers.append(.computed(number(1), Formula(words[2])))
    case "bind": try bind(number(1), words[3], to: number(4), transform(words[2]))
    case "both": try bindBothWays(number(1), words[2], number(3), number(4))
    case "join":
      try bind(number(1), words[2], isPlain: false, to: number(3)) { $0 }
    case "obs": observe(number(1), number(2), words[3])
    case "set": write(number(2), to: number(1))
    case "batch":
      for pair in words.dropFirst() {
        let parts = pair.split(separator: "=")
        write(Int(parts[1])!, to: Int(parts[0])!)
      }
    case "unbind": end(number(1))
    default: fatalError(words[0])
    }
  }

  func run(_ steps: [[String]]) {
    for (index, words) in steps.enumerated() {
      print("step \(index)")
      (lines, hasFailed) = (0, false)
      do {
        try take(words)
        try tick()
      } catch {
        print("runaway")
        return
      }
      if hasFailed { print("error") }
      print("=" + properties.indices.map { " \(read($0))" }.joined())
    }
  }
}

var steps: [[String]] = []
while let line = readLine() {
  let words = line.split(separator: " ").map(String.init)
  switch words.first {
  case "scenario":
    print(line)
    steps = []
  case "end": Run().run(steps)
  case nil: break
  default: steps.append(words)
  }
}
