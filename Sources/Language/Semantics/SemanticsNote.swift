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
    case .goo: goo
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
      "BIND observes by key-value observing, for which Apple promises no order; here it is the order of"
        + " making, which is easier to follow than GNUstep's, the newest first.",
    ],
    checked: "BIND's source; the tests do not run BIND itself.")

  private static let kvo = SemanticsNote(
    name: "kvo", models: "key-value observing, as in GNUstep's Foundation 1.28",
    summary: "as bind, but the newest goes first and nothing is locked: a cycle never ends",
    otherwise: [
      "A cycle there ends when the stack is full, and so does the program; here it is stopped 1000 deep.",
      "The newest observer first is GNUstep's order: Apple documents when observers are called, before and"
        + " after each write, but promises no order among them.",
      "GNUstep says nothing of a property that changes while its change is announced; here, as on Apple's"
        + " systems, that change is announced inside the other.",
      "GNUstep calls an observer twice that has just ended an older one of the same property; here it is"
        + " called once.",
      "A turn that fails is rolled back; there what is done stays.",
    ],
    checked: "GNUstep's Foundation 1.28 itself: random graphs in each run of the tests.")

  private static let goo = SemanticsNote(
    name: "goo", models: "Goo: TwoWay, OneWay and TempWay on key-value observing",
    summary: "as kvo, but only changes are passed on, so that a two-way binding settles",
    otherwise: [
      "Goo names the view first; here the left value passes first, so the view model is on the left.",
      "An observer, too, is called for changes only; there it is called for each write, as under kvo.",
      "The order of the observers is that of kvo, and a turn that fails is rolled back.",
    ],
    checked: "what it takes from kvo; the tests do not run Goo itself.")

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
