import Foundation
import ScriptGrammar
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
    #expect(dying.end() == 1)
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

  /// Statements of which many end what an earlier one has made: some fail, and all are answered.
  private static func script(seed: Int) -> String {
    var random = Random(state: UInt64(seed))
    let choices = [
      "bind a.x ~> a.y", "bind a.x <> b.x as two", "observe a.x { print value }",
      "bind (a.x + b.x) ~> b.y", "a.x = 3", "b.x += 1", "release a", "release b", "unbind #1",
      "unbind two", "batch { bind a.y ~> b.y; a.y = 5; throw \"no\" }", "undo",
      "object a { x = 1; y = 2; computed z = x + y }",
      "object b { x = 1; y = 2; observe x { y = value } }",
      "if true { let k = new K; k.p = 4 }", "class K { p = 1; observe p { throw \"p\" } }",
      "table.rows = [1, 2, 3]", "table.rows = []", "a.z", "semantics kvo", "semantics bind",
      "reset",
    ]
    return (0..<12).map { _ in random.pick(choices) + "\n" }.joined()
  }

  @Test func `whatever a script ends, each command gives an answer`() throws {
    let server = try ServerConversation(in: TemporaryFolder(), ["--keep-going"])
    for seed in 1...60 {
      let script =
        "object a { x = 1; y = 2 }\nobject b { x = 1; y = 2 }\n" + Self.script(seed: seed)
      server.open("s\(seed).bind", script)
      for command in ["bindlab.run", "bindlab.trace", "bindlab.graph"] {
        let answer = server.answer(
          server.start(
            "workspace/executeCommand",
            ["command": command, "arguments": [server.uri("s\(seed).bind")]]))
        let text =
          answer["result"] as? String ?? (answer["error"] as? Object)?["message"] as? String ?? ""
        #expect(!text.contains("ended early"), "\(command):\n\(script)")
        #expect(answer["result"] != nil || answer["error"] != nil)
      }
    }
  }

  @Test func `a run that is killed is an answer, and the server goes on`() throws {
    let server = try server()
    let running = run(server)
    _ = titles(server)
    // The run is the only child of the server.
    _ = try shell("for p in $(pgrep -P \(server.processNumber)); do kill -ILL $p; done")
    let message = (server.answer(running)["error"] as? Object)?["message"] as? String
    #expect(message?.contains("ended early: signal 4") == true)
    #expect(titles(server).first == "run")
  }

  // MARK: What a person sees

  /// What the server has the client show of a run of each kind, for a client with some abilities.
  private func shown(_ tasks: [String], _ abilities: Object, _ options: Object = [:]) throws
    -> [Object]
  {
    let server = try ServerConversation(
      in: TemporaryFolder(), capabilities: ["window": abilities], options: options)
    server.open("a.bind", "object a { x = 1 }\nobject b { y = 0 }\nbind a.x ~> b.y\nprint b.y\n")
    for task in tasks {
      let result = server.result(
        "workspace/executeCommand",
        ["command": "bindlab.\(task)", "arguments": [server.uri("a.bind")]])
      #expect(result is String)
    }
    return server.messages.filter {
      ["window/showMessage", "window/showDocument"].contains($0["method"] as? String ?? "")
    }.compactMap { message in
      var parameters = message["params"] as? Object
      // A result is there as long as the server.
      if let uri = parameters?["uri"] as? String, let url = URL(string: uri) {
        parameters?["text"] = try? String(contentsOf: url, encoding: .utf8)
      }
      return parameters
    }
  }

  @Test func `a client that shows files is asked to show the results`() throws {
    let found = try shown(["run", "trace", "graph", "report"], ["showDocument": ["support": true]])
    #expect(
      found.map { ($0["uri"] as? String ?? "").split(separator: "/").last ?? "" } == [
        "a.bind.output.txt", "a.bind.trace.txt", "a.bind.svg", "a.bind.html",
      ])
    #expect(found.map { $0["external"] as? Bool } == [false, false, true, true])
    let texts = found.map { $0["text"] as? String ?? "" }
    #expect(texts.first == "1\n")
    #expect(texts[1].contains("bind a.x ~> b.y"))
    #expect(texts[2].contains("<svg") && texts[3].contains("<html"))
  }

  @Test func `another client shows the output as a message, and where a picture is`() throws {
    let found = try shown(["run", "graph"], [:]).compactMap { $0["message"] as? String }
    #expect(found.first == "1\n")
    #expect(found.last?.hasPrefix("bindlab: the graph is in /") == true)
    #expect(found.last?.hasSuffix("/a.bind.svg") == true)
  }

  @Test func `a client that shows results itself is not asked to`() throws {
    let abilities: Object = ["showDocument": ["support": true]]
    #expect(try shown(["run", "graph"], abilities, ["showsResults": true]).isEmpty)
  }

  @Test func `a long output is shown in part`() throws {
    let server = try ServerConversation(in: TemporaryFolder())
    server.open("a.bind", "repeat 100 { print 1 }\n")
    _ = server.result(
      "workspace/executeCommand", ["command": "bindlab.run", "arguments": [server.uri("a.bind")]])
    let message = server.messages.first { $0["method"] as? String == "window/showMessage" }
    let text = (message?["params"] as? Object)?["message"] as? String ?? ""
    #expect(text.split(separator: "\n").count == 41)
    #expect(text.hasSuffix("\n… 61 more lines are in the log"))
  }
}
