import Testing

/// What the writings' readers write: key paths as texts, a parameter called `object`, cells that are freed.
@Suite struct WordsOfWritingsTests {
  private func output(_ script: String, under preset: String = "bind") throws -> String {
    let result = try bindlab("-s", preset, "-e", script)
    return result.output + result.errors
  }

  @Test func `a key with dots is a path wherever a path can be`() throws {
    let declared = """
      class City { name = "Rome"; computed loud = name.uppercased }
      class Address { city = new City }
      object vm { address = new Address; d = ["a.b": 1, "a": 2] }
      object l { t; u = 0 }
      var key = "address.city.name"

      """
    // What is written with a key gives what is written with names.
    for (keyed, named) in [
      ("print vm[\"address.city.name\"]", "print vm.address.city.name"),
      ("print vm[\"address.city.loud\"]", "print vm.address.city.loud"),
      ("print vm[\"address.city.name.count\"]", "print vm.address.city.name.count"),
      ("print vm[key]", "print vm.address.city.name"),
      ("vm[\"address.city.name\"] = \"Bonn\"\nprint vm.address.city.loud", "print \"BONN\""),
      ("vm[key] = \"Bonn\"\nprint vm.address.city.loud", "print \"BONN\""),
      (
        "bind vm[\"address.city.name\"] ~> l.t\nvm.address.city = new City { name = \"Oslo\" }\nprint l.t",
        "print \"Oslo\""
      ),
      ("bind vm[key] ~> l[\"t\"]\nvm[key] = \"Oslo\"\nprint l.t", "print \"Oslo\""),
      (
        "observe vm[\"address.city.loud\"] { print value }\nvm.address.city.name = \"b\"",
        "print \"B\""
      ),
      (
        "bind l.t !~> vm[\"address.city.name\"]\nl.t = \"x\"\nprint vm.address.city.name",
        "print \"x\""
      ),
      ("print vm.d[\"a.b\"], vm.d[\"a\"]", "print 1, 2"),
      ("bind vm.d[\"a.b\"] ~> l.u\nvm.d[\"a.b\"] = 5\nprint l.u", "print 5"),
      ("vm.address = nil\nprint vm[\"address.city.name\"]", "print nil"),
    ] {
      let expected = try output(declared + named)
      #expect(try output(declared + keyed) == expected, "\(keyed)")
      let checked = try bindlab("check", "-e", declared + keyed)
      #expect(
        !(checked.output + checked.errors).contains("error"), "\(checked.output)\(checked.errors)")
    }
    for wrong in [
      "print vm[\"address.town\"]", "vm[\"address.town\"] = 1", "bind vm[\"address.town\"] ~> l.t",
    ] {
      #expect(
        try output(declared + wrong).contains("no property 'town' in 'vm.address'"), "\(wrong)")
    }
  }

  @Test func `a parameter, a property and a variable can be called object`() throws {
    let script = """
      class Watcher {
        object
        seen: List = []
        action observeValueForKeyPath(keyPath, object, change) { seen.append(object.name); self.object = object }
      }
      object vm { name = "Kim" }
      object w: Watcher
      w.observeValueForKeyPath("name", vm, nil)
      print w.seen, w.object == vm
      var object = 3
      object = object + 1
      print object, object * 2
      object last { x = object }
      print last.x

      """
    #expect(try output(script) == "[\"Kim\"] true\n4 8\n4\n")
  }

  @Test(arguments: ["bind", "kvo", "goo", "mobx", "qt", "sheet"])
  func `a cell that is freed does not fail`(preset: String) throws {
    let script = """
      class Item { name = "a" }
      class Cell: UITableViewCell {
        bind (viewModel.name.uppercased + "!") ~> textLabel.text
        bind viewModel.name ~> detailTextLabel.text transform { value + "?" }
      }
      object vm { items: List = [] }
      object table: UITableView
      bind vm.items ~> table.rows each Cell
      vm.items = [new Item, new Item { name = "b" }]
      vm.items.remove(at: 0)
      print table.rows.map { value.textLabel.text }
      vm.items.append(new Item { name = "c" })
      print table.rows.map { value.textLabel.text }
      vm.items = []
      vm.items = [new Item { name = "d" }]
      print table.rows.map { value.textLabel.text }

      """
    #expect(
      try output(script, under: preset) == "[\"B!\"]\n[\"B!\", \"C!\"]\n[\"D!\"]\n", "\(preset)")
    // Another failure is one.
    let failing = script + "vm.items[0].name = nil\n"
    #expect(try output(failing, under: preset).contains("error"))
  }

  @Test func `an action that needs no instance is called on its class`() throws {
    let declared = """
      var written = 0
      class Cell { name = "x"; action height(vm) { 40 + vm.lines * 4 }; action write(n) { written = n }; action own() { name }; action me() { self }; action other(own) { own.name } }
      class Tall: Cell { action height(vm) { 100 } }
      object vm { lines = 2 }

      """
    let good =
      declared + """
        print Cell.height(vm), Tall.height(vm), (new Tall).height(vm), Tall.other(new Cell)
        Cell.write(7)
        print written
        object o { action go() { Cell.write(Tall.height(nil)) } }
        o.go()
        print written

        """
    #expect(try output(good) == "48 100 100 x\n7\n100\n")
    let checked = try bindlab("check", "-e", good)
    #expect(
      !(checked.output + checked.errors).contains("error"), "\(checked.errors)\(checked.output)")
    for (call, words) in [
      ("Cell.own()", "'own' uses 'name', so it cannot be called on the class 'Cell'"),
      ("Tall.me()", "'me' uses 'self', so it cannot be called on the class 'Tall'"),
      ("Cell.height()", "'height' takes 1 value"), ("Cell.nope()", "'Cell' is a class"),
    ] {
      #expect(try output(declared + call).contains(words), "\(call)")
      let found = try bindlab("check", "-e", declared + call)
      #expect(
        (found.output + found.errors).contains(words), "\(call): \(found.errors)\(found.output)")
    }
  }

  @Test func `a member of the object around is named in the hint`() throws {
    for (body, name) in [("x = p", "p"), ("x = q()", "q"), ("bind p ~> x", "p")] {
      let script = """
        class A { x = 1 }
        object o { p = 2; action q() { 3 }; action go() { new A { \(body) } } }
        print o.go().x

        """
      let words = "'\(name)' belongs to the object around it: write outer.\(name)"
      let run = try output(script)
      let found = try bindlab("check", "-e", script)
      #expect(run.contains(words), "\(run)")
      #expect((found.output + found.errors).contains(words), "\(found.output)\(found.errors)")
      let mended = script.replacingWords(name, by: "outer.\(name)", in: body)
      #expect(try !output(mended).contains("error"), "\(mended)")
    }
  }

  @Test func `objects that hold each other are found, and a weak one ends that`() throws {
    for (script, ring) in [
      (
        "class W { delegate }; class M { w; action go() { w = new W; w.delegate = self } }; object m: M; m.go()",
        "M.w → M.w.delegate → M"
      ),
      (
        "class W { delegate }; class M { w = new W; action go() { self.w.delegate = self } }; object m: M; m.go()",
        "M.w → M.w.delegate → M"
      ),
      (
        "class W { delegate }; class M { w = new W { delegate = outer } }; object m: M",
        "M.w → M.w.delegate → M"
      ),
      (
        "class W { delegate; next }; object a: W; object b: W; a.next = b; b.delegate = a",
        "b.delegate → a.next → b"
      ),
      (
        "class W { delegate; all: List = [] }; object a: W; object b: W; a.all = [b]; b.delegate = a",
        "b.delegate → a.all → b"
      ),
    ] {
      func found(_ script: String) throws -> String {
        let text = script.split(separator: ";").joined(separator: "\n") + "\nprint 1\n"
        let checked = try bindlab("check", "-e", text)
        return checked.output + checked.errors
      }
      let reported = try found(script)
      #expect(reported.contains("keep each other alive: \(ring)"), "\(reported)")
      let shown = try output(script.split(separator: ";").joined(separator: "\n") + "\ncoupling")
      #expect(shown.contains("keep each other alive: "), "\(shown)")
      let weak = script.replacingFirst("{ delegate", by: "{ weak delegate")
      #expect(try !found(weak).contains("keep each other alive"), "\(weak)")
    }
  }

  @Test func `an observer's block that names its owner keeps it alive`() throws {
    let script = """
      class Model { name = "a" }
      class View { viewModel; label = new UILabel; observe viewModel.name { label.text = value } }
      object model: Model
      object view: View
      view.viewModel = model
      coupling

      """
    let shown = try output(script)
    #expect(
      shown.contains(
        "keep each other alive: model (the block of #1) → view.viewModel → model"
      ), "\(shown)")
    let bound = script.replacingFirst(
      "observe viewModel.name { label.text = value }", by: "bind viewModel.name ~> label.text")
    #expect(try !output(bound).contains("keep each other alive"))
  }
}

extension String {
  fileprivate func replacingFirst(_ words: String, by others: String) -> String {
    guard let place = firstRange(of: words) else { return self }
    return String(self[..<place.lowerBound]) + others + self[place.upperBound...]
  }

  /// Replaces a word in a part of the text.
  fileprivate func replacingWords(_ word: String, by other: String, in part: String) -> String {
    replacingFirst(part, by: part.replacingFirst(word, by: other))
  }
}
