import Syntax
import TestSupport
import Testing

/// What people type who know another language or tool.
@Suite struct HabitTests {
  /// What the prompt answers to lines of a pipe, with its errors.
  private func answer(_ lines: String...) throws -> String {
    let result = try bindlab(
      "-i", "-q", input: "trace off\n" + lines.joined(separator: "\n") + "\n")
    return result.errors + result.output
  }

  @Test func `every word of other tools is taken or answered by its line`() throws {
    let words: [(typed: String, answer: String)] = [
      ("finish", "write 'continue'"), ("list", "'objects'"), ("info", "'objects'"),
      ("null", "did you mean 'nil'?"), ("None", "did you mean 'nil'?"),
      ("undefined", "did you mean 'nil'?"), ("True", "did you mean 'true'?"),
      ("console.log(1)", "write: print 1"), ("def f(a) { a }", "write: function f(a) { a }"),
      ("fn f(a) { a }", "write: function f(a) { a }"),
      ("func f(a) { a }", "write: function f(a) { a }"),
      ("a -> b", "'bind a.x ~> b.x'"), ("x => x", "a block has no arrow"),
      ("let := 1", "expected a name"), ("x := 1", "write: var x = 1"),
      ("1 === 1", "did you mean '=='?"), ("!!", "the Up key"),
      ("true and true", "write: true && true"), ("true or true", "write: true || true"),
      ("not true", "write: !(true)"),
      ("if true {} elif true {}", "write: if true {} else if true {}"),
      ("if true {} elseif true {}", "write: if true {} else if true {}"),
      ("foreach x in [1] {}", "did you mean 'for'?"), ("import a", "did you mean 'source'?"),
      ("include \"a\"", "did you mean 'source'?"), ("del a", "did you mean 'release'?"),
      ("delete a", "did you mean 'release'?"), ("type(1)", "'show NAME'"),
      ("object o { var x = 1 }", "write: object o { x = 1 }"),
      ("object o { let x = 1 }", "write: object o { x = 1 }"),
      ("class C { def f(self) {} }", "write: class C { action f() {} }"),
      ("if true and true {}", "write: if true && true {}"),
      ("if not true {}", "write: if !(true) {}"),
      ("if true then print 1", "write: if true { print 1 }"),
      ("while true do print 1", "write: while true { print 1 }"),
      ("foreach (x in [1]) {}", "write: for x in [1] {}"),
      ("print(1, 2)", "write: print 1, 2"),
      ("function f(x) => x", "write: function f(x) { x }"),
      ("let f = lambda x: x", "write: function f(x) { x }"),
      ("nil is None", "write: nil == nil"),
      (":t 1", "'help' lists all statements"),
      ("pass", "an empty block is '{ }'"), ("raise 1", "did you mean 'throw'?"),
      ("try { f() }", "nothing catches it"), ("await f()", "write: f()"),
      ("vm instanceof Person", "write: vm is Person"), ("str(1)", "write: (1).string"),
      ("int(\"3\")", "write: \"3\".int"), ("globals()", "'show NAME' shows one"),
      ("2 ** 3", "write: pow(2, 3)"), ("1 in [1]", "write: [1].contains(1)"),
      ("a, b = 1, 2", "a = 1; b = 2"), ("from x import y", "did you mean 'source'?"),
      ("Math.max(1, 2)", "write: max(1, 2)"), ("guard true {}", "did you mean 'if'?"),
      ("unless true {}", "write: if !(true) {}"),
      ("object q = { x = 1 }", "write: object q { x = 1 }"),
      ("@Published", "can be bound and observed"), ("emit a.b", "did you mean 'fire'?"),
      ("connect a.x b.y", "write: bind a.x ~> b.y"), ("when a.x { }", "'on vm.saved { … }'"),
      ("cd /tmp", "Ctrl-Z goes to the shell"), ("echo $x", "write: print x"),
      ("[1].length", "did you mean 'count'?"), ("[1].push(2)", "did you mean 'append'?"),
      ("\"a\".toUpperCase()", "did you mean 'uppercased'?"), ("hello", "'learn' begins"),
      ("object q { static x = 1 }", "write: object q { x = 1 }"),
      ("object q { init() { } }", "there is no 'init'"),
      // Where the block is missing, the form of the statement.
      ("if true: print 1", "write: if true { print 1 }"),
      ("for i in [1]: print i", "write: for i in [1] { print i }"),
      ("for (let i = 0; i < 3; i++) { }", "write: for i in 0..<3 { }"),
      ("repeat { } while true", "write: while true { if !(true) { break } }"),
      ("whlie true: 1", "the form is 'while CONDITION { … }'"),
      ("class A = 1", "the form is 'class NAME"),
      ("object q { command c: 1 }", "the form is 'command NAME"),
      ("1 if true else 2", "write: true ? 1 : 2"), ("let q = {}", "write: object q { }"),
      ("if let x = a.x { }", "write: if a.x != nil { }"), ("vm.name!", "write: vm.name"),
      ("[x for x in [1]]", "write: [1].map { value }"), ("f\"a\"", "write: \"a\""),
      ("++a.x", "write: a.x += 1"), ("set x = 1", "write: x = 1"),
      ("Person { name = \"Kim\" }", "write 'new Person { … }', or 'object NAME: Person"),
      ("help language", "'help' lists all statements"), ("select 1", "did you mean 'show'?"),
      ("String s = 1", "write: var s = 1"),
      ("auto x = 1", "did you mean 'let'?"), ("local x = 1", "did you mean 'let'?"),
      ("let a.x = 1", "write: a.x = 1"), ("x: Int = 1", "write 'x = 1'"),
      ("vm.name 3", "write: vm.name = 3"), ("vm.age is 3", "write: vm.age == 3"),
      ("a::x", "write: a.x"), ("\"a\" . \"b\"", "write: \"a\" + \"b\""),
      ("a.x => b.x", "write: bind a.x ~> b.x"), ("a.x <-> b.x", "write: bind a.x <> b.x"),
      ("-- a note", "write: // a note"), ("--", "a comment begins with '//'"),
      ("bind a.x ~> 3", "expected a key path such as 'vm.name', found '3'"),
      ("bind a.x to b.x", "expected an arrow such as '~>', found 'to'"),
      ("[1].map { it * 2 }", "write: [1].map { value * 2 }"),
      ("object q { f() { 1 } }", "write: object q { action f() { 1 } }"),
      ("object q { computed x { 1 } }", "write: object q { computed x = 1 }"),
      ("object q { x = 1 }; new q", "declare a class"),
      ("object q { var x: Int { 1 } }", "write: object q { computed x = 1 }"),
      ("object q { get x() { 1 } }", "write: object q { computed x = 1 }"),
      ("print wait()", "write it on a line of its own"),
    ]
    for (typed, expected) in words {
      let answer = try answer(typed)
      #expect(answer.contains(expected), "\(typed): \(answer)")
    }
  }

  @Test(arguments: [
    "try? vm", "save", "save x", "print", "print()", "bind", "unbind 1", "observe", "on", "fire",
    "explain", "why", "wait 5", "quit now", "source x", "expect", "class", "switch", "while", "if",
    "event x", "computed x = 1", "action x", "enum A { x y }", "objects now", "cd /", "~1", "}",
    "1..3",
    "\"a\" \"b\"", "1 << 2", "x =+ 1", "now", "get vm.name", "std::cout", "for i = 1, 3 { }",
  ])
  func `each mistake of somebody who types has a line that helps`(typed: String) throws {
    let answer = try answer(typed)
    #expect(answer.contains("error: ") && answer.contains("help: "), "\(typed): \(answer)")
  }

  @Test func `a statement that is not complete is answered by its form`() throws {
    #expect(try answer("save").contains("help: the form is 'save \"FILE\"'; 'help save' says more"))
    #expect(try answer("bind").contains("the form is 'bind [once] LEFT ARROW RIGHT"))
    #expect(try answer("switch").contains("the form is 'switch"))
  }

  @Test(arguments: ["exit", "exit()", "quit()", ":q", "/quit", ".exit", "bye"])
  func `words that leave leave`(word: String) throws {
    #expect(try answer(word, "print 1") == "")
  }

  @Test(arguments: [
    ("\\d a", "a\n  x = 1"), ("\\dt", "x = 1"), ("\\h step", "step: moves to the next event"),
    ("\\?", "bindlab: declare objects"), ("\\s", "1  trace off"), (".load nowhere", "cannot read"),
    ("\\i nowhere", "cannot read"), (".load \"nowhere\"", "cannot read"), ("\\q", ""),
    ("\\timing", "'help' lists all statements"), ("license", "bindlab 0"),
  ])
  func `commands of psql and node that have a counterpart are understood`(
    typed: String, expected: String
  ) throws {
    let answer = try answer("object a { x = 1 }", typed)
    #expect(expected.isEmpty ? answer == "" : answer.contains(expected), "\(answer)")
  }

  @Test func `undo and redo move through the turns`() throws {
    let answer = try answer(
      "object a { x = 1 }", "a.x = 2", "a.x = 3", "undo", "a.x", "redo", "a.x", "undo 2", "a.x")
    let values = answer.split(separator: "\n").filter { Int($0) != nil }
    #expect(values == ["2", "3", "1"])
  }

  @Test(arguments: [
    "?step", "step?", "/help step", "? step", ":help step", ".help step", "help(step)",
  ])
  func `help is found in other spellings`(typed: String) throws {
    #expect(try answer(typed).hasPrefix("step: moves to the next event"))
  }

  @Test(arguments: ["-h", "--help", "/help", "help()"])
  func `help is found as an option of a command is`(typed: String) throws {
    #expect(try answer(typed).hasPrefix("bindlab: declare objects"))
    #expect(try answer("var h = 1; var help = 2", "-h", "--help") == "-1\n2\n")
  }

  @Test func `a question mark at a name of the session shows it`() throws {
    #expect(try answer("object vm { name = 1 }", "?vm").contains("name = 1"))
  }

  @Test func `a name of the script goes before a habit`() throws {
    #expect(try answer("let exit = 7", "exit", "let undo = 8", "undo") == "7\n8\n")
    #expect(try answer("let n = 7", "n", "let p = 8", "p") == "7\n8\n")
  }

  @Test(arguments: ["s", "n", "c", "u", "bt", "fin", "rs", "step"])
  func `a debugger's step says where no turn is stopped`(typed: String) throws {
    #expect(try answer(typed).hasPrefix("no turn is stopped here; 'break PATH' stops"))
  }

  @Test func `a debugger's words before an operand need no stopped turn`() throws {
    let answer = try answer("object a { x = 1 }", "p a.x + 1", "x a", "b a.x", "p", "q")
    #expect(answer.contains("2\na\n  x = 1\nbreakpoint 1: a.x\n"))
    #expect(answer.contains("unknown name 'p'") && answer.contains("unknown name 'q'"))
  }

  @Test func `in a script a word of a prompt is an error with its line`() throws {
    let result = try bindlab(input: "exit\nprint 1\n")
    #expect(result.errors.contains("help: write: quit"))
    #expect(result.output == "")
  }

  @Test(arguments: [".", ":", ". "])
  func `signs as often as you like are no habit, and no crash`(sign: String) throws {
    #expect(Habit.typed(String(repeating: sign, count: 100_000) + "help", isStopped: false) == nil)
    let answer = try answer(String(repeating: sign, count: 100_000) + "help", "print 1")
    #expect(answer.hasSuffix("\n1\n"))
  }

  @Test(arguments: ["history -1", "history -9223372036854775808", "history 1.5"])
  func `history takes a number of lines, and none below zero`(typed: String) throws {
    #expect(Habit.typed(typed, isStopped: false) == nil)
    #expect(try answer(typed, "print 1").hasSuffix("\n1\n"))
  }

  @Test(arguments: ["history 0", "history 9223372036854775807", "history 99999999999999999999"])
  func `history takes any number of lines`(typed: String) throws {
    let answer = try answer("print 1", typed)
    #expect(answer == (typed == "history 0" ? "1\n" : "1\n1  trace off\n2  print 1\n"))
  }

  @Test func `clear says where there is no screen`() throws {
    #expect(try answer("clear").contains("no screen to clear"))
  }

  @Test func `a debugger's abbreviations work where a turn is stopped`() throws {
    let answer = try answer(
      "object vm { name = \"Kim\" }", "object label { text = \"\" }",
      "bind vm.name ~> label.text", "break label.text", "vm.name = \"Bo\"", "bt", "rs", "", "s",
      "p vm.name + \"!\"", "x vm", "fin", "print 7")
    for expected in [
      "event 2 of 3", "event 1 of 3", "\"Bo!\"", "passed on by #1", "stopped in turn 4", "\n7\n",
    ] {
      #expect(answer.contains(expected), "\(expected): \(answer)")
    }
  }

  @Test func `each word stands in the table once, with a line that fits`() {
    let words = Habit.all.flatMap(\.words)
    #expect(Set(words).count == words.count)
    for habit in Habit.all {
      #expect(habit.line.count <= 74 && !habit.line.hasSuffix("."), "\(habit.line)")
      for word in habit.words { #expect(StatementWord.named(word) == nil, "\(word)") }
    }
  }
}
