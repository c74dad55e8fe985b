import BindingEngine
import Interpreter
import Language
import Rendering
import Text

// `help semantics` and `help semantics NAME`.
extension Session {
  /// What models what, a line each.
  func semanticsOverview() -> [String] {
    var rows = SemanticsNote.all.map { [$0.name, $0.summary] }
    for name in declaredNames(.semantics) {
      if let own = semantics(named: name) { rows.append([name, likeness(of: own)]) }
    }
    let table = TextTable(headers: ["name", "what sets it apart"], rows: rows)
    return table.lines(maxWidth: options.width)
      + ["", "help semantics NAME shows what it models, its knobs, and where it differs."]
  }

  private func likeness(of semantics: Semantics) -> String {
    let (preset, knobs) = semantics.nearestPreset
    guard !knobs.isEmpty else { return "the same as \(preset.name)" }
    let changes = knobs.map { "\($0) = \(semantics.word(of: $0))" }
    return "\(preset.name), but for \(changes.joined(separator: ", "))"
  }

  func semanticsText(_ semantics: Semantics) -> [String] {
    let note = SemanticsNote.named(semantics.name)
    var lines = TurnTrace.wrap(
      "\(semantics.name): \(note?.models ?? likeness(of: semantics))", width: options.width)
    if let note { lines += TurnTrace.wrap(note.summary, width: options.width) }
    let rows = Semantics.Knob.allCases.map { knob in
      [knob.rawValue, semantics.word(of: knob), semantics.sentence(of: knob)]
    }
    let table = TextTable(headers: ["knob", "is", "which means"], rows: rows)
    lines += [""] + table.lines(maxWidth: options.width)
    guard let note else { return lines }
    lines += ["", "Left out, or different from the original:"]
    for text in note.otherwise {
      let wrapped = TurnTrace.wrap(text, width: options.width - 2)
      lines += wrapped.enumerated().map { ($0 == 0 ? "- " : "  ") + $1 }
    }
    lines += [""] + TurnTrace.wrap("Checked against \(note.checked)", width: options.width)
    return lines
  }
}
