import Exploring
import Interpreter
import Language
import Syntax
import Testing

/// A second binding of an end: Goo replaces the first one, and here both stay.
@Suite struct ReplacingTests {
  private static let start = """
    semantics goo
    object vm { a = "a"; b = "b" }
    object field: UITextField

    """

  private func run(_ script: String) -> TextHost {
    let host = TextHost(keepsMessages: true)
    Session(host: host).run(SourceFile(name: "<script>", text: script))
    return host
  }

  @Test(arguments: ["<>", "~>", "!~>"])
  func `the run and the check warn, and what they offer replaces it`(arrow: String) throws {
    let script =
      Self.start + "bind vm.a \(arrow) field.text\nbind vm.b \(arrow) field.text\nvm.b = \"c\"\n"
    let said =
      "two bindings write 'field.text', #1 and #2: Goo replaces the first one, here both stay"
    #expect(run(script).output.contains(said))
    let found = try #require(allFindings(script).first { $0.code == .twoWriters })
    #expect(found.message.hasSuffix("Goo replaces the first one, here both stay"))
    let help = try #require(found.notes.first { $0.label == .help }?.message)
    let rebind = try #require(help.split(separator: ": ").last)
    #expect(rebind == "rebind #1 to vm.b, field.text")
    // Done instead of the second one: there is one binding, and the first source has no effect.
    let replaced = run(
      Self.start
        + "bind vm.a \(arrow) field.text\n\(rebind)\nvm.b = \"c\"\nvm.a = \"x\"\nprint field.text\nbindings"
    )
    #expect(replaced.errors == [] && replaced.output.contains("c\n"), "\(replaced.output)")
    #expect(!replaced.output.contains("#2") && !replaced.output.contains("warning"))
  }

  @Test func `ends that are not the same, and other semantics, have no such warning`() {
    for script in [
      Self.start + "bind vm.a <> field.text\nbind vm.b ~> field.placeholder",
      "semantics kvo\nobject vm { a = \"a\"; b = \"b\" }\nobject f: UITextField\n"
        + "bind vm.a ~> f.text\nbind vm.b ~> f.text",
    ] {
      #expect(!run(script).output.contains("both stay"), "\(script)")
    }
  }
}
