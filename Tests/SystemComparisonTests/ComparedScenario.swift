/// Steps that are done, in order, to a graph of bindlab and to one of another system.
struct ComparedScenario: CustomStringConvertible {
  var name: String
  var steps: [Step]

  /// How a binding changes its values.
  enum Transform: CustomStringConvertible {
    case copy, negate, half
    case add(Int)
    case modulo(Int)
    case clamp(Int, Int)

    var description: String {
      switch self {
      case .copy: "copy"
      case .negate: "neg"
      case .half: "half"
      case .add(let amount): "add:\(amount)"
      case .modulo(let divisor): "mod:\(divisor)"
      case .clamp(let low, let high): "clamp:\(low):\(high)"
      }
    }

    func callAsFunction(_ value: Int) -> Int {
      switch self {
      case .copy: value
      case .negate: -value
      case .half: value / 2
      case .add(let amount): value + amount
      case .modulo(let divisor): ((value % divisor) + divisor) % divisor
      case .clamp(let low, let high): min(max(value, low), high)
      }
    }

    /// The reverse function of a two-way binding.
    func reversed(_ value: Int) -> Int {
      if case .add(let amount) = self { value - amount } else { value }
    }
  }

  /// A value computed from several properties.
  enum Formula: CustomStringConvertible {
    /// Their sum, modulo 1000.
    case sum([Int])
    /// Reads the first, then the second if that is even, and otherwise the third.
    case choice(Int, Int, Int)
    /// The sum of some and a number, modulo another where that is not 0.
    case remainder([Int], adding: Int, modulo: Int)

    var sources: [Int] {
      switch self {
      case .sum(let sources), .remainder(let sources, _, _): sources
      case .choice(let test, let even, let odd): [test, even, odd]
      }
    }

    var description: String {
      switch self {
      case .sum(let sources): sources.map(String.init).joined(separator: ",")
      case .choice(let test, let even, let odd): "\(test)?\(even):\(odd)"
      case .remainder(let sources, let added, let divisor):
        sources.map(String.init).joined(separator: ",") + "+\(added)%\(divisor)"
      }
    }
  }

  /// What an observer does with the value, besides logging it.
  enum Action: CustomStringConvertible {
    case log
    /// Writes one more to its source, until that is the number.
    case raise(to: Int)
    /// Writes the number to its source, if that is larger.
    case cap(at: Int)
    /// Writes the value and a number to another property.
    case write(Int, adding: Int)
    /// Writes one more than the value to another property, as long as the value is below the number.
    case lift(Int, below: Int)
    /// Reads another property, and logs that, if the value is at least the number.
    case look(Int, from: Int)
    /// Throws if the number divides the value.
    case fail(Int)
    /// Removes another link.
    case end(Int)

    var description: String {
      switch self {
      case .log: "log"
      case .raise(let end): "own:\(end)"
      case .cap(let most): "top:\(most)"
      case .write(let property, let amount): "to:\(property):\(amount)"
      case .lift(let property, let end): "low:\(property):\(end)"
      case .look(let property, let start): "look:\(property):\(start)"
      case .fail(let divisor): "fail:\(divisor)"
      case .end(let link): "end:\(link)"
      }
    }
  }

  /// Properties are numbered as they are made; links and objects as the step says.
  enum Step {
    case property(Int, object: Int, member: Int, value: Int)
    case computed(Int, Formula)
    case bind(Int, Transform, from: Int, to: Int)
    case bindBothWays(Int, Transform, left: Int, right: Int)
    case join(Int, Formula, to: Int)
    case observe(Int, property: Int, Action)
    /// Observes before each change, too.
    case observePrior(Int, property: Int)
    /// Observes twice a property, or four times it: keys that depend on it.
    case observeDependent(Int, property: Int, isTwice: Bool)
    /// Makes a key path that leads to a property.
    case way(Int, to: Int)
    /// Changes the property to which a key path leads.
    case point(Int, at: Int)
    case observeWay(Int, way: Int)
    case set(Int, Int)
    case batch([(property: Int, value: Int)])
    case unbind(Int)
    case release(object: Int)
    /// Reads a property, and logs that.
    case read(Int)
  }

  var description: String {
    (["scenario \(name)"] + steps.map(\.description) + ["end"]).joined(separator: "\n") + "\n"
  }
}

extension ComparedScenario.Step: CustomStringConvertible {
  var description: String {
    switch self {
    case .property(let index, let object, let member, let value):
      "prop \(index) \(object) \(member) \(value)"
    case .computed(let index, let formula): "comp \(index) \(formula)"
    case .bind(let number, let transform, let source, let target):
      "bind \(number) \(transform) \(source) \(target)"
    case .bindBothWays(let number, let transform, let left, let right):
      "both \(number) \(transform) \(left) \(right)"
    case .join(let number, let formula, let target): "join \(number) \(formula) \(target)"
    case .observe(let number, let property, let action): "obs \(number) \(property) \(action)"
    case .observePrior(let number, let property): "prior \(number) \(property)"
    case .observeDependent(let number, let property, let isTwice):
      "dep \(number) \(property) \(isTwice ? 1 : 2)"
    case .way(let way, let property): "way \(way) \(property)"
    case .point(let way, let property): "point \(way) \(property)"
    case .observeWay(let number, let way): "walk \(number) \(way)"
    case .set(let property, let value): "set \(property) \(value)"
    case .batch(let writes):
      (["batch"] + writes.map { "\($0.property)=\($0.value)" }).joined(separator: " ")
    case .unbind(let number): "unbind \(number)"
    case .release(let object): "release \(object)"
    case .read(let property): "read \(property)"
    }
  }
}
