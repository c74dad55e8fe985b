/// The words for mistakes with events, actions, commands, time and cells.
extension Mistake {
  var eventText: Words? {
    switch self {
    case .eventAsValue(let name):
      ("'\(name)' is an event, which has no value", "run a block each time: on \(name) { … }")
    case .actionAsValue(let name):
      ("'\(name)' is an action, not a value", "call it: \(name)()")
    case .notAssignable(let name, .event):
      ("'\(name)' is an event and cannot be assigned", "fire it: fire \(name)")
    case .notAssignable(let name, .action):
      ("'\(name)' is an action and cannot be assigned", "call it: \(name)()")
    case .notAssignable(let name, .command):
      ("'\(name)' is a command and cannot be assigned", "run it: \(name).execute()")
    case .notAssignable(let name, .property): ("'\(name)' cannot be assigned", nil)
    case .notFired(let name, let kind):
      (
        "'\(name)' is \(kind.text), not an event",
        kind == .property
          ? "a property is assigned: \(name) = …"
          : kind == .action ? "an action is called: \(name)()" : "run it: \(name).execute()"
      )
    case .noDefaultEvent(let object, let events, let isHandled):
      (
        "'\(object)' is an object, not an event",
        Mistake.naming(events, of: object, after: isHandled ? "on" : "fire")
      )
    case .noEvents(let type): ("\(type) has no events", "only an object has events")
    case .notHandled(let name, let kind):
      (
        "'\(name)' is \(kind.text), not an event",
        kind == .property
          ? "a property is observed: observe \(name) { … }"
          : kind == .command
            ? "observe its status: observe \(name).status { … }" : "call it: \(name)()"
      )
    case .notObserved(let name, .event):
      ("'\(name)' is an event", "write on \(name) { … }")
    case .notObserved(let name, .command):
      ("'\(name)' is a command", "observe its status: observe \(name).status { … }")
    case .notObserved(let name, let kind):
      ("'\(name)' is \(kind.text), which has no value", "observe a property that it writes")
    case .notASource(let name, .command):
      ("'\(name)' is a command, which has no value", "bind its status: \(name).status")
    case .notASource(let name, let kind):
      ("'\(name)' is \(kind.text), which has no value", "bind a property that it writes")
    case .eventPassesNothingAtOnce(let name, let arrow):
      ("'\(name)' is an event, which has no first value to pass", "write \(arrow)")
    case .eventOnce(let name):
      (
        "'\(name)' is an event, which has no value to pass once",
        "leave out 'once' and write !~>"
      )
    case .oneWayOnly(let name, .event):
      ("'\(name)' is an event, and values cannot pass both ways there", "write !~>")
    case .oneWayOnly(let name, let kind):
      ("'\(name)' is \(kind.text), and values cannot pass both ways there", "write ~> or !~>")
    default: nil
    }
  }

  var callText: Words? {
    switch self {
    case .notAnAction(let name, .command):
      ("'\(name)' is a command, not an action", "run it: \(name).execute()")
    case .notAnAction(let name, .event):
      ("'\(name)' is an event, not an action", "fire it: fire \(name)")
    case .notAnAction(let name, let kind):
      (
        "'\(name)' is \(kind.text), not an action",
        "a property is named without parentheses: \(name)"
      )
    case .optionalActionMissing(let name, let owner, let type, let base):
      (
        "'\(owner)' has no action '\(name)', which is optional in \(type)",
        "ask first: if \(base) responds \(name) { … }"
      )
    case .noActions(let type):
      ("\(type) has no actions to respond with", "only an object has actions")
    case .noAction(let name, let owner, let near):
      (
        "no action '\(name)' in '\(owner)'" + Mistake.meant(near),
        near == nil ? "declare it in its body: action \(name)() { … }" : nil
      )
    case .calledNoAction(let name, let kind):
      (
        "'\(name)' is \(kind.text) and cannot be called",
        kind == .classSymbol
          ? "make an object of it: object one: \(name)"
          : "declare an action: action \(name)() { … }"
      )
    case .callOfValue(let name, let type, let near):
      (
        "'\(name)' cannot be called on \(type)\(Mistake.meant(near))",
        "'help methods' lists what can be called on values"
      )
    case .callOfTail(let name):
      ("'\(name)' is not a method", "leave out the parentheses")
    case .callArguments(let name, let wanted, let given):
      ("'\(name)' takes \(wanted) value\(wanted == 1 ? "" : "s"), got \(given)", nil)
    case .wrongCount(let name, let wanted, let given, let signature):
      (
        "'\(name)' takes \(wanted) value\(wanted == 1 ? "" : "s"), got \(given)",
        "write \(signature)"
      )
    case .callOfKeeping(let name):
      (
        "'\(name)' depends on the values before, so only a binding can use it",
        "write it behind '|', as in 'bind a.x ~> b.x | \(name)'"
      )
    case .callOfLater(let name):
      (
        "'\(name)' answers later, so an expression cannot call it",
        "use it in a binding: bind … ~> … | \(name)"
      )
    case .impure(let name, let does, let signature):
      (
        "function '\(name)' cannot \(does): a function only gives a value",
        "an action can: action \(signature) { … }"
      )
    case .labelsOfAction(let name):
      ("'\(name)' takes no labels", "give it only the values, in their order")
    case .namedAsFunction(let name):
      ("'\(name)' is a function of the language", "give the action another name")
    case .otherKind(let name, let was, let kind):
      (
        "'\(name)' is inherited as \(was.text) and cannot become \(kind.text)",
        "give one of them another name"
      )
    case .commandWithoutBody(let name):
      (
        "'\(name)' is not a declared command, so there is nothing to execute",
        "declare it in a body: command save { … }"
      )
    case .commandEnd(let status):
      (
        "a command cannot be finished as \(status)",
        "say \(CommandCall.ends.map { "\"\($0)\"" }.joined(separator: ", "))"
      )
    case .changesWhileAsking:
      (
        "a question cannot change anything, but this one did",
        "call it in a statement of its own: let x = …"
      )
    default: nil
    }
  }

  var timeText: Words? {
    switch self {
    case .noDuration(let type):
      ("a duration is expected, got \(type)", "write 2s, 150ms or 1m")
    case .negativeDuration(let text):
      ("time cannot go back: \(text) is negative", "a duration is 0s or more")
    case .timeInBlock(let word):
      (
        "'\(word)' cannot be used in a block: time passes between turns",
        "after 2s { … } runs a block later"
      )
    case .asynchronousBothWays(let name):
      (
        "'\(name)' is asynchronous and goes one way only",
        "bind one way: ~> or !~>"
      )
    case .eachBothWays: ("'each' goes one way only", "bind one way: ~> or !~>")
    case .eachOfNoList(let type): ("'each' needs a list, got \(type)", "leave out each")
    case .eachOfNoClass(let type):
      ("'each' needs a class for the cell, got \(type)", "name one: each { PersonCell }")
    case .cellWithoutViewModel(let name):
      (
        "'\(name)' cannot be the class of a cell: it has no stored property 'viewModel' for the"
          + " element",
        "declare it in the class: class \(name) { viewModel }"
      )
    default: nil
    }
  }

  /// How many events an error names at most.
  private static let mostEvents = 5

  /// The help that names the events of an object, where one of them is meant.
  private static func naming(_ events: [String], of object: String, after word: String) -> String {
    switch events.count {
    case 0: return "'\(object)' has no events"
    case 1: return "name its event: \(word) \(object).\(events[0])"
    default:
      let named = events.prefix(mostEvents).map { "\(object).\($0)" }.joined(separator: ", ")
      return "name one of its events: \(named)" + (events.count > mostEvents ? ", …" : "")
    }
  }
}
