import Testing

/// Names: where they are declared and used, and other names for them.
@Suite struct NavigationTests {
  private typealias Object = TestClient.Object

  private static let script = """
    class Person {
      name = "Ann"
      action rename(to) { name = to }
    }
    object vm: Person { age = 3 }
    object view { text = ""; name = "view" }
    bind vm.name ~> view.text as shown
    let twice = 4
    print twice, view.name
    vm.rename("Bo")
    unbind shown
    """

  private func places(_ result: Any?) -> [String] {
    (result as? [Object] ?? []).map { TestClient.text(of: $0["range"]) }
  }

  @Test(arguments: [
    // A class, an inherited member, a member of one object, a constant, a parameter, a binding.
    (4, 12, "0:6-0:12"), (6, 9, "1:2-1:6"), (8, 19, "5:25-5:29"), (8, 7, "7:4-7:9"),
    (2, 29, "2:16-2:18"), (10, 8, "6:29-6:34"), (9, 4, "2:9-2:15"),
  ])
  func `a name leads to its declaration`(line: Int, column: Int, expected: String) {
    let client = TestClient(NavigationTests.script)
    let found = client.request("textDocument/definition", TestClient.at(line, column))
    #expect(places(found) == [expected])
  }

  @Test(arguments: [
    // An object, a property by its type, by its first value, a class itself, a case, a plain value.
    (4, 8, ["1:6-1:12"]), (4, 20, ["1:6-1:12"]), (5, 9, ["1:6-1:12"]), (5, 12, ["1:6-1:12"]),
    (5, 18, ["1:6-1:12"]), (5, 27, ["0:5-0:6"]), (4, 12, ["1:6-1:12"]), (3, 14, ["0:5-0:6"]),
    (5, 36, []),
  ])
  func `a name leads to the type of its values`(line: Int, column: Int, expected: [String]) {
    let client = TestClient(
      """
      enum E { one, two }
      class Person { name = "Ann" }
      class Pet: Person { }
      let kind = E.one
      object vm: Person { boss: Person?; pal = new Person; mood = E.two; age = 3 }
      print vm.boss, vm.pal, vm.mood, vm.age
      """)
    let parameters = TestClient.at(line, column)
    #expect(places(client.request("textDocument/typeDefinition", parameters)) == expected)
  }

  @Test func `a declaration is where a definition is`() {
    let client = TestClient(NavigationTests.script)
    let place = TestClient.at(6, 9)
    #expect(places(client.request("textDocument/declaration", place)) == ["1:2-1:6"])
  }

  @Test func `the references of a member are those of its class, and no others of that name`() {
    let client = TestClient(NavigationTests.script)
    var parameters = TestClient.at(1, 3)
    parameters["context"] = ["includeDeclaration": true]
    let all = places(client.request("textDocument/references", parameters))
    #expect(all == ["1:2-1:6", "2:22-2:26", "6:8-6:12"])
    parameters["context"] = ["includeDeclaration": false]
    let uses = places(client.request("textDocument/references", parameters))
    #expect(uses == ["2:22-2:26", "6:8-6:12"])
  }

  @Test func `highlights tell writing from reading`() {
    let client = TestClient("var x = 1\nx = 2\nprint x")
    let found =
      client.request("textDocument/documentHighlight", TestClient.at(0, 4)) as? [Object] ?? []
    #expect(found.map { $0["kind"] as? Int } == [3, 3, 2])
  }

  /// The text after a rename.
  private func renamed(_ text: String, _ line: Int, _ column: Int, _ name: String) -> String? {
    let client = TestClient(text)
    var parameters = TestClient.at(line, column)
    parameters["newName"] = name
    guard let result = client.request("textDocument/rename", parameters) as? Object,
      let changes = result["changes"] as? [String: [Object]]
    else { return nil }
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    for edit in (changes[TestClient.uri] ?? []).reversed() {
      let range = edit["range"] as! Object
      let (start, end) = (range["start"] as! Object, range["end"] as! Object)
      var units = Array(lines[start["line"] as! Int].utf16)
      units.replaceSubrange(
        (start["character"] as! Int)..<(end["character"] as! Int),
        with: (edit["newText"] as! String).utf16)
      lines[start["line"] as! Int] = String(decoding: units, as: UTF16.self)
    }
    return lines.joined(separator: "\n")
  }

  @Test func `a rename changes all places of a name`() {
    #expect(
      renamed("let x = 1\nprint \"\\(x)\", x + x", 0, 4, "y")
        == "let y = 1\nprint \"\\(y)\", y + y")
    #expect(
      renamed("object a { x = 1 }\nobject b { x = 2 }\nbind a.x ~> b.x\nprint a[\"x\"]", 2, 7, "z")
        == "object a { z = 1 }\nobject b { x = 2 }\nbind a.z ~> b.x\nprint a[\"z\"]")
    #expect(
      renamed("class A { x = 1 }\nclass B: A { x = 2 }\nobject b: B\nprint b.x", 1, 13, "y")
        == "class A { y = 1 }\nclass B: A { y = 2 }\nobject b: B\nprint b.y")
    #expect(
      renamed("protocol P { action go() }\nobject a: P { action go() { } }\na.go()", 2, 2, "run")
        == "protocol P { action run() }\nobject a: P { action run() { } }\na.run()")
    #expect(
      renamed("enum E { one, two }\nlet e = E.one\nswitch e { one { } two { } }", 0, 10, "first")
        == "enum E { first, two }\nlet e = E.first\nswitch e { first { } two { } }")
  }

  @Test(arguments: [
    // A name that is taken, by what it would hide or by what would hide it.
    ("let x = 1\nlet y = 2\nprint x, y", 0, 4, "y"),
    ("object a { x = 1; y = 2 }\nprint a.x, a.y", 0, 11, "y"),
    ("let x = 1\naction go(y) { print x, y }\ngo(1)", 0, 4, "y"),
    ("class A { x = 1 }\nobject b: A { y = 2 }\nprint b.x, b.y", 0, 10, "y"),
    ("class A { x = 1 }\nobject b: A { y = 2 }", 1, 14, "x"),
    ("class A { x = 1 }\nclass B: A { y = 2 }", 0, 10, "y"),
    // No name, and a name of the language.
    ("let x = 1\nprint x", 0, 4, "not a name"), ("let x = 1\nprint x", 0, 4, "bind"),
    ("let x = 1\nprint x", 0, 4, ""), ("let x = abs(1)\nprint x", 0, 9, "size"),
    // A notification of this name has handlers of its own.
    ("on notification n { print 1 }\non notification m { print 2 }\npost n\npost m", 2, 5, "m"),
    // A name that the block of an observer gives another meaning.
    ("let x = 1\nobject a { y = 1 }\nobserve a.y { print x }", 0, 4, "value"),
    // A member that would become that of the object around.
    ("object a { x = 1; computed y = b.z }\nobject b { z = 1 }\nprint a.x, a.y", 1, 7, "x"),
    // A member of something unknown has the same name.
    ("object a { x = 1 }\non notification n { print value.x }\nprint a.x", 2, 8, "y"),
  ])
  func `a rename that would collide is refused`(
    text: String, line: Int, column: Int, name: String
  ) {
    let client = TestClient(text)
    var parameters = TestClient.at(line, column)
    parameters["newName"] = name
    #expect(client.failure("textDocument/rename", parameters) == -32803)
  }

  @Test func `names are known in all files of a script`() {
    let main = "file:///scripts/main.bind"
    let library = "file:///scripts/sub/lib.bind"
    let client = TestClient(
      "source \"sub/lib.bind\"\nprint shared\n",
      files: ["/scripts/sub/lib.bind": "let shared = 1\nprint later\n"])
    let found = client.request("textDocument/definition", TestClient.at(1, 7)) as? [Object]
    #expect(found?.compactMap { $0["uri"] as? String } == [library])
    // The text that is open counts, not the file.
    client.open(library, "\nlet shared = 1\n")
    let moved = client.request("textDocument/definition", TestClient.at(1, 7))
    #expect(places(moved) == ["1:4-1:10"])
    let uses = client.request("textDocument/references", TestClient.at(1, 5, library)) as? [Object]
    #expect(uses?.compactMap { $0["uri"] as? String } == [main, library])
    var parameters = TestClient.at(1, 5, library)
    parameters["newName"] = "common"
    let edit = client.request("textDocument/rename", parameters) as? Object
    #expect((edit?["changes"] as? [String: Any])?.keys.sorted() == [main, library])
    // What the script declares is known in the file that it reads.
    client.change([["text": "let before = 1\nsource \"sub/lib.bind\"\nprint shared"]])
    client.change([["text": "let shared = before\n"]], library)
    #expect(client.codes(library) == [])
  }

  @Test func `scripts of the folder that are not open know what they read`() {
    let client = TestClient(
      "let shared = 1\n", files: ["/scripts/other.bind": "source \"main.bind\"\nprint shared\n"])
    var parameters = TestClient.at(0, 5)
    parameters["context"] = ["includeDeclaration": false]
    let uses = client.request("textDocument/references", parameters) as? [Object]
    #expect(uses?.compactMap { $0["uri"] as? String } == ["file:///scripts/other.bind"])
    // Nothing in the script itself uses it, but the other one does.
    #expect(client.codes() == [])
  }

  @Test func `a file that changes on the disk is read again`() {
    let client = TestClient(
      "source \"lib.bind\"\nprint x\n", files: ["/scripts/lib.bind": "let x = 1\n"])
    let asked = client.received().filter { $0["method"] as? String == "client/registerCapability" }
    #expect(asked.count == 1)
    client.disk.files["/scripts/lib.bind"] = "let y = 1\nprint y\n"
    client.notify("workspace/didChangeWatchedFiles", ["changes": []])
    #expect(client.codes() == ["B010"])
  }

  @Test func `a member of an unknown object leads to all members of its name`() {
    let client = TestClient(
      "object a { x = 1 }\nobject b { x = 2 }\non notification n { print value.x }\nprint a.x, b.x")
    let found = client.request("textDocument/definition", TestClient.at(2, 32))
    #expect(places(found) == ["0:11-0:12", "1:11-1:12"])
    var parameters = TestClient.at(2, 32)
    parameters["newName"] = "y"
    #expect(client.failure("textDocument/rename", parameters) == -32803)
  }

  @Test func `a source statement leads to its file`() {
    let client = TestClient(
      "source \"lib.bind\"\n", files: ["/scripts/lib.bind": "let x = 1\nprint x"])
    let found = client.request("textDocument/definition", TestClient.at(0, 10)) as? [Object]
    #expect(found?.compactMap { $0["uri"] as? String } == ["file:///scripts/lib.bind"])
  }

  @Test func `the propagation hierarchy says what sets off what`() throws {
    let client = TestClient(
      """
      object a { x = 1; computed double = x * 2 }
      object b { y = 0; z = 0 }
      bind a.double ~> b.y
      observe b.y { b.z = value }
      """)
    let items =
      client.request("textDocument/prepareCallHierarchy", TestClient.at(2, 19)) as? [Object]
    let item = try #require(items?.first)
    #expect(item["name"] as? String == "b.y")
    let incoming = client.request("callHierarchy/incomingCalls", ["item": item]) as? [Object] ?? []
    #expect(incoming.compactMap { ($0["from"] as? Object)?["name"] as? String } == ["a.double"])
    let outgoing = client.request("callHierarchy/outgoingCalls", ["item": item]) as? [Object] ?? []
    #expect(outgoing.compactMap { ($0["to"] as? Object)?["name"] as? String } == ["b.z"])
    let next = try #require(incoming.first?["from"])
    let before = client.request("callHierarchy/incomingCalls", ["item": next]) as? [Object] ?? []
    #expect(before.compactMap { ($0["from"] as? Object)?["name"] as? String } == ["a.x"])
  }
}
