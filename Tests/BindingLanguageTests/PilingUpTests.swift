import Exploring
import Interpreter
import Language
import Syntax
import Testing

/// What an action makes again each time it is called: the check and the run say so of the same scripts.
@Suite struct PilingUpTests {
  private static let start = """
    object b { event hit; x = 0 }
    object l { n = 0 }
    object page { seen = 0; action appear() { on b.hit { l.n += 1 } } }
    class Cell { seen = 0; action use(m) { observe m.x { seen += 1 } } }
    action listen() { on b.hit { l.n += 1 } }
    action follow() { bind b.x ~> l.n }
    action watch() { observe b.x { l.n = value } as only }
    action outer() { listen() }

    """

  private func isReported(_ script: String) -> (check: Bool, run: Bool) {
    let file = SourceFile(name: "<script>", text: Self.start + script)
    let findings = allFindings(Self.start + script)
    #expect(findings.allSatisfy { $0.severity != .error }, "\(findings)")
    let host = TextHost(keepsMessages: true)
    Session(host: host).run(file)
    #expect(host.errors == [], "\(script)")
    return (
      findings.contains { $0.code == .madeAgain },
      host.output.contains("still exists") || host.output.contains("the same")
    )
  }

  @Test(arguments: [
    "listen()\nlisten()", "for i in 1...2 { listen() }", "outer()\nouter()",
    "outer()\nlisten()", "page.appear()\npage.appear()",
    "observe b.x { listen() }\nb.x = 1\nb.x = 2",
    "action twice() { page.appear(); page.appear() }\ntwice()",
    "on b.hit { outer() }\nfire b.hit\nfire b.hit",
  ])
  func `what is called again makes the same again`(script: String) {
    let found = isReported(script)
    #expect(found.check && found.run, "\(script): \(found)")
  }

  @Test(arguments: [
    "listen()", "outer()", "page.appear()", "watch()", "listen()\npage.appear()",
    "let c = new Cell\nlet d = new Cell\nc.use(b)\nd.use(b)",
    "if b.x == 1 { listen() }\nlisten()", "follow()",
  ])
  func `what is called once, or of other objects, is not reported`(script: String) {
    let found = isReported(script)
    #expect(!found.check && !found.run, "\(script): \(found)")
  }
}
