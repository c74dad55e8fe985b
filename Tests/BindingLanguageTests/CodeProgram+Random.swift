import TestSupport

extension CodeProgram {
  /// A program with few places, so that many paths are cycles.
  init(seed: Int) {
    var maker = CodeProgramMaker(random: TestSupport.SeededRandom(seed: seed))
    self = maker.program()
  }
}

/// Makes random programs.
private struct CodeProgramMaker {
  var random: TestSupport.SeededRandom
  /// Whether the current code belongs to an object.
  private var hasReceiver = false
  private var isInLoop = false
  private var depth = 0
  private var references: Set<String> = []

  init(random: TestSupport.SeededRandom) { self.random = random }

  private mutating func pick<T>(_ choices: [T]) -> T { choices[random.below(choices.count)] }

  mutating func program() -> CodeProgram {
    var program = CodeProgram()
    program.isEarly = random.chance(30)
    for object in CodeProgram.objects where random.chance(40) {
      let later = !program.isEarly && random.chance(30) ? pick(CodeProgram.objects) : nil
      program.references.append((object, pick(CodeProgram.objects), later))
      references.insert(object)
    }
    program.actions = ["go", "run"].map { ($0, body(40)) }
    hasReceiver = true
    program.owners = [["a"], ["b"], ["c", "d"]].map { objects in
      var owner = CodeProgram.Owner(objects: objects, action: body(40))
      if objects.count > 1 {
        owner.setter = body(40)
        owner.command = body(50)
      }
      if random.chance(30) { owner.observers.append(observer()) }
      return owner
    }
    hasReceiver = false
    for _ in 0..<(1 + random.below(5)) {
      program.links.append(random.chance(65) ? observer() : binding())
    }
    return program
  }

  // MARK: Links

  private mutating func observer() -> CodeLink {
    switch random.below(10) {
    case 0, 1:
      return CodeLink(kind: .on, sources: [observed(["e"])], body: body(100))
    case 2:
      let name = CodePlaceName(object: .none, member: pick(["N", "M"]))
      return CodeLink(kind: .notification, sources: [name], body: body(100))
    case 3:
      return CodeLink(kind: .prior, sources: [observed(["x", "y"])], body: body(100))
    case 4 where !hasReceiver:
      let command = CodePlaceName(object: .named(pick(["c", "d"])), member: "cmd.status")
      return CodeLink(kind: .observe, sources: [command], body: body(100))
    default:
      var link = CodeLink(kind: .observe, sources: [observed(["x", "y"])], body: body(100))
      link.isCopied =
        !hasReceiver && !link.sources[0].isThroughReference && random.chance(15)
      return link
    }
  }

  /// Within an object, one of its own members, since not all others exist when it is made.
  private mutating func observed(_ members: [String]) -> CodePlaceName {
    hasReceiver ? CodePlaceName(object: .receiver, member: pick(members)) : place(members)
  }

  private mutating func binding() -> CodeLink {
    var link = CodeLink(kind: .binding, sources: [], target: place(["x", "y", "x", "y", "act"]))
    link.target?.isThroughReference = false
    if link.target?.member != "act", random.chance(20) {
      link.kind = .twoWay
      link.sources = [place(["x", "y"])]
      link.sources[0].isThroughReference = false
      if random.chance(50) { (link.block, link.body) = (.observer, body(100)) }
      return link
    }
    link.sources = [place(["x", "y"])]
    if random.chance(20) { link.sources.append(place(["x", "y"])) }
    if random.chance(70) {
      (link.block, link.body) = (pick([.stage, .transform, .observer]), body(100))
    }
    return link
  }

  // MARK: Code

  private mutating func place(_ members: [String]) -> CodePlaceName {
    let member = pick(members)
    if hasReceiver, random.chance(50) { return CodePlaceName(object: .receiver, member: member) }
    let object = pick(CodeProgram.objects)
    return CodePlaceName(
      object: .named(object),
      isThroughReference: references.contains(object) && random.chance(25), member: member)
  }

  /// - Parameter chance: How often it is not empty.
  private mutating func body(_ chance: Int) -> [CodeAct] {
    guard random.chance(chance) else { return [] }
    return (0..<(1 + random.below(depth == 0 ? 3 : 2))).map { _ in act() }
  }

  private mutating func inner(isLoop: Bool = false) -> [CodeAct] {
    let wasInLoop = isInLoop
    isInLoop = wasInLoop || isLoop
    depth += 1
    defer { (isInLoop, depth) = (wasInLoop, depth - 1) }
    return body(100)
  }

  private mutating func act() -> CodeAct {
    switch random.below(depth > 1 ? 16 : 24) {
    case 16, 17: return .decide(inner(), nil)
    case 18: return .decide(inner(), inner())
    case 19: return .once(inner(isLoop: true))
    case 20: return .loop(inner(isLoop: true))
    case 21, 22:
      let wasInLoop = isInLoop
      isInLoop = false
      defer { isInLoop = wasInLoop }
      return .later(inner())
    case 23: return isInLoop && random.chance(50) ? .leaveLoop : .leave
    case 0:
      return .reach(
        .post, CodePlaceName(object: .none, member: pick(["N", "M"])), alias: nil, isBare: true)
    case 1:
      return .reach(
        .call, CodePlaceName(object: .none, member: pick(["go", "run"])), alias: nil, isBare: true)
    case 2, 3: return reach(.call, "act")
    case 4, 5: return reach(.fire, "e")
    case 6:
      let command = CodePlaceName(object: .named(pick(["c", "d"])), member: "cmd")
      return .reach(.execute, command, alias: nil, isBare: true)
    case 15 where depth > 0: return isInLoop && random.chance(50) ? .leaveLoop : .leave
    default: return reach(.write, pick(["x", "y"]))
    }
  }

  private mutating func reach(_ verb: CodeAct.Verb, _ member: String) -> CodeAct {
    let place = place([member])
    guard random.chance(20) else {
      return .reach(verb, place, alias: nil, isBare: random.chance(70))
    }
    // A constant may hide what has the same name outside.
    let alias = pick(["k", "k", "a", "c"])
    let isItself = place.object == .named(alias)
    return .reach(verb, place, alias: isItself ? "k" : alias, isBare: false)
  }
}
