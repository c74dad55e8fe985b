import BindingEngine
import Rendering

// `help semantics` and `help semantics NAME`.
extension Session {
  /// What stands behind `help semantics`, or nil where the topic is another.
  static func semanticsName(inHelpTopic topic: String) -> String? {
    let words = topic.split(whereSeparator: { $0 == " " || $0 == "\t" })
    guard words.count > 1, words[0] == "semantics" else { return nil }
    return words.dropFirst().joined(separator: " ")
  }

  /// The names of the semantics that the script has declared.
  var ownSemanticsNames: [String] {
    symbols.all.compactMap { name, declaration in
      if case .semantics = declaration.symbol { names.text(of: name) } else { nil }
    }
  }

  /// The semantics that has the name now: a preset, or one that the script has declared.
  func semantics(named name: String) -> Semantics? {
    if let preset = Semantics.presets.first(where: { $0.name == name }) { return preset }
    guard case .semantics(let index)? = symbols[names.intern(name)]?.symbol else { return nil }
    return ownSemantics[index]
  }

  func unknownSemantics(_ name: String) -> Mistake {
    let known = Semantics.presets.map(\.name)
    return .unknownSemantics(
      name, near: nearest(to: name, among: known + ownSemanticsNames), known: known)
  }

  /// What models what, a line each.
  func semanticsOverview() -> [String] {
    var rows = SemanticsNote.all.map { [$0.name, $0.summary] }
    for name in ownSemanticsNames {
      if let own = semantics(named: name) { rows.append([name, likeness(of: own)]) }
    }
    let table = TextTable(headers: ["name", "what sets it apart"], rows: rows)
    return table.lines(maxWidth: options.width)
      + ["", "help semantics NAME says what it models, knob by knob, and what it does otherwise."]
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
    let rows = Semantics.knobNames.map { knob in
      [knob, semantics.word(of: knob), semantics.sentence(of: knob)]
    }
    let table = TextTable(headers: ["knob", "is", "which means"], rows: rows)
    lines += [""] + table.lines(maxWidth: options.width)
    guard let note else { return lines }
    lines += ["", "Left out, or otherwise than there:"]
    for text in note.otherwise {
      let wrapped = TurnTrace.wrap(text, width: options.width - 2)
      lines += wrapped.enumerated().map { ($0 == 0 ? "- " : "  ") + $1 }
    }
    lines += [""] + TurnTrace.wrap("Checked against \(note.checked)", width: options.width)
    return lines
  }
}
