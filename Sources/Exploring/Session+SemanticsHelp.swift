import BindingEngine
import Interpreter
import Language
import Rendering
import Text

// `help semantics` and `help semantics NAME`.
extension Session {
  /// A line for each semantics, then a table of all of them.
  func semanticsOverview() -> [String] {
    let own = declaredNames(.semantics).compactMap { semantics(named: $0) }
    let rows =
      SemanticsNote.all.map { [$0.name, $0.summary] }
      + own.map { [$0.name, likeness(of: $0)] }
    let table = TextTable(headers: ["name", "what sets it apart"], rows: rows)
    let knobs = SemanticsTable.lines(of: Semantics.presets + own, width: min(options.width, 88))
    return table.lines(maxWidth: options.width).map(\.plain) + [""] + knobs
      + ["", "help semantics NAME shows what it models, its knobs, and where it differs."]
      + TurnTrace.wrap(
        "\(list(Semantics.Family.allCases.map(\.rawValue))) each stand for several presets.",
        width: options.width)
  }

  /// A line for each preset of a family, then a table of the rows in which they differ.
  func familyText(_ family: Semantics.Family) -> [String] {
    let names = family.presets.map(\.name)
    let rows = SemanticsNote.all.filter { names.contains($0.name) }.map { [$0.name, $0.summary] }
    let table = TextTable(headers: ["name", "what sets it apart"], rows: rows)
    let knobs = SemanticsTable.lines(
      of: family.presets, width: min(options.width, 88), differing: true)
    let intro =
      "'\(family.rawValue)' stands for several presets in 'compare' and 'bindlab compare -s'. The"
      + " second table has the rows in which they differ."
    return TurnTrace.wrap(intro, width: options.width) + [""]
      + table.lines(maxWidth: options.width).map(\.plain) + [""] + knobs
  }

  private func likeness(of semantics: Semantics) -> String {
    let (preset, knobs) = semantics.nearestPreset
    guard !knobs.isEmpty else { return "the same as \(preset.name)" }
    let changes = knobs.map { "\($0) = \(semantics.word(of: $0))" }
    return "\(preset.name), except \(changes.joined(separator: ", "))"
  }

  private func list(_ names: [String]) -> String {
    names.dropLast().joined(separator: ", ") + " and " + (names.last ?? "")
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
    lines += [""] + table.lines(maxWidth: options.width).map(\.plain)
    guard let note else { return lines }
    lines += ["", "Left out, or different from the original:"]
    for text in note.differences {
      let wrapped = TurnTrace.wrap(text, width: options.width - 2)
      lines += wrapped.enumerated().map { ($0 == 0 ? "- " : "  ") + $1 }
    }
    lines += [""] + TurnTrace.wrap(note.check.sentences, width: options.width)
    return lines
  }
}
