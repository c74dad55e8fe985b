import Foundation
import Language
import LanguageServer
import Syntax

/// A client in the same process: it sends messages and keeps what comes back.
final class TestClient {
  /// Files that are not open.
  final class Disk: SessionHost {
    var files: [String: String] = [:]
    /// The files that cannot be written, and those that cannot be read either.
    var (readOnly, unreadable): (Set<String>, Set<String>) = ([], [])

    func write(_ text: String) {}
    func trace(_ line: String) {}
    func report(_ diagnostic: Diagnostic) {}
    func read(path: String) -> Result<[UInt8], SessionFileError> {
      if unreadable.contains(path) { return .failure(SessionFileError("permission denied")) }
      return files[path].map { .success(Array($0.utf8)) }
        ?? .failure(SessionFileError("no such file"))
    }
    func save(path: String, text: String) -> SessionFileError? { nil }
  }

  typealias Object = [String: Any]

  /// What the server has sent.
  private final class Inbox {
    var bytes: [UInt8] = []
    var messages: [Object] = []
  }

  let disk = Disk()
  let server: LanguageServer
  private let inbox = Inbox()
  /// What the server finds when it looks at the stream during its work.
  private final class Waiting {
    var bytes: [UInt8] = []
    /// How often the server looks before it finds them.
    var looks = 0
    /// What comes while the server waits for a moment.
    var soon: [[UInt8]] = []
  }
  private let waiting = Waiting()
  private var count = 0
  /// What holds in each folder, as a test sets it.
  final class Settings {
    var make: (_ folder: String, any SessionHost) -> FolderSettings = { _, _ in
      FolderSettings(ScriptSettings(CheckOptions()))
    }
  }
  let settings = Settings()
  static let uri = "file:///scripts/main.bind"

  /// - Parameter longText: From which length a text is long.
  init(longText: Int = 200_000) {
    var surroundings = LanguageServer.Surroundings(
      host: disk,
      settings: { [disk, settings] folder, host in
        var found = settings.make(folder, host)
        found.scripts = { [disk] folder in
          FolderScripts(disk.files.keys.filter { $0.hasPrefix(folder + "/") }.sorted())
        }
        return found
      },
      send: { [inbox] bytes in
        // Each message is sent as a whole.
        let split = bytes.firstRange(of: Array("\r\n\r\n".utf8))!
        let body = Data(bytes[split.upperBound...])
        let length = Int(String(decoding: bytes[16..<split.lowerBound], as: UTF8.self))
        precondition(length == body.count, "a message with a wrong length")
        inbox.messages.append(try! JSONSerialization.jsonObject(with: body) as! Object)
      },
      receive: { [waiting] in
        defer { waiting.bytes = [] }
        return waiting.bytes
      })
    surroundings.files.root = { [disk] path in
      var path = path[...]
      while let slash = path.lastIndex(of: "/") {
        path = path[..<slash]
        if disk.files["\(path)/.git/HEAD"] != nil { return String(path) }
      }
      return nil
    }
    surroundings.files.entries = { [disk] folder in
      let folder = folder == "/" ? "/" : folder + "/"
      let parts = disk.files.keys.filter { $0.hasPrefix(folder) }.map {
        $0.dropFirst(folder.count).split(separator: "/", maxSplits: 1)
      }
      return Set(parts.compactMap(\.first)).sorted().map { name in
        FolderEntry(String(name), isFolder: parts.contains { $0.count > 1 && $0[0] == name })
      }
    }
    surroundings.files.obstacleToWriting = { [disk] path in
      disk.readOnly.contains(path) ? "it is read-only" : nil
    }
    surroundings.longText = longText
    surroundings.receiveSoon = { [waiting] in
      waiting.soon.isEmpty ? [] : waiting.soon.removeFirst()
    }
    server = LanguageServer(surroundings)
  }

  /// A client of which the server knows what a usual editor can do, with one open text.
  convenience init(
    _ text: String, encodings: [String] = [], files: [String: String] = [:],
    longText: Int = 200_000
  ) {
    self.init(longText: longText)
    disk.files = files
    let textAbilities: Object = [
      "hover": ["contentFormat": ["markdown"]],
      "publishDiagnostics": ["relatedInformation": true],
      "documentSymbol": ["hierarchicalDocumentSymbolSupport": true],
      "completion": ["completionItem": ["snippetSupport": true]],
    ]
    _ = request(
      "initialize",
      [
        "processId": NSNull(), "rootUri": "file:///scripts",
        "capabilities": [
          "general": ["positionEncodings": encodings], "textDocument": textAbilities,
          "workspace": ["didChangeWatchedFiles": ["dynamicRegistration": true]],
        ],
      ])
    notify("initialized", [:])
    open(TestClient.uri, text)
  }

  // MARK: Sending

  static func framed(_ body: some Sequence<UInt8>) -> [UInt8] {
    let body = Array(body)
    return Array("Content-Length: \(body.count)\r\n\r\n".utf8) + body
  }

  static func framed(_ message: Object) -> [UInt8] {
    framed(try! JSONSerialization.data(withJSONObject: message))
  }

  func send(_ bytes: [UInt8]) {
    server.take(bytes)
    server.work()
  }

  func send(_ message: Object) { send(TestClient.framed(message)) }

  /// Sends bytes that the server finds only after it has looked for more a number of times.
  func sendLater(_ bytes: [UInt8], afterLooks looks: Int) {
    waiting.bytes += bytes
    waiting.looks = looks
  }

  /// Sends bytes that come while the server waits for a moment.
  func sendSoon(_ bytes: [UInt8]) { waiting.soon.append(bytes) }

  func notify(_ method: String, _ parameters: Object) {
    send(["jsonrpc": "2.0", "method": method, "params": parameters])
  }

  /// Sends a request, and returns its whole answer.
  func ask(_ method: String, _ parameters: Object) -> Object {
    count += 1
    let id = count
    send(["jsonrpc": "2.0", "id": id, "method": method, "params": parameters])
    return inbox.messages.last { $0["id"] as? Int == id } ?? [:]
  }

  /// Sends a request, and returns its result.
  func request(_ method: String, _ parameters: Object) -> Any? { ask(method, parameters)["result"] }

  /// Sends a change and a request together, so that nothing is checked between them, and returns the
  /// request's result.
  func request(_ method: String, _ parameters: Object, after changes: [Object]) -> Any? {
    let change: Object = [
      "jsonrpc": "2.0", "method": "textDocument/didChange",
      "params": [
        "textDocument": ["uri": TestClient.uri, "version": 2] as Object, "contentChanges": changes,
      ] as Object,
    ]
    server.take(TestClient.framed(change))
    return request(method, parameters)
  }

  /// Sends a request that must fail, and returns the number of its error.
  func failure(_ method: String, _ parameters: Object) -> Int? {
    (ask(method, parameters)["error"] as? Object)?["code"] as? Int
  }

  /// What has come since this was last asked.
  func received() -> [Object] {
    defer { inbox.messages = [] }
    return inbox.messages
  }

  /// The findings that were published last for a text.
  func findings(_ uri: String = TestClient.uri) -> [Object] {
    let published = inbox.messages.last {
      ($0["params"] as? Object)?["uri"] as? String == uri
        && $0["method"] as? String == "textDocument/publishDiagnostics"
    }
    return (published?["params"] as? Object)?["diagnostics"] as? [Object] ?? []
  }

  func codes(_ uri: String = TestClient.uri) -> [String] {
    findings(uri).compactMap { $0["code"] as? String }
  }

  // MARK: Texts

  func open(_ uri: String, _ text: String, version: Int = 1) {
    notify(
      "textDocument/didOpen",
      [
        "textDocument": [
          "uri": uri, "languageId": "bindlab", "version": version, "text": text,
        ] as Object
      ])
  }

  func change(_ changes: [Object], version: Int = 2, _ uri: String = TestClient.uri) {
    notify(
      "textDocument/didChange",
      ["textDocument": ["uri": uri, "version": version] as Object, "contentChanges": changes])
  }

  static func position(_ line: Int, _ column: Int) -> Object {
    ["line": line, "character": column]
  }

  static func range(_ line: Int, _ column: Int, _ endLine: Int, _ endColumn: Int) -> Object {
    ["start": position(line, column), "end": position(endLine, endColumn)]
  }

  /// The parameters of a request about a place.
  static func at(_ line: Int, _ column: Int, _ uri: String = TestClient.uri) -> Object {
    ["textDocument": ["uri": uri], "position": position(line, column)]
  }

  static var document: Object { ["textDocument": ["uri": uri]] }

  /// `2:4-2:8`, for a range of the protocol.
  static func text(of range: Any?) -> String {
    guard let range = range as? Object, let start = range["start"] as? Object,
      let end = range["end"] as? Object
    else { return "none" }
    return "\(start["line"]!):\(start["character"]!)-\(end["line"]!):\(end["character"]!)"
  }
}

/// A value as text, with the fields of objects in order; without the ids of results, which are others in
/// each session.
func textOf(_ value: Any?) -> String {
  switch value {
  case let object as [String: Any]:
    "{\(object.keys.filter { $0 != "resultId" }.sorted().map { "\($0): \(textOf(object[$0]))" }.joined(separator: ", "))}"
  case let list as [Any]: "[\(list.map { textOf($0) }.joined(separator: ", "))]"
  case let value?: "\(value)"
  case nil: "nothing"
  }
}
