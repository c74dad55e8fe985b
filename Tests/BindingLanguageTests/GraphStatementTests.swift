import BindingEngine
import Language
import Rendering
import TestSupport
import Testing

@testable import Exploring
@testable import Interpreter
@testable import Language
@testable import Syntax

/// The statement `graph`, which shows the picture of a graph or writes it.
@Suite struct GraphStatementTests: GraphScript {
  @Test func `without a file the graph is shown, with one it is written`() {
    run(
      """
      object a { x = 1 }
      object b { x = 0 }
      bind a.x ~> b.x
      graph "g.txt"
      graph dot "g.dot"
      graph mermaid b.x "g.mmd"
      graph json "g.json"
      """
    ) { _, host in
      #expect(host.errors == [])
      #expect(
        host.output == """
          saved the graph to g.txt
          saved the graph to g.dot
          saved the graph to g.mmd
          saved the graph to g.json

          """)
      #expect(host.files["g.txt"] == "a.x = 1\n╘═ #1 ~> b.x = 1\n\n═ fired in the last turn\n")
      #expect(host.files["g.dot"]?.hasPrefix("digraph bindings {\n") == true)
      #expect(
        host.files["g.mmd"]?.hasSuffix("n0 ==>|\"#35;1\"| n1\n  linkStyle 0 stroke:#00703c\n")
          == true)
      #expect(host.files["g.json"]?.hasSuffix("}\n") == true)
    }
  }

  @Test(arguments: [
    ("graph dto", "unknown name 'dto'; did you mean 'dot'?"),
    ("graph jsn", "unknown name 'jsn'; did you mean 'json'?"),
    ("graph aa", "unknown name 'aa'; did you mean 'a'?"),
    ("graph a.xx", "no property 'xx' in 'a'; did you mean 'x'?"),
    ("graph n", "'n' is 3, not an object"),
    ("release a\ngraph a", "'a' is nil, not an object"),
    ("graph a.x.count", "'a.x' is 1, not an object"),
    ("graph dot \"/none\"", "cannot write '/none': it is full"),
    ("graph dot \"a\\u{0}b\"", "a path cannot contain NUL"),
    ("graph svg", "pictures cannot be laid out here"),
  ])
  func `a graph that cannot be drawn is reported`(statement: String, message: String) {
    run("object a { x = 1 }\nvar n = 3\nobserve a.x { }\n\(statement)") { _, host in
      #expect(host.errors == [message])
    }
  }

  @Test func `without access to files none is written, and no program is started`() {
    var options = SessionOptions()
    options.refusesFiles = true
    options.keepsGoing = true
    run("graph dot \"x\"\ngraph svg\ngraph dot", options) { _, host in
      #expect(
        host.errors == [
          "'graph' with a file writes it, which --no-source refuses",
          "'graph svg' starts Graphviz, which --no-source refuses",
        ])
      #expect(host.output.hasPrefix("digraph"))
    }
  }

  @Test func `too many edges are not passed to Graphviz`() {
    run(
      """
      class N { x = 0 }
      object a { x = 0 }
      repeat 2001 { let n = new N; bind a.x ~> n.x }
      graph svg
      """
    ) { _, host in
      #expect(host.errors == ["2001 edges are more than can be laid out in one picture"])
    }
  }

  @Test func `a subject without bindings is reported`() {
    run("object a { x = 1; y = 2 }\nobserve a.x { }\ngraph a.y\nreset\ngraph") { _, host in
      #expect(host.output == "nothing is bound to it\nno bindings\n")
    }
    run("graph") { _, host in #expect(host.output == "no bindings\n") }
  }

  @Test func `colours are for the terminal, not for files`() {
    var options = SessionOptions()
    options.theme = .standard
    options.traceMode = .brief
    let script = """
      object a { x = 1 }
      object b { x = 0 }
      bind a.x ~> b.x
      a.x = 2
      graph
      graph "f"
      """
    run(script, options) { _, host in
      #expect(host.output.contains("\u{1B}[94m╘═ \u{1B}[0m\u{1B}[95m#1\u{1B}[0m ~> "))
      #expect(host.files["f"]?.contains("\u{1B}") == false)
    }
  }

  @Test func `completion offers the formats after graph, then declared names`() {
    run("object vm { x = 1 }") { session, _ in
      let first = session.completions(in: "graph ", at: 6).candidates.map(\.text)
      #expect(first.prefix(4) == ["dot ", "mermaid ", "svg ", "json "])
      #expect(first.contains("vm"))
      let second = session.completions(in: "graph dot ", at: 10).candidates.map(\.text)
      #expect(second.contains("vm") && !second.contains("dot "))
    }
  }
}
