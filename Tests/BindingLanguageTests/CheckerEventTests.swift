import Exploring
import Interpreter
import Language
import Syntax
import Testing

/// Events, actions, commands, notifications, time and cells.
extension CheckerTests {
  @Test(arguments: [
    CheckerCase(
      "object a { event e; x = 1; computed c = ⟦e⟧; action f() { print ⟦e⟧, ⟦self.e⟧, ⟦f⟧ } }",
      "'e' is an event, which has no value", "'e' is an event, which has no value",
      "'self.e' is an event, which has no value", "'f' is an action, not a value"),
    CheckerCase(
      "class A { event e; action f(p) { ⟦e⟧ = 1; ⟦f⟧ = 2; fire ⟦f⟧; ⟦e()⟧; ⟦f()⟧; ⟦g⟧(1) } }",
      "'A.e' is an event and cannot be assigned", "'A.f' is an action and cannot be assigned",
      "'A.f' is an action, not an event", "'e' is an event, not an action",
      "'f' takes 1 value, got 0", "unknown function 'g'"),
    CheckerCase(
      "class A { x: Int = 1; event e; on ⟦x⟧ { }; observe ⟦e⟧ { }; bind ⟦e⟧ ~> x; bind ⟦e⟧ <!> x }",
      "'A.x' is a property, not an event", "'A.e' is an event",
      "'A.e' is an event, which has no first value to pass",
      "'A.e' is an event, and values cannot pass both ways there"),
    CheckerCase(
      "object b: UIButton\nobject l: UILabel\nfire b\nfire ⟦l⟧\non b { }\non ⟦l⟧ { }",
      "'l.text' is a property, not an event", "'l.text' is a property, not an event"),
    CheckerCase(
      "object a { x = 1; event e; event f }\non ⟦a⟧ { }\nfire ⟦a⟧\nobserve ⟦a⟧ { }",
      "'a' is an object, not an event", "'a' is an object, not an event",
      "'a' has no default property"),
    CheckerCase(
      "object a { action f(p, q) { print p, q, ⟦r⟧ } }\n⟦a.f(1)⟧\na.f(⟦zz⟧, 2)\na.f(1, 2)",
      "unknown name 'r'", "'f' takes 2 values, got 1", "unknown name 'zz'"),
    CheckerCase(
      "class A { action f(p) { p } }\nclass B: A { action f(p, q) { p } }\nclass C { a: A = new A; "
        + "action go() { ⟦a.f(1, 2)⟧; ⟦a.ff(1)⟧; "
        + "self.go(); ⟦self.go(1)⟧ } }",
      "'f' takes 1 value, got 2",
      "no action 'ff' in 'C.a'; did you mean 'f'?", "'go' takes 0 values, got 1"),
    CheckerCase(
      "object a { command save(entry) after ⟦3⟧ { print ⟦value⟧, entry } cancel { print entry } }",
      "a duration is expected, got Int", "unknown name 'value'"),
    CheckerCase(
      "object a { command save { 1 } }\nprint a.save.status, a.save.entry, a.save.response.content,\n"
        + "  ⟦a.save.state⟧, ⟦a.save.response.status⟧, ⟦a.save.status - 1⟧\n⟦a.save.status⟧ = 3",
      "no property 'state' in 'a.save'; did you mean 'status'?",
      "no property 'status' in 'a.save.response'", "'-' cannot take String and Int",
      "'a.save.status' is String and cannot be 3"),
    CheckerCase(
      "object a { x = 1 }\nobserve a.x { print old, sender, change.kind, change.index, change.⟦of⟧ }",
      "no property 'of' in 'change'"),
    CheckerCase(
      "object a { x = 1; action two(p, q) { p } }\nbind a.x ~> ⟦a.two⟧",
      "'two' takes 2 values, got 1"),
    CheckerCase(
      "on notification Done { print value, sender.x.y.z, ⟦old⟧ }\npost Done(⟦zz⟧)",
      "unknown name 'old'", "unknown name 'zz'"),
    CheckerCase(
      "object t: UITableView\nobject vm { people: List = [] }\n"
        + "bind vm.people ~> t.rows each { value == nil ? UITableViewCell : ⟦UITableVewCell⟧ }",
      "unknown name 'UITableVewCell'; did you mean 'UITableViewCell'?"),
    CheckerCase(
      "after ⟦1⟧ { print ⟦value⟧ }\nadvance ⟦\"2s\"⟧\nbatch { ⟦wait⟧ }\nafter 1s { ⟦advance 1s⟧ }",
      "a duration is expected, got Int", "unknown name 'value'",
      "a duration is expected, got String",
      "'wait' cannot be used in a block: time passes between turns",
      "'advance' cannot be used in a block: time passes between turns"),
  ])
  func `impossible uses of members are found`(_ example: CheckerCase) {
    example.check()
  }

  /// Each of these also runs to its end.
  @Test(arguments: [
    "object a { event e; x = 1; default e }\non a { print value, sender }\nfire a(3)\nfire a.e\n"
      + "bind a !~> a.x\nfire a(4)",
    "class A { weak delegate; action go() { delegate.didFinish(self) } }\nobject a: A\na.go()\n"
      + "object d { action didFinish(who) { print who == nil } }\na.delegate = d\na.go()\n"
      + "release d\na.go()",
    "class A { action f(p) { p } }\nclass B: A { action f(p, q) { p } }\nlet list = [new A, new B]\n"
      + "for x in list { if x == nil { x.f(1, 2, 3) } }\nobject h { a: A = new A }\nh.a = new B\n"
      + "h.a.f(1, 2)",
    "object l { items: List = []; n = 0; action append(x) { n = x } }\nl.append(3)\nl.items.append(3)\n"
      + "l.items.insert(3, at: 0)\nl.items.replace(at: 0, with: 4)\nl.items.remove(at: 0)",
    "class Stack { items: List = []; action insert(x) { items.append(x) }; "
      + "action remove() { items.remove(at: 0) } }\nobject s: Stack\ns.insert(1)\ns.remove()\n"
      + "let h = [s]\nh[0].insert(2)\nlet t = s\nt.insert(3)\nt.remove()",
    "action greet(who) { \"hi \\(who)\" }\nprint greet(\"x\") + \"!\"\naction greet(a, b) { a }\n"
      + "print greet(1, 2) + 1",
    "if true { action f() { 1 } } else { action f(a) { a } }\nf()",
    "action even(n) { n == 0 ? true : odd(n - 1) }\naction odd(n) { n == 0 ? false : even(n - 1) }\n"
      + "print even(4)",
    "object vm { x = 0; action up() { x = x + 1; self.down() }; action down() { x = x - 1 } }\nvm.up()",
    "class C { command save(e) after 2s { throw \"no\" } cancel { print self.save.status } }\n"
      + "object c: C\nbind c.save.status !~> c.save.response.content\nc.save.execute(1)\nc.save.cancel()\n"
      + "c.save.execute()\nadvance 3s\nprint c.save.response.error + \"!\"",
    "object c { x = 1; command save { x } }\nbind c.x !~> c.save\nc.x = 2\nlet s = c.save\ns.execute()\n"
      + "s.cancel()\nprint s.status",
    "object c: BKCommand\nc.status = \"x\"\nbind c.status ~> c.entry",
    "object a { x = 1; event e; action f(v) { print v } }\nbind a.x !~> a.e\nbind a.e !~> a.f\n"
      + "on a.e { print value }\na.x = 2",
    "object a { x = 1; action one(p) { print p }; action none() { 1 } }\nbind a.x ~> a.one\n"
      + "bind a.x ~> a.none",
    "transformer Slow after 1s + 500ms { forward { value } }\nobject a { x = 1; y: Int = 0 }\n"
      + "bind a.x ~> a.y | Slow\nadvance 2s\nexpect a.y == 1",
    "transformer T { forward { value } reverse { value } }\n"
      + "transformer T after 1s { forward { value } }\ntransformer T { forward { value } reverse { value } }\n"
      + "object a { x = 1; y = 2 }\nbind a.x <> a.y | T",
    "class PersonCell: UITableViewCell { bind viewModel.name ~> textLabel.text; name = 1\n"
      + "action viewDidUpdateViewModel() { print viewModel == nil } }\n"
      + "class AdCell: PersonCell { rowHeight = 60 }\nclass P { name = \"x\"; kind = \"ad\" }\n"
      + "object vm { people: List = [new P] }\nobject t: UITableView\n"
      + "bind vm.people ~> t.rows each { value.kind == \"ad\" ? AdCell : PersonCell }\n"
      + "vm.people.append(new P)\nprint t.rows.count, turn.made, turn.reused",
    "object vm { people: List = [1] }\nobject t: UITableView\nbind vm.people ~> t.rows each UITableViewCell\n"
      + "bind vm.people !~> t.rows each { print value; UITableViewCell }",
    "object vm { n: Int? }\nobject t: UITableView\nbind vm.n ~> t.rows each UITableViewCell",
    "object vm { x = 1 }\nobserve prior vm.x { let k = change.kind; after 1s { print change.kind + k } }\n"
      + "vm.x = 2\nwait",
    "object vm { x = 1; index = 2; kind = 3 }\naction f(change) { change.x + change.index }\n"
      + "print f(vm)\nlet change = vm\nprint change.x",
    "class A { x = 1; on notification Done { x = value }; action f() { post Done(2) } }\nobject a: A\n"
      + "a.f()\nexpect a.x == 2",
    "on notification Done { print value } as done\nunbind done\npost Done",
    "let d = 2s\nafter d { print 1 }\nafter d + 1s { print 2 }\nvar e = 1s\nadvance e\nadvance 3s\nwait",
    "if true { wait }\nfor d in [1s, 2s] { advance d }\nrepeat 2 { wait }\nexpect error { advance -1s }",
    "object a { x = 1 }\nextend a { event e; action f(v) { fire e(v) }; command c { 3 }; on e { print value } }\n"
      + "a.f(3)\na.c.execute()\nfire a.e",
    "object a { x = 1 }\naction grow() { extend a { y = 2; event e; action g() { y } } }\ngrow()\n"
      + "print a.y\na.g()\nfire a.e",
    "class A { event e }\nclass B: A { event e; on e { print 1 } }\nobject b: B\nfire b.e",
    "class A { action f() { 1 } }\nclass B: A { action f() { 2 } }\nobject b: B { action f() { 3 } }\n"
      + "expect b.f() == 3",
    "object o { p }\no.p.anything(1, 2)\nlet q = o.p\nfire o.p.e",
    "commands\ncoupling\nif true { commands }",
    "object b: UIButton\nshow b.onTouchUpInside\ngraph b.onTouchUpInside\nshow b",
    "object o { d; action go() { d.remove(); d.insert(1, 2); d.replace() } }\no.go()",
    "object vm { n = 1; event e }\nobserve vm.n { fire vm.e; vm.n2() }\nextend vm { action n2() { } }\nvm.n = 2",
  ])
  func `possible uses are not reported`(_ source: String) {
    let found = findings(source).filter { $0.severity == .error }
    let failed = failures(source).filter { $0.severity == .error }
    #expect(failed.map(\.message) == [])
    #expect(found.map(\.message) == [])
  }

  @Test(arguments: [
    "object o { x = 1; event e; on e { }; on notification N { }; bind x ~> x }",
    "class C { viewModel; x = 1; action viewDidUpdateViewModel() { } }\n"
      + "object c: C { observe x { }; bind x ~> x }",
    "class C { viewModel; x = 1; y = 2; bind x ~> y; action viewDidUpdateViewModel() { } }\nobject c: C\n"
      + "bind c.y ~> c.x",
    "object o { x = 1; event e }\nbind o.x !~> o.e\nbind o.e !~> o.x",
    "transformer Slow after 1s { forward { value } }\nobject o { x = 1; y = 1 }\nbind o.x !~> o.y | Slow\n"
      + "bind o.y !~> o.x",
    "object o { x = 1; command c { } }\nbind o.x !~> o.c\nbind o.c.status !~> o.x",
    "object o { x = 1; command c { } }\nbind o.c.status !~> o.c.entry\nbind o.c.entry !~> o.c.status",
    "object o { x = 1; y = 1; action f(v) { x = v } }\nbind o.x !~> o.f\nbind o.y ~> o.x\nbind o.x ~> o.y",
  ])
  func `a cycle through members of all kinds is reported as in a run`(
    _ source: String
  ) {
    let reported = failures(source).map(\.message)
    #expect(findings(source).map(\.message) == reported)
  }
}
