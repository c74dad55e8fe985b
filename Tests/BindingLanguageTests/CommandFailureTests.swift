import Interpreter
import Language
import Syntax
import Testing

/// A command is never executing with nothing due, whatever fails in its completion.
@Suite struct CommandFailureTests {
  /// What fails when the command is due, with the declarations that it needs.
  static let failures = [
    "command go after 1s { 1 / 0 }",
    "command go after 1s { x.n = nil }",
    "command go after 1s { x.none() }",
    "command go after 1s { [1][5] }",
    "command go after 1s { 1 }; observe go.status { if value == \"succeeded\" { throw \"no\" } }",
    "command go after 1s { 1 }; observe go.status { if value != \"executing\" { throw \"no\" } }",
    "command go after 1s { 1 }; observe go.response { throw \"no\" }",
    "command go after 1s { 1 }; observe go.response.content { 1 / 0 }",
    "command go after 1s { \"text\" }; bind go.response.content !~> x.n",
    "command go after 1s { 1 }; observe go.status { x.n = nil }",
    "command go after 1s { x.n = 3 }; observe x.n { x.n = x.n + 1; throw \"no\" }",
  ]
  static let semantics = [
    "bind", "kvo", "goo", "qt", "mobx", "bind { error = stop }", "bind { error = go-on }",
  ]

  @Test(arguments: failures) func `a failed completion leaves no command executing`(
    declarations: String
  ) {
    for semantics in Self.semantics {
      let host = TextHost()
      let session = Session(host: host)
      let text = """
        semantics tried: \(semantics.contains("{") ? semantics : semantics + " { }")
        semantics tried
        object x { n: Int = 0 }
        object vm { \(declarations) }
        vm.go.execute()
        """
      session.run(SourceFile(name: "fails.bind", text: text + "\n"))
      session.run(SourceFile(name: "time.bind", text: "wait\n"))
      session.run(SourceFile(name: "asks.bind", text: "print vm.go.status\n"))
      #expect(
        !host.output.contains("executing"), "\(semantics): \(declarations): \(host.errors)")
      #expect(!host.errors.isEmpty, "\(semantics): \(declarations)")
    }
  }

  /// What observes a failure can fail, too: the turns in which the command ends are recorded all the same.
  @Test(arguments: failures.filter { !$0.hasSuffix("go.status { x.n = nil }") })
  func `why knows the status of a command that has failed`(
    declarations: String
  ) {
    let run = Self.answer("why vm.go.status", declarations)
    #expect(run.hasPrefix("vm.go.status is \"failed\" because of\n"), "\(run)")
  }

  @Test(arguments: failures.filter { !$0.contains("observe go.status") })
  func `what observes the status of a command is notified of its failure`(declarations: String) {
    #expect(Self.answer("print label.text", declarations) == "failed\n", "\(declarations)")
  }

  private static func answer(_ question: String, _ declarations: String) -> String {
    var options = SessionOptions()
    options.journalLimit = 100
    let host = TextHost()
    let session = Session(host: host, options: options)
    let text = """
      object x { n: Int = 0 }
      object label { text = "" }
      object vm { \(declarations) }
      bind vm.go.status ~> label.text
      vm.go.execute()
      """
    session.run(SourceFile(name: "fails.bind", text: text + "\n"))
    session.run(SourceFile(name: "time.bind", text: "wait\n"))
    session.run(SourceFile(name: "asks.bind", text: question + "\n"))
    return host.output
  }
}
