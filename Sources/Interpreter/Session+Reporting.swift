import Basics
import BindingEngine
import CodeCycles
import Compiling
import Language
import Names
import Rendering
import Syntax
import Text

// What a session says: diagnostics, answers, and what a script prints.
extension Session {
  package func report(_ diagnostic: Diagnostic) {
    guard !isDry else { return }
    var diagnostic = diagnostic
    if diagnostic.severity == .warning, options.treatsWarningsAsErrors {
      diagnostic.severity = .error
    }
    if diagnostic.severity == .error {
      errors += 1
      diagnostic = diagnostic.suiting(ExistingMembers(session: self))
    } else {
      warnings += 1
    }
    if let code = diagnostic.code, options.journalLimit ?? 0 > 0 {
      if state.reportedCodes.count == Session.mostReportedCodes {
        state.reportedCodes.removeFirst()
      }
      state.reportedCodes.append((diagnostic.message, code))
    }
    host.report(diagnostic)
  }

  /// Shows an answer. A literal becomes a `StyledText` instead, so that its parts keep their
  /// meanings.
  @_disfavoredOverload
  package func print(_ text: String) { output(text.visible(.lines)) }

  /// Shows an answer of which parts have a meaning.
  package func print(_ text: StyledText) { output(shown(text)) }

  /// An answer as it is shown.
  func shown(_ text: StyledText) -> String {
    let shown = text.visible(.lines)
    return (options.isOnScreen ? shown.folded(width: options.width) : shown).painted(options.theme)
  }

  /// Shows an answer in which code in quotes is what can be typed.
  package func print(hint: String) { print(StyledText(hint: hint)) }

  /// Writes what a script prints, unchanged, or an answer that has been made visible.
  ///
  /// - Parameter show: How it is shown if that is not held back; nil if it is only text.
  package func output(_ text: String, by show: ((String) -> Void)? = nil) {
    guard !isDry else { return }
    if options.writesOnlyJSON { return host.trace(outputLine("output", text)) }
    if !state.breakpoints.isEmpty || state.isSlow, walk == nil, holdsOutput {
      heldOutput.append((core.pointee.lastEvent, text + "\n"))
      return
    }
    if let show { show(text + "\n") } else { host.write(text + "\n") }
  }

  /// Writes what a script prints.
  func outputPrinted(_ text: String) {
    guard options.writesOnlyJSON, !isDry else { return output(text) }
    // Otherwise its event is in the trace.
    let isShown = options.traceMode != .off && core.pointee.isTracing
    if !isShown { host.trace(outputLine("print", text)) }
  }

  /// A line of the trace for what is no event of a turn.
  private func outputLine(_ kind: String, _ text: String) -> String {
    let turn = core.pointee.turn.number
    return (["v": 1, "turn": turn, "kind": kind, "text": text] as JSONObject).json + "\n"
  }

  func warn(_ message: String, file: SourceFile?, span: SourceSpan?, notes: [Diagnostic.Note] = [])
  {
    report(Diagnostic(.warning, message, file: file, span: span, notes: notes))
  }
}
