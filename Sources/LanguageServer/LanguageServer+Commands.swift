import Language
import Syntax
import Text

/// What a user can have done with a script.
public enum ScriptTask: String, CaseIterable, Sendable {
  /// Its output; with the trace of each turn; the graph at the end as SVG; the page of `report`.
  case run, trace, graph, report

  /// The command by which a client asks for it.
  var command: String { "bindlab.\(rawValue)" }

  /// The words that an editor shows above a script; nil if it is only a command.
  fileprivate var title: String? {
    switch self {
    case .run: "run"
    case .trace: "run with a trace"
    case .graph, .report: nil
    }
  }
}

/// What a run of a script gives.
public struct ScriptOutcome {
  /// How often a statement or a member has fired.
  public struct Count {
    public var span: SourceSpan
    public var firings: Int
    /// How many of the writes changed nothing.
    public var idle: Int

    public init(span: SourceSpan, firings: Int, idle: Int) {
      (self.span, self.firings, self.idle) = (span, firings, idle)
    }

    var text: String {
      let times = firings == 1 ? "once" : "\(firings) times"
      return "fires \(times)" + (idle > 0 ? ", \(idle) for nothing" : "")
    }
  }

  public var text: String
  public var counts: [Count]

  public init(text: String, counts: [Count] = []) {
    (self.text, self.counts) = (text, counts)
  }
}

/// Commands, which run scripts. The server runs them only when the user asks for it.
extension LanguageServer {
  func codeLenses(_ parameters: JSONTree) throws(ProtocolError) -> any JSONWritable {
    let document = try document(parameters)
    let tasks = ScriptTask.allCases.compactMap { task -> JSONObject? in
      guard let title = task.title else { return nil }
      let command: JSONObject = [
        "title": title, "command": task.command, "arguments": [document.uri],
      ]
      return ["range": range(SourceSpan(0, 0), in: document.file), "command": command]
    }
    // The counts of another text would stand at the wrong lines.
    guard let known = counts[document.uri], known.stamp == document.stamp else { return tasks }
    return tasks
      + known.counts.map { count in
        let title: JSONObject = ["title": count.text, "command": ""]
        return ["range": range(count.span, in: document.file), "command": title]
      }
  }

  /// Does what a command says with an open text, and gives the result as a text. What a script prints is
  /// also shown as a message of the log.
  func executeCommand(_ parameters: JSONTree) throws(ProtocolError) -> any JSONWritable {
    let name = parameters["command"]?.string ?? ""
    guard let task = ScriptTask.allCases.first(where: { $0.command == name }) else {
      throw .parameters("there is no command '\(name)'")
    }
    guard let uri = parameters["arguments"]?.array?.first?.string,
      let document = host.documents[uri]
    else { throw .parameters("\(name) needs the uri of an open text") }
    switch surroundings.run(task, document.file, host) {
    case .success(let outcome):
      if task == .run || task == .trace {
        notify("window/logMessage", ["type": 4, "message": outcome.text])
        counts[uri] = (document.stamp, outcome.counts)
        if client.refreshesLenses { ask("workspace/codeLens/refresh") }
      }
      return outcome.text
    case .failure(let error): throw .failed(error.message)
    }
  }
}
