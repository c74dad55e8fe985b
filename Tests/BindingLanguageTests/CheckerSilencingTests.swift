import Checking
import Exploring
import Interpreter
import Language
import Syntax
import TestSupport
import Testing

private let arrow = "object a { x = 1 }\nobject b { x = 1 }\nprint b\n"

/// Comments that silence findings, and fixes.
extension CheckerTests {
  @Test(arguments: [
    CodesCase(arrow + "bind a.x -> b.x // allow B040"),
    CodesCase(arrow + "bind a.x -> b.x // allow b040: as BIND has it"),
    CodesCase(arrow + "bind a.x -> b.x //allow B040, B045 because", .silencesNothing),
    CodesCase(arrow + "// allow B040\n\n// why not\nbind a.x -> b.x"),
    CodesCase(arrow + "// allow B040\nbind a.x -> b.x\nbind b.x <- a.x // allow B052", .oldArrow),
    CodesCase(
      "// allow B040 in this file\n" + arrow
        + "bind a.x -> b.x\nbind a.x !-> b.x // allow B052\na.x = 2"),
    CodesCase(arrow + "bind a.x -> b.x // allowed: B040", .oldArrow),
    CodesCase(arrow + "bind a.x -> b.x /* // allow B040 */", .oldArrow),
    CodesCase(arrow + "print \"// allow B040\"; bind a.x -> b.x", .oldArrow),
    CodesCase(arrow + "print \"\"\"\n  // allow B040\n  \"\"\"\nbind a.x -> b.x", .oldArrow),
    CodesCase(arrow + "print \"\\(a.x) // allow B040\"", ),
    CodesCase("print bx // allow B010", .unknownName, .silencesNothing),
    CodesCase("print 1 // allow B045", .silencesNothing),
    CodesCase("print 1 // allow B045, B070"),
    CodesCase("print 1 // allow B070", .silencesNothing),
    CodesCase("// allow B070 in this file\nprint 1 // allow B045"),
    CodesCase("print 1 // allow B1, B999", .unknownCode, .unknownCode),
    CodesCase("print 1 // allow B999, B071"),
    CodesCase("print 1 // allow X047", .unknownCode),
    CodesCase("print 1 // allow A4 paper, 300 dpi"),
    CodesCase(arrow + "bind a.x -> b.x // allow: B040", .oldArrow, .malformedSilence),
    CodesCase(arrow + "bind a.x -> b.x // Allow B040", .oldArrow, .malformedSilence),
    CodesCase(arrow + "bind a.x -> b.x // allow(B040, B045)", .oldArrow, .malformedSilence),
    CodesCase("print 1 // allow: X047", .malformedSilence, .unknownCode),
    CodesCase("// allow B072 in this file\nprint 1 // allow: B045"),
    CodesCase("#!/usr/bin/env bindlab // allow B045\nprint 1"),
    CodesCase("// allow B045", .silencesNothing),
    CodesCase("\u{FEFF}// allow B060\nlet a = 1"),
    CodesCase("// allow B060\r\nlet a = 1\r\n"),
  ])
  func `a comment silences its codes at its place`(_ example: CodesCase) { example.check() }

  @Test func `a comment applies to the file that contains it`() {
    let files = [
      "lib.bind": "// allow B040 in this file\nobject c { x = 1 }\nbind c.x !-> c.x | { value }"
    ]
    let found = allFindings("source \"lib.bind\"\nc.x = 2", files: files)
    #expect(found.map { $0.code } == [.selfBinding])
  }

  private func fixed(_ text: String) -> (text: String, count: Int, rest: [FindingCode?]) {
    let file = SourceFile(name: "main.bind", text: text)
    let fixed = Checker.fix(file) {
      Checker.check($0, host: CheckerHost(), options: SessionOptions().checking)
    }
    return (
      String(decoding: fixed.file.bytes, as: UTF8.self), fixed.count, fixed.rest.map { $0.code }
    )
  }

  @Test(arguments: [
    (
      "bind a.x -> b.x\nbind b.x <-! a.x // allow B052\n",
      "bind a.x ~> b.x\nbind b.x <~! a.x // allow B052\n", 2
    ),
    ("bind a.x => b.x", "bind a.x ~> b.x", 1),
    ("let c = 1 // allow: B060, for now\n", "let c = 1 // allow B060, for now\n", 1),
    ("let c = 1 // Allow(B060)\n", "let c = 1 // allow B060\n", 1),
    ("bind a.x \u{2192} b.x", "bind a.x ~> b.x", 1),
    ("expect a.x === 1", "expect a.x == 1", 1),
    ("expect a?.x == 1", "expect a.x == 1", 1),
    ("print 1 // allow B045\nprint 2", "print 1\nprint 2", 1),
    ("  // allow B045\r\nprint 2\r\n", "print 2\r\n", 1),
    ("print 1 // allow B045\r\n", "print 1\r\n", 1),
    ("bind a.x -> b.x // allow B045, B040, B046: why", "bind a.x -> b.x // allow B040: why", 1),
    ("// allow B045", "", 1),
    ("print 1", "print 1", 0),
    ("print 1 +", "print 1 +", 0),
  ])
  func `unambiguous fixes are applied once`(_ example: (String, String, Int)) {
    let once = fixed(arrow + example.0)
    #expect(once.text == arrow + example.1)
    #expect(once.count == example.2)
    let twice = fixed(once.text)
    #expect(twice.text == once.text && twice.count == 0)
    #expect(once.rest == twice.rest)
  }

  /// Pieces with findings of many kinds, most of which need not be errors.
  private static let pieces = [
    "bind a.x -> b.x", "bind a.x <- b.y", "bind a.y !-> b.y", "bind b.x <-! a.x", "bind a.x ~> a.x",
    "bind (a.x > 1 ? b.y : 0) ~> a.y", "bind a.x <> b.x | { value * 2 } reverse { value }",
    "observe a.x { a.x = value }", "let k1 = 1", "var k2 = 2", "post Saved",
    "on notification Done { print 1 }", "bind (1) !~> b.y", "a.x = 3", "print b.y",
    "print 1 // allow B045", "// allow B040 in this file", "// allow B060, B061",
    "// allow B999: no such code", "object k3 { computed x = k2 }", "expect a.x === 1",
    "if a.x == 1 { bind a.y -> b.y }", "print \"// allow B040\"",
    "class K4 { bind x -> y; x = 1; y = 1 }",
    "fire a.go", "on a.go { fire a.go }", "bind a?.x ~> b.x", "bind a.x => b.x",
  ]

  private func script(_ random: inout CheckerRandom) -> String {
    let count = Int.random(in: 1...10, using: &random)
    let lines = (0..<count).map { _ in CheckerTests.pieces.randomElement(using: &random)! }
    var seen: Set<String> = []
    return "object a { x = 1; y = 1; event go }\nobject b { x = 1; y = 1 }\n"
      + lines.filter { seen.insert($0).inserted }.joined(separator: "\n") + "\n"
  }

  @Test(arguments: seeds(12))
  func `a fixed text has no fixes left`(_ seed: Int) {
    var random = CheckerRandom(state: UInt64(seed))
    for _ in 0..<10 {
      let text = script(&random)
      let before = allFindings(text)
      let once = fixed(text)
      let after = allFindings(once.text)
      #expect(!after.contains { $0.fix != nil }, "\(text)")
      #expect(
        after.count { $0.severity == .error } <= before.count { $0.severity == .error }, "\(text)")
      #expect(!after.contains { $0.code == .oldArrow || $0.code == .silencesNothing }, "\(text)")
      #expect(fixed(once.text).text == once.text, "\(text)")
    }
  }

  /// Silences the findings, a comment for each line and code, until there are no more.
  @Test(arguments: seeds(24))
  func `silencing every finding silences check`(_ seed: Int) {
    var random = CheckerRandom(state: UInt64(100 + seed))
    for _ in 0..<10 {
      var text = fixed(script(&random)).text
      var found = allFindings(text)
      guard !found.contains(where: { $0.severity == .error }) else { continue }
      var rounds = 0
      while !found.isEmpty {
        rounds += 1
        guard rounds < 5 else {
          Issue.record("still \(found.map(\.message)) in\n\(text)")
          break
        }
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let map = SourceFile(name: "", text: text).lines
        var codes: [Int: [String]] = [:]
        for finding in found {
          guard let span = finding.span, let code = finding.code else { continue }
          let line = map.line(of: span.start)
          if codes[line]?.contains(code.text) != true { codes[line, default: []].append(code.text) }
        }
        for line in codes.keys.sorted(by: >) {
          // A faulty comment is silenced by another comment that names its fault.
          lines.insert(
            "// allow \(codes[line]!.joined(separator: ", "))"
              + (codes[line]! == ["B071"] || codes[line]! == ["B070"] ? " in this file" : ""),
            at: line)
        }
        text = lines.joined(separator: "\n")
        found = allFindings(text)
      }
    }
  }

  @Test func `a comment never silences an error`() {
    for code in FindingCode.allCases where code.severity == .error && !code.explanation.bad.isEmpty
    {
      let text = "// allow \(code.text) in this file\n" + code.explanation.bad
      #expect(allFindings(text).contains { $0.code == code }, "\(code.text)")
    }
  }

  @Test func `every warning and note can be silenced`() {
    for code in FindingCode.allCases
    where code.severity != .error && !code.explanation.bad.isEmpty && code != .silencesNothing {
      let text = "// allow \(code.text) in this file\n" + code.explanation.bad
      #expect(allFindings(text).isEmpty, "\(code.text): \(allFindings(text).map(\.message))")
    }
  }
}
