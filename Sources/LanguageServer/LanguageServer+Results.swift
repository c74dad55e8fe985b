import Language
import Text

/// What a person sees of a run. The answer to a command goes to the program that has asked for it, and few
/// editors show it.
extension LanguageServer {
  /// Shows a result as a file, if the client can, and otherwise as a message.
  func show(_ text: String, of pending: PendingRun) {
    guard !client.showsResults else { return }
    let isMessage = pending.task == .run || pending.task == .trace
    let script = path(of: pending.uri).split(separator: "/").last.map(String.init) ?? "script"
    let file =
      client.showsDocuments || !isMessage
      ? surroundings.files.keepResult("\(script).\(pending.task.ending)", text) : nil
    if client.showsDocuments, let file {
      ask(
        "window/showDocument",
        ["uri": uri(of: file), "external": !isMessage, "takeFocus": false])
    } else if isMessage {
      notify("window/showMessage", ["type": 3, "message": message(text)])
    } else if let file {
      notify(
        "window/showMessage",
        ["type": 3, "message": "bindlab: the \(pending.task.rawValue) is in \(file)"])
    }
  }

  /// An output as a message: a long one would fill the screen.
  private func message(_ text: String) -> String {
    let most = 40
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.count > most + 1 else { return text.isEmpty ? "bindlab: no output" : text }
    return lines.prefix(most).joined(separator: "\n")
      + "\n… \(lines.count - most) more lines are in the log"
  }
}

extension ScriptTask {
  /// The end of the name of a file with its result.
  fileprivate var ending: String {
    switch self {
    case .run: "output.txt"
    case .trace: "trace.txt"
    case .graph: "svg"
    case .report: "html"
    }
  }
}
