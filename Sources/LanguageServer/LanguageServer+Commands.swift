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
public struct ScriptOutcome: Sendable {
  /// How often a statement or a member has fired.
  public struct Count: Sendable {
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

/// What an editor shows above a script: commands, which run it only when the user asks for it, and what
/// its last run counted.
extension LanguageServer {
  func codeLenses(_ parameters: JSONTree) throws(ProtocolError) -> any JSONWritable {
    let document = try document(parameters)
    var tasks = parts(of: document).flatMap { script in
      ScriptTask.allCases.compactMap { task -> JSONObject? in
        guard let title = task.title else { return nil }
        var arguments: [any JSONWritable] = [document.uri]
        if let part = script.part { arguments.append(part) }
        let command: JSONObject = [
          "title": title, "command": task.command, "arguments": arguments.asList,
        ]
        let place = SourceSpan(script.start..<script.start)
        return ["range": range(place, in: document.file), "command": command]
      }
    }
    if runs.contains(where: { $0.uri == document.uri }) {
      let stop: JSONObject = [
        "title": "stop", "command": LanguageServer.stopCommand, "arguments": [document.uri],
      ]
      tasks.insert(["range": range(SourceSpan(0, 0), in: document.file), "command": stop], at: 0)
    }
    // The counts of another text would stand at the wrong lines.
    guard let known = counts[document.uri], known.stamp == document.stamp else { return tasks }
    return tasks
      + known.counts.map { count in
        let title: JSONObject = ["title": count.text, "command": ""]
        return ["range": range(count.span, in: document.file), "command": title]
      }
  }
}
