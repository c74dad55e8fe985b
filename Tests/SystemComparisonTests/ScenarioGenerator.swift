import TestSupport

/// Makes random scenarios of what one system supports.
struct ScenarioGenerator {
  private var constructs: ComparedSystem.Constructs
  var random: SeededRandom
  var steps: [ComparedScenario.Step] = []
  private var properties: [PropertyState] = []
  private var objects = 0
  /// The links that have not been removed, with their sources.
  private var links: [(number: Int, property: Int, isObserver: Bool)] = []
  private var linkCount = 0
  /// The paths on which a change of a property may travel.
  private var ways: [(from: Int, to: Int)] = []
  private var pairs: Set<[Int]> = []
  /// Whether there are `computed` properties; without them there is room for other steps.
  private let isComputing: Bool
  /// Whether there are key paths and similar features. Then no property changes while it notifies: that
  /// is notified manually, which does not consider them.
  private let isWalking: Bool
  /// The property to which each key path leads.
  private var wayEnds: [Int] = []

  private struct PropertyState {
    var object: Int
    var isComputed = false
    var isReleased = false
    /// Whether it is, or was, an end of a two-way binding, the target of a binding, or in a join.
    var isEndOfPair = false
    var isTarget = false
    var isJoined = false
  }

  private init(_ constructs: ComparedSystem.Constructs, seed: Int) {
    self.constructs = constructs
    var random = SeededRandom(seed: seed)
    isComputing = random.chance(25) && constructs.hasComputed
    isWalking = constructs.hasWays && random.chance(40)
    if isWalking {
      self.constructs.rings = 0
      self.constructs.hasTwoWay = false
    }
    self.random = random
  }

  static func scenario(
    _ constructs: ComparedSystem.Constructs, seed: Int
  ) -> ComparedScenario {
    var generator = ScenarioGenerator(constructs, seed: seed)
    generator.generate()
    return ComparedScenario(name: "\(seed)", steps: generator.steps)
  }

  private mutating func generate() {
    let members = constructs.hasSeveralMembers && random.chance(40) ? 2 + random.below(3) : 1
    makeObject(members: members)
    for _ in 0..<(1 + random.below(4)) { makeObject(members: 1) }
    if random.chance(50) { makeShape() }
    // What is read after each step hides what is evaluated only when it is read.
    let readsAll = random.chance(30)
    for _ in 0..<(5 + random.below(12)) {
      makeStep()
      makeReads(ofAll: readsAll)
    }
    makeWrite()
    makeReads(ofAll: readsAll)
    makeWrite()
  }

  // MARK: Shapes

  /// A graph as people draw them: a chain, a fan, a diamond, with some observers.
  private mutating func makeShape() {
    while properties.count < 4 { makeObject(members: 1) }
    let corners = random.shuffled(Array(properties.indices.prefix(4)))
    let ways =
      switch random.below(4) {
      case 0: [(0, 1), (1, 2), (2, 3)]
      case 1: [(0, 1), (0, 2), (0, 3)]
      case 2: [(0, 1), (0, 2), (1, 3), (2, 3)]
      default: [(0, 1), (1, 2), (2, 0)]
      }
    let isJoined = constructs.hasJoins && constructs.bindsOnce
    for (from, to) in ways where !(isJoined && to == 3 && ways.count == 4) {
      bind(from: corners[from], to: corners[to], rings: constructs.rings)
      if random.chance(30) { makeObserver() }
    }
    if isJoined, ways.count == 4 { join(.sum([corners[1], corners[2]]), to: corners[3]) }
    for corner in corners where random.chance(60) { observe(corner, .log) }
  }

  // MARK: Steps

  private mutating func makeStep() {
    switch random.below(100) {
    case 0..<22: bind(from: pick(), to: pick(), rings: constructs.rings)
    case 22..<28: bindBothWays(pick(), pick())
    case 28..<35: makeJoin()
    case 35..<60: makeObserver()
    case 60..<86: makeWrite()
    case 86..<91: makeBatch()
    case 91..<95: unbind()
    case 95..<97: release()
    case 97..<99: makeObject(members: 1)
    default: makeComputed()
    }
    if isComputing, random.chance(10) { makeComputed() }
    if isWalking, random.chance(50) { makeWalk() }
  }

  private mutating func makeReads(ofAll readsAll: Bool) {
    guard constructs.readsSome else { return }
    if readsAll {
      for property in properties.indices { steps.append(.read(property)) }
    } else if random.chance(30) {
      steps.append(.read(pick()))
    }
  }

  private mutating func pick() -> Int {
    while true {
      let index = random.below(properties.count)
      if !properties[index].isReleased { return index }
    }
  }

  private mutating func pickWritable() -> Int? {
    let index = pick()
    return properties[index].isComputed ? nil : index
  }

  private mutating func smallNumber() -> Int {
    random.chance(30) ? random.below(4) : random.below(20)
  }

  private mutating func makeObject(members: Int) {
    for member in 0..<members {
      steps.append(
        .property(properties.count, object: objects, member: member, value: smallNumber()))
      properties.append(PropertyState(object: objects))
    }
    objects += 1
  }

  private mutating func makeComputed() {
    guard isComputing else { return }
    let formula = pickFormula(orChoice: constructs.computesChoices)
    for source in formula.sources { ways.append((source, properties.count)) }
    steps.append(.computed(properties.count, formula))
    properties.append(PropertyState(object: objects, isComputed: true))
    objects += 1
  }

  private mutating func pickFormula(orChoice mayChoose: Bool) -> ComparedScenario.Formula {
    if mayChoose, random.chance(40) { return .choice(pick(), pick(), pick()) }
    return .sum(Set((0..<(2 + random.below(2))).map { _ in pick() }).sorted())
  }

  private mutating func makeWalk() {
    switch random.below(5) {
    case 0:
      wayEnds.append(pick())
      steps.append(.way(wayEnds.count - 1, to: wayEnds[wayEnds.count - 1]))
    case 1 where !wayEnds.isEmpty:
      let (way, end) = (random.below(wayEnds.count), pick())
      // If it already leads there, GNUstep observes it again.
      guard wayEnds[way] != end else { return }
      wayEnds[way] = end
      steps.append(.point(way, at: end))
    case 2 where !wayEnds.isEmpty:
      // Its object changes, so it counts as beginning at no property.
      linkCount += 1
      links.append((linkCount, -1, true))
      steps.append(.observeWay(linkCount, way: random.below(wayEnds.count)))
    case 3:
      let property = pick()
      steps.append(
        .observeDependent(
          nextLink(of: property, isObserver: true), property: property,
          isTwice: random.chance(50)))
    default:
      let property = pick()
      steps.append(
        .observePrior(nextLink(of: property, isObserver: true), property: property))
    }
  }

  // MARK: Bindings

  /// Whether a change of `source` reaches `target`.
  private func reaches(_ source: Int, _ target: Int) -> Bool {
    var found: Set = [source]
    var left = [source]
    while let next = left.popLast() {
      for way in ways where way.from == next && found.insert(way.to).inserted {
        left.append(way.to)
      }
    }
    return found.contains(target)
  }

  /// Whether a binding is allowed here; it closes a ring in `rings` of a hundred cases.
  private mutating func mayLead(from source: Int, to target: Int, rings: Int) -> Bool {
    guard source != target, !properties[target].isComputed else { return false }
    return !reaches(target, source) || random.chance(rings)
  }

  private mutating func nextLink(of property: Int, isObserver: Bool = false) -> Int {
    linkCount += 1
    links.append((linkCount, property, isObserver))
    return linkCount
  }

  private mutating func makeTransform() -> ComparedScenario.Transform {
    switch random.below(10) {
    case 0..<4: .copy
    case 4..<7: .add(1 + random.below(5))
    case 7: .modulo(2 + random.below(9))
    case 8: .clamp(random.below(5), 5 + random.below(10))
    default: .negate
    }
  }

  private mutating func bind(from source: Int, to target: Int, rings: Int) {
    guard mayLead(from: source, to: target, rings: constructs.bindsRings ? rings : 0) else {
      return
    }
    if constructs.bindsOnce, properties[target].isEndOfPair { return }
    var transform = makeTransform()
    // JavaFX does nothing if a property is bound to the same one again; a preset makes the binding
    // again.
    if !constructs.showsFirings, case .copy = transform,
      ways.contains(where: { $0 == (source, target) })
    {
      transform = .add(0)
    }
    ways.append((source, target))
    properties[target].isTarget = true
    steps.append(.bind(nextLink(of: source), transform, from: source, to: target))
  }

  private mutating func bindBothWays(_ left: Int, _ right: Int) {
    guard constructs.hasTwoWay, !properties[left].isComputed,
      mayLead(from: left, to: right, rings: constructs.rings), !reaches(left, right),
      pairs.insert([min(left, right), max(left, right)]).inserted
    else { return }
    // The behaviour of JavaFX if a side cannot be written is unique.
    if constructs.bindsOnce, properties[left].isTarget || properties[right].isTarget { return }
    ways += [(left, right), (right, left)]
    properties[left].isEndOfPair = true
    properties[right].isEndOfPair = true
    let isPlain = !constructs.convertsBothWays || random.chance(50)
    let transform = isPlain ? ComparedScenario.Transform.copy : .add(1 + random.below(5))
    steps.append(.bindBothWays(nextLink(of: left), transform, left: left, right: right))
  }

  private mutating func makeJoin() {
    guard constructs.hasJoins else { return }
    join(pickFormula(orChoice: constructs.joinsChoices), to: pick())
  }

  private mutating func join(_ formula: ComparedScenario.Formula, to target: Int) {
    let sources = formula.sources
    for source in sources {
      guard mayLead(from: source, to: target, rings: 0) else { return }
    }
    if constructs.bindsOnce, properties[target].isEndOfPair { return }
    for source in sources {
      ways.append((source, target))
      properties[source].isJoined = true
    }
    properties[target].isTarget = true
    steps.append(.join(nextLink(of: sources[0]), formula, to: target))
  }

  // MARK: Observers

  private mutating func makeObserver() {
    let property = pick()
    observe(property, makeAction(of: property))
  }

  private mutating func makeAction(of property: Int) -> ComparedScenario.Action {
    let other = pick()
    switch random.below(100) {
    case 0..<12 where !properties[property].isComputed && !isWalking:
      return .raise(to: random.below(14))
    case 12..<20 where !properties[property].isComputed && !isWalking:
      return .cap(at: random.below(14))
    case 20..<35 where mayLead(from: property, to: other, rings: constructs.rings / 2):
      ways.append((property, other))
      return .write(other, adding: random.below(4))
    case 35..<50 where mayLead(from: property, to: other, rings: isWalking ? 0 : 100):
      ways.append((property, other))
      return .lift(other, below: random.below(14))
    case 58..<75 where constructs.readsSome: return .look(pick(), from: random.below(10))
    case 50..<58 where constructs.hasErrors: return .fail(2 + random.below(4))
    case 58..<66 where constructs.endsWithin != .nothing:
      let ended = links.filter { $0.isObserver || constructs.endsWithin == .links }
      return ended.randomElement(using: &random).map { .end($0.number) } ?? .log
    default: return .log
    }
  }

  private mutating func observe(_ property: Int, _ action: ComparedScenario.Action) {
    steps.append(.observe(nextLink(of: property, isObserver: true), property: property, action))
  }

  // MARK: Other steps

  private mutating func makeWrite() {
    guard let property = pickWritable() else { return }
    steps.append(.set(property, smallNumber()))
  }

  private mutating func makeBatch() {
    guard constructs.hasBatches, let first = pickWritable() else { return }
    var writes = [(property: first, value: smallNumber())]
    if random.chance(25) {
      // In the end the property is unchanged.
      let value = smallNumber()
      steps += [.set(first, value), .batch(writes + [(property: first, value: value)])]
      return
    }
    for _ in 0..<(1 + random.below(4)) {
      guard let property = pickWritable() else { continue }
      let isElsewhere = properties[property].object != properties[first].object
      if constructs.hasSeveralMembers, isElsewhere { continue }
      writes.append((property: property, value: smallNumber()))
    }
    steps.append(.batch(writes))
  }

  private mutating func unbind() {
    guard !links.isEmpty else { return }
    let link = links.remove(at: random.below(links.count))
    steps.append(.unbind(link.number))
  }

  private mutating func release() {
    let object = properties[pick()].object
    let members = properties.indices.filter { properties[$0].object == object }
    let left = properties.filter { !$0.isReleased }.count - members.count
    // A join that has lost a source would read nothing.
    guard constructs.hasRelease, left >= 2, !members.contains(where: { properties[$0].isJoined })
    else { return }
    for member in members { properties[member].isReleased = true }
    links.removeAll { members.contains($0.property) }
    steps.append(.release(object: object))
  }
}

extension SeededRandom {
  fileprivate mutating func shuffled(_ numbers: [Int]) -> [Int] { numbers.shuffled(using: &self) }
}
