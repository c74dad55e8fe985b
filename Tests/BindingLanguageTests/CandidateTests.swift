import Checking
import Exploring
import Interpreter
import Language
import Names
import Syntax
import TestSupport
import Testing

/// The candidates at a place: the session and `check` get the same question about the same script.
@Suite struct CandidateTests {
  /// A line with `‸` at the cursor, and words that are offered there or not.
  struct Case: CustomTestStringConvertible, Sendable {
    var line: String
    var offered: [String]
    var refused: [String]

    init(_ line: String, _ offered: [String], not refused: [String] = []) {
      self.line = line
      self.offered = offered
      self.refused = refused
    }

    var testDescription: String { line }
  }

  private static let script = """
    class Pet { call = "Rex"; event barked }
    class Person { name = "Kim"; pet: Pet? = nil; event moved; action greet(who) { print who } }
    enum Phase { idle, loading, failed(why) }
    object vm { phase: Phase = Phase.idle; other: Phase? }
    protocol Doer { action go(x); optional action stop() }
    object a { n = 1; s = "x"; l = [1, 2]; computed c = 2; event tapped; action go(x) { print x } }
    object b { t = 0; who = new Person; computed half = 4 }
    object plain { y = 1 }
    object ann: Person
    object shop { command save(item) { item } }
    let keep = [1, 2]
    var count = 3
    transformer Twice { forward { value } }
    semantics own: kvo { equal = drop }
    action act(x) { print x }
    bind a.n !~> b.t as link
    """

  private struct Answer: Equatable {
    var text: String
    var kind: Candidate.Kind
  }

  private static func parts(_ marked: String) -> (text: String, offset: Int) {
    let parts = marked.split(separator: "‸", omittingEmptySubsequences: false)
    return (parts.joined(), parts[0].utf8.count)
  }

  /// What the session offers, which has run the script.
  private func live(_ marked: String) -> [Answer] {
    let session = Session(host: CheckerHost())
    session.run(SourceFile(name: "-", text: Self.script))
    #expect(session.errors == 0)
    let (text, offset) = Self.parts(marked)
    let place = TextPlace(
      in: Array(text.utf8), at: offset, names: session.names, isInteractive: true)
    return session.candidates(at: place, hasRun: false)
      .map { Answer(text: $0.word + $0.suffix, kind: $0.kind) }
  }

  /// What `check` offers after the same script, which it has only read.
  private func checked(_ marked: String) -> [Answer] {
    let (text, offset) = Self.parts(Self.script + "\n" + marked)
    return Checker.candidates(
      in: SourceFile(name: "-", text: text), at: offset, host: CheckerHost(),
      options: CheckOptions()
    ).map { Answer(text: $0.word + $0.suffix, kind: $0.kind) }
  }

  private static let cases = [
    // After a dot.
    Case("a.s.split(‸", ["by: "], not: ["a", "keep"]),
    Case("a.s.split(b‸", ["by: "], not: ["b"]),
    Case("a.l.insert(3, ‸)", ["at: "], not: ["keep"]), Case("a.l.insert(‸", ["keep", "a"]),
    Case("a.l.replace(‸", ["at: "]), Case("a.l.replace(at: 0, ‸", ["with: "]),
    Case("a.s.hasPrefix(‸", ["a", "keep"]), Case("a.go(‸", ["keep"], not: ["by: "]),
    Case("bind a.s ~> b.t | ‸", ["Uppercase", "ToInt", "Twice"], not: ["Not", "Negate"]),
    Case("bind 3 ~> b.t | ‸", ["Negate", "ToString", "Twice"], not: ["Not", "Uppercase", "Trim"]),
    Case("bind b.t <~ a.s | IsNil | ‸", ["Not", "IsNil", "Twice"], not: ["Negate", "Uppercase"]),
    Case("bind a.s ~> b.t | Twice | ‸", ["Not", "Negate", "Uppercase"]),
    Case("bind a.s ~> b.t | { value.count } | ‸", ["Not", "Negate", "Uppercase"]),
    Case("bind ann.pet ~> b.t | ‸", ["Not", "Negate", "Uppercase"]),
    Case("a.l.rem‸", ["remove("]),
    Case("a.l.‸", ["append(", "insert(", "remove(", "replace(", "count", "sum"], not: ["n"]),
    Case("a.s.upp‸", ["uppercased", "uppercaseString"]),
    Case("a.s.‸", ["uppercased", "count"], not: ["append(", "sum", "n"]),
    Case("keep.app‸", ["append("]),
    // In the quotes of a key.
    Case(#"print a["‸"#, [#"n"]"#, #"l"]"#, #"c"]"#], not: ["count", "append(", "n"]),
    Case(#"print a["‸"]"#, ["n", "l"]),
    Case(#"ann["pet"]["c‸"#, [#"call"]"#], not: [#"barked"]"#]),
    Case(#"fire a["t‸"#, [#"tapped"]"#], not: [#"n"]"#]),
    Case(#"print "a["‸"#, [], not: [#"n"]"#, "n"]),
    // The calls of a command.
    Case("shop.save.‸", ["execute(", "cancel()", #"finish(""#, "status", "response"]),
    Case("shop.save.response.‸", ["content"], not: ["execute("]),
    // An action that the object may have.
    Case("print ann responds ‸", ["greet", "go", "stop"], not: ["name", "moved"]),
    Case("class Q: ‸", ["Person", "Doer"]),
    // Requirements of a protocol.
    Case("protocol Q { ‸ }", ["action", "optional"], not: ["bind ", "object "]),
    Case("protocol Q {\n  action one()\n  ‸\n}", ["action ", "optional "]),
    Case("protocol Q { opt‸ }", ["optional"], not: ["action"]),
    Case("protocol Q { optional ‸ }", ["action"], not: ["optional"]),
    Case("protocol Q { action ‸ }", [], not: ["action", "optional"]),
    Case("protocol Q { ‸", ["action ", "optional "]),
    Case("protocol Q { }\n‸", ["bind ", "protocol "], not: ["optional "]),
    Case("class Q: Person, ‸", ["Doer"], not: ["Person"]),
    Case("a.‸", ["n", "s", "l", "c", "go"], not: ["tapped", "count", "y"]),
    Case("show a.‸", ["n", "tapped", "go"]),
    Case("b.who.‸", ["name", "pet", "greet"], not: ["n", "moved"]),
    Case("ann.name.‸", ["uppercased"]),
    Case("ann.pet.‸", ["call"]),
    Case("turn.w‸", ["writes"]),
    Case("turn.‸", ["number", "cycle"], not: ["count"]),
    Case("nowhere.‸", []),
    Case("a.nowhere.‸", []),
    // The cases of an enumeration.
    Case("print Phase.‸", ["idle", "loading", "failed("], not: ["n", "count"]),
    Case("print vm.phase == Ph‸", ["Phase."]),
    Case(
      "switch vm.phase { ‸", ["idle { ", "loading { ", "failed(", "else { "], not: ["a", "vm"]),
    Case("switch vm.phase { idle { } l‸", ["loading { "], not: ["idle { "]),
    Case("switch vm.other { f‸", ["failed("]),
    Case("object z { phase: Ph‸", ["Phase"]),
    Case("class Q { command go() ‸", ["enabled: ", "after ", "begin { ", "cancel { "]),
    // Ends of bindings.
    Case("bind a.n ~> b.‸", ["t", "who"], not: ["half", "| ", "count"]),
    Case("bind a.n ~> a.‸", ["n", "s", "l", "go"], not: ["c"]),
    Case("bind a.n <> a.‸", ["n", "s"], not: ["c", "go", "tapped"]),
    Case("bind a.‸ ~> b.t", ["n", "c"], not: ["tapped", "go"]),
    Case("bind a.‸ !~> b.t", ["n", "c", "tapped"], not: ["go"]),
    Case("bind a.‸", ["n", "c", "tapped"], not: ["go"]),
    Case("bind a.n ~> ‸", ["a", "ann", "b"], not: ["Person", "Twice", "floor("]),
    Case("bind ‸", ["once ", "a"], not: ["link"]),
    Case("bind a.n ‸", ["~> ", "<> "], not: ["a"]),
    Case("bind a.n ~> b.t ‸", ["| ", "as ", "each "], not: ["a"]),
    Case("bind a.n ~> b.t | ‸", ["Twice", "ToString"], not: ["a", "link"]),
    Case("bind a.n ~> b.t | !T‸", ["Twice"]),
    Case("bind a.l ~> b.who each ‸", ["Person"], not: ["a"]),
    // Places where the grammar has one kind of name.
    Case("print new ‸", ["Person", "UILabel"], not: ["a", "print "]),
    Case("object q: P‸", ["Person"]),
    Case("object ‸", [], not: ["a", "Person"]),
    Case("class Q: ‸", ["Person"]),
    Case("object q { x: ‸ }", ["Int", "String", "Person"], not: ["a"]),
    Case("object q { x: D‸ }", ["Double", "Duration", "Doer"]),
    Case("print new D‸", [], not: ["Doer"]),
    Case("object q { weak d: Doer?; action f() { d.‸", ["go", "stop"], not: ["d"]),
    Case("object q { weak d: Doer?; action f() { print d responds ‸", ["go", "stop"], not: ["d"]),
    Case("on ‸", ["a", "ann", "b", "notification "], not: ["plain", "keep"]),
    Case("on a.‸", ["tapped"], not: ["n", "go"]),
    Case("on b.‸", ["who"], not: ["t"]),
    Case("fire ‸", ["a", "ann"], not: ["plain", "print "]),
    Case("fire ann.‸", ["moved", "pet"], not: ["name", "greet"]),
    Case("observe a.‸", ["n", "c"], not: ["tapped", "go"]),
    Case("unbind ‸", ["link", "all", "a"], not: ["Person"]),
    Case("explain ‸", ["link", "all"], not: ["Person"]),
    Case("semantics ‸", ["bind", "kvo", "own"], not: ["a"]),
    Case("semantics mine: k‸", ["kvo"]),
    Case("semantics mine: kvo { eq‸", ["equal = "]),
    Case("semantics mine: kvo { equal = dr‸ }", ["drop"]),
    Case("compare kvo, ‸", ["own"], not: ["a"]),
    Case("object q { ‸", ["computed ", "bind ", "event ", "weak "], not: ["print ", "a"]),
    Case("object q { x = 1; default ‸", ["x"], not: ["a"]),
    // Values and the beginning of statements.
    Case("‸", ["print ", "bind ", "a", "keep", "act("], not: ["tapped"]),
    Case("pr‸", ["print "], not: ["a"]),
    Case("print ‸", ["a", "count", "turn", "new ", "true", "act("], not: ["print "]),
    Case("print a ‸", [], not: ["a", "count"]),
    Case("a.n = ‸", ["a", "keep"]),
    Case("a.‸ = 3", ["n", "s"], not: ["c", "go", "tapped"]),
    Case("print (a.n + ‸)", ["a", "count"], not: ["~> "]),
    Case("print \"a is \\(a.‸)\"", ["n"], not: ["tapped"]),
    Case("print \"a.‸\"", []),
    Case("print \"a.‸", []),
    Case("print 1 // a.‸", []),
    // In blocks.
    Case("observe a.n { print ‸ }", ["value", "old", "sender", "change", "a"], not: ["self"]),
    Case("observe a.n {\n  let mine = a.s\n  print mi‸", ["mine"]),
    Case("observe a.n {\n  let mine = a.s\n  mine.upp‸", ["uppercased"]),
    Case("observe a.n {\n  let mine = new Person\n  print mine.‸\n}", ["name", "pet"]),
    Case("if a.n == 1 { let mine = 1 }\nprint mi‸", [], not: ["mine"]),
    Case("for each1 in a.l { print ea‸", ["each1"]),
    Case("action do1(first, second) { print f‸", ["first", "floor("]),
    Case("transformer U { forward { val‸", ["value"]),
    Case("object q { x = 1; action f(y) { print ‸", ["x", "y", "self", "f"], not: ["old"]),
    Case("object q { x = 1; event e; action f() { fire ‸", ["e", "self"], not: ["x"]),
    Case("object q: Person { x = 1; action f() { self.‸", ["x", "name", "greet"], not: ["moved"]),
    Case("object q: Person { x = 1; bind na‸", ["name"]),
    Case("class Q { x = 1; computed y = ‸ }", ["x", "self", "a"]),
    Case("let mine = a.s; mine.low‸", ["lowercased", "lowercaseString"]),
    Case("object q { x = 1; p = new Person { pet = ou‸ } }", ["outer"]),
    Case("object q { x = 1; p = new Person { pet = outer.‸ } }", ["x", "p"], not: ["name"]),
    Case("object q { p = new Person { action f() { ou‸ } } }", [], not: ["outer"]),
    Case("let p = new Person { pet = ou‸ }", [], not: ["outer"]),
    // Behind blocks.
    Case("observe a.n { print value } ‸", ["kept by ", "as "], not: ["keep"]),
    Case("observe a.n {\n  if a.n == 1 { print value }\n} k‸", ["kept by "], not: ["keep"]),
    Case("effect { print a.n } k‸", ["kept by "], not: ["keep"]),
    Case("on a.tapped { print 1 } ‸", ["kept by ", "as "], not: ["keep"]),
    Case("observe a.n { print value } kept by ‸", ["nobody", "ann"]),
    Case("bind a.s ~> b.t transform { value } ‸", ["kept by ", "observe { "], not: ["keep"]),
    Case("object q { x = 1; observe x { print value } ‸", ["kept by "], not: ["keep"]),
    Case("observe a.n { print value }\npr‸", ["print "], not: ["kept by "]),
    Case("observe a.n { print value }; pr‸", ["print "], not: ["kept by "]),
    // With errors, and with text after the place.
    Case("a.n = = 3; b.‸", ["t", "who"]),
    Case("a.n = = 3\nprint a.‸", ["n"], not: ["tapped"]),
    Case("bind a.n ~~> b.‸", ["t", "who"]),
    Case("if { a.‸", ["n"]),
    Case("print a.‸ + 1, b.t", ["n"], not: ["tapped"]),
    Case("a.l.app‸(3)", ["append"], not: ["append("]),
    Case("bind a.n‸ ~> b.t", ["n"]),
  ]

  @Test(arguments: cases)
  func `exactly the possible candidates are offered at a place`(_ example: Case) {
    let texts = live(example.line).map(\.text)
    #expect(Set(example.offered).subtracting(texts).isEmpty, "not offered, of \(texts.prefix(20))")
    #expect(Set(example.refused).intersection(texts).isEmpty)
    if example.offered.isEmpty && example.refused.isEmpty { #expect(texts == []) }
    #expect(Set(texts).count == texts.count, "twice in \(texts)")
  }

  @Test(arguments: cases)
  func `check offers the same as the session`(_ example: Case) {
    // Only a run has numbers.
    #expect(checked(example.line) == live(example.line).filter { $0.kind != .number })
  }

  private static let elements = [
    Case("crowd.all[0].‸", ["name", "greet"], not: ["count", "append("]),
    Case("crowd.all[9].na‸", ["name"]), Case("crowd.all[count].na‸", ["name"]),
    Case("crowd.all.first.na‸", ["name"]), Case("crowd.all.last.‸", ["call"], not: ["name"]),
    Case("crowd.all[1].‸", ["call"], not: ["name"]),
    Case("crowd.all[0...1].‸", ["append(", "sum"], not: ["name"]),
    Case(#"crowd.named["a"].‸"#, ["call"], not: ["name", "keys"]),
    Case("crowd.numbered[7].‸", ["name"], not: ["keys"]),
    Case("crowd.texts[0].upp‸", ["uppercased"]), Case("bind crowd.all[0].‸", ["name"]),
    Case("_.‸", ["all", "named"], not: ["count"]), Case("_.all[1].c‸", ["call"]),
    Case("crowd.none[0].‸", [], not: ["name", "call"]),
  ]

  /// What a list holds is known only where the script has run.
  @Test(arguments: elements)
  func `the session offers members of elements, and of the last value`(_ example: Case) {
    let host = CheckerHost()
    let session = Session(host: host)
    let crowd = """
      object crowd {
        all = [ann, new Pet]; named = ["b": ann, "a": new Pet]; numbered = [7: ann]; texts = ["x"]
        none = []
      }
      crowd
      """
    for text in [Self.script, crowd] {
      session.run(SourceFile(name: "-", text: text), isInteractive: true)
    }
    #expect(host.diagnostics.map(\.message) == [])
    let (text, offset) = Self.parts(example.line)
    let place = TextPlace(
      in: Array(text.utf8), at: offset, names: session.names, isInteractive: true)
    let texts = session.candidates(at: place, hasRun: false).map { $0.word + $0.suffix }
    #expect(Set(example.offered).subtracting(texts).isEmpty, "not offered, of \(texts.prefix(20))")
    #expect(Set(example.refused).intersection(texts).isEmpty, "\(texts.prefix(20))")
  }

  @Test func `each word that is offered in a body can begin a member`() throws {
    let words = checked("object q { ‸").map(\.text)
    #expect(words.count > 5)
    for word in words {
      let tree = Parser.parse(
        SourceFile(name: "-", text: "object q { \(word)x"), names: NameTable()
      ).tree
      let first = try #require(tree.statements.first)
      let members = tree.members(of: tree.object(first).body)
      let member = try #require(members.first)
      // Another word would be the name of a property.
      if word != "weak " { #expect(tree[member].kind != .property, "\(word)") }
      #expect(tree[member].kind != .missing, "\(word)")
    }
  }

  @Test func `a candidate has its kind and its origin`() {
    let session = Session(host: CheckerHost())
    session.run(SourceFile(name: "-", text: Self.script))
    func first(_ line: String) -> Candidate? {
      let (text, offset) = Self.parts(line)
      let place = TextPlace(
        in: Array(text.utf8), at: offset, names: session.names, isInteractive: true)
      return session.candidates(at: place, hasRun: false).first
    }
    #expect(first("a.n‸")?.kind == .member(.property))
    #expect(first("a.n‸")?.origin == .object && first("a.n‸")?.note == "= 1")
    #expect(first("object q { x1 = 1; action f() { x1‸")?.origin == .body)
    #expect(first("pri‸")?.origin == .language)
    #expect(first("print cou‸")?.kind == .declared(.variable))
    #expect(first("print cou‸")?.origin == .world)
    let line = "for item in a.l { item‸"
    #expect(first(line)?.origin == .text(SourceSpan(4..<8)))
  }

  @Test func `the earlier lines of an unfinished statement count`() {
    let session = Session(host: CheckerHost())
    session.run(SourceFile(name: "-", text: Self.script))
    let earlier = "observe a.n {\n  let mine = value"
    let found = session.completions(in: "  a.s = mi ", at: 10, behind: earlier)
    #expect(found.candidates.map(\.text) == ["mine", "min("])
    #expect(found.replace == 8..<10)
    #expect(session.completions(in: "va", at: 2, behind: earlier).candidates.first?.text == "var ")
  }

  @Test func `every place of any text can be asked about`() {
    var texts = Self.cases.map { Self.parts($0.line).text }
    for seed in 0..<30 {
      var program = RandomProgram(seed: seed)
      texts.append(program.text())
    }
    let session = Session(host: CheckerHost())
    session.run(SourceFile(name: "-", text: Self.script))
    for text in texts {
      let count = text.utf8.count
      for offset in stride(from: 0, through: count, by: max(1, count / 40)) {
        let list = session.completions(in: text, at: offset)
        #expect(list.replace.upperBound == offset && list.replace.lowerBound >= 0)
        // The text also ends there, as while it is typed.
        let part = String(decoding: text.utf8.prefix(offset), as: UTF8.self)
        _ = session.completions(in: part, at: part.utf8.count)
      }
      for part in 1...4 {
        _ = Checker.candidates(
          in: SourceFile(name: "-", text: text), at: count * part / 4, host: CheckerHost(),
          options: CheckOptions())
      }
    }
  }

  /// Otherwise `check` never examines a text with syntax errors.
  @Test func `a fixture without a random piece can be asked about at any place`() throws {
    for seed in seeds(1) {
      for (position, fixture) in Fixture.all.enumerated() {
        var random = SeededRandom(seed: seed * 10_000 + position)
        var text = Array(try fixture.text().utf8)
        guard text.count > 40 else { continue }
        let start = random.below(text.count - 1)
        text.removeSubrange(start..<min(text.count, start + random.below(30)))
        let offset = random.chance(50) ? start : random.below(text.count + 1)
        if random.chance(30) { text.removeSubrange(offset...) }
        let found = Checker.candidates(
          in: SourceFile(name: "-", bytes: text), at: offset, host: CheckerHost(),
          options: CheckOptions())
        let place = TextPlace(in: text, at: offset, names: NameTable(), isInteractive: false)
        #expect(found.allSatisfy { $0.word.hasPrefix(place.begun) })
      }
    }
  }

  @Test func `a hundred thousand objects are searched at once`() {
    let session = Session(host: CheckerHost())
    let script = (0..<100_000).map { "object o\($0) { v = 1 }" }.joined(separator: "\n")
    session.run(SourceFile(name: "-", text: script + "\nobject other { event e }"))
    var found: [String] = []
    let time = ContinuousClock().measure {
      for line in ["print o99", "fire oth", "o5.", "bind o1.v ~> o2."] {
        found += session.completions(in: line, at: line.utf8.count).candidates.map(\.text).suffix(1)
      }
    }
    #expect(found == ["o99999", "other", "v", "v"])
    #expect(time < .seconds(5))
  }
}
