/// A place in a program: a property, an event, an action or a command, or a notification.
struct CodePlaceName: Hashable {
  enum Object: Hashable {
    case named(String)
    /// `self`, where the code belongs to an object.
    case receiver
    /// A place without an object.
    case none
  }

  var object: Object
  /// Whether the object in the property `ref` of `object` is meant.
  var isThroughReference = false
  var member: String
}

/// A step of a piece of code.
indirect enum CodeAct {
  /// - Parameter alias: A constant that stands for the object there.
  case reach(Verb, CodePlaceName, alias: String?, isBare: Bool)
  case decide([CodeAct], [CodeAct]?)
  /// A block that runs once.
  case once([CodeAct])
  /// A loop whose number of rounds only a run knows.
  case loop([CodeAct])
  case later([CodeAct])
  case leaveLoop
  case leave

  enum Verb { case write, call, fire, post, execute }
}

/// An observer or a binding.
struct CodeLink {
  enum Kind: Equatable {
    case observe, prior, on, notification
    case binding, twoWay
  }

  var kind: Kind
  /// Its sources; a binding may have more than one.
  var sources: [CodePlaceName]
  /// The target of a binding.
  var target: CodePlaceName?
  var body: [CodeAct] = []
  /// Which block of a binding the body is.
  var block = Block.none
  /// Whether it is made in a loop over its sources, whose variable it copies.
  var isCopied = false

  enum Block { case none, stage, transform, observer }
}

/// A program with blocks, actions, commands and notifications, as data that can be written as a
/// script and examined.
struct CodeProgram {
  /// An action with its body; the others belong to objects.
  var actions: [(name: String, body: [CodeAct])] = []
  /// The members of each object of a kind of its own, and of the class.
  var owners: [Owner] = []
  var links: [CodeLink] = []
  /// Whether objects are made with their observers, before all objects exist that these name. Blocks
  /// that run by then fail, so none should run.
  var isEarly = false
  /// The object in the property `ref` of an object, at first and later.
  var references: [(object: String, first: String, later: String?)] = []

  struct Owner {
    /// The objects that have it: one, or all instances of the class.
    var objects: [String]
    var action: [CodeAct]
    var setter: [CodeAct] = []
    var command: [CodeAct] = []
    var observers: [CodeLink] = []
    var isClass: Bool { objects.count > 1 }
  }

  static let objects = ["a", "b", "c", "d"]

  /// The object that `ref` of another one has in the end.
  func reference(of object: String) -> String? {
    references.last { $0.object == object }.map { $0.later ?? $0.first }
  }
}

// MARK: - As a script

extension CodeProgram {
  var text: String {
    var lines: [String] = []
    for (name, body) in actions {
      lines.append("action \(name)(n) { \(Self.text(body, result: "")) }")
    }
    for owner in owners {
      var members = [
        "x = 0",
        owner.setter.isEmpty ? "y = 0" : "y set { \(Self.text(owner.setter, result: "value")) }",
      ]
      members += ["event e", "ref", "action act(n) { \(Self.text(owner.action, result: "")) }"]
      if owner.isClass {
        members.append("command cmd(n) { \(Self.text(owner.command, result: "")) }")
      }
      if isEarly { members += owner.observers.map { Self.text($0) } }
      let head = owner.isClass ? "class C" : "object \(owner.objects[0])"
      lines.append("\(head) {\n  " + members.joined(separator: "\n  ") + "\n}")
      if owner.isClass { lines += owner.objects.map { "object \($0): C" } }
    }
    lines += references.map { "\($0.object).ref = \($0.first)" }
    if !isEarly {
      for owner in owners {
        for object in owner.objects {
          lines += owner.observers.map { "extend \(object) { \(Self.text($0)) }" }
        }
      }
    }
    lines += links.map { Self.text($0) }
    for reference in references {
      if let later = reference.later { lines.append("\(reference.object).ref = \(later)") }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func text(_ link: CodeLink) -> String {
    var sources = link.sources.map { path(of: $0, isBare: true) }
    let isPlain = link.kind == .binding || link.kind == .twoWay
    var body = text(
      link.body, result: link.block == .stage || link.block == .transform ? "value + 1" : "")
    if link.isCopied, case .named(let object) = link.sources[0].object {
      sources[0] = "one.\(link.sources[0].member)"
      // A constant of the block may have the name of the object.
      if !body.contains("let \(object) ") {
        body = " \(body)".replacing(" \(object).", with: " one.").replacing(
          "(\(object).", with: "(one.")
      }
    }
    let block = link.body.isEmpty && link.block == .none ? "" : "{ \(body) }"
    var text: String
    switch link.kind {
    case .observe: text = "observe \(sources[0]) \(block.isEmpty ? "{ }" : block)"
    case .prior: text = "observe prior \(sources[0]) \(block.isEmpty ? "{ }" : block)"
    case .on: text = "on \(sources[0]) \(block.isEmpty ? "{ }" : block)"
    case .notification: text = "on notification \(sources[0]) \(block.isEmpty ? "{ }" : block)"
    case .binding, .twoWay:
      let source = sources.count > 1 ? "((\(sources[0]) ?? 0) + (\(sources[1]) ?? 0))" : sources[0]
      let arrow = link.kind == .twoWay ? "<!>" : "!~>"
      text = "bind \(source) \(arrow) \(path(of: link.target!, isBare: true))"
      switch link.block {
      case .none: break
      case .stage: text += " | \(block)"
      case .transform: text += " transform \(block)"
      case .observer: text += " observe \(block)"
      }
    }
    guard link.isCopied, !isPlain, case .named(let object) = link.sources[0].object else {
      return text
    }
    return "for one in [\(object)] { \(text) }"
  }

  /// - Parameter isBare: Whether a member of `self` is named alone.
  private static func path(of place: CodePlaceName, isBare: Bool) -> String {
    let way = place.isThroughReference ? "ref." : ""
    return switch place.object {
    case .named(let object): "\(object).\(way)\(place.member)"
    case .receiver: (isBare ? "" : "self.") + way + place.member
    case .none: place.member
    }
  }

  /// - Parameter result: The value of the block.
  private static func text(_ acts: [CodeAct], result: String) -> String {
    let leave = result.isEmpty ? "return" : "return \(result)"
    let body = text(acts, leave: leave)
    if result.isEmpty { return body }
    return body.isEmpty ? result : "\(body); \(result)"
  }

  private static func text(_ acts: [CodeAct], leave: String) -> String {
    acts.map { act in
      switch act {
      case .reach(let verb, let place, let alias, let isBare): text(verb, place, alias, isBare)
      case .decide(let then, let otherwise):
        "if a.x > 3 { \(text(then, leave: leave)) }"
          + (otherwise.map { " else { \(text($0, leave: leave)) }" } ?? "")
      case .once(let acts): "repeat 1 { \(text(acts, leave: leave)) }"
      case .loop(let acts): "for i in range(b.y % 3) { \(text(acts, leave: leave)) }"
      case .later(let acts): "after 1s { \(text(acts, leave: "return")) }"
      case .leaveLoop: "break"
      case .leave: leave
      }
    }.joined(separator: "; ")
  }

  private static func text(
    _ verb: CodeAct.Verb, _ place: CodePlaceName, _ alias: String?, _ isBare: Bool
  ) -> String {
    var path = path(of: place, isBare: isBare)
    if let alias {
      let parts = path.split(separator: ".")
      path = "\(alias).\(parts.last!)"
      let object = parts.dropLast().joined(separator: ".")
      return "repeat 1 { let \(alias) = \(object); \(text(verb, path)) }"
    }
    return text(verb, path)
  }

  private static func text(_ verb: CodeAct.Verb, _ path: String) -> String {
    switch verb {
    // A property with a `set` block is nil at first, or the block would run before all objects exist.
    case .write: path.hasSuffix("y") ? "\(path) = (\(path) ?? 0) + 1" : "\(path) += 1"
    case .call: "\(path)(1)"
    case .fire: "fire \(path)"
    case .post: "post \(path)"
    case .execute: "\(path).execute(1)"
    }
  }
}
