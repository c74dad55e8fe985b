import Language
import Syntax
import Text

/// The answers of `bindlab -i --json`: lines of JSON, each with the id of the request that it answers.
package struct AnswerLines {
  /// The version of the protocol; one that an old client would misread has another number.
  package static let version = 1

  /// The id of the request, as it was written; `null` for what no request has asked for.
  private var id = "null"
  private var hasFailedExpectation = false
  private var hasError = false

  package init() {}

  /// The line that comes before all others.
  static var greeting: String {
    (["id": String?.none, "bindlab": Version.text, "protocol": version] as JSONObject).json + "\n"
  }

  /// From now on, answers belong to another request.
  mutating func begin(id: String) {
    self.id = id
    (hasFailedExpectation, hasError) = (false, false)
  }

  // MARK: The lines

  func output(_ text: String) -> String { line("output", text.withoutLineFeed.json) }

  func value(_ json: String, as text: String) -> String {
    line("value", json, ["text": text.withoutLineFeed])
  }

  func picture(_ text: String, _ format: GraphFormat) -> String {
    let text = text.withoutLineFeed
    // A value of several lines becomes one of one line.
    let json = format == .json ? text.split(separator: "\n").joined() : text.json
    return line("picture", json, ["format": "\(format)"])
  }

  /// - Parameter lines: Lines of a trace, which are JSON.
  func events(_ lines: String) -> String {
    lines.split(separator: "\n").map { line("event", String($0)) }.joined()
  }

  mutating func problem(_ diagnostic: Diagnostic) -> String {
    guard diagnostic.severity == .error else { return line("warning", diagnostic.json) }
    if diagnostic.isFailedExpectation { hasFailedExpectation = true } else { hasError = true }
    return line("error", diagnostic.json)
  }

  func completions(_ list: CompletionList) -> String {
    let found = list.candidates.map { ["text": $0.text, "note": $0.note] as JSONObject }
    return line(
      "completions", found.json,
      ["from": list.replace.lowerBound, "to": list.replace.upperBound])
  }

  /// The last line of an answer.
  ///
  /// - Parameter stop: Where the request has left a turn stopped, if it has.
  func done(isInterrupted: Bool, stop: (turn: Int, event: Int)?) -> String {
    let status: ExitStatus =
      isInterrupted
      ? .interrupted
      : hasError ? .scriptError : hasFailedExpectation ? .expectationFailed : .success
    var rest: JSONObject = ["status": Int(status.rawValue)]
    rest.add(known: [
      "stopped": stop.map { ["turn": $0.turn, "event": $0.event] as JSONObject }
    ])
    return line("done", true.json, rest)
  }

  private func line(_ field: String, _ json: String, _ rest: JSONObject = [:]) -> String {
    var object: JSONObject = ["id": WrittenJSON(json: id), field: WrittenJSON(json: json)]
    object.add(rest)
    return object.json + "\n"
  }
}

/// A value that is JSON already.
private struct WrittenJSON: JSONWritable {
  var json: String
}

extension String {
  fileprivate var withoutLineFeed: String { hasSuffix("\n") ? String(dropLast()) : self }
}
