import BindingEngine

/// What `help semantics` says of a preset beyond its knobs.
public struct SemanticsNote: Sendable {
  public let name: String
  /// The system and version that it models.
  public let models: String
  /// One line, without a full stop: what sets it apart.
  public let summary: String
  /// What it leaves out, or does otherwise than the system; a sentence or two each.
  public let otherwise: [String]
  /// What it was checked against.
  public let checked: String

  /// One for each preset, in the order of the presets.
  public static let all = Semantics.Preset.allCases.map(of)

  private static func of(_ preset: Semantics.Preset) -> SemanticsNote {
    switch preset {
    case .bind: bind
    case .kvo: kvo
    case .gobject: gobject
    case .qt: qt
    case .javafx: javafx
    case .knockout: knockout
    case .mobx: mobx
    case .signals: signals
    case .vue: vue
    case .sheet: sheet
    }
  }

  /// The note of the preset that is called `name`.
  public static func named(_ name: String) -> SemanticsNote? { all.first { $0.name == name } }

  private static let bind = SemanticsNote(
    name: "bind", models: "BIND 1.4.7",
    summary: "depth first, nothing is compared, each binding is locked while it fires",
    otherwise: [
      "A turn that fails is put back; there what is done stays, and the lock of the binding that failed"
        + " stays on for ever.",
      "The 'observe' block of an asynchronous binding is called when it asks there; here when the"
        + " answer has been written, which is what the block is to see.",
      "A cell whose view model becomes nil keeps its last values there; here each binding passes nil,"
        + " so that a free cell shows nothing of the row before.",
    ],
    checked: "BIND's source; the tests do not run BIND itself.")

  private static let kvo = SemanticsNote(
    name: "kvo", models: "plain key-value observing; Goo, where it does not compare",
    summary: "as bind, but nothing is locked, so that a cycle never ends",
    otherwise: [
      "A cycle there ends when the stack is full, and so does the program; here it is stopped 1000 deep.",
      "Nobody promises an order among observers there; here it is that in which they were made.",
      "A turn that fails is put back; there what is done stays.",
    ],
    checked: "GNUstep's tests of key-value observing; the tests do not run the system itself.")

  private static let gobject = SemanticsNote(
    name: "gobject", models: "GLib's GBinding, as in GLib 2.74",
    summary: "a property that changes while its change is told begins to tell anew",
    otherwise: [
      "To freeze is a matter of one object there; 'batch' is one of all.",
      "There a binding has one source, and nothing is computed.",
      "A ring that adds never ends there, and takes no stack; here it is stopped and put back.",
    ],
    checked: "GLib 2.74 itself: random graphs in each run of the tests.")

  private static let qt = SemanticsNote(
    name: "qt", models: "Qt's QProperty, as in Qt 6.4",
    summary: "all bindings first, then the observers; a write ends the binding of its target",
    otherwise: [
      "Two-way bindings are refused: Qt has none, and each would be a loop by itself.",
      "A binding that was in a loop has that error for good there; here each loop is told of.",
      "A binding whose target is just being told cannot be undone there; here it can.",
    ],
    checked: "Qt 6.4.2 itself: random graphs in each run of the tests.")

  private static let javafx = SemanticsNote(
    name: "javafx", models: "the properties of JavaFX 11",
    summary: "values are pulled through bindings, and what is bound cannot be written",
    otherwise: [
      "A circle of bindings overflows the stack there when it is read; here closing it is an error.",
      "Where the other end of a two-way binding refuses, JavaFX sets the first one back; here it stays.",
      "An observer that another one ends is still told in the round that is running there; here it is not.",
      "JavaFX has no batches, and no end of an object that would undo a binding.",
    ],
    checked: "JavaFX 11 itself: random graphs in each run of the tests.")

  private static let knockout = SemanticsNote(
    name: "knockout", models: "the observables of Knockout 3.5; a binding is a 'subscribe'",
    summary: "depth first, without locks; simple values are compared, so that most cycles settle",
    otherwise: [
      "Each subscriber is handed the value that was told there, which may be old by then; here a binding"
        + " reads its source.",
      "A cycle there ends when the stack is full, after some 1600 firings; here 1000 deep, and put back.",
      "Deferred updates are not modelled: 'batch' defers nothing.",
    ],
    checked: "Knockout 3.5.1 itself: random graphs in each run of the tests.")

  private static let mobx = SemanticsNote(
    name: "mobx", models: "MobX 7; a binding is an 'autorun', an observer a 'reaction'",
    summary: "a queue in rounds; equal values are dropped; gives up before the 100th round",
    otherwise: [
      "A binding depends on the sources that it names, not on whatever it happens to read.",
      "Who writes does not hear of a runaway there, which only goes to the log; here it is an error.",
    ],
    checked: "what MobX 7.0.3 did with 2000 random programs: the tests do the same without it.")

  private static let signals = SemanticsNote(
    name: "signals", models: "Preact's signals 1.14; a binding is an 'effect'",
    summary: "a queue in rounds; what the last write set off goes first within a round",
    otherwise: [
      "A binding depends on the sources that it names, not on whatever it happens to read."
    ],
    checked: "what signals 1.14.4 did with 2000 random programs: the tests do the same without it.")

  private static let vue = SemanticsNote(
    name: "vue", models: "Vue 3.5; a binding is a 'watch'",
    summary: "as mobx, but what has changed is passed on at the next tick",
    otherwise: [
      "The tick is one of the virtual clock: 'wait', 'advance 0s' or the end of a compared run.",
      "A runaway is a warning on the console there; here it is an error.",
    ],
    checked:
      "what Vue 3.5.41 did with 2000 random programs: the tests do the same without it,"
      + " except in one that goes round, which Vue gives up.")

  private static let sheet = SemanticsNote(
    name: "sheet", models: "a spreadsheet; a library such as Incremental",
    summary: "in the order of dependency, each once: no glitches, and no circles",
    otherwise: [
      "It is no one system: none of the others sorts what is copied, only what is computed.",
      "Two-way bindings are refused, and a binding that would close a circle.",
      "Observers that write back for ever are stopped after 1000 rounds.",
    ],
    checked: "its own rules, on random graphs: each fires once, and nobody sees half of a change.")
}
