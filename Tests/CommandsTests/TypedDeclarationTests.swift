import Foundation
import TestSupport
import Testing

/// What is typed again, undone or pasted, and what a prompt says of it.
@Suite struct TypedDeclarationTests {
  private static let two = "object a { x = 1 }\nobject b { x = 2 }\nobject c { x = 3 }\n"

  /// What the prompt answers to lines of a pipe, with its errors.
  private func answer(_ lines: String) throws -> String {
    let result = try bindlab("-i", "-q", input: "trace off\n" + lines + "\n")
    return result.errors + result.output
  }

  @Test(arguments: [
    ("object vm { }\nobject vm { x = 1 }", "'edit vm' changes it, and 'release vm' frees the name"),
    ("bind a.x ~> b.x as q\nbind a.x ~> c.x as q", "'edit q' changes it, and 'unbind q' frees"),
    ("let v = 1\nobject v { }", "give one of them another name"),
    ("class Trim { }", "choose another name"),
  ])
  func `a name that is taken is freed by a statement that works there`(
    lines: String, help: String
  ) throws {
    #expect(try answer(Self.two + lines).contains(help))
  }

  @Test func `what the help says frees the name`() throws {
    #expect(try answer("object vm { x = 1 }\nrelease vm\nobject vm { x = 2 }\nvm.x") == "2\n")
    let lines = "bind a.x ~> b.x as q\nunbind q\nbind a.x ~> c.x as q\nprint c.x"
    #expect(try answer(Self.two + lines) == "1\n")
  }

  /// In a script nobody can type `edit`.
  @Test func `in a script a name that is taken needs another one`() throws {
    let result = try bindlab(input: "object vm { }\nobject vm { }\n")
    #expect(result.errors.contains("help: give one of them another name"))
  }

  // MARK: Undoing

  @Test(arguments: [
    // A question, an output, a write of the same value and an event without a handler.
    ("a.x = 9\nprint a.x\na.x = 9\nwhy a.x\nundo\na.x", "undoes turn 4  a.x = 9"),
    (
      "object button: UIButton\nfire button\nundo\nobjects",
      "undoes turn 4  object button: UIButton"
    ),
    ("observe a.x { print value }\nundo\na.x = 3", "undoes turn 4  observe a.x"),
    ("a.x = 9\nbatch { b.x = 9; throw \"no\" }\nundo", "undoes turn 4  a.x = 9"),
    (
      "a.x = 9\nb.x = 9\nprint 1\nundo 2\nprint a.x",
      "undoes turn 5  b.x = 9\nundoes turn 4  a.x = 9"
    ),
    ("function f(v) { v }\nprint 1\nundo", "undoes turn 4  function f(v) { v }"),
    ("after 2s { print 1 }\nprint 1\nundo", "undoes turn 4  after 2s { print 1 }"),
  ])
  func `undo takes back the last turn that changed something`(lines: String, said: String) throws {
    let answer = try answer(Self.two + lines)
    #expect(answer.contains(said), "\(answer)")
    #expect(
      answer.split(separator: "\n").count { $0.hasPrefix("undoes") } == said.count { $0 == "\n" }
        + 1)
  }

  @Test func `undo says that nothing has changed`() throws {
    #expect(
      try answer("print 1\nundo") == "1\nnothing to undo: no remembered turn changed anything\n")
    #expect(try answer("undo 0").contains("takes a number of turns above 0"))
  }

  // MARK: Texts of several lines

  @Test(arguments: [
    ("print 1\nprint a.nope\nprint 2\nprint 3\n\nclass C {\n  x = 1\n}", "5 more lines"),
    ("print a.nope\nprint 2", "1 more line"), ("print a.nope; print 2\nprint 3", "1 more line"),
  ])
  func `a paste that stops at an error says how many lines did not run`(
    text: String, count: String
  ) throws {
    let terminal = try PseudoTerminal(
      builtExecutable("bindlab"), arguments: ["-q"], environment: PseudoTerminal.usualEnvironment)
    try terminal.expect("> ")
    try terminal.send("object a { }\r")
    try terminal.expect("\r\n> ")
    try terminal.wait { $0.isRaw }
    try terminal.send("\u{1B}[200~\(text)\u{1B}[201~\r")
    try terminal.expect("note: \(count) of the paste did not run")
  }

  @Test(arguments: [
    ("print a.nope; print 2", "note: the rest of the line did not run\n", true),
    ("print 2; print a.nope", "did not run", false),
  ])
  func `a line that stops at an error says whether more of it did not run`(
    line: String, said: String, isSaid: Bool
  ) throws {
    #expect(try answer(Self.two + line).contains(said) == isSaid)
  }

  // MARK: Earlier definitions

  @Test(arguments: [
    ("bind a.x ~> b.x | T", "T", "#1 a.x ~> b.x | T keeps"),
    ("bind a.x ~> b.x | { T(value) }", "T", "#1 a.x ~> b.x | { T(value) } keeps"),
    ("bind (f(a.x)) ~> b.x", "f", "#1 (f(a.x)) ~> b.x keeps"),
    ("bind (g(a.x)) ~> b.x\nbind a.x ~> c.x | { f(value) }", "f", "#1, #2 keep"),
    ("bind a.x ~> b.x | Times(2)", "Times", "#1 a.x ~> b.x | Times(2) keeps"),
  ])
  func `what is declared again names the bindings that keep the earlier one`(
    bindings: String, name: String, said: String
  ) throws {
    let first = """
      transformer T { forward { value + 1 } }
      transformer Times(n) { forward { value * n } }
      function f(v) { v + 1 }
      function g(v) { f(v) }
      """
    let again = [
      "T": "transformer T { forward { value + 100 } }", "f": "function f(v) { v + 100 }",
      "Times": "transformer Times(n) { forward { value * n + 100 } }",
    ]
    let lines = [Self.two + first, bindings, again[name]!, "explain #1", "a.x = 5", "b.x"]
    let answer = try answer(lines.joined(separator: "\n"))
    #expect(answer.contains("\(said) the earlier '\(name)'"), "\(answer)")
    #expect(answer.contains("it uses the earlier '\(name)'"), "\(answer)")
    // And it is true.
    let value = answer.split(separator: "\n").last.flatMap { Int($0) }
    #expect(try #require(value) < 100)
  }

  @Test func `a binding that is made again, or was not made before, uses the new one`() throws {
    let lines = """
      transformer T { forward { value + 1 } }
      bind a.x ~> b.x | T
      transformer T { forward { value + 100 } }
      unbind #1
      bind a.x ~> b.x | T
      explain #2
      transformer Trim2 { forward { value } }
      transformer Trim2 { forward { value } }
      """
    let answer = try answer(Self.two + lines)
    #expect(answer.components(separatedBy: "earlier").count == 2, "\(answer)")
  }

  // MARK: Two writers

  @Test(
    arguments: [
      ("bind a.x ~> c.x\nbind b.x ~> c.x", "two bindings write 'c.x', #1 and #2"),
      ("bind a.x ~> c.x\nbind (b.x + 1) ~> c.x", "two bindings write 'c.x', #1 and #2"),
      ("bind a.x ~> c.x\nbind c.x <~ b.x", "two bindings write 'c.x', #1 and #2"),
      ("bind a.x ~> c.x\nbind a.x ~> c.x", nil), ("bind a.x ~> c.x\nbind b.x <> c.x", nil),
      ("bind a.x ~> c.x\nunbind #1\nbind b.x ~> c.x", nil),
      ("bind a.x ~> c.x\nbind (c.x + b.x) ~> c.x", nil),
      ("semantics qt\nbind a.x ~> c.x\nbind b.x ~> c.x", nil),
      ("object u: UIButton\nbind a.x ~> c.x\nbind u.onTouchUpInside !~> c.x", nil),
    ] as [(String, String?)])
  func `a second binding that writes a property is a warning of one line`(
    lines: String, warning: String?
  ) throws {
    let answer = try answer(Self.two + lines)
    let said = answer.split(separator: "\n").filter { $0.contains("two bindings") }
    #expect(
      said == (warning.map { ["warning: \($0): it has the value of whichever fired last"] } ?? []),
      "\(answer)")
  }

  // MARK: Standard input

  @Test func `a lesson at a pipe takes the next lines, and the session the rest`() throws {
    let answer = try answer("learn\nnowhere\nquit\nprint 1 + 1")
    #expect(
      answer.hasPrefix("there is no lesson") || answer.contains("there is no lesson 'nowhere'"))
    #expect(answer.hasSuffix("back in your session\n2\n"))
  }

  @Test(arguments: ["/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"])
  func `a session does not read a script from where its statements come from`(path: String) throws {
    let answer = try answer("source \"\(path)\"\nprint 1 + 1")
    #expect(answer.contains("cannot read '\(path)': it is the standard input"))
    #expect(answer.hasSuffix("2\n"))
    let request =
      #"{"id":1,"run":"source \"\#(path)\""}"# + "\n" + #"{"id":2,"run":"1 + 1"}"# + "\n"
    let result = try bindlab("-i", "--json", input: request)
    #expect(result.output.contains(#""message":"cannot read '\#(path)': it is the standard input"#))
    #expect(result.output.contains(#"{"id":2,"value":2"#))
  }
}
