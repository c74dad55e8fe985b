import Language
import Syntax
import Text

/// A run for which a request waits.
struct PendingRun {
  var request: RequestID
  /// The client's name for the progress of the request, if it gave one.
  var token: RequestID?
  var task: ScriptTask
  var uri: String
  /// The stamp of the text that is run.
  var stamp: Int
  var run: any ScriptRun
}

/// In place of a result, when the answer is sent later.
struct LaterAnswer: JSONWritable {
  let json = "null"
}

/// Runs of scripts, which go on while the server answers other requests.
extension LanguageServer {
  /// The command that ends all runs of a text.
  static let stopCommand = "bindlab.stop"

  /// Does what a command says with an open text, and gives the result as a text. What a script prints is
  /// also shown as a message of the log.
  func executeCommand(_ parameters: JSONTree) throws(ProtocolError) -> any JSONWritable {
    let name = parameters["command"]?.string ?? ""
    let arguments = parameters["arguments"]?.array ?? []
    if name == LanguageServer.stopCommand {
      stopRuns { $0.uri == arguments.first?.string }
      return JSONNull()
    }
    guard let task = ScriptTask.allCases.first(where: { $0.command == name }) else {
      throw .parameters("there is no command '\(name)'")
    }
    guard let uri = arguments.first?.string, let document = host.documents[uri] else {
      throw .parameters("\(name) needs the uri of an open text")
    }
    let scripts = parts(of: document)
    let number = arguments.count > 1 ? arguments[1].int ?? -1 : 0
    guard scripts.indices.contains(number) else {
      throw .parameters("there is no script \(number) in '\(uri)', counting from 0")
    }
    guard let request = current else { return JSONNull() }
    let texts = Dictionary(
      host.documents.values.map { ($0.path, $0.file) }, uniquingKeysWith: { first, _ in first })
    let script = scripts[number]
    let pending = PendingRun(
      request: request, token: RequestID(parameters["workDoneToken"]), task: task, uri: uri,
      stamp: document.stamp,
      run: settings(of: script).run(task, script.file) { texts[$0.asPlainPath]?.bytes })
    runs.append(pending)
    report(
      pending, ["kind": "begin", "title": "bindlab: \(task.rawValue)", "cancellable": true])
    if client.refreshesLenses, pending.run.outcome == nil { ask("workspace/codeLens/refresh") }
    return LaterAnswer()
  }

  /// Answers the requests whose runs are over.
  func finishRuns() {
    while let index = runs.firstIndex(where: { $0.run.outcome != nil }) {
      let pending = runs.remove(at: index)
      report(pending, ["kind": "end"])
      switch pending.run.outcome {
      case .success(let outcome)?:
        if pending.task == .run || pending.task == .trace {
          notify("window/logMessage", ["type": 4, "message": outcome.text])
          counts[pending.uri] = (pending.stamp, outcome.counts)
        }
        show(outcome.text, of: pending)
        send(outcome.text, for: pending.request)
      case .failure(let error)?: send(.failed(error.message), for: pending.request)
      case nil: break
      }
      if client.refreshesLenses { ask("workspace/codeLens/refresh") }
    }
  }

  /// Ends runs, whose requests count as cancelled.
  func stopRuns(where isMeant: (PendingRun) -> Bool) {
    for pending in runs where isMeant(pending) {
      pending.run.stop()
      report(pending, ["kind": "end", "message": "stopped"])
      send(.cancelled, for: pending.request)
    }
    let hasStopped = runs.contains(where: isMeant)
    runs.removeAll(where: isMeant)
    if hasStopped, client.refreshesLenses { ask("workspace/codeLens/refresh") }
  }

  private func report(_ pending: PendingRun, _ value: JSONObject) {
    guard let token = pending.token else { return }
    notify("$/progress", ["token": token, "value": value])
  }
}
