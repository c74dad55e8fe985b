import Invocation
import LineEditing
import Platform

/// Reads complete statements of one or more lines from a line reader.
final class StatementReader {
  /// The result of waiting for a statement.
  enum Input {
    case statement(String)
    /// A line that is not a text.
    case invalid(String)
    case endOfInput
    case failed(String)
  }

  let lines: any LineReader
  let host: StandardHost
  /// Whether a text is only the beginning of a statement.
  let isIncomplete: (String) -> Bool
  /// What such a text lacks; set where somebody types, who may not want to leave yet.
  var lack: ((String) -> String?)?
  let continuationPrompt: String
  /// How many bytes of an unfinished statement are read again for each line.
  var longEnough = 1_024
  /// A shorter text that lines continue as they continue a long one; nil to read it again for each.
  var opening: ((String) -> String)?
  /// The typed part of a statement that is not finished.
  private let unfinished: UnfinishedText
  /// The blanks with which the next line of a text begins; set where somebody types.
  var indentation: ((String) -> String)?
  /// The input ended in the middle of a statement, and this was not reported yet.
  private var hasEnded = false

  init(
    _ lines: any LineReader, host: StandardHost, isASCII: Bool, unfinished: UnfinishedText,
    isIncomplete: @escaping (String) -> Bool
  ) {
    self.lines = lines
    self.host = host
    self.unfinished = unfinished
    self.isIncomplete = isIncomplete
    continuationPrompt = isASCII ? ". " : "… "
  }

  /// Waits for a statement; Ctrl-C discards what was typed of it.
  func next(prompt: String) -> Input {
    var text = ""
    // What is left of it to find out whether it is complete.
    var kept = ""
    var limit = longEnough
    defer { unfinished.text = "" }
    if hasEnded {
      hasEnded = false
      return .endOfInput
    }
    var hasAsked = false
    while true {
      // Somebody who waits for an answer has sent nothing more.
      if !lines.hasLine { host.flush() }
      if Interruption.endsProgram { return .endOfInput }
      unfinished.text = text
      switch lines.readLine(
        prompt: text.isEmpty ? prompt : continuationPrompt,
        beginning: text.isEmpty ? "" : indentation?(kept) ?? "")
      {
      case .line(let next):
        hasAsked = false
        let line = text.isEmpty ? next : "\n" + next
        text += line
        kept += line
        if !isIncomplete(kept) {
          guard kept.utf8.count < text.utf8.count, isIncomplete(text) else {
            return .statement(text)
          }
          kept = text
        }
        if kept.utf8.count > limit, let opening {
          kept = opening(kept)
          limit = max(longEnough, 2 * kept.utf8.count)
        }
      case .endOfInput:
        guard !text.isEmpty else { return .endOfInput }
        if let lack {
          if !hasAsked, let what = lack(text) {
            host.report("not finished: \(what); Ctrl-D again drops it\n")
            hasAsked = true
          } else {
            (text, kept) = ("", "")
          }
          continue
        }
        hasEnded = true
        return .statement(text)
      case .interrupted: (text, kept) = ("", "")
      case .invalid(let problem): return .invalid("\(problem)")
      case .tooLong: return .invalid("the line is too long")
      case .failed(let error): return .failed("\(error)")
      }
    }
  }

  /// Adds a statement to the history, and prepares Ctrl-C for the code that it runs.
  func begin(_ text: String) {
    if let error = lines.remember(text) { host.report("warning: \(error)\n") }
    Interruption.take()
  }
}

/// The earlier lines of a statement that is being typed, for completion in its next line.
final class UnfinishedText {
  fileprivate(set) var text = ""
}

extension String {
  /// How many lines it was typed in.
  var lineCount: Int { utf8.reduce(1) { $0 + ($1 == UInt8(ascii: "\n") ? 1 : 0) } }

  /// Whether there is nothing except blanks.
  var isBlank: Bool { utf8.allSatisfy { $0 == 32 || $0 == 9 || $0 == 10 || $0 == 13 } }
}
