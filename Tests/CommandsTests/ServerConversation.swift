import Foundation
import TestSupport

/// A client that speaks to `bindlab lsp` and waits for its answers.
final class ServerConversation {
  typealias Object = [String: Any]

  private let process: ConnectedProcess
  private var count = 0
  /// The messages that are no answers, in their order.
  private(set) var messages: [Object] = []
  let folder: TemporaryFolder
  var processNumber: Int32 { process.number }

  /// - Parameters:
  ///   - capabilities: Those of the client, besides the usual ones of its workspace.
  ///   - options: What the client sets up the server with.
  init(
    in folder: TemporaryFolder, _ arguments: [String] = [], capabilities: Object = [:],
    options: Object = [:]
  ) throws {
    self.folder = folder
    process = try ConnectedProcess(
      builtExecutable("bindlab"), arguments: ["lsp"] + arguments, in: folder.path)
    _ = ask(
      "initialize",
      [
        "capabilities": (["workspace": ["codeLens": ["refreshSupport": true]]] as Object)
          .merging(capabilities) { $1 },
        "initializationOptions": options,
        "rootUri": "file://" + folder.path,
      ])
    notify("initialized", [:])
  }

  /// Ends the client, and waits until the server has ended, too.
  func end() -> Int32? { process.status() }

  func send(_ message: Object) {
    var message = message
    message["jsonrpc"] = "2.0"
    let body = try! JSONSerialization.data(withJSONObject: message)
    process.write(Data("Content-Length: \(body.count)\r\n\r\n".utf8) + body)
  }

  func notify(_ method: String, _ parameters: Object) {
    send(["method": method, "params": parameters])
  }

  /// Sends a request whose answer is read later.
  func start(_ method: String, _ parameters: Object) -> Int {
    count += 1
    send(["id": count, "method": method, "params": parameters])
    return count
  }

  func ask(_ method: String, _ parameters: Object) -> Object { answer(start(method, parameters)) }

  /// The answer to a request, with its result or error; empty if none comes in a minute.
  func answer(_ id: Int) -> Object {
    while let message = next() {
      if message["method"] == nil, message["id"] as? Int == id { return message }
      messages.append(message)
    }
    return [:]
  }

  func result(_ method: String, _ parameters: Object) -> Any? { ask(method, parameters)["result"] }

  /// The next message; nil if none comes in a minute.
  private func next() -> Object? {
    while true {
      if let message = buffered() { return message }
      guard process.receive() else { return nil }
    }
  }

  /// The next message of what was read; nil if that holds none that is whole.
  private func buffered() -> Object? {
    let bytes = process.received
    guard let split = bytes.firstRange(of: Data("\r\n\r\n".utf8)),
      let length = Int(
        String(decoding: bytes[bytes.startIndex + 16..<split.lowerBound], as: UTF8.self)),
      bytes.endIndex - split.upperBound >= length
    else { return nil }
    let body = bytes[split.upperBound..<split.upperBound + length]
    process.received = Data(bytes[(split.upperBound + length)...])
    return try? JSONSerialization.jsonObject(with: body) as? Object
  }

  // MARK: Texts

  func uri(_ name: String) -> String {
    // The server knows the path without links.
    "file://\(URL(fileURLWithPath: folder.path).resolvingSymlinksInPath().path)/\(name)"
  }

  func open(_ name: String, _ text: String, language: String = "bindlab") {
    notify(
      "textDocument/didOpen",
      [
        "textDocument": [
          "uri": uri(name), "languageId": language, "version": 1, "text": text,
        ] as Object
      ])
  }

  func change(_ name: String, _ text: String) {
    notify(
      "textDocument/didChange",
      [
        "textDocument": ["uri": uri(name), "version": 2] as Object,
        "contentChanges": [["text": text]],
      ])
  }

  /// Waits until the server has done all that it can do without another message.
  ///
  /// It publishes findings when no request waits, and a request would have it begin again with them.
  /// So this looks whether the process sleeps, however slow the machine is.
  private func settle() {
    _ = ask("textDocument/hover", ["textDocument": ["uri": "none"], "position": place(0, 0)])
    let deadline = ContinuousClock.now + .seconds(60)
    // Longer than it waits for the next key before it checks a long text.
    let quiet = Duration.milliseconds(250)
    var since = ContinuousClock.now
    while ContinuousClock.now < since + quiet, ContinuousClock.now < deadline {
      if process.receive(until: .now + .milliseconds(5)) || !process.isAsleep {
        since = ContinuousClock.now
      }
    }
    while let message = buffered() { messages.append(message) }
  }

  /// The findings that a file has when all that was sent so far is done: `3:7 B010`, with lines and
  /// columns from 1.
  func findings(_ name: String) -> [String] {
    settle()
    let published = messages.last {
      $0["method"] as? String == "textDocument/publishDiagnostics"
        && ($0["params"] as? Object)?["uri"] as? String == uri(name)
    }
    let found = (published?["params"] as? Object)?["diagnostics"] as? [Object] ?? []
    return found.map { finding in
      let start = (finding["range"] as? Object)?["start"] as? Object
      let (line, column) = (start?["line"] as? Int ?? -1, start?["character"] as? Int ?? -1)
      let label = finding["code"] as? String ?? finding["message"] as? String ?? ""
      return "\(line + 1):\(column + 1) \(label)"
    }
  }

  func place(_ line: Int, _ column: Int) -> Object { ["line": line, "character": column] }

  func at(_ line: Int, _ column: Int, _ name: String) -> Object {
    ["textDocument": ["uri": uri(name)], "position": place(line, column)]
  }
}
