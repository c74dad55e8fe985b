import Language
import Names
import Syntax

// How the parts of a check report what they find.
extension CheckRun {
  func text(_ name: Name) -> String { names.text(of: name) }

  func sourceText(_ id: NodeID) -> String {
    tree.sourceText(of: id)
  }

  /// Reports the mistake that a rule finds, if any.
  func report(_ mistake: Mistake?, at id: NodeID, notes: [Diagnostic.Note] = []) {
    if let mistake { report(mistake, .error, at: tree[id].span, notes: notes) }
  }

  func report(
    _ mistake: Mistake, _ severity: Diagnostic.Severity, at span: SourceSpan,
    notes: [Diagnostic.Note] = []
  ) {
    if scope.isMuted, severity != .error || mutedError != nil { return }
    report(Diagnostic(mistake, severity, file: tree.file, span: span, notes: notes))
  }

  /// Reports an error of an operator or a function for literal values.
  func report(_ failure: ScriptFailure, _ code: FindingCode, at id: NodeID) {
    let text: (message: String, help: String?)
    switch failure {
    case .message(let message, let help): text = (message, help)
    case .mistake(let mistake): return report(mistake, at: id)
    default: return
    }
    report(
      Diagnostic(
        .error, text.message, file: tree.file, span: tree[id].span,
        notes: text.help.map { [.init(.help, $0)] } ?? [], code: code))
  }

  private func report(_ diagnostic: Diagnostic) {
    guard scope.isMuted else { return findings.add(diagnostic) }
    if diagnostic.severity == .error, mutedError == nil { mutedError = diagnostic }
  }

  /// Reports an undeclared name, if all declarations could be read.
  func reportUnknown(_ mistake: Mistake, at id: NodeID, notes: [Diagnostic.Note] = []) {
    guard !isIncomplete else { return }
    report(mistake, at: id, notes: notes)
  }

  func note(_ text: String, _ declaration: StaticDeclaration) -> [Diagnostic.Note] {
    guard let file = declaration.file else { return [] }
    return [Diagnostic.Note(.note, text, file: file, span: declaration.span)]
  }
}
