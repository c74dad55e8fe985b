import Interpreter
import Language
import Syntax
import TestSupport
import Testing

/// Scripts whose time once grew with the square of what they have.
@Suite struct ScriptGrowthTests {
  private func run(_ text: String, semantics: String = "bind") {
    let host = TextHost()
    var options = SessionOptions()
    options.journalLimit = 10
    let first = semantics == "bind" ? "" : "semantics \(semantics)\n"
    Session(host: host, options: options).run(SourceFile(name: "t.bind", text: first + text))
    #expect(host.errors == [])
  }

  private func lines(_ count: Int, _ line: (Int) -> String) -> String {
    (0..<count).map(line).joined(separator: "\n") + "\n"
  }

  private func objects(_ count: Int) -> String {
    "class N { x = 0; y = 0 }\nvar l = []\nrepeat \(count) { l.append(new N) }\n"
  }

  @Test func `handlers of many notifications take time that grows with them`() {
    let growth = growth(from: 800) { count in
      run(lines(count) { "on notification N\($0) { value }" })
    }
    #expect(growth < 8)
  }

  @Test func `an object with many computed properties takes time that grows with them`() {
    let growth = growth(from: 4_000) { count in
      run("object o { x = 0\n" + lines(count) { "computed c\($0) = x + \($0)" } + "}\no.x = 1\n")
    }
    #expect(growth < 8)
  }

  @Test func `going through the characters of a text takes time that grows with it`() {
    let growth = growth(from: 6_000) { count in
      run(
        """
        let s = "é".repeated(\(count))
        var c = 0
        for i in range(\(count)) { if s[i] == "é" && s[i..<i + 1].count < s.count { c += 1 } }
        expect c == \(max(count, 2)) || \(count) == 1

        """)
    }
    #expect(growth < 8)
  }

  @Test func `a list that is used as a queue takes time that grows with it`() {
    let growth = growth(from: 6_000) { count in
      run(
        "var q = range(\(count)).map { value }\nrepeat \(count) { q = q.dropFirst(1) }\n"
          + "expect q.count == 0\n")
    }
    #expect(growth < 8)
  }

  /// A million at once: one by one they would take many seconds.
  @Test func `many elements come and go at once without being counted one by one`() {
    let growth = growth(from: 100_000) { count in
      run(
        """
        object a { l = [0] }
        let many = range(\(count))
        repeat 3 {
          a.l.insert(contentsOf: many, at: 0)
          a.l.append(contentsOf: a.l)
          a.l.remove(at: range(\(count)))
        }
        expect a.l.count > \(count)

        """)
    }
    #expect(growth < 10)
  }

  @Test(arguments: ["qt", "gobject"])
  func `a batch takes time that grows with what it writes`(semantics: String) {
    let growth = growth(from: 4_000) { count in
      run(
        objects(count) + """
          for i in range(\(count)) { bind l[i].x !~> l[i].y }
          batch { for i in range(\(count)) { l[i].x = 7 } }
          expect l[\(count - 1)].y == 7

          """, semantics: semantics)
    }
    #expect(growth < 8)
  }

  @Test func `a chain that is too long fails in time that grows with it`() {
    let growth = growth(from: 600) { count in
      run(
        objects(count + 10) + """
          for i in range(\(count + 9)) { bind l[i].x !~> l[i+1].x }
          object o { x = 0 }
          observe o.x { print value }
          expect error "limit" { l[0].x = 7 }

          """, semantics: "short: kvo { limit = \(count) }")
    }
    #expect(growth < 8)
  }

  /// It is neither a cycle nor code, though each of its bindings leads back.
  @Test(arguments: ["goo", "mobx", "knockout", "signals"])
  func `a long chain of two-way bindings is not called a cycle through code`(semantics: String) {
    let host = TextHost()
    let session = Session(host: host)
    session.run(
      SourceFile(
        name: "t.bind",
        text: "semantics \(semantics)\n" + objects(200) + """
          for i in range(199) { bind l[i].x <!> l[i+1].x }
          observe l[0].y { print value }
          l[0].x = -5
          """))
    #expect(host.errors.allSatisfy { $0.contains("a chain of firings is longer than the limit") })
  }

  /// The path through code is found though the two directions of the binding are shorter.
  @Test func `a cycle of a two-way binding and an observer is one through code`() {
    let host = TextHost()
    let session = Session(host: host)
    session.run(
      SourceFile(
        name: "t.bind",
        text: """
          semantics mobx
          object a { v = 0 }
          object b { v = 0 }
          bind a.v <!> b.v
          observe b.v { a.v = value + 1 }
          a.v = 1
          """))
    #expect(host.errors.contains { $0.contains("a cycle through code") }, "\(host.errors)")
  }

  @Test(arguments: 0..<20)
  func `characters are where counting from the beginning finds them`(seed: Int) {
    var random = SeededRandom(seed: seed)
    let pieces = ["a", "é", "e\u{301}", "\r\n", "\r", "👨‍👩‍👧", "🇨🇭", "字", " "]
    var places = TextPlaces()
    let texts = (0..<4).map { _ in
      String((0..<random.below(400)).map { _ in pieces[random.below(pieces.count)] }.joined())
    }
    for _ in 0..<300 {
      let text = texts[random.below(4)]
      let place = random.below(text.count + 3) - 1
      let expected =
        place < 0 ? nil : text.index(text.startIndex, offsetBy: place, limitedBy: text.endIndex)
      #expect(places.index(of: place, in: text) == expected)
      #expect(places.count(of: text) == text.count)
    }
  }
}
