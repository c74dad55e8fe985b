import Foundation
import TestSupport
import Testing

/// `bindlab lsp` as a program: its streams and how it ends.
@Suite struct LanguageServerProgramTests {
  private func framed(_ messages: String...) -> [UInt8] {
    messages.flatMap { Array("Content-Length: \($0.utf8.count)\r\n\r\n\($0)".utf8) }
  }

  private let start =
    #"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}"#
  private let stop = #"{"jsonrpc":"2.0","id":2,"method":"shutdown"}"#
  private let exit = #"{"jsonrpc":"2.0","method":"exit"}"#

  private func open(_ text: String) -> String {
    let json = String(
      decoding: try! JSONSerialization.data(withJSONObject: [text]), as: UTF8.self
    ).dropFirst().dropLast()
    return #"{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":"#
      + #"{"uri":"file:///w/a.bind","languageId":"bindlab","version":1,"text":\#(json)}}}"#
  }

  @Test func `it speaks on its streams, and ends as the client says`() throws {
    let result = try bindlab(
      ["lsp", "--stdio"], input: framed(start, open("print q\n"), stop, exit))
    #expect(result.ending == .exited(0))
    #expect(result.errors == "")
    #expect(result.output.contains(#""positionEncoding":"utf-16""#))
    #expect(result.output.hasPrefix("Content-Length: "))
  }

  @Test func `findings come when no message waits, and the end of the stream ends it`() throws {
    let result = try bindlab(["lsp"], input: framed(start, open("print q\n")))
    #expect(result.ending == .exited(1))
    #expect(result.output.contains(#""code":"B010""#))
  }

  @Test func `a stream that ends after shutdown is an orderly end`() throws {
    #expect(try bindlab(["lsp"], input: framed(start, stop)).ending == .exited(0))
    #expect(try bindlab(["lsp"], input: framed(start, exit)).ending == .exited(1))
    #expect(try bindlab(["lsp"]).ending == .exited(1))
  }

  @Test func `it takes options, but no files`() throws {
    let script = "object a { x = 1 }\nobject b { x = 1 }\nbind a.x <> b.x\n"
    let refused = try bindlab(
      ["lsp", "-s", "sheet"], input: framed(start, open(script), stop, exit))
    #expect(refused.ending == .exited(0))
    let checked = try bindlab(["lsp", "-s", "sheet"], input: framed(start, open(script)))
    #expect(checked.output.contains("under 'sheet' there are no two-way bindings"))
    let result = try bindlab(["lsp", "a.bind"])
    #expect(result.ending == .exited(64))
    #expect(result.errors.contains("lsp takes no FILE"))
  }

  @Test func `a client that is gone ends it`() throws {
    let many = (0..<200).map { number in
      #"{"jsonrpc":"2.0","id":\#(number + 10),"method":"nonsense"}"#
    }
    let input = framed(start) + many.flatMap { framed($0) }
    let result = try bindlab(["lsp"], input: input, closingOutputAfter: 100)
    #expect(result.ending != .exited(0))
  }

  @Test func `commands run the script, and the graph and the report come as text`() throws {
    let server = try ServerConversation(in: TemporaryFolder())
    server.open("a.bind", "object a { x = 1 }\nprint a.x + 41\nsave \"/tmp/never\"\n")
    func result(_ name: String) -> String? {
      server.result(
        "workspace/executeCommand",
        ["command": "bindlab.\(name)", "arguments": [server.uri("a.bind")]]) as? String
    }
    let output = try #require(result("run"))
    #expect(output.hasPrefix("42\n"))
    #expect(output.contains("writes no files"))
    #expect(result("trace")?.contains("42\n") == true)
    #expect(result("report")?.contains("<!DOCTYPE html>") == true)
    #expect(result("nothing") == nil)
  }

  @Test(arguments: ["graph", "report"])
  func `a picture or a page of a script that fails is an answer`(task: String) throws {
    let server = try ServerConversation(in: TemporaryFolder())
    server.open("a.bind", "object a { x = 1 }\nprint nobody\n")
    server.open("b.bind", "object a { x = \n")
    func answer(_ name: String) -> [String: Any] {
      server.ask(
        "workspace/executeCommand",
        ["command": "bindlab.\(task)", "arguments": [server.uri(name)]])
    }
    let broken = answer("b.bind")["error"] as? [String: Any]
    #expect(broken?["code"] as? Int == -32803)
    #expect((broken?["message"] as? String)?.contains("b.bind:1:") == true)
    let failed = answer("a.bind")
    if task == "graph" {
      let error = failed["error"] as? [String: Any]
      #expect(error?["code"] as? Int == -32803)
      #expect((error?["message"] as? String)?.contains("unknown name 'nobody'") == true)
    } else {
      // A page shows what ended the script.
      #expect((failed["result"] as? String)?.contains("unknown name") == true)
    }
  }
}
