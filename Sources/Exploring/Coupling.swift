/// How two classes or objects know each other, as data for the table of `coupling`.
struct Coupling {
  /// One of them names or holds the other.
  var isDirect = (forward: false, backward: false)
  /// One of them has the other as its delegate, in a weak property.
  var isDelegate = (forward: false, backward: false)
  /// One of them holds the other in a property whose type is a protocol: the name of the protocol.
  var protocols: [String: (forward: Bool, backward: Bool)] = [:]
  /// One of them is the superclass of the other.
  var inherits = (forward: false, backward: false)
  /// Names of notifications that one posts and the other handles.
  var notifications: [String] = []
  /// Numbers of bindings that pass values between them, by direction.
  var bindings = (forward: [Int](), backward: [Int](), both: [Int]())
  /// Numbers of observers, and of bindings with blocks, that belong to neither and connect
  /// them.
  var observers: [Int] = []
  /// Names of actions that belong to neither; one of them calls it, and it reaches the other.
  var actions: [String] = []

  /// Whether they know each other at all.
  var isAny: Bool { !parts(("", ""), arrow: "").isEmpty }

  /// The coupling in words.
  func text(_ names: (String, String), arrow: String) -> String {
    let parts = parts(names, arrow: arrow)
    if parts.isEmpty { return "not at all" }
    let isOnlyBinding = parts.count == 1 && hasBindings
    return isOnlyBinding
      ? "through bindings only: \(bindingText(names, arrow: arrow))" : parts.joined(separator: "; ")
  }

  private func parts(_ names: (String, String), arrow: String) -> [String] {
    var parts: [String] = []
    func say(_ what: String, _ ways: (forward: Bool, backward: Bool)) {
      switch ways {
      case (true, true): parts.append("\(what), both ways")
      case (true, false): parts.append("\(what): \(names.0) \(arrow) \(names.1)")
      case (false, true): parts.append("\(what): \(names.1) \(arrow) \(names.0)")
      case (false, false): break
      }
    }
    say("inherits", inherits)
    say("directly", isDirect)
    say("through a delegate", isDelegate)
    for (name, ways) in protocols.sorted(by: { $0.key < $1.key }) {
      say("through the protocol \(name)", ways)
    }
    if !notifications.isEmpty {
      let plural = notifications.count == 1 ? "the notification" : "the notifications"
      parts.append("through \(plural) \(notifications.joined(separator: ", "))")
    }
    if hasBindings { parts.append("through bindings: \(bindingText(names, arrow: arrow))") }
    if !observers.isEmpty {
      parts.append("through an observer between them: \(numbers(observers))")
    }
    if !actions.isEmpty {
      let plural = actions.count == 1 ? "the action" : "the actions"
      parts.append("through \(plural) \(actions.joined(separator: ", "))")
    }
    return parts
  }

  private var hasBindings: Bool {
    !bindings.forward.isEmpty || !bindings.backward.isEmpty || !bindings.both.isEmpty
  }

  private func bindingText(_ names: (String, String), arrow: String) -> String {
    var ways: [String] = []
    if !bindings.forward.isEmpty {
      ways.append("\(names.0) \(arrow) \(names.1) (\(numbers(bindings.forward)))")
    }
    if !bindings.backward.isEmpty {
      ways.append("\(names.1) \(arrow) \(names.0) (\(numbers(bindings.backward)))")
    }
    if !bindings.both.isEmpty { ways.append("both ways (\(numbers(bindings.both)))") }
    return ways.joined(separator: ", ")
  }

  private func numbers(_ numbers: [Int]) -> String {
    let shown = numbers.prefix(3).map { "#\($0)" }.joined(separator: ", ")
    return numbers.count > 3
      ? "\(shown) and \(numbers.count - 3) more; 'bindings' and 'observers' list all" : shown
  }
}
