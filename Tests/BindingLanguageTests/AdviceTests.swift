import Testing

/// A mistake, its advice, and the script that follows the advice literally.
struct AdviceCase: CustomTestStringConvertible, Sendable {
  let wrong: String
  let advice: String
  let right: String

  init(_ wrong: String, _ advice: String, _ right: String) {
    self.wrong = wrong
    self.advice = advice
    self.right = right
  }

  var testDescription: String { wrong }
}

private let adviceWorld = """
  object a { x = 1; y = 2; n: Int = 3; t: String = "t"; o: String?; list = [1, 2]; event go
    action rename(to) { t = to }; command save { 5 } }
  object view { button = new UIButton; label = new UILabel; n = 0; rows }

  """

extension CheckerTests {
  /// The corrected script has no errors and no warnings, and its expectations hold.
  @Test(arguments: [
    AdviceCase(
      "var n = 1\nbind n ~> a.x", "make it a property of an object, which announces its changes",
      "object model { n = 1 }\nbind model.n ~> a.x\nmodel.n = 8\nexpect a.x == 8"),
    AdviceCase(
      "var n = 1\nbind (n) ~> a.x", "make it a property of an object",
      "object model { n = 1 }\nbind (model.n) ~> a.x\nmodel.n = 8\nexpect a.x == 8"),
    AdviceCase(
      "let n = 7\nbind n ~> a.x", "begin at an object, or put an expression in parentheses",
      "let n = 7\nbind (n) ~> a.x\nexpect a.x == 7"),
    AdviceCase(
      "bind a.x + 1 ~> a.y", "write: bind (a.x + 1) ~> a.y",
      "bind (a.x + 1) ~> a.y\na.x = 4\nexpect a.y == 5"),
    AdviceCase(
      "bind a.x ~> (1 + 2)", "name a property, such as label.text",
      "bind a.x ~> view.label.text | ToString\nexpect view.label.text == \"1\""),
    AdviceCase(
      "let n = 1\nbind a.x ~> n", "name a property, such as label.text",
      "bind a.x ~> view.label.text | ToString\nexpect view.label.text == \"1\""),
    AdviceCase(
      "bind view.button !~> view.n",
      "for the event write bind view.button.onTouchUpInside !~> …",
      "bind view.button.onTouchUpInside !~> view.n\nfire view.button.onTouchUpInside(4)\n"
        + "expect view.n == 4"),
    AdviceCase("fire a.x", "a property is assigned: a.x = …", "a.x = 3\nexpect a.x == 3"),
    AdviceCase(
      "fire a.rename", "an action is called: a.rename()", "a.rename(\"z\")\nexpect a.t == \"z\""),
    AdviceCase(
      "fire a.save", "run it: a.save.execute()",
      "a.save.execute()\nexpect a.save.status == \"succeeded\""),
    AdviceCase(
      "on a.x { view.n = 1 }", "a property is observed: observe a.x { … }",
      "observe a.x { view.n = 1 }\na.x = 2\nexpect view.n == 1"),
    AdviceCase(
      "on a.save { view.n = 1 }", "observe its status: observe a.save.status { … }",
      "observe a.save.status { view.n = 1 }\na.save.execute()\nexpect view.n == 1"),
    AdviceCase(
      "observe a.go { view.n = 1 }", "write on a.go { … }",
      "on a.go { view.n = 1 }\nfire a.go\nexpect view.n == 1"),
    AdviceCase(
      "print a.go", "run a block each time: on a.go { … }",
      "on a.go { view.n = 1 }\nfire a.go\nexpect view.n == 1"),
    AdviceCase(
      "a.go = 1", "fire it: fire a.go",
      "on a.go { view.n = value }\nfire a.go(1)\nexpect view.n == 1"),
    AdviceCase(
      "a.save = 1", "run it: a.save.execute()",
      "a.save.execute(1)\nexpect a.save.response.content == 5"),
    AdviceCase(
      "bind a.go ~> view.n", "write !~>",
      "bind a.go !~> view.n\nfire a.go(3)\nexpect view.n == 3"),
    AdviceCase(
      "bind once a.go ~> view.n", "leave out 'once' and write !~>",
      "bind a.go !~> view.n\nfire a.go(3)\nexpect view.n == 3"),
    AdviceCase(
      "bind a.save ~> view.n", "bind its status: a.save.status",
      "bind a.save.status ~> view.label.text\na.save.execute()\n"
        + "expect view.label.text == \"succeeded\""),
    AdviceCase(
      "print nil + \"x\"", "replace nil: (x ?? \"\") + …",
      "expect (a.o ?? \"\") + \"x\" == \"x\""),
    AdviceCase(
      "print [1] + nil", "replace nil: … + (x ?? [])", "expect [1] + (a.o ?? []) == [1]"),
    AdviceCase(
      "print 2 * nil", "replace nil: … * (x ?? 0)", "expect 2 * (a.o ?? 0) == 0"),
    AdviceCase(
      "print 1s + nil", "replace nil: … + (x ?? 0s)", "expect 1s + (a.o ?? 0s) == 1s"),
    AdviceCase(
      "print \"n\" + 1", "make one string of both: \"\\(a)\\(b)\"",
      "expect \"\\(\"n\")\\(1)\" == \"n1\""),
    AdviceCase(
      "if a.n { print 1 }", "write: if a.n != 0 { print 1 }",
      "if a.n != 0 { view.n = 1 }\nexpect view.n == 1"),
    AdviceCase(
      "for i in 3 { print i }", "write 0..<n for numbers",
      "for i in 0..<3 { view.n += 1 }\nexpect view.n == 3"),
    AdviceCase(
      "let l = [1, 2]\nprint l[2]", "the first is 0, the last 1",
      "let l = [1, 2]\nexpect l[1] == 2"),
    AdviceCase(
      "a.t = 1", "convert it: | ToString in a binding, .string on a value",
      "a.t = 1.string\nexpect a.t == \"1\""),
    AdviceCase(
      "bind a.n ~> a.t", "convert it: | ToString in a binding, .string on a value",
      "bind a.n ~> a.t | ToString\nexpect a.t == \"3\""),
    AdviceCase(
      "object b { t: String = \"\" }\nb.t = nil", "to allow nil, declare it t: String?",
      "object b { t: String? = \"\" }\nb.t = nil\nexpect b.t == nil"),
    AdviceCase(
      "object b { t: String }", "write t: String = …, or t: String?",
      "object b { t: String?; u: String = \"\" }\nexpect b.t == nil && b.u == \"\""),
    AdviceCase("let c = 1\nc = 2", "declare it with var", "var c = 1\nc = 2\nexpect c == 2"),
    AdviceCase("a = 2", "write one of its properties: a.…", "a.x = 2\nexpect a.x == 2"),
    AdviceCase(
      "class P { k = 1 }\nprint P", "make an instance: new P",
      "class P { k = 1 }\nlet p = new P\nexpect p.k == 1"),
    AdviceCase("print a.rename", "call it: a.rename()", "a.rename(\"w\")\nexpect a.t == \"w\""),
    AdviceCase("print turn", "ask for a field: turn.writes", "a.x = 2\nexpect turn.writes == 1"),
    AdviceCase(
      "class C { k = 1 }\nbind a.list ~> view.rows each C",
      "declare it in the class: class C { viewModel }",
      "class C { viewModel; k = 1 }\nbind a.list ~> view.rows each C\nexpect view.rows.count == 2"),
    AdviceCase(
      "semantics sheet\nbind a.x <> a.y",
      "write ~> or <~ for one direction, or choose another semantics",
      "semantics sheet\nbind a.x ~> a.y\na.x = 6\nexpect a.y == 6"),
    AdviceCase(
      "semantics javafx\nbind a.x ~> a.y\na.y = 5", "unbind #1 first",
      "semantics javafx\nbind a.x ~> a.y\nunbind #1\na.y = 5\nexpect a.y == 5"),
    AdviceCase(
      "bind a.x ~> a.y\nbind a.x ~> a.y", "leave one of them out",
      "bind a.x ~> a.y\na.x = 4\nexpect a.y == 4"),
    AdviceCase(
      "bind a.x ~> view", "name the one meant: view.button",
      "bind a.x ~> view.n\nexpect view.n == 1"),
    AdviceCase(
      "bind a.t <> a.o | Uppercase", "give it one, or use ~>",
      "bind a.t ~> a.o | Uppercase\nexpect a.o == \"T\""),
    AdviceCase(
      "bind a.x <> a.y | { value * 2 }", "add reverse { … } after it, or use ~>",
      "bind a.x <> a.y | { value * 2 } reverse { value / 2 }\na.y = 8\nexpect a.x == 4"),
    AdviceCase("advance 2", "write 2s, 150ms or 1m", "advance 2s\nexpect a.x == 1"),
    AdviceCase(
      "action f() { wait }\nf()", "after 2s { … } runs a block later",
      "action f() { after 2s { view.n = 1 } }\nf()\nwait\nexpect view.n == 1"),
    AdviceCase(
      "print [1, 2].count()", "write: print [1, 2].count", "expect [1, 2].count == 2"),
    AdviceCase("print 1 // allow: B060", "write // allow B060", "expect 1 == 1"),
  ])
  func `following the advice literally gives a script that works`(_ example: AdviceCase) {
    let found = findings(adviceWorld + example.wrong).first {
      $0.notes.contains { $0.label == .help && $0.message == example.advice }
    }
    #expect(found != nil, "no such advice: \(findings(adviceWorld + example.wrong).map(\.notes))")
    let right = adviceWorld + example.right
    #expect(findings(right).map(\.message) == [])
    #expect(failures(right).map(\.message) == [])
  }
}
