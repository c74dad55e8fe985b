import Exploring
import Interpreter
import Language
import Syntax
import TestSupport
import Testing

/// The output and the reports of a script when it runs.
private final class ListeningHost: SessionHost {
  private(set) var output = ""
  private(set) var hasErrors = false

  func write(_ text: String) { output += text }
  func trace(_ line: String) {}
  func report(_ diagnostic: Diagnostic) { if diagnostic.severity == .error { hasErrors = true } }
  func read(path: String) -> Result<[UInt8], SessionFileError> {
    .failure(SessionFileError("No such file or directory"))
  }
  func save(path: String, text: String) -> SessionFileError? { nil }

  init(running text: String) {
    Session(host: self).run(SourceFile(name: "main.bind", text: text))
  }
}

/// Findings of `check`, compared with runs of random scripts.
extension CheckerTests {
  private static let typed = [
    ("Int", ["1", "-3"]), ("Double", ["2.5"]), ("String", ["\"a\"", "\"7\""]), ("Bool", ["true"]),
    ("Int?", ["nil", "4"]), ("String?", ["nil", "\"b\""]), ("List", ["[1]"]), ("Duration", ["2s"]),
    ("Number", ["3"]), ("Any", ["1", "\"c\"", "nil"]),
  ]

  private static let stages = [
    "Uppercase", "Lowercase", "Trim", "Not", "!Not", "Negate", "IsNil", "IsNotNil", "NilToEmpty",
    "ToString", "ToInt", "ToDouble", "{ value }", "{ value + 1 }", "{ value + \"x\" }",
    "{ \"\\(value)\" }", "{ value == nil ? 1 : 2 }", "{ value.count }", "{ [value] }", "Own",
    "{ value > 2 }", "{ value ?? true }", "{ let w = value; w }", "{ k + value }", "Twice",
  ]

  /// A binding that is reported to fail when it is made does so, and one that is reported to pass only
  /// values that its target refuses fails as soon as it fires.
  @Test(arguments: seeds(8))
  func `a type error found after transformers occurs in a run`(_ seed: Int) {
    var random = CheckerRandom(state: UInt64(seed))
    var found = 0
    for _ in 0..<60 {
      let (source, values) = Self.typed.randomElement(using: &random)!
      let (target, targetValues) = Self.typed.randomElement(using: &random)!
      let arrow = ["~>", "~>", "!~>"].randomElement(using: &random)!
      let stages = (0..<Int.random(in: 0...3, using: &random)).map { _ in
        " | " + Self.stages.randomElement(using: &random)!
      }
      let script = """
        let k = 1
        transformer Own { forward { value * 2 } reverse { value } }
        transformer Twice { forward { if true { return value } } }
        object a { v: \(source) = \(values.randomElement(using: &random)!) }
        object b { w: \(target) = \(targetValues.randomElement(using: &random)!) }
        print b, k
        bind a.v \(arrow) b.w\(stages.joined())

        """
      let codes = allFindings(script).map { $0.code }
      let isWrong = codes.contains { $0?.severity == .error }
      // With another arrow a first value passes, which makes it fire.
      let run = ListeningHost(
        running: codes.contains(.neverAdmitted)
          ? script + "a.v = \(values.first { $0 != "nil" } ?? values[0])" : script)
      guard isWrong || codes.contains(.neverAdmitted) else { continue }
      found += 1
      #expect(run.hasErrors, "check finds \(codes) in\n\(script)")
    }
    #expect(found > 0)
  }

  private static let actions = [
    "a.x = 2", "a.y += 1", "b.x = a.x", "bind a.x ~> b.y", "bind b.x !~> a.y", "fire a.go",
    "fire b", "bind a.y <> b.y", "let c = a; c.x = 9", "action f(o) { o.y = 5 }\nf(b)",
    "post Saved", "post Done(1)", "bind a.go !~> b.x", "b.list.append(3)", "b.list[0] = 2",
    "bind a.x !~> a.go", "rebind one to b.x, a.x", "for o in [a, b] { o.x = 7 }",
    "a.child.v = 3", "a.child = new Child { v = 8 }", "after 1s { b.y = 3 }; advance 2s",
    "unbind one", "print a.x", "extend b { z = 1 }; b.z = 2", "a.run.execute()",
    "if a.x > 1 { fire a.go }", "repeat 2 { post Saved }", "release a.child", "silent a.y = 4",
    "a.rename(3)", "b.x = b.x", "bind (a.x + 1) ~> b.child.v", "compare { a.x = 5 }",
    "bind a.y ~> b",
  ]

  private static let watched = [
    "observe a.x", "observe b.x", "observe a.y", "observe b.y", "observe b.list", "on a.go",
    "on b.go", "on b", "on notification Saved", "on notification Done", "on notification Other",
    "observe a.child.v", "observe b.child", "observe a.run.status", "observe a",
  ]

  /// Observers that are reported never to run do not run: each prints a word of its own.
  @Test(arguments: seeds(10))
  func `an observer that is reported never to run never runs`(_ seed: Int) {
    var random = CheckerRandom(state: UInt64(seed))
    var count = 0
    for _ in 0..<25 {
      var lines = [
        "class Child { v = 1 }",
        "object a { x = 1; y = 1; event go; child = new Child; default x; command run { 1 }; "
          + "action rename(n) { y = n } }",
        "object b { x = 1; y = 1; event go; child = new Child; list = [1]; default go }",
        "bind a.x !~> b.x as one",
      ]
      for number in 0..<Int.random(in: 1...4, using: &random) {
        let watched = Self.watched.randomElement(using: &random)!
        lines.append("\(watched) { print \"ran-\(number)-\(lines.count)\" }")
      }
      let first = lines.count
      for _ in 0..<Int.random(in: 0...6, using: &random) {
        lines.append(Self.actions.randomElement(using: &random)!)
      }
      let script = lines.joined(separator: "\n")
      let found = allFindings(script)
      let map = SourceFile(name: "", text: script).lines
      let silent: [FindingCode] = [.neverChanged, .neverFired, .neverPosted]
      let run = ListeningHost(running: script)
      for finding in found {
        guard let code = finding.code, silent.contains(code), let span = finding.span else {
          continue
        }
        let line = map.line(of: span.start)
        guard (4..<first).contains(line) else { continue }
        count += 1
        let word = lines[line].split(separator: "\"")[1]
        #expect(!run.output.contains(word), "\(finding.message), and it runs in\n\(script)")
      }
    }
    #expect(count > 0)
  }
}
