import BindingEngine
import Interpreter
import Rendering
import Syntax

/// What one run of a script shows, does and leaves, to be compared with that of the next run.
///
/// The session that it listens to shows its traces as ever.
package final class RunRecord: TurnListener {
  /// A line of the output or the trace.
  struct Line {
    /// What is compared: numbers and places that shift with the lines of the script are left out.
    var key: String
    var text: String
  }

  /// The most lines of each kind that are kept.
  private static let mostLines = 100_000

  package let isTrial = false
  package var wantsTrace: Bool { trace.count < RunRecord.mostLines }
  private(set) var output: [Line] = []
  private(set) var trace: [Line] = []
  private(set) var values: [ComparedRun.FinalValue] = []
  /// Output without the end of its line.
  private var begun = ""

  package init() {}

  /// Begins to listen to a session.
  package func listen(to session: Session) {
    session.listener = self
    session.applyTraceMode()
  }

  /// Takes output as it is written; colours are left out.
  package func write(_ text: String) {
    guard output.count < RunRecord.mostLines else { return }
    begun += text.withoutColours
    guard let end = begun.utf8.lastIndex(of: UInt8(ascii: "\n")) else { return }
    for line in begun[..<end].split(separator: "\n", omittingEmptySubsequences: false) {
      output.append(Line(key: String(line), text: String(line)))
    }
    begun = String(begun[begun.utf8.index(after: end)...])
  }

  /// Takes an error or a warning.
  package func write(_ diagnostic: Diagnostic, isASCII: Bool) {
    var first = diagnostic
    first.notes = []
    let text = first.text(options: .init(isASCII: isASCII))
    output.append(
      Line(
        key: "\(diagnostic.severity): \(diagnostic.message)",
        text: text.split(separator: "\n").first.map(String.init) ?? ""))
  }

  package func take(_ turn: TurnTrace, of session: Session) {
    if !turn.isQuiet {
      let traced = TracedTurn(turn, isASCII: session.options.isASCII)
      trace.append(Line(key: traced.statement, text: traced.allLines[0].plain))
      trace += traced.lines.map { Line(key: $0.plain, text: $0.plain) }
    }
    if session.options.traceMode != .off { session.show(turn) }
    if !wantsTrace { session.applyTraceMode() }
  }

  /// Takes what is there at the end of the run.
  package func finish(_ session: Session) {
    session.listener = nil
    if !begun.isEmpty { write("\n") }
    values = session.finalValues()
  }
}

extension String {
  /// The text without the escapes of a theme.
  fileprivate var withoutColours: String {
    guard utf8.contains(0x1B) else { return self }
    var text = ""
    var rest = self[...]
    while let escape = rest.range(ofColourFrom: rest.startIndex) {
      text += rest[..<escape.lowerBound]
      rest = rest[escape.upperBound...]
    }
    return text + rest
  }
}

extension Substring {
  /// The next escape that changes the colour: `ESC [ 1;91 m`.
  fileprivate func range(ofColourFrom start: Index) -> Range<Index>? {
    var next = start
    while let escape = self[next...].utf8.firstIndex(of: 0x1B) {
      let codes = self[escape...].utf8.dropFirst()
      next = utf8.index(after: escape)
      guard codes.first == UInt8(ascii: "[") else { continue }
      let end = codes.dropFirst().drop { 0x30...0x39 ~= $0 || $0 == UInt8(ascii: ";") }
      if end.first == UInt8(ascii: "m") { return escape..<utf8.index(after: end.startIndex) }
    }
    return nil
  }
}
