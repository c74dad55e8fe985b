import Exploring
import Interpreter
import Syntax
import Testing
import Text

/// The meanings of a line while it is typed.
@Suite struct TypedLineTests {
  private static let script = """
    class Person { name = "Kim"; event moved; action greet(who) { print who } }
    object vm: Person { age = 3; friend: Person? = nil }
    object label: UILabel
    enum Phase { idle, failed(why) }
    let phase = Phase.idle
    action act(x) { print x }
    transformer Twice { forward { value } }
    bind vm.name ~> label.text as shown
    """

  /// The parts with a meaning: `heading:bind property:vm`.
  private static func parts(
    _ line: String, cursor: Int? = nil, behind earlier: String = "", in prompt: Prompt
  ) -> String {
    let styled = prompt.session.styled(line, cursor: cursor ?? -1, behind: earlier)
    #expect(styled.plain == line)
    // One code for each meaning, to read them from.
    var theme = Theme.plain
    let meanings = Meaning.allCases
    _ = theme.apply(
      meanings.enumerated().map { "\($1.rawValue)=\($0)" }.joined(separator: ":"))
    return styled.codes(theme).map { part in
      let text = String(decoding: Array(line.utf8)[part.range], as: UTF8.self)
      return "\(meanings[Int(part.code) ?? 0]):\(text)"
    }.joined(separator: " ")
  }

  /// A session with what it does not keep itself.
  private struct Prompt {
    let host = TextHost()
    let session: Session

    init(_ text: String = TypedLineTests.script) {
      session = Session(host: host)
      session.run(SourceFile(name: "-", text: text))
    }
  }

  @Test(arguments: [
    (
      "bind vm.name ~> label.text // so",
      "heading:bind property:vm property:name property:label property:text quiet:// so"
    ),
    ("vm.nam = \"a\" + #1", "property:vm unknown:nam string:\"a\" binding:#1"),
    ("vm.friend.name = noone", "property:vm property:friend property:name unknown:noone"),
    ("print vm, vn", "heading:print object:vm unknown:vn"),
    ("object other: Person { x = y; z = name + x }", "heading:object unknown:y"),
    ("class Pet { a = b; c = a }", "heading:class unknown:b"),
    (
      "class Child: Person { computed twice = name + nam }",
      "heading:class heading:computed unknown:nam"
    ),
    ("extend vm { b = age + nothing }", "heading:extend object:vm unknown:nothing"),
    ("let a = 1; print a, b", "heading:let heading:print unknown:b"),
    ("for i in [1] { print i, j }", "heading:for heading:in heading:print unknown:j"),
    (
      "switch phase { failed(w) { print w } else { } }", "heading:switch heading:print heading:else"
    ),
    ("act(3); vm.greet(1); greet(1)", "property:vm property:greet unknown:greet"),
    ("unbind shown", "heading:unbind"),
    (
      "observe vm.name { print value, old }",
      "heading:observe property:vm property:name heading:print"
    ),
    ("semantics kvo", "heading:semantics"), ("help nothing", "heading:help"),
    ("\"日本\" + \"open", "string:\"日本\" string:\"open"),
    ("exit", ""), ("", ""), ("💥 }{ ))", ""),
  ])
  func `a line shows its words, strings and unknown names`(line: String, expected: String) {
    #expect(Self.parts(line, in: Prompt()) == expected)
  }

  @Test func `a name that is being typed is not unknown`() {
    let prompt = Prompt()
    #expect(Self.parts("print nob", cursor: 9, in: prompt) == "heading:print")
    #expect(Self.parts("print nob", cursor: 8, in: prompt) == "heading:print unknown:nob")
  }

  @Test func `the lines before belong to the statement`() {
    let prompt = Prompt()
    let earlier = "for one in [vm] {\n  print \"\"\"\n"
    #expect(Self.parts("text", behind: earlier, in: prompt) == "string:text")
    #expect(
      Self.parts("one.x", behind: "for one in [vm] {", in: prompt) == "property:one property:x")
  }

  /// After a script has run, all of its names are known.
  @Test func `no name of a fixture is unknown`() throws {
    var count = 0
    // What a declaration loses is unknown afterwards.
    for fixture in Fixture.all where !fixture.name.contains("undone") {
      let text = try fixture.text()
      let prompt = Prompt(text)
      guard prompt.session.errors == 0, !text.contains("release "), !text.contains("reset") else {
        continue
      }
      count += 1
      let unknown = Self.parts(text, in: prompt).split(separator: " ")
        .filter { $0.hasPrefix("unknown:") }
      #expect(unknown.isEmpty, "\(fixture.name): \(unknown)")
    }
    #expect(count > 100)
  }
}
