import Exploring
import Interpreter
import Language
import Syntax
import Testing

private let two = "object a { x = 1 }\nobject b { x = 1; y = 1 }\n"

/// Declarations that nothing in a script uses, reads, changes or handles.
extension CheckerTests {
  @Test(arguments: [
    CodesCase(
      "let a = 1\nvar b = 2\nclass C { }\ntransformer T { forward { value } }\nobject o { }\naction f() { }",
      .unused, .unused, .unused, .unused, .unused, .unused),
    CodesCase("action f() { let k = 1 }\nf()", .unused),
    CodesCase("object o { x = 1 }\nlet x = 2\no.x = 3", .unused),
    // Any use counts, wherever it is, and for whatever purpose.
    CodesCase("let a = 1\naction f() { print \"\\(a)\" }\nf()"),
    CodesCase("class C { }\nclass D: C { next: D? }\nlet d = new D\nprint d"),
    CodesCase("let _a = 1"),
    CodesCase("object a { x = 1 }\nobject o { bind a.x ~> y; y = 0; observe y { print value } }"),
    CodesCase(
      "class C { observe x { print value }; x = 1 }\nobject o: C\naction f(c) { c.x = 2 }\nf(1)"),
    CodesCase("object a { x = 1 }\nobjects"),
    CodesCase("semantics Mine: kvo { lock = yes }"),
  ])
  func `unused declarations are reported`(_ example: CodesCase) { example.check() }

  @Test(arguments: [
    CodesCase(two + "bind a.x ~> b.y", .neverRead),
    CodesCase(two + "bind b.y <~ a.x\nb.y = 3", .neverRead),
    CodesCase(
      two + "bind a.x ~> b.y\nbind a.x ~> b.x\nobserve b.x { print value }", .neverRead),
    CodesCase(two + "bind a.x ~> b.y\nexpect b.y == 1"),
    CodesCase(two + "bind a.x ~> b.y\nshow b"),
    // A path may begin at a member; in a path from outside, a name is that of an object.
    CodesCase(
      "object a { x = \"\" }\nobject b { y = \"\"; computed z = y.isEmpty ? 1 : 2 }\nbind a.x ~> b.y\nprint b.z"
    ),
    CodesCase(
      "object y { x = 1 }\nobject b { y = 1 }\nbind y.x ~> b.y\nprint y.x", .neverRead),
    CodesCase(two + "bind a.x ~> b.y\nlet c = b\nprint c"),
    CodesCase(two + "bind a.x ~> b.y\nobserve b.y { print value }"),
    CodesCase(
      two + "bind a.x ~> b.y\nbind b.y ~> a.x transform { value }\nprint a", .structuralCycle),
    CodesCase(two + "bind a.x ~> b.y\nwhynot b.y"),
    CodesCase(two + "trace on\nbind a.x ~> b.y"),
    CodesCase(two + "bind a.x ~> b.y observe { print value }"),
    CodesCase(two + "bind a.x <> b.y"),
    CodesCase("object a { x = \"a\" }\nobject l: UILabel\nbind a.x ~> l"),
    CodesCase("object a { x = 1 }\nobject b { y = 1 set { print value } }\nbind a.x ~> b.y"),
    CodesCase(
      "object a { x = 1 }\nclass B { y = 1 }\nlet list = [new B]\nfor b in list { bind a.x ~> b.y }"
    ),
  ])
  func `a target that nothing reads is reported`(_ example: CodesCase) { example.check() }

  @Test(arguments: [
    CodesCase(two + "bind a.x !~> b.y\nprint b", .neverChanged),
    CodesCase(two + "print b\nobserve a.x { print value }", .neverChanged),
    CodesCase(two + "print b\nobserve initial a.x { print value }"),
    CodesCase(two + "print b\nobserve a.x { print value }\naction f() { a.x = 2 }\nf()"),
    CodesCase(two + "observe a.x { print value }\nbind b.x ~> a.x"),
    CodesCase("object a { x = [1] }\nobserve a.x { print value }\na.x.append(2)"),
    CodesCase("object a { x = [1] }\nobserve a.x { print value }\na.x[0] = 2"),
    CodesCase("object a { n = 1; computed x = n + 1 }\nobserve a.x { print value }\na.n = 2"),
    CodesCase(
      "object a { default x; x = 1 }\nobserve a.x { print value }\nobject b { y = 1 }\nbind b.y ~> a"
    ),
    CodesCase("object a { command c { 1 } }\nobserve a.c.status { print value }\na.c.execute()"),
    CodesCase("object f: UITextField\nobserve f.text { print value }"),
  ])
  func `a source that nothing changes is reported`(_ example: CodesCase) { example.check() }

  @Test(arguments: [
    CodesCase("object b { event go }\non b.go { print 1 }", .neverFired),
    CodesCase("object b { event go }\nobject a { x = 1 }\nbind b.go !~> a.x\nprint a", .neverFired),
    CodesCase("object b: UIButton\non b { print 1 }", .neverFired),
    CodesCase("object b: UIButton\nlet c = b\non b { print 1 }\nfire c"),
    CodesCase("object b: UIButton\nobject a { x = 1 }\non b { print 1 }\nbind a.x !~> b\na.x = 2"),
    CodesCase("object b { event go }\non b.go { print 1 }\naction f(o) { fire o.go }\nf(b)"),
    CodesCase("post Saved\non notification Savd { print 1 }", .unhandled, .neverPosted),
  ])
  func `an event that nothing fires is reported`(_ example: CodesCase) { example.check() }

  @Test func `a sourced file counts, and an unreadable one ends all guesses`() {
    let text = "let a = 1\nsource \"other.bind\""
    #expect(allFindings(text, files: ["other.bind": "print a"]).isEmpty)
    #expect(allFindings(text, files: ["other.bind": "print 1"]).map { $0.code } == [.unused])
    #expect(allFindings(text).map { $0.code } == [.unreadableFile])
    // Other files may use what a sourced file declares.
    #expect(allFindings("source \"lib.bind\"", files: ["lib.bind": "let b = 1"]).isEmpty)
  }

  @Test func `notes never replace errors`() {
    let notes = (0..<1_500).map { "let k\($0) = 1\n" }.joined()
    let found = allFindings(notes + "object a { x = 1 }\nbind a.x -> a.x")
    #expect(found.count { $0.severity == .note } == 1_001)
    #expect(found.contains { $0.code == .oldArrow } && found.contains { $0.code == .selfBinding })
    #expect(found.last?.code == .moreNotes)
    #expect(found.allSatisfy { $0.severity != .error })
  }

  @Test func `too many warnings are reported as such, and do not make check fail`() {
    let arrows = (0..<1_500).map { _ in "bind a.x -> a.y\n" }.joined()
    let found = allFindings("object a { x = 1; y = 1 }\nprint a\n" + arrows)
    #expect(found.count { $0.severity == .warning } == 1_001)
    #expect(found.last?.code == .moreWarnings)
    #expect(found.allSatisfy { $0.severity != .error })
  }
}
