import Exploring
import Interpreter
import Language
import Syntax
import Testing

/// Where the keeper of a binding is named.
@Suite struct KeeperListingTests {
  private func output(_ script: String) -> String {
    let host = TextHost(keepsMessages: true)
    let session = Session(host: host)
    session.run(SourceFile(name: "<script>", text: script))
    #expect(session.checkInvariants() == [])
    return host.output
  }

  private let start = """
    object vm { name = "a" }
    object l { t; u; w }
    object bag
    object page { cell = new UILabel }
    bind vm.name ~> l.t kept by bag as shown
    observe vm.name { l.u = value } kept by bag
    bind vm.name ~> l.w kept by page.cell
    bind l.t ~> l.u

    """

  @Test func `the lists, show and explain name it`() {
    let bindings = output(start + "bindings")
    #expect(bindings.contains("#1  vm.name ~> l.t kept by bag "))
    #expect(bindings.contains("#3  vm.name ~> l.w kept by page.cell "))
    #expect(bindings.contains("#4  l.t ~> l.u "))
    #expect(output(start + "observers").contains("observe vm.name kept by bag "))
    #expect(
      output(start + "show bag").hasSuffix(
        "bag\n  keeps #1 vm.name ~> l.t\n  keeps #2 observe vm.name\n"))
    #expect(output(start + "explain shown").hasSuffix("\n  it ends with bag\n"))
    #expect(!output(start + "explain 4").contains("ends with"))
    // What has ended is kept no more.
    #expect(!output(start + "unbind shown\nshow bag").contains("#1"))
  }

  @Test(arguments: [("release bag", "l.t", "bag"), ("release page", "l.w", "page.cell")])
  func `whynot names the keeper that was released, also with another object`(
    release: String, target: String, keeper: String
  ) {
    let answer = output(start + "\(release)\nvm.name = \"b\"\nwhynot \(target)")
      .replacing("\n", with: " ")
    #expect(answer.contains("because nobody keeps it: \(keeper) was released"), "\(answer)")
  }
}
