import BindingEngine
import Testing

/// What an observer of a scenario does, the same on both sides.
enum Reaction {
  case nothing
  /// Writes its value, plus something if it is not too large.
  case write(object: Int, name: String)
  /// The same, and ignores a failure.
  case tryToWrite(object: Int, name: String)
  case unbind(Int)
  case release(Int)
  case fail(modulus: Int)
  /// Makes a plain binding.
  case bind(from: Int, to: Int)
}

extension Scenario {
  /// One random operation.
  func doSomething() throws {
    if model.knobs.waitsForTick, random.chance(25) { return try tick() }
    switch random.below(100) {
    case ..<45: try write()
    case ..<55: try point()
    case ..<72: try bind()
    case ..<80: try observe()
    case ..<85: try bindBothWays()
    case ..<91: try unbind()
    case ..<93: try release()
    case ..<97: try batch()
    default: makeObject()
    }
  }

  private var anObject: Int { random.below(objects.count) }
  private func pick(_ names: [String]) -> String { names[random.below(names.count)] }
  private var aTarget: String { pick(["a", "a", "b", "b", "number", "capped"]) }
  private var aSource: String { pick(["a", "a", "b", "b", "number", "capped", "sum", "half"]) }

  private var aValue: ModelValue {
    switch random.below(20) {
    case 0: .nil
    case 1: .text("text")
    default: .int(random.below(12))
    }
  }

  // MARK: Writing

  private func write() throws {
    let (object, name, value) = (anObject, aTarget, aValue)
    guard graph.isAlive(objects[object]) else { return }
    try step("\(object).\(name) = \(value)") {
      try graph.set(property(object, name), to: self.value(value))
    } model: {
      try model.set(model.objects[object].properties[name]!, value)
    }
  }

  private func point() throws {
    let (object, other) = (anObject, anObject)
    guard graph.isAlive(objects[object]), graph.isAlive(objects[other]) else { return }
    let value: ModelValue = random.chance(25) ? .nil : .object(other)
    try step("\(object).next = \(value)") {
      try graph.set(property(object, "next"), to: self.value(value))
    } model: {
      try model.set(model.objects[object].properties["next"]!, value)
    }
  }

  private func batch() throws {
    let writes = (0..<3).map { _ in (anObject, aTarget, aValue) }
      .filter { graph.isAlive(objects[$0.0]) }
    guard !writes.isEmpty else { return }
    let fails = random.chance(30)
    try step("batch \(writes) fails \(fails)") {
      try graph.batch { () throws(GraphError) in
        for (object, name, value) in writes where graph.isAlive(objects[object]) {
          try graph.set(property(object, name), to: self.value(value))
        }
        if fails { throw .thrown("batch") }
      }
    } model: {
      try model.batch {
        for (object, name, value) in writes where model.objects[object].isAlive {
          try model.set(model.objects[object].properties[name]!, value)
        }
        if fails { throw ModelError.thrown }
      }
    }
  }

  private func tick() throws {
    try step("tick") {
      try graph.tick()
    } model: {
      try model.tick()
    }
  }

  // MARK: Binding

  /// An end for both sides, or nil if its object is released.
  private func end(
    _ name: String, wayPercent: Int = 25
  ) throws -> (BindingTarget, ModelLink.End, String)? {
    let object = anObject
    let way = random.chance(wayPercent) ? (random.chance(30) ? "next.next." : "next.") : ""
    guard graph.isAlive(objects[object]) else { return nil }
    let text = "\(object).\(way)\(name)"
    if way.isEmpty {
      return (
        .property(try property(object, name)),
        .property(model.objects[object].properties[name]!), text
      )
    }
    let names = (way + name).split(separator: ".").map(String.init)
    return (.path(objects[object], way + name), .path(model.objects[object], names), text)
  }

  private func source(_ end: BindingTarget) -> BindingSource {
    switch end {
    case .property(let property): .property(property)
    case .path(let object, let path): .path(object, path)
    }
  }

  private func bind() throws {
    guard let from = try end(aSource), let to = try end(aTarget) else { return }
    let adds: Int? = random.chance(40) ? random.below(3) : nil
    let isOnce = random.chance(8)
    let waits = random.chance(10)
    let initially = random.chance(75)
    let asStage = random.chance(60)
    let reaction: Reaction? = random.chance(10) ? aReaction : nil
    let words = "bind \(from.2) to \(to.2) adds \(adds ?? -1) once \(isOnce) waits \(waits)"
    let link = newLink(.oneWay, from.1, to.1)
    link.isOnce = isOnce
    link.isWaiting = waits
    if let adds { link.transform = { try Scenario.add(adds, to: $0) } }
    if let reaction { link.observe = { [unowned self] in try react(reaction, $1, engine: false) } }
    let key = takeKeys(link)
    try step("#\(link.number) \(words) initially \(initially) \(reaction.map { "\($0)" } ?? "")") {
      try keep(key) {
        try graph.bind(source(from.0), to: to.0) { options in
          options.initially = initially
          options.once = isOnce
          options.waits = waits
          if let adds { self.add(self.transform(link.number, adds: adds), asStage, to: &options) }
          if let reaction {
            options.observe = { [unowned self] change in
              events.append("own \(link.number): \(value(change.old)) \(value(change.value))")
              try react(reaction, value(change.value), engine: true)
            }
          }
        }
      }
    } model: {
      try model.make([link], initially: initially)
    }
  }

  private func bindBothWays() throws {
    guard let from = try end(aTarget), let to = try end(aTarget) else { return }
    let order = model.newOrder()
    let number = model.takeNumber()
    let halves = [
      ModelLink(number: number, order: order, kind: .forward, source: from.1, target: to.1),
      ModelLink(number: number, order: order, kind: .reverse, source: to.1, target: from.1),
    ]
    halves[0].partner = halves[1]
    halves[1].partner = halves[0]
    halves[1].lock = halves[0].lock
    let initially = random.chance(75)
    let adds: Int? = random.chance(30) ? 1 : nil
    let asStage = random.chance(60)
    if let adds { for half in halves { half.transform = { try Scenario.add(adds, to: $0) } } }
    let key = takeKeys(halves[0])
    try step("#\(number) \(from.2) <> \(to.2) initially \(initially) adds \(adds ?? -1)") {
      try keep(key) {
        try graph.bindBothWays(from.0, to.0) { options in
          options.initially = initially
          if let adds { self.add(self.transform(number, adds: adds), asStage, to: &options) }
        }
      }
    } model: {
      try model.make(halves, initially: initially)
    }
  }

  private func observe() throws {
    guard let from = try end(aSource) else { return }
    let initially = random.chance(30)
    let reaction = aReaction
    let link = newLink(.observer, from.1, .nothing)
    link.observe = { [unowned self] in try react(reaction, $1, engine: false) }
    let key = takeKeys(link)
    try step("#\(link.number) observe \(from.2) \(reaction) initially \(initially)") {
      try keep(key) {
        try graph.observe(source(from.0), initially: initially) {
          [unowned self] change in
          events.append("observe \(link.number): \(value(change.old)) \(value(change.value))")
          try react(reaction, value(change.value), engine: true)
        }
      }
    } model: {
      try model.make([link], initially: initially)
    }
  }

  private func unbind() throws {
    guard let key = links.keys.sorted().randomElement(using: &random) else { return }
    try step("unbind \(links[key]!.number)") {
      if let binding = bindings[key] { try graph.unbind(binding) }
    } model: {
      if links[key]!.isAlive { try model.turn { model.end(links[key]!) } }
    }
  }

  private func release() throws {
    let object = anObject
    guard graph.isAlive(objects[object]), objects.count > 4 else { return }
    try step("release \(object)") {
      try graph.release(objects[object])
    } model: {
      try model.release(model.objects[object])
    }
  }

  // MARK: Links

  /// Makes a binding, which stays even if its first value has an ignored error.
  private func keep(_ key: Int, _ make: () throws -> BindingID) throws {
    let number = graph.core.pointee.nextNumber
    do {
      bindings[key] = try make()
    } catch {
      if let link = graph.core.pointee.link(numbered: number) {
        bindings[key] = graph.core.pointee.bindingID(link)
      }
      throw error
    }
  }

  private func newLink(
    _ kind: ModelLink.Kind, _ source: ModelLink.End, _ target: ModelLink.End
  ) -> ModelLink {
    ModelLink(
      number: model.takeNumber(), order: model.newOrder(), kind: kind, source: source,
      target: target)
  }

  /// The key of a link that a step makes; the graph's side counts, too.
  private func takeKeys(_ link: ModelLink) -> Int {
    modelKeys += 1
    engineKeys += 1
    links[modelKeys] = link
    return modelKeys
  }

  private static func add(_ amount: Int, to value: ModelValue) throws -> ModelValue {
    guard case .int(let number) = value else { return value }
    if number % 13 == 12 { throw ModelError.thrown }
    return .int(number + amount)
  }

  private func transform(_ number: Int, adds: Int) -> (Value) throws -> Value {
    { [unowned self] input in
      events.append("transform \(number): \(value(input))")
      do {
        return value(try Scenario.add(adds, to: value(input)))
      } catch {
        throw Refusal()
      }
    }
  }

  private func add(
    _ body: @escaping (Value) throws -> Value, _ asStage: Bool, to options: inout BindingOptions
  ) {
    if asStage {
      options.transformers = [graph.makeTransformer(forward: body, reverse: body)]
    } else {
      options.transform = body
    }
  }

  // MARK: Reactions

  private var aReaction: Reaction {
    switch random.below(20) {
    case ..<8: .nothing
    case ..<13: .write(object: anObject, name: aTarget)
    case ..<15: .tryToWrite(object: anObject, name: aTarget)
    case ..<16: .unbind(1 + random.below(max(1, modelKeys)))
    case ..<17: .release(anObject)
    case ..<19: .fail(modulus: 5)
    default: .bind(from: anObject, to: anObject)
    }
  }

  private func react(_ reaction: Reaction, _ value: ModelValue, engine: Bool) throws {
    switch reaction {
    case .nothing: break
    case .write(let object, let name): try reply(value, object, name, engine: engine)
    case .tryToWrite(let object, let name):
      do {
        try reply(value, object, name, engine: engine)
      } catch let error as GraphError {
        if case .runaway = error { throw error }
      } catch let error as ModelError {
        if error == .runaway { throw error }
      }
    case .unbind(let key):
      if engine {
        if let binding = bindings[key] { try graph.unbind(binding) }
      } else if let link = links[key], link.isAlive, link.isAttached {
        model.end(link)
      }
    case .release(let object):
      if engine {
        if graph.isAlive(objects[object]) { try graph.release(objects[object]) }
      } else {
        try model.release(model.objects[object])
      }
    case .fail(let modulus):
      guard case .int(let number) = value, number % modulus == modulus - 1 else { return }
      if engine { throw Refusal() } else { throw ModelError.thrown }
    case .bind(let from, let to): try bindInside(from, to, engine: engine)
    }
  }

  private func reply(_ value: ModelValue, _ object: Int, _ name: String, engine: Bool) throws {
    guard case .int(let number) = value, number < 40 else { return }
    if engine {
      guard graph.isAlive(objects[object]) else { return }
      try graph.set(property(object, name), to: .int(number + 1))
    } else {
      guard model.objects[object].isAlive else { return }
      try model.set(model.objects[object].properties[name]!, .int(number + 1))
    }
  }

  private func bindInside(_ from: Int, _ to: Int, engine: Bool) throws {
    if engine {
      guard graph.isAlive(objects[from]), graph.isAlive(objects[to]), engineKeys < 60 else {
        return
      }
      engineKeys += 1
      let key = engineKeys
      try keep(key) { try graph.bind(property(from, "a"), to: property(to, "b")) }
    } else {
      let (source, target) = (model.objects[from], model.objects[to])
      guard source.isAlive, target.isAlive, modelKeys < 60 else { return }
      modelKeys += 1
      let link = newLink(
        .oneWay, .property(source.properties["a"]!), .property(target.properties["b"]!))
      links[modelKeys] = link
      try model.make([link], initially: true)
    }
  }
}
