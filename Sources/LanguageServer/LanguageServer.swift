import Checking
import Language
import Layout
import Syntax
import Text

/// A server of the Language Server Protocol, version 3.17: it reads the messages of one client and
/// answers them. It runs no script.
///
/// Bytes go in and messages come out; who makes the server owns the streams. Messages are answered in
/// their order. Findings are published when no message waits, so that only the newest text is checked.
public final class LanguageServer {
  /// What it needs from the program around it.
  public struct Surroundings {
    /// Reads files, for texts that are not open.
    public var host: any SessionHost
    /// What else it must know about files.
    public var files = WorkspaceFiles()
    /// Says what holds for the scripts of a folder. It reads files through the given host, which has
    /// the texts that are open.
    public var settings: (_ folder: String, any SessionHost) -> FolderSettings
    /// Gives a Markdown file with its scripts laid out; nil if one has errors.
    package var layOutMarkdown: (SourceFile, ScriptLayout) -> [UInt8]? = { _, _ in nil }
    /// The name of files of settings.
    public var settingsName = ".bindlab"
    /// Scripts with more bytes take longer to check than a reader waits for. They are answered from the
    /// last check until the next one is complete.
    public var longText = 200_000
    /// Sends bytes to the client.
    public var send: ([UInt8]) -> Void
    /// Reads what the client has sent by now, without waiting.
    public var receive: () -> [UInt8]
    /// Reads what the client has sent, after waiting for a moment: as long as between two keys that one types.
    public var receiveSoon: () -> [UInt8] = { [] }

    public init(
      host: any SessionHost,
      settings: @escaping (_ folder: String, any SessionHost) -> FolderSettings,
      send: @escaping ([UInt8]) -> Void, receive: @escaping () -> [UInt8] = { [] }
    ) {
      (self.host, self.settings, self.send, self.receive) = (host, settings, send, receive)
    }
  }

  let surroundings: Surroundings
  let host: DocumentHost
  private var framing = MessageFraming()
  private var queue: [Message] = []
  /// The requests that the client no longer wants.
  private var cancelled: Set<RequestID> = []
  /// The request that is being answered.
  var current: RequestID?
  private var looks = 0
  private var stamps = 0

  private(set) var state = State.new
  var client = ClientAbilities()
  /// Counts the changes on the disk.
  private(set) var generation = 0
  var programs: [String: ProgramRecord] = [:]
  var sourcePaths: [String: SourcesRecord] = [:]
  /// The scripts in the folders of the workspace.
  var workspace: Workspace?
  var knownSources: KnownSources?
  /// The scripts of the open Markdown texts, for the texts with these stamps.
  var markdown: [String: (stamp: Int, generation: Int, found: MarkdownParts)] = [:]
  /// What holds in each folder that was asked about, for as long as nothing on the disk changes.
  var folderSettings: (generation: Int, known: [String: FolderSettings]) = (0, [:])
  /// What is wrong with files of settings, by their paths, as the client has it.
  var publishedProblems: [String: SettingsProblem] = [:]
  /// The open documents whose findings are to be published.
  var unpublished: Set<String> = []
  /// The files, besides open ones, for which a document's check has published findings.
  var publishedFiles: [String: Set<String>] = [:]
  /// The runs that go on.
  var runs: [PendingRun] = []
  /// What the last run of a text has counted, with the stamp that the text had.
  var counts: [String: (stamp: Int, counts: [ScriptOutcome.Count])] = [:]
  /// What was published last for each text.
  var published: [String: String] = [:]
  /// The stamps of the long texts of which something was published before their check.
  var announced: [String: Int] = [:]
  /// The outlines of scripts that were asked for last.
  var outlines: [String: Outline] = [:]
  /// The tokens of texts that were sent last.
  var sentTokens: [String: SentTokens] = [:]
  /// The findings that the client asked for last, by the URIs of the texts.
  var sentReports: [String: SentReport] = [:]
  /// How texts have changed since programs read them.
  var shifts: [ObjectIdentifier: (file: SourceFile, stamp: Int, shift: TextShift)] = [:]
  var folders: [String] = []
  /// The lines of the file that is not open and was last asked for.
  var knownPositions: (file: SourceFile, positions: TextPositions)?

  enum State {
    case new, running, shutDown
  }

  /// What the queue holds.
  private enum Message {
    case request(RequestID, String, JSONTree)
    case notification(String, JSONTree)
    case broken(ProtocolError, of: RequestID? = nil)
  }

  public init(_ surroundings: Surroundings) {
    self.surroundings = surroundings
    host = DocumentHost(disk: surroundings.host, identify: surroundings.files.identity)
  }

  /// Whether the client has said that the server is to end; then whether it ended as the protocol wants:
  /// by `shutdown` and then `exit`.
  public private(set) var ending: (isEnded: Bool, isOrderly: Bool) = (false, false)

  /// Whether a script runs, so that ``work()`` is to be called again soon.
  public var isRunning: Bool { !runs.isEmpty }

  /// Whether the client has asked for the end of its work, so that closing the stream is no failure.
  public var isShutDown: Bool { state == .shutDown }

  // MARK: Messages

  /// Takes what the client has sent.
  public func take(_ bytes: [UInt8]) {
    guard !bytes.isEmpty else { return }
    framing.add(bytes)
    while let piece = framing.next() {
      switch piece {
      case .message(let body): takeMessage(body)
      case .malformed(let text): queue.append(.broken(.parse(text)))
      }
    }
  }

  private func takeMessage(_ body: [UInt8]) {
    let value: JSONTree
    do throws(JSONError) {
      value = try JSONTree(body)
    } catch {
      queue.append(.broken(.parse("\(error.message), at byte \(error.offset)")))
      return
    }
    guard value.isObject else {
      queue.append(.broken(.invalid("a message must be one object")))
      return
    }
    let id = RequestID(value["id"])
    guard let method = value["method"]?.string else {
      // An answer of the client to a request of the server: nothing waits for one.
      if value["result"] != nil || value["error"] != nil { return }
      queue.append(.broken(.invalid("a message without a method"), of: id))
      return
    }
    let parameters = value["params"] ?? .null
    if let id {
      queue.append(.request(id, method, parameters))
    } else if value["id"] != nil {
      queue.append(.broken(.invalid("an id must be a number or a text")))
    } else if method == "$/cancelRequest" {
      if let id = RequestID(parameters["id"]) { noteCancelled(id) }
    } else {
      queue.append(.notification(method, parameters))
    }
  }

  /// A request that is answered already cannot be cancelled, and must not be remembered either.
  private func noteCancelled(_ id: RequestID) {
    stopRuns { $0.request == id }
    let isWaiting =
      id == current
      || queue.contains { if case .request(id, _, _) = $0 { true } else { false } }
    if isWaiting { cancelled.insert(id) }
  }

  /// Answers all messages that have come, and then publishes findings.
  public func work() {
    while !ending.isEnded {
      take(surroundings.receive())
      finishRuns()
      if !queue.isEmpty {
        handle(queue.removeFirst())
      } else if !publishNext() {
        return
      }
    }
  }

  private func handle(_ message: Message) {
    switch message {
    case .broken(let error, let id): send(error, for: id)
    case .request(let id, let method, let parameters):
      current = id
      defer {
        current = nil
        cancelled.remove(id)
      }
      do throws(ProtocolError) {
        if cancelled.contains(id) { throw .cancelled }
        let result = try answer(method, parameters)
        if !(result is LaterAnswer) { send(result, for: id) }
      } catch {
        send(error, for: id)
      }
    case .notification(let method, let parameters): note(method, parameters)
    }
  }

  func send(_ result: any JSONWritable, for id: RequestID) {
    send(["jsonrpc": "2.0", "id": id, "result": result])
  }

  func send(_ error: ProtocolError, for id: RequestID?) {
    let content: JSONObject = ["code": error.code, "message": error.message]
    let message: JSONObject = ["jsonrpc": "2.0", "id": id, "error": content]
    send(message)
  }

  func send(_ message: JSONObject) {
    surroundings.send(MessageFraming.framed(message.json))
  }

  func notify(_ method: String, _ parameters: JSONObject) {
    send(["jsonrpc": "2.0", "method": method, "params": parameters])
  }

  /// Sends a request whose answer says nothing that the server needs.
  func ask(_ method: String, _ parameters: JSONObject? = nil) {
    var message: JSONObject = [
      "jsonrpc": "2.0", "id": "server-\(nextStamp())", "method": method,
    ]
    if let parameters { message.add("params", parameters) }
    send(message)
  }

  // MARK: Long work

  /// Whether the work at hand is still wanted: the request is not cancelled, or, where findings are
  /// sought, nothing else has come.
  func isWanted(_ step: CheckStep) -> Bool {
    looks += 1
    // Looking at the stream takes longer than examining a statement.
    if looks & 63 == 0 || step == .part { take(surroundings.receive()) }
    if let current { return !cancelled.contains(current) }
    return queue.isEmpty
  }

  // MARK: State

  private func answer(
    _ method: String, _ parameters: JSONTree
  ) throws(ProtocolError) -> any JSONWritable {
    switch (state, method) {
    case (.new, "initialize"):
      state = .running
      return try initialize(parameters)
    case (.new, _): throw .notInitialized
    case (_, "initialize"): throw .invalid("'initialize' comes only once")
    case (.shutDown, _): throw .invalid("the server is shut down; only 'exit' may follow")
    case (.running, "shutdown"):
      state = .shutDown
      stopRuns { _ in true }
      return JSONNull()
    case (.running, _):
      guard let request = Request.named(method) else { throw .noMethod(method) }
      // Between the scripts of a Markdown text there is nothing to say.
      if parameters["position"] != nil, let place = try? place(parameters),
        !parts(of: place.document).contains(where: { $0.contains(place.offset) })
      {
        return JSONNull()
      }
      return try request.answer(self)(parameters)
    }
  }

  private func note(_ method: String, _ parameters: JSONTree) {
    if method == "exit" {
      ending = (true, state == .shutDown)
      return
    }
    // What the server does not know, or cannot use, changes nothing.
    guard state == .running else { return }
    switch method {
    case "initialized": if client.watchesFiles { watchFiles() }
    case "textDocument/didOpen": didOpen(parameters)
    case "textDocument/didChange": didChange(parameters)
    case "textDocument/didClose": didClose(parameters)
    case "textDocument/didSave", "workspace/didChangeWatchedFiles":
      noteChange()
      unpublished.formUnion(host.documents.keys)
      if client.pullsFindings, client.refreshesFindings { ask("workspace/diagnostic/refresh") }
    case "window/workDoneProgress/cancel":
      guard let token = RequestID(parameters["token"]) else { return }
      stopRuns { $0.token == token }
    case "workspace/didChangeWorkspaceFolders": didChangeFolders(parameters)
    default: break
    }
  }

  /// Notes that files on the disk may have changed.
  func noteChange() {
    generation += 1
    programs = [:]
    markdown = markdown.filter { host.documents[$0.key] != nil }
    outlines = outlines.filter { host.documents[$0.key] != nil }
    host.forgetIdentities()
  }

  /// The stamp of the newest text.
  var lastStamp: Int { stamps }

  func nextStamp() -> Int {
    stamps += 1
    return stamps
  }

  /// Tells the user that a message could not be used.
  func complain(_ text: String) {
    notify("window/logMessage", ["type": 1, "message": "bindlab: \(text)"])
  }
}
