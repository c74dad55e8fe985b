extension ComparedScenario {
  /// Scenarios with one thing less; the greatest savings come first.
  var simplifications: [ComparedScenario] {
    var simpler: [ComparedScenario] = []
    // A quarter of the steps at once saves many rounds while a scenario is long.
    for length in [steps.count / 4, 1] where length > 0 {
      for start in stride(from: 0, through: steps.count - length, by: length) {
        if let rest = removing(start..<(start + length)) { simpler.append(rest) }
      }
    }
    for (place, step) in steps.enumerated() {
      for plainer in step.simplifications {
        var copy = self
        copy.steps[place] = plainer
        simpler.append(copy)
      }
    }
    return simpler
  }

  /// Without these steps, and with new numbers for properties; nil if others need what they make.
  private func removing(_ range: Range<Int>) -> ComparedScenario? {
    var rest = steps
    rest.removeSubrange(range)
    var numbers: [Int: Int] = [:]
    for step in rest {
      if let index = step.madeProperty { numbers[index] = numbers.count }
    }
    var renumbered = self
    renumbered.steps = []
    for step in rest {
      guard let step = step.renumbered(numbers) else { return nil }
      renumbered.steps.append(step)
    }
    return renumbered
  }
}

extension ComparedScenario.Step {
  var madeProperty: Int? {
    switch self {
    case .property(let index, _, _, _), .computed(let index, _): index
    default: nil
    }
  }

  /// The same with another transform, action or value.
  var simplifications: [Self] {
    switch self {
    case .bind(let number, let transform, let source, let target):
      switch transform {
      case .copy: []
      case .add(1): [.bind(number, .copy, from: source, to: target)]
      default:
        [.copy, .add(1)].map { .bind(number, $0, from: source, to: target) }
      }
    case .bindBothWays(let number, .add, let left, let right):
      [.bindBothWays(number, .copy, left: left, right: right)]
    case .observe(let number, let property, let action):
      if case .log = action { [] } else { [.observe(number, property: property, .log)] }
    case .property(let index, let object, let member, let value) where value != 0:
      [.property(index, object: object, member: member, value: 0)]
    case .set(let property, let value) where value > 1: [.set(property, 1)]
    case .batch(let writes) where writes.count > 1:
      writes.indices.map { dropped in
        var fewer = writes
        fewer.remove(at: dropped)
        return .batch(fewer)
      }
    default: []
    }
  }

  /// The same with other numbers of properties; nil if one is gone.
  func renumbered(_ numbers: [Int: Int]) -> Self? {
    func all(_ properties: [Int]) -> [Int]? {
      let renumbered = properties.compactMap { numbers[$0] }
      return renumbered.count == properties.count ? renumbered : nil
    }
    switch self {
    case .property(let index, let object, let member, let value):
      return numbers[index].map { .property($0, object: object, member: member, value: value) }
    case .computed(let index, let formula):
      guard let index = numbers[index], let sources = all(formula.sources) else { return nil }
      return .computed(index, formula.reading(sources))
    case .bind(let number, let transform, let source, let target):
      guard let ends = all([source, target]) else { return nil }
      return .bind(number, transform, from: ends[0], to: ends[1])
    case .bindBothWays(let number, let transform, let left, let right):
      guard let ends = all([left, right]) else { return nil }
      return .bindBothWays(number, transform, left: ends[0], right: ends[1])
    case .join(let number, let formula, let target):
      guard let sources = all(formula.sources), let target = numbers[target] else { return nil }
      return .join(number, formula.reading(sources), to: target)
    case .observe(let number, let property, let action):
      guard let property = numbers[property], let action = action.renumbered(numbers) else {
        return nil
      }
      return .observe(number, property: property, action)
    case .observePrior(let number, let property):
      return numbers[property].map { .observePrior(number, property: $0) }
    case .observeDependent(let number, let property, let isTwice):
      return numbers[property].map { .observeDependent(number, property: $0, isTwice: isTwice) }
    case .way(let way, let property): return numbers[property].map { .way(way, to: $0) }
    case .point(let way, let property): return numbers[property].map { .point(way, at: $0) }
    case .set(let property, let value): return numbers[property].map { .set($0, value) }
    case .batch(let writes):
      guard let properties = all(writes.map(\.property)) else { return nil }
      return .batch(zip(properties, writes).map { (property: $0, value: $1.value) })
    case .read(let property): return numbers[property].map { .read($0) }
    case .observeWay, .unbind, .release: return self
    }
  }
}

extension ComparedScenario.Formula {
  fileprivate func reading(_ sources: [Int]) -> Self {
    switch self {
    case .sum: .sum(sources)
    case .choice: .choice(sources[0], sources[1], sources[2])
    case .remainder(_, let added, let divisor):
      .remainder(sources, adding: added, modulo: divisor)
    }
  }
}

extension ComparedScenario.Action {
  fileprivate func renumbered(_ numbers: [Int: Int]) -> Self? {
    switch self {
    case .write(let property, let amount): numbers[property].map { .write($0, adding: amount) }
    case .look(let property, let start): numbers[property].map { .look($0, from: start) }
    case .lift(let property, let end): numbers[property].map { .lift($0, below: end) }
    default: self
    }
  }
}
