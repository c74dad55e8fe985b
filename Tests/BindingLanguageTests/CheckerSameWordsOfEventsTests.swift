import Exploring
import Interpreter
import Language
import Syntax
import Testing

/// Check and run report the same mistakes with events, actions, commands, time and cells.
extension CheckerTests {
  static let world = """
    object vm {
      name: String = "Kim"
      n: Int = 1
      x = 1
      rows: List = []
      event pressed
      action rename(to) { name = to }
      action clear() { name = "" }
      command save(entry) after 1s { entry } cancel { name = "" }
    }
    object button: UIButton
    object label: UILabel

    """

  @Test(arguments: [
    "print vm.pressed", "print vm.rename", "let x = vm.clear", "vm.pressed += 1", "vm.rename += 1",
    "vm.pressed = 3", "vm.rename = 3", "vm.save = 3", "silent vm.pressed = 3", "vm.save += 1",
    "vm.pressed.append(1)", "vm.pressed[0] = 1", "vm.save[0] = 1", "vm.save.append(1)",
    "fire vm.name", "fire vm.rename", "fire vm.save", "fire vm.presed", "fire vm", "fire label",
    "fire vm.n.count", "fire vm(1)", "let n = 3\nfire n.x", "let n = 3\nfire n",
    "on vm.name { }", "on vm.rename { }", "on vm.save { }", "on vm.presed { }", "on vm { }",
    "on label { }", "observe vm.pressed { }", "observe vm.rename { }", "observe vm.save { }",
    "observe button { }", "observe initial vm.pressed { }", "observe prior vm.nme { }",
    "observe initial vm.x { print change.knd }", "observe initial vm.x { print change.x }",
    "observe initial vm.x { change = 3 }", "observe initial vm.x { after 0s { change = 3 } }\nwait",
    "on vm.pressed { print vlue }\nfire vm.pressed",
    "on notification Done { print old }\npost Done",
    "on vm.pressed { value = 3 }\nfire vm.pressed", "post Done(nme)", "fire vm.pressed(nme)",
    "on vm.pressed { } as vm",
  ])
  func `check and run report events alike`(_ source: String) {
    SameWordsCase(CheckerTests.world + source).check()
  }

  @Test(arguments: [
    "bind vm.pressed ~> vm.x", "bind vm.x <~ vm.pressed", "bind once vm.pressed ~> vm.x",
    "bind vm.pressed <> vm.x", "bind vm.x <!> vm.pressed", "bind vm.x <> vm.rename",
    "bind vm.x <> vm.save", "bind vm.rename ~> vm.x", "bind vm.save ~> vm.x",
    "bind vm.x <~! vm.save", "bind button ~> vm.x", "bind vm.rename <> vm.x",
    "object o { x = 1; event e; bind e ~> x }",
    "bind vm.x ~> vm.n as l\nrebind l to vm.pressed, vm.n",
    "bind vm.x ~> vm.n as l\nrebind l to vm.save, vm.n",
    "bind vm.x <> vm.n as l\nrebind l to vm.x, vm.rename",
    "bind vm.x <~ vm.n as l\nrebind l to vm.x, vm.save", "bind (vm.pressed) ~> vm.x",
    "transformer Slow after 1s { forward { value } reverse { value } }\nbind vm.x <> vm.n | Slow",
    "transformer Slow after 1s { forward { value } reverse { value } }\nbind vm.x <> vm.n | !Slow",
    "transformer Slow after 1s { reverse { value } }\nbind vm.x <> vm.n | Slow",
    "transformer Slow after 1s { }", "transformer Slow after 3 { forward { value } }",
    "transformer Slow after -1s { forward { value } }",
    "bind vm.rows <> vm.x each UITableViewCell", "bind vm.n ~> vm.rows each UITableViewCell",
    "bind (3) ~> vm.rows each UITableViewCell", "bind vm.x ~> vm.rows each UILable",
    "bind vm.x ~> vm.rows each vm",
    "vm.rows = [1]\nbind vm.rows ~> vm.x each { 3 }",
    "vm.rows = [1]\nbind vm.rows ~> vm.x each { value > 0 }",
    "vm.rows = [1]\nbind vm.rows ~> vm.x each { UILable }",
  ])
  func `check and run report the ends of bindings alike`(_ source: String) {
    SameWordsCase(CheckerTests.world + source).check()
  }

  @Test(arguments: [
    "vm.rename()", "vm.rename(1, 2)", "vm.clear(1)", "vm.renam(1)", "vm.zzzzz()", "vm.name(1)",
    "vm.pressed()", "vm.save(1)", "vm.rename(to: 1)", "vm.execute()", "vm.save.execute(1, 2)",
    "vm.save.cancel(1)", "vm.save.exec()", "vm.save.zzz()", "vm.save.execute(to: 1)",
    "vm.append(1)",
    "vm.rows.remove()", "vm.rows.append()", "vm.rows.apend(1)", "vm.n.remove()", "vm.rows.count()",
    "vm.remove()", "vm.insert(1, 2)", "vm.insert(1, at: 2)", "vm.name.append(1)",
    "vm.n.clear()", "vm.name.count()", "vm.n.uppercased()", "print vm.nme()", "vm.n.execute()",
    "object c: BKCommand\nc.execute()", "object c: BKCommand\nc.run()", "vm(3)", "label.append(1)",
    "action greet(who) { who }\ngreet()", "action greet(who) { who }\ngreet(1, 2)",
    "action greet(who) { who }\ngreet(who: 1)", "action greet(who) { who }\nprint greet",
    "action greet(who) { who }\ngreet = 3", "action greet(who) { who }\nobject greet { x = 1 }",
    "action greet(who) { who }\nvm.greet(1)", "action greet(who) { who }\ngret(1)",
    "action vm() { }", "action min(a) { a }", "object o { action max() { } }", "self.clear()",
    "action f() { print self }\nf()", "action f(a) { a = 3 }\nf(1)",
    "action f(a) { print b }\nf(1)",
    "object o { action f(a) { rename(a) } }\no.f(1)",
    "object o { x = 1; action f() { g() } }\no.f()",
    "object o { x = 1; action f() { self.y = 3 } }\no.f()",
    "object o { action f(a) { f() } }\no.f(1)", "object o { x = 1; action f() { x() } }\no.f()",
    "if true { let n = 3; action f() { print n }; print n }\nf()",
    "let f = 3\nf()", "for f in [1] { f() }",
    "let m = vm\nm.clear(1)", "vm.save.entri = 3", "vm.save.status = 3", "print vm.save.respons",
    "print vm.save.response.contnt", "bind vm.x ~> vm.save.response.eror",
    "print vm.save.status + 1",
    "object o { command c(a) { print b } }\no.c.execute()",
    "object o { command c(a) { print a } cancel { print a } }\no.c.execute()\no.c.cancel()",
    "object o { x = 1; command c after 1s { throw zz } }\no.c.execute()\nwait",
  ])
  func `check and run report calls alike`(_ source: String) {
    let source = CheckerTests.world + source
    // A cancel block that nothing runs is only checked.
    guard failures(source).contains(where: { $0.severity == .error }) else { return }
    SameWordsCase(source).check()
  }

  @Test(arguments: [
    "class A { event e }\nclass B: A { e = 3 }\nobject b: B",
    "class A { e = 3 }\nclass B: A { event e }\nobject b: B",
    "class A { action e() { } }\nclass B: A { command e { } }\nobject b: B",
    "class A { command e { } }\nclass B: A { computed e = 1 }\nobject b: B",
    "object b: UIButton { action onTouchUpInside() { } }",
    "class A { event e; default f }", "class A { event e; action e() { } }",
    "object b { x: Int = 1; event e }\nextend b { event x }",
    "object b { x = 1 }\nextend b { event e }\nprint b.e",
    "class A: A { event e }",
    "class A { event e; computed c = e }\nobject a: A",
    "class A { event e; x = 1; action go(a) { e } }\nobject a: A\na.go(1)",
    "class A { x = 1; bind zz !~> go; action go(a) { x = a } }\nobject a: A",
    "class A { x = 1; on zz { } }\nobject a: A",
    "class A { weak d: UILabel }\nobject a: A",
    "object a { weak d: UILabel? = 3 }",
    "protocol P { action go(x) }\nobject a { d: P? = 3 }",
    "protocol P { action go(x) }\nobject b\nobject a { d: P? = b }",
    "protocol P { action go(x) }\nobject b { action go() { } }\nobject a { d: P? }\na.d = b",
    "protocol P { optional action go() }\nobject b { event go }\nobject a { d: P? }\na.d = b",
    "protocol P { optional action go() }\nobject b\nb.go()",
    "protocol P { action go() }\nnew P", "protocol Q { action a() }\nclass A: Q { }",
    "protocol P { action go() }\nobject go { p: P }", "protocol P { action a(); action a() }",
    "object b { n = 1 }\nprint b.n responds go", "let x = new UILabel { text = outer }",
    "object a { b = new UILabel { action go() { outer } } }\na.b.go()",
  ])
  func `check and run report bodies alike`(_ source: String) {
    SameWordsCase(source).check()
  }

  @Test(arguments: [
    "after 3 { }", "after -2s { }", "after nil { print 1 }", "advance 3", "advance -1s",
    "advance zz",
    "advance \"1s\"", "batch { advance 1s }", "batch { wait }", "after 1s { advance 1s }\nwait",
    "after 1s { wait }\nwait", "on vm.pressed { wait }\nfire vm.pressed", "batch { commands }",
    "batch { coupling }", "if true { let d = 3; after d { } }", "after 1s { print zz }\nwait",
    "if true { let d = 3; after 1s { d = 4 } }\nwait",
  ])
  func `check and run report time alike`(_ source: String) {
    SameWordsCase(CheckerTests.world + source).check()
  }
}
