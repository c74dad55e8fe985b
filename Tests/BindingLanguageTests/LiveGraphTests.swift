import BindingEngine
import Language
import Rendering
import TestSupport
import Testing

@testable import Exploring
@testable import Interpreter
@testable import Language
@testable import Syntax

/// The picture of a live graph.
@Suite struct LiveGraphTests: GraphScript {
  private func picture(
    of script: String, _ options: SessionOptions = SessionOptions()
  ) -> GraphPicture {
    var picture = GraphPicture()
    run(script, options) { session, host in
      #expect(host.errors == [])
      picture = session.graphPicture()
    }
    return picture
  }

  /// `a.x > b.x` for each edge.
  private func ends(_ picture: GraphPicture) -> [String] {
    picture.edges.map { "\(picture.nodes[$0.source].name) > \(picture.nodes[$0.target].name)" }
  }

  @Test func `nodes are exactly what bindings, observers and computed properties touch`() {
    let picture = picture(
      of: """
        object vm { a = 1; b = 2; unused = 3; computed sum = a + b; computed alone = 1 }
        object label: UILabel
        var counter = 0
        let constant = vm
        bind vm.sum ~> label | ToString
        observe constant.b { counter += 1 }
        """)
    #expect(picture.nodes.map(\.name) == ["vm.a", "vm.b", "vm.sum", "label.text", "#2"])
    #expect(picture.nodes.map(\.value) == ["1", "2", "3", "\"3\"", nil])
    #expect(picture.nodes.map(\.object) == ["vm", "vm", "vm", "label", ""])
    #expect(picture.nodes.map(\.kind) == [.property, .property, .computed, .property, .observer])
    #expect(picture.nodes.last?.text == "observe { counter += 1 }")
    #expect(
      ends(picture) == ["vm.a > vm.sum", "vm.b > vm.sum", "vm.sum > label.text", "vm.b > #2"])
    #expect(picture.edges.map(\.number) == [nil, nil, 1, 2])
  }

  @Test func `a two-way binding is one edge, whichever way it is written`() {
    let picture = picture(
      of: """
        object a { x = 1; y = 1 }
        object b { x = 2; y = 2 }
        bind a.x <> b.x
        bind a.y <~ b.y
        """)
    #expect(ends(picture) == ["a.x > b.x", "b.y > a.y"])
    #expect(picture.edges.map(\.isTwoWay) == [true, false])
    #expect(picture.cycles.isEmpty)
  }

  @Test func `an expression and a value tail show what they read`() {
    let picture = picture(
      of: """
        object a { x = 1; y = 2 }
        object b { s = ""; t = 0 }
        bind a.x.string ~> b.s
        bind (a.x + a.y) ~> b.t | { value * 2 } | Negate
        """)
    #expect(ends(picture) == ["a.x > b.s", "a.x > b.t", "a.y > b.t"])
    #expect(picture.edges.map(\.reading) == ["a.x.string", "(a.x + a.y)", "(a.x + a.y)"])
    #expect(picture.edges.last?.stages == ["{ value * 2 }", "Negate"])
    #expect(picture.edges.first?.text == "a.x.string ~> b.s")
  }

  @Test func `in a key path the end is the source, and the properties before it lead to it`() {
    let picture = picture(
      of: """
        object ann { name = "Ann" }
        object vm { person = ann }
        object label: UILabel
        bind vm.person.name ~> label
        """)
    #expect(ends(picture) == ["ann.name > label.text", "vm.person > label.text"])
    #expect(picture.edges.map(\.isWay) == [false, true])
    #expect(picture.nodes.map(\.value) == ["\"Ann\"", "ann", "\"Ann\""])
  }

  @Test func `if a path contains nil, its edge is broken and says where`() {
    let picture = picture(
      of: """
        object vm { person; volume = 1 }
        object label: UILabel
        bind vm.person.name ~> label
        bind vm.volume ~> vm.person.volume
        """)
    #expect(ends(picture) == ["vm.person > label.text", "vm.volume > vm.person.volume"])
    #expect(picture.edges.allSatisfy { $0.isBroken && $0.brokenAt == "vm.person" })
    #expect(picture.nodes.filter(\.isMissing).map(\.name) == ["vm.person.volume"])
  }

  @Test func `a binding of a class body waits for its path`() {
    let picture = picture(
      of: """
        class Cell { viewModel; text = ""; bind viewModel.name ~> text }
        object cell: Cell
        """)
    #expect(picture.edges.map(\.isWaiting) == [true])
    #expect(picture.edges.first?.brokenAt == "cell.viewModel")
  }

  @Test func `the path to a target is the present one`() {
    let picture = picture(
      of: """
        object one { v = 0 }
        object two { v = 0 }
        object vm { to = one; volume = 1 }
        bind vm.volume ~> vm.to.v
        vm.to = two
        """)
    #expect(ends(picture) == ["vm.volume > two.v"])
  }

  @Test func `a released target is not shown`() {
    let picture = picture(
      of: """
        object a { x = 1 }
        object b { x = 2 }
        bind a.x ~> b.x
        release b
        """)
    #expect(picture.edges.map(\.isBroken) == [true])
    #expect(picture.nodes.filter(\.isMissing).map(\.name) == ["(released)"])
  }

  @Test(arguments: Semantics.presets.map(\.name))
  func `a computed property has its value, whenever it is evaluated`(name: String) throws {
    var options = SessionOptions()
    options.semantics = try #require(Semantics.presets.first { $0.name == name })
    let picture = picture(
      of: """
        object a { x = 1; computed twice = x * 2; computed fails = x + twice }
        a.x = 5
        """, options)
    let value = picture.nodes.first { $0.name == "a.twice" }?.value
    // Where a write waits for the end of the round, what is read is not written yet.
    let expected = options.semantics.flush == .render ? "2" : "10"
    // If it is evaluated only when read, nothing is known about what it reads yet.
    #expect(value == nil || value == expected)
  }

  @Test func `asking changes nothing`() {
    var options = SessionOptions()
    options.semantics = Semantics.presets.first { $0.name == "signals" }!
    run(
      """
      object a { x = 1; computed twice = x * 2 }
      object b { x = 0 }
      bind a.twice ~> b.x
      a.x = 5
      """, options
    ) { session, _ in
      let before = (session.state.turned.lastTurn.counts.number, session.core.pointee.turn.number)
      let first = session.graphPicture()
      #expect(session.graphPicture() == first)
      #expect(
        (session.state.turned.lastTurn.counts.number, session.core.pointee.turn.number) == before)
    }
  }

  @Test func `what fired in the last turn is highlighted if turns are traced`() {
    let script = """
      object a { x = 1; y = 2; computed sum = x + y }
      object b { sum = 0; y = 0; z = 0 }
      bind a.sum ~> b.sum
      bind a.y ~> b.y
      observe b.sum { print value }
      a.x = 5
      """
    var options = SessionOptions()
    options.traceMode = .brief
    let picture = picture(of: script, options)
    let lit = zip(picture.edges, ends(picture)).filter { $0.0.isLit }.map { $0.1 }
    #expect(lit == ["a.x > a.sum", "a.sum > b.sum", "b.sum > #3"])
    #expect(!self.picture(of: script).edges.contains { $0.isLit })
  }

  @Test func `a ring is a cycle, with and without a two-way binding`() {
    for arrow in ["~>", "<>"] {
      let picture = picture(
        of: """
          object a { x = 1 }
          object b { x = 1 }
          object c { x = 1 }
          bind a.x ~> b.x
          bind b.x \(arrow) c.x
          bind c.x ~> a.x
          """)
      #expect(picture.cycles == [[0, 1, 2]])
    }
  }

  /// Objects with one property each, bound in every way, some through the properties of others.
  private func randomScript(seed: Int) -> String {
    var random = TestSupport.SeededRandom(seed: seed)
    let count = 3 + random.below(5)
    var script = ""
    for number in 0..<count {
      script += "object o\(number) { v = 0; w = 0; part; computed c = v + w }\n"
    }
    for number in 0..<count where random.chance(30) {
      script += "o\(number).part = o\(random.below(count))\n"
    }
    func end(_ ends: [String]) -> String {
      "o\(random.below(count)).\(ends[random.below(ends.count)])"
    }
    for _ in 0..<(2 + random.below(2 * count)) {
      switch random.below(6) {
      case 0:
        script += "bind (\(end(["v", "w", "c"])) + \(end(["v", "w"]))) !~> \(end(["v", "w"]))\n"
      case 1: script += "bind \(end(["v", "w"])) <!> \(end(["v", "w", "part.v"]))\n"
      case 2: script += "observe \(end(["v", "c", "part.w"])) { }\n"
      default:
        script += "bind \(end(["v", "w", "c", "part.v"])) !~> \(end(["v", "w", "part.w"]))\n"
      }
    }
    return script
  }

  @Test(arguments: 0..<150)
  func `the edges of cycles are those that the engine reports`(seed: Int) {
    let script = randomScript(seed: seed)
    run(script) { session, host in
      #expect(host.errors == [])
      let picture = session.graphPicture()
      var marked: [Int: Bool] = [:]
      for edge in picture.edges {
        guard let number = edge.number else { continue }
        marked[number] = edge.isOnCycle || marked[number] ?? false
      }
      for link in session.livingLinks()
      where !session.core.pointee.links[link].flags.contains(.computed) {
        let halves = [link, session.core.pointee.partner(of: link)].filter { $0 != 0 }
        let isOnCycle = halves.contains {
          session.core.pointee.cycle(through: $0, ignoringPartner: true) != nil
        }
        let number = session.core.pointee.number(of: link)
        #expect(marked[number] == isOnCycle, "#\(number) of seed \(seed):\n\(script)")
      }
      #expect(session.graphPicture() == picture)
    }
  }

  @Test func `long values are cut, whatever they contain`() {
    let picture = picture(
      of: """
        object a { s = ""; list = []; deep = [] }
        var s = "\\"\\n"
        repeat 13 { s = s + s }
        a.s = s
        repeat 2000 { a.list.append(s) }
        repeat 150 { a.deep = [a.deep] }
        observe a.s { }
        observe a.list { }
        observe a.deep { }
        """)
    let values = picture.nodes.compactMap(\.value)
    #expect(values.count == 3)
    #expect(values.map { $0.count }.max() ?? 0 <= 200)
    #expect(values.allSatisfy { !$0.contains("\n") })
    #expect(values.first?.hasSuffix("…\"") == true)
  }
}
