import Exploring
import Interpreter
import Language
import Syntax
import TestSupport
import Testing

/// Writes scripts that use names before, after and without their declaration.
///
/// Blocks only use names that were declared before them, or never: `check` cannot know whether a
/// block runs before a name in it is declared.
private struct ScriptWriter {
  var random: CheckerRandom
  var declared: [String] = []
  var objects: [String] = []
  var classes = ["UILabel"]
  var transformers = ["Negate", "Not"]
  var text = ""

  mutating func pick(_ choices: [String]) -> String { choices.randomElement(using: &random)! }

  mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

  mutating func number(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }

  /// A name, which is sometimes not declared yet, or never.
  mutating func name(isCertain: Bool) -> String {
    if isCertain || chance(93) { return declared.isEmpty ? "1" : pick(declared) }
    return "n\(number(8))"
  }

  mutating func property(isCertain: Bool) -> String {
    guard isCertain || chance(95), !objects.isEmpty else {
      return "\(name(isCertain: isCertain)).q"
    }
    return "\(pick(objects)).\(isCertain || chance(95) ? "p" : "r")"
  }

  mutating func expression(isCertain: Bool) -> String {
    switch number(6) {
    case 0: return "\(number(10))"
    case 1: return "\"\\(\(name(isCertain: isCertain)))\""
    case 2: return objects.isEmpty ? "2" : property(isCertain: isCertain)
    case 3: return "[\(name(isCertain: isCertain))].count"
    case 4: return "(\(name(isCertain: isCertain)) == nil ? 1 : 2)"
    default: return name(isCertain: isCertain)
    }
  }

  mutating func statement(isCertain: Bool = false, depth: Int = 0) -> String {
    let isCertain = isCertain || depth > 0
    switch number(12) {
    case 0 where depth == 0:
      let name = "n\(number(8))"
      let parent = chance(30) ? ": \(chance(90) ? pick(classes) : "C9")" : ""
      let result = "object \(name)\(parent) { p = \(expression(isCertain: isCertain)) }"
      declared.append(name)
      objects.append(name)
      return result
    case 1 where depth == 0:
      let result = "let m\(number(5)) = \(expression(isCertain: isCertain))"
      declared.append(String(result.dropFirst(4).prefix(2)))
      return result
    case 2 where depth == 0:
      let name = "C\(number(4))"
      let result = "class \(name): \(pick(classes)) { p = 1; s = \(expression(isCertain: true)) }"
      classes.append(name)
      return result
    case 3 where depth == 0:
      let name = "T\(number(3))"
      transformers.append(name)
      return "transformer \(name) { forward { value } reverse { value } }"
    case 4, 5:
      guard !objects.isEmpty else { return "print 1" }
      let stage = chance(40) ? " | \(isCertain || chance(90) ? pick(transformers) : "T9")" : ""
      return "bind \(property(isCertain: isCertain)) !~> \(property(isCertain: isCertain))\(stage)"
    case 6:
      guard !objects.isEmpty, depth < 3 else { return "print 2" }
      return "observe \(property(isCertain: isCertain)) "
        + "{ print value, \(expression(isCertain: true)) }"
    case 7 where depth < 3:
      return "if \(expression(isCertain: isCertain)) == nil "
        + "{ \(statement(isCertain: true, depth: depth + 1)) }"
    case 8 where depth < 3:
      return "for i in [1] { print i; \(statement(isCertain: true, depth: depth + 1)) }"
    case 9, 10:
      guard !objects.isEmpty else { return "print 3" }
      return "\(property(isCertain: isCertain)) = \(expression(isCertain: isCertain))"
    default: return "print \(expression(isCertain: isCertain)), \(expression(isCertain: isCertain))"
    }
  }

  mutating func script() -> String {
    (0..<(3 + number(14))).map { _ in statement() }.joined(separator: "\n")
  }
}

private func isAboutNames(_ diagnostic: Diagnostic) -> Bool {
  diagnostic.severity == .error
    && ["unknown ", "no property"].contains { diagnostic.message.hasPrefix($0) }
    || diagnostic.message.hasSuffix("is used before it is declared")
}

extension CheckerTests {
  @Test(arguments: seeds(16))
  func `check and run report names alike`(_ seed: Int) {
    for round in 0..<20 {
      var writer = ScriptWriter(random: CheckerRandom(state: UInt64(seed * 1000 + round)))
      let script = writer.script()
      let unknown = findings(script).filter(isAboutNames)
      let failed = failures(script).filter { $0.severity == .error }
      if !unknown.isEmpty, failed.isEmpty {
        Issue.record("runs, but check says \(unknown.map(\.message)):\n\(script)")
        return
      }
      let missed = failed.filter(isAboutNames)
      if unknown.isEmpty, !missed.isEmpty {
        Issue.record("check is silent, but \(missed.map(\.message)):\n\(script)")
        return
      }
    }
  }
}

extension CheckerTests {
  @Test(arguments: seeds(16))
  func `members of a long chain of classes are found wherever they are declared`(_ seed: Int) {
    var random = CheckerRandom(state: UInt64(seed))
    let count = 80
    var script = "class C0 { a0 = 0 }\n"
    // The types of the members of each class; a class may declare an inherited one again.
    var members = [["a0": ""]]
    for number in 1..<count {
      var own: [String] = []
      var all = members[number - 1]
      while Int.random(in: 0..<3, using: &random) == 0 {
        let name = "a\(Int.random(in: 0..<6, using: &random))"
        let type = all[name] == nil ? ": Int" : ""
        if own.contains(where: { $0.hasPrefix(name) }) { continue }
        own.append("\(name)\(type) = \(number)")
        all[name] = all[name] ?? type
      }
      members.append(all)
      script += "class C\(number): C\(number - 1) { \(own.joined(separator: "; ")) }\n"
    }
    for number in 0..<count { script += "object o\(number): C\(number)\n" }
    var wrong = 0
    // In any order, since what is found is kept.
    for _ in 0..<400 {
      let number = Int.random(in: 0..<count, using: &random)
      let name = "a\(Int.random(in: 0..<6, using: &random))"
      let isText = Bool.random(using: &random)
      script += "o\(number).\(name) = \(isText ? "\"text\"" : "1")\n"
      let type = members[number][name]
      if type == nil || isText && type != "" { wrong += 1 }
    }
    #expect(findings(script).filter { $0.severity == .error }.count == wrong)
  }
}

private let declarationsOfMembers = [
  "class K: UIButton { x: Int = 1; event extra; action go(a) { fire extra(a); x = x + 1 }\n"
    + "command run after 1s { x }; on extra { vm.clear() }; bind x !~> title | ToString }",
  "class L: K { default extra; action go(a) { fire a; self.x = 0 }; weak owner: K? }",
  "object k { part = new L; typed: K = new L; any = 1 }",
]

/// Statements about the members of `CheckerTests.world` and of the declarations above; half of them
/// are mistakes, and their blocks are correct.
private let statementsAboutMembers = [
  "fire vm.pressed", "fire vm.pressed(vm.n)", "fire vm.name", "on vm.pressed { print value }",
  "on vm.name { }", "observe vm.x { vm.rename(value) }", "observe vm.rename { }",
  "vm.rename(\"Bo\")",
  "vm.rename()", "vm.clear()", "vm.clear(1)", "vm.save.execute(1)", "vm.save.execute(1, 2)",
  "vm.save.cancel()", "vm.save.cancel(1)", "vm.save.stop()", "advance 1s", "advance 1", "wait",
  "after 1s { vm.clear() }", "after 1 { }", "batch { wait }", "print vm.save.status",
  "print vm.save.sttus", "print vm.pressed", "print vm.clear", "vm.pressed = 1", "vm.save = 1",
  "bind vm.pressed !~> vm.x", "bind vm.pressed ~> vm.x", "bind vm.x !~> vm.pressed",
  "bind vm.x <> vm.save", "bind vm.name !~> vm.rename",
  "bind vm.rows ~> vm.rows each UITableViewCell",
  "bind vm.n ~> vm.rows each UITableViewCell", "vm.rows.append(1)", "vm.rows.append()",
  "vm.n.append(1)",
  "greet(1)", "greet()", "greet", "print greet(vm) == nil", "action greet(who) { who }",
  "action greet() { 1 }", "post Done(1)", "on notification Done { print value }", "label.clear()",
  "let v = vm\nv.clear()", "let v = vm\nv.clear(1)", "object c: BKCommand\nc.execute()",
  "fire button", "fire label", "bind button !~> vm.clear",
  "extend label { action say(a) { a } }\nlabel.say(1)", "label.say()",
  "class M: K { x = 2; go = 3 }", "class M: L { event extra; on notification Done { go(self) } }",
  "object k: K", "object k: L { part = new K }",
  "object k { part = new L; typed: K = new L; any = 1 }",
  "let k = new L", "k.go(1)", "k.go()", "k.part.go(k)", "k.part.go(1, 2)", "k.typed.go(1)",
  "k.typed.go()", "k.any.go()", "k.any.zz(1)", "fire k", "fire k.part", "fire k.extra(1)",
  "fire k.typed", "print k.extra", "print k.part.go", "k.run.execute()", "k.part.run.execute(2)",
  "print k.part.run.response.content", "print k.run.response.status", "k.typed.run.go()",
  "on k { vm.x = value }", "on k.part.extra { print value, sender.x }", "observe k { }",
  "observe k.part.extra { }", "bind k.part ~> vm.x", "bind k.part !~> vm.x",
  "bind vm.x !~> k.part.go",
  "bind k.part.run.status ~> vm.x", "bind vm.x <> k.typed.extra", "k.part = nil",
  "bind vm.x !~> k.typed.x.go", "k.owner.go(1)", "k.owner = k",
  "extend k { event late }\nfire k.late",
  "extend k.part { action late(a) { a } }\nk.part.late(1)", "fire k.late", "k.part.late(1)",
  "action use(o) { o.go(1); fire o.extra }\nuse(k)", "use(k)", "use(k.part)", "use(nil)",
]

extension CheckerTests {
  @Test(arguments: seeds(16))
  func `a run ends at the first error of check, unless it ends before`(_ seed: Int) {
    var random = CheckerRandom(state: UInt64(seed))
    for _ in 0..<20 {
      var statements = Bool.random(using: &random) ? declarationsOfMembers : []
      for _ in 0..<Int.random(in: 1...7, using: &random) {
        statements.append(statementsAboutMembers.randomElement(using: &random)!)
      }
      let script = CheckerTests.world + statements.joined(separator: "\n")
      guard let found = findings(script).first(where: { $0.severity == .error }) else { continue }
      let failed = failures(script).first { $0.severity == .error }
      // A run does not know what would be declared later.
      let isEarly = found.message.hasSuffix("is used before it is declared")
      let isSame = found.message == failed?.message || isEarly && failed.map(isAboutNames) == true
      let place = found.span?.start ?? 0
      let end = failed?.span?.start ?? .max
      guard end > place || end == place && !isSame else { continue }
      Issue.record("check: \(found.message)\nrun: \(failed?.message ?? "-")\n\(script)")
      return
    }
  }
}
