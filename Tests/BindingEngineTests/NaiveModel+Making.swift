extension NaiveModel {
  // MARK: `computed`

  func read(_ property: ModelProperty) throws -> ModelValue {
    guard property.object.isAlive else { return .nil }
    if property.isStale { try turnless { try drive { try refresh(property) } } }
    following?.append(property)
    return living(property.value)
  }

  /// Asking between turns is not a turn; an error in it has no effect.
  func turnless(_ body: () throws -> Void) throws {
    guard !isInTurn else { return try turn(body) }
    let kept = counts
    isInTurn = true
    defer {
      isInTurn = false
      undoLog = []
      counts = kept
    }
    do {
      try body()
    } catch {
      while let undo = undoLog.popLast() { undo() }
      throw error
    }
  }

  func compute(_ link: ModelLink, delivers: Bool) throws {
    let property = link.resolvedTarget!
    guard case .computed(let object) = link.source else { return }
    if property.isEvaluating { throw ModelError.readsItself }
    property.isEvaluating = true
    let wasStale = property.isStale
    remember { property.isStale = wasStale }
    property.isStale = true
    let outer = following
    following = []
    defer {
      following = outer
      property.isEvaluating = false
    }
    let value = try property.name == "half" ? half(of: object) : sum(of: object)
    var way: [ModelProperty] = []
    for read in following! where !way.contains(where: { $0 === read }) { way.append(read) }
    if way.count != link.way.count || zip(way, link.way).contains(where: { $0 !== $1.property }) {
      follow(link, way)
    }
    let wasUnsure = property.isUnsure
    remember { property.isUnsure = wasUnsure }
    property.isStale = false
    property.isUnsure = false
    let old = living(property.value)
    if delivers, isDropped(value, old) {
      counts.dropped += 1
      return
    }
    put(value, in: property)
    property.isEvaluating = false
    following = outer
    guard delivers else {
      if !isDropped(value, old) { confirm(behind: property) }
      return
    }
    if knobs.lock == .computed { link.lock.isOn = true }
    defer { link.lock.isOn = false }
    try deliver(property, old: old, by: link)
  }

  /// The expression of every object's `sum`: it reads more or less, depending on `a`.
  func sum(of object: ModelObject) throws -> ModelValue {
    let a = try read(object.properties["a"]!)
    guard case .int(let number) = a else { return a }
    if number % 11 == 10 { throw ModelError.thrown }
    var other = try read(object.properties[number % 2 == 0 ? "b" : "next"]!)
    if case .object(let next) = other { other = try read(objects[next].properties["b"]!) }
    guard case .int(let more) = other else { return .int(number) }
    return .int((number + more) % 1_000)
  }

  /// The expression of every object's `half`: often unchanged although `sum` has changed.
  func half(of object: ModelObject) throws -> ModelValue {
    guard case .int(let number) = try read(object.properties["sum"]!) else { return .nil }
    return .int(number / 4)
  }

  // MARK: Making

  func makeObject() -> ModelObject {
    let object = ModelObject(objects.count)
    objects.append(object)
    for name in ["a", "b", "number", "capped", "next", "sum", "half"] {
      object.properties[name] = ModelProperty(object, name)
    }
    for name in ModelProperty.computed {
      let property = object.properties[name]!
      property.isStale = true
      let link = ModelLink(
        number: 0, order: takeOrder(), kind: .computed, source: .computed(object), target: .nothing)
      link.resolvedTarget = property
      link.isAttached = true
      links.append(link)
    }
    return object
  }

  func takeOrder() -> Int {
    nextOrder += 1
    return nextOrder - 1
  }

  func takeNumber() -> Int {
    nextNumber += 1
    return nextNumber - 1
  }

  /// Makes a link whose directions are `halves`: one for a one-way binding or an observer.
  func make(_ halves: [ModelLink], initially: Bool) throws {
    var passed: ModelError?
    try turn {
      for half in halves {
        links.append(half)
        remember { [self] in
          half.isAlive = false
          half.isAttached = false
          half.way = []
          links.removeAll { $0 === half }
        }
        if case .property(let property) = half.target { half.resolvedTarget = property }
      }
      do {
        if initially {
          do {
            try drive { try fireInitially(halves[0]) }
          } catch let error as ModelError
            where knobs.onError == .goOn && error != .runaway && halves[0].isAlive
          {
            // It stays all the same if errors are ignored.
            passed = error
          }
        }
        try drive { try guarded { try attach(halves) } }
      } catch let error as ModelError {
        if !undoes(error) { end(halves[0]) }
        throw error
      }
    }
    if let passed { throw passed }
  }

  func newOrder() -> Int { takeOrder() }

  func attach(_ halves: [ModelLink]) throws {
    guard halves[0].isAlive else { return }
    for half in halves {
      let isGone: Bool
      switch half.source {
      case .property(let property): isGone = !property.object.isAlive
      case .path(let root, _): isGone = !root.isAlive
      case .computed, .nothing: isGone = false
      }
      if isGone { return end(half) }
    }
    if knobs.write != .keep, halves[0].kind == .oneWay {
      if case .path(let root, let names) = halves[0].target, let found = resolve(root, names) {
        halves[0].resolvedTarget = found
      }
      if let target = halves[0].resolvedTarget {
        for link in writers(of: target) where link.kind == .oneWay && link !== halves[0] {
          end(link)
        }
      }
    }
    for half in halves {
      half.isAttached = true
      if case .path(let root, let names) = half.target, let found = resolve(root, names) {
        half.resolvedTarget = found
      }
    }
    for half in halves {
      switch half.source {
      case .property(let property):
        try refresh(property)
        follow(half, [property])
      case .path(let root, let names):
        let (value, way) = try walk(root, names)
        if let value { setMemory(of: half, value) }
        follow(half, way)
      case .computed, .nothing: break
      }
    }
  }

  // MARK: Ending

  func end(_ link: ModelLink) {
    for half in [link, link.partner].compactMap({ $0 }) where half.isAlive {
      let (way, isAttached) = (half.way, half.isAttached)
      remember {
        half.isAlive = true
        half.way = way
        half.isAttached = isAttached
      }
      half.isAlive = false
      half.isAttached = false
      half.way = []
    }
  }

  func release(_ object: ModelObject) throws {
    try turn {
      guard object.isAlive else { return }
      for link in links where link.isAlive {
        if isOver(link, with: object) {
          end(link)
        } else if link.way.contains(where: { $0.property.object === object }) {
          follow(link, link.way.map(\.property).filter { $0.object !== object })
        }
      }
      remember { object.isAlive = true }
      object.isAlive = false
    }
  }

  func isOver(_ link: ModelLink, with object: ModelObject) -> Bool {
    switch link.source {
    case .property(let property): if property.object === object, link.isAttached { return true }
    case .path(let root, _): if root === object, link.isAttached { return true }
    case .computed(let owner): return owner === object
    case .nothing: break
    }
    guard knobs.endsWithTarget else { return false }
    switch link.target {
    case .property(let property): return property.object === object && link.isAttached
    case .path(let root, _): return root === object && link.kind == .oneWay
    default: return false
    }
  }
}
