import BindingEngine
import Exploring
import Interpreter
import Language
import ScriptTesting
import Syntax
import TestSupport
import Testing

/// Correct scripts, and scripts of any kind.
extension CheckerTests {
  @Test(arguments: StatementWord.all.filter { $0.word != "help" })
  func `check finds nothing in the example of any statement`(_ word: StatementWord) {
    let found = findings(word.example).filter { $0.severity == .error }
    #expect(found.map(\.message) == [])
  }

  @Test func `check finds nothing in the prelude`() {
    let prelude = Prelude.text.replacing("class ", with: "class My")
      .replacing(": UI", with: ": MyUI").replacing("new UI", with: "new MyUI")
      .replacing("transformer ", with: "transformer My")
    #expect(findings(prelude).map(\.message) == [])
  }

  @Test(arguments: UInt64(0)..<24)
  func `checking any text terminates`(_ seed: UInt64) {
    var random = CheckerRandom(state: seed)
    let words =
      StatementWord.all.map(\.example) + [
        "class A { b = new A; bind b.b ~> b }", "object a: A", "new A { x = new A }", "{", "}",
        "\n",
        "bind a.b.b.b ~> a.b", "release a", "extend a { b = 1 }", "reset", "source \"x\"", "as a",
        "transform { self.b }", "observe a { a = value }", "unbind all", "unbind a", "turn.writes",
        "class B: A { computed b = self.b.b }", "let a = a", "for a in a { a.a = a }", "\"\\(a)\"",
      ]
    for _ in 0..<20 {
      let text = (0..<Int.random(in: 1...12, using: &random))
        .map { _ in words.randomElement(using: &random)! }.joined(separator: "\n")
      _ = findings(text, files: ["x": text])
    }
  }

  @Test(arguments: [
    "class A { b = new A }\nobject a: A\nbind a.b.b.b.b.b ~> a.b.b",
    "class A { b = new A; bind b ~> b }\nobject a: A",
    "class A { b = new B }\nclass B { a = new A; observe a { } }\nobject a: A",
    "class A { computed b = self.b.b }\nobject a: A",
    "class C0 { x = 1; bind x ~> x }\n"
      + (1...60).map { "class C\($0) { l = new C\($0 - 1); r = new C\($0 - 1) }\n" }.joined()
      + "object o: C60",
    "let x = " + String(repeating: "(", count: 200) + "1" + String(repeating: ")", count: 200),
    "let x = 1" + String(repeating: " + 1", count: 900),
    "let x = [1]\nlet y = x" + String(repeating: ".first", count: 900),
    (0..<200).map { _ in "if true { " }.joined() + (0..<200).map { _ in "}" }.joined(),
    "object a { x = 1 }\nlet x = a" + String(repeating: ".f(1)", count: 200),
    "object a { x = 1 }\na" + String(repeating: ".append(1)", count: 200),
    "object a { x = 1 }\na" + String(repeating: ".insert(1, at: 0)", count: 200),
    "object a { x = 1 }\nprint " + String(repeating: "a.append(", count: 60) + "1"
      + String(repeating: ")", count: 60),
    "object a { x = 1 }\nprint a" + String(repeating: "[0].append(a", count: 60)
      + String(repeating: ")", count: 60),
    (0..<2_000).map { "action f\($0)(a) { f\(($0 + 1) % 2_000)(a) }\n" }.joined() + "f0(1)",
    "class C0 { event e }\n"
      + (1...200).map { "class C\($0): C\($0 - 1) { event e; action f\($0)() { e } }\n" }.joined()
      + "object o: C200\non o.e { }",
    "object a { x = 1 }\n" + String(repeating: "on a.x { after 1s { ", count: 40)
      + String(repeating: "} }", count: 40),
    "let x = 1\n" + String(repeating: "if x == 1 { } else ", count: 200) + "{ }",
    "class C { computed c = new C }\nobject o: C",
    "class C { computed d = new D }\nclass D { computed c = new C { computed e = new D } }\n"
      + "object o: D { computed e = new C }\nextend o { computed f = new D }",
  ])
  func `checking endless or deep code terminates`(_ source: String) {
    _ = findings(source)
  }

  @Test func `time is linear in the number of lines`() {
    let growth = growth(from: 4_000) { lines in
      var text = ""
      let objects = lines / 100 + 1
      for i in 0..<objects { text += "object o\(i) { v = 0; w = \"a\" }\n" }
      for i in 0..<lines { text += "o\(i % objects).v = o\((i * 7) % objects).v + 1\n" }
      #expect(findings(text).isEmpty)
    }
    #expect(growth < 10)
  }

  @Test func `time is linear in the number of events and calls`() {
    let growth = growth(from: 1_000) { calls in
      var text = ""
      let objects = calls / 40 + 1
      for i in 0..<objects {
        text +=
          "object o\(i) { v = 0; event e; action f(a) { v = a; fire e(a) }; command c { v } }\n"
        text += "on o\(i).e { print value }\n"
      }
      for i in 0..<calls {
        let (object, other) = (i % objects, i * 7 % objects)
        text += "o\(object).f(\(i))\nfire o\(other).e\no\(object).c.execute()\nadvance 1s\n"
      }
      #expect(findings(text).isEmpty)
    }
    #expect(growth < 10)
  }

  @Test func `time is linear in the number of unknown names`() {
    let declarations = (0..<300).map { "let constant\($0) = 1\n" }.joined()
    let growth = growth(from: 100) { names in
      let text = declarations + (0..<names).map { "print constnt\($0)\n" }.joined()
      #expect(findings(text).count == names)
    }
    #expect(growth < 10)
  }
}

/// SplitMix64: a seed gives the same texts on every machine.
struct CheckerRandom: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
