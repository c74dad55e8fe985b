import Foundation
import TestSupport
import Testing

/// Scripts that an editor runs: the server goes on meanwhile, and they can be stopped.
@Suite struct ServedRunTests {
  private typealias Object = [String: Any]

  private let endless = "var n = 0\nwhile true { n = n + 1 }\n"

  /// A server whose budget for a run does not end it soon.
  private func server() throws -> ServerConversation {
    let server = try ServerConversation(
      in: TemporaryFolder(), ["--max-steps", "1000000000000"])
    server.open("a.bind", endless)
    return server
  }

  private func run(_ server: ServerConversation, token: String? = nil) -> Int {
    var parameters: Object = ["command": "bindlab.run", "arguments": [server.uri("a.bind")]]
    parameters["workDoneToken"] = token
    return server.start("workspace/executeCommand", parameters)
  }

  private func code(_ answer: Object) -> Int? { (answer["error"] as? Object)?["code"] as? Int }

  private func titles(_ server: ServerConversation) -> [String] {
    let lenses = server.result(
      "textDocument/codeLens", ["textDocument": ["uri": server.uri("a.bind")]])
    return (lenses as? [Object] ?? []).compactMap {
      ($0["command"] as? Object)?["title"] as? String
    }
  }

  @Test func `other requests are answered while a script runs, and a cancelled run ends`() throws {
    let server = try server()
    let running = run(server)
    let hover = server.result("textDocument/hover", server.at(0, 4, "a.bind"))
    #expect(hover is Object)
    #expect(titles(server).first == "stop")
    server.notify("$/cancelRequest", ["id": running])
    #expect(code(server.answer(running)) == -32800)
    #expect(titles(server).first == "run")
  }

  @Test func `the progress of a run is shown, and cancelling it ends the run`() throws {
    let server = try server()
    let running = run(server, token: "t1")
    _ = titles(server)
    server.notify("window/workDoneProgress/cancel", ["token": "another"])
    _ = titles(server)
    server.notify("window/workDoneProgress/cancel", ["token": "t1"])
    #expect(code(server.answer(running)) == -32800)
    let kinds = server.messages.compactMap { message -> String? in
      guard message["method"] as? String == "$/progress" else { return nil }
      return ((message["params"] as? Object)?["value"] as? Object)?["kind"] as? String
    }
    #expect(kinds == ["begin", "end"])
  }

  @Test func `a command stops the runs of one text`() throws {
    let server = try server()
    let running = run(server)
    let stop: Object = ["command": "bindlab.stop", "arguments": [server.uri("a.bind")]]
    let stopping = server.start("workspace/executeCommand", stop)
    #expect(code(server.answer(running)) == -32800)
    #expect(server.answer(stopping)["result"] is NSNull)
  }

  @Test func `a client that ends or dies ends its runs`() throws {
    let dying = try server()
    _ = run(dying)
    #expect(dying.end() == 2)
    let ending = try server()
    let running = run(ending)
    let shutdown = ending.start("shutdown", [:])
    #expect(code(ending.answer(running)) == -32800)
    #expect(ending.answer(shutdown)["error"] == nil)
    ending.notify("exit", [:])
    #expect(ending.end() == 0)
  }

  @Test func `the budget ends a run, and its output comes`() throws {
    let server = try ServerConversation(in: TemporaryFolder(), ["--max-steps", "1000"])
    server.open("a.bind", endless)
    let output = server.answer(run(server))["result"] as? String
    #expect(output?.contains("has used up its steps") == true)
  }
}
