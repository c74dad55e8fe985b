import BindingEngine

/// The texts of `help semantics` about a preset, besides its knobs.
public struct SemanticsNote: Sendable {
  public let name: String
  /// The system and version that it models.
  public let models: String
  /// What distinguishes it, in one line without a full stop.
  public let summary: String
  /// How it differs from the system, in one or two sentences each.
  public let otherwise: [String]
  /// The comparison with its system.
  public let check: SemanticsCheck

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
    case .observation: observation
    case .sheet: sheet
    }
  }

  /// The note of the preset with the name `name`.
  public static func named(_ name: String) -> SemanticsNote? { all.first { $0.name == name } }

  private static let bind = SemanticsNote(
    name: "bind", models: "BIND 1.4.7",
    summary: "depth first; values are not compared; each binding is locked while it fires",
    otherwise: [
      "A turn that fails is rolled back here. In BIND what was done stays, and the binding that failed"
        + " stays locked forever.",
      "BIND uses key-value observing, for which Apple promises no order; here bindings fire in the order"
        + " of making, which is easier to follow than GNUstep's newest first.",
      "There the 'observe' block of an asynchronous binding is called at the request; here when the"
        + " answer is written.",
      "There a cell whose view model becomes nil keeps its last values; here each binding passes nil,"
        + " so a free cell shows nothing of its last row.",
      "There a new transform of a live 'a <> b' passes the lock: where a is 3, 'transform k { value * 10 }'"
        + " makes b 30 and then a 300. Here the lock holds, as it does for every other firing.",
      "There a binding to a command does not use its transform; here it does, as any binding does.",
      "There a change of 'viewModel' is announced before 'viewDidUpdateViewModel' is called. Here the cell's"
        + " bindings come first, then the action, then what observes it from outside: in the order of making.",
    ],
    check: .notRun("BIND 1.4.7", "The preset follows its source."))

  private static let kvo = SemanticsNote(
    name: "kvo", models: "key-value observing, as in GNUstep's Foundation 1.28",
    summary: "like bind, but the newest fires first and nothing is locked: a cycle never ends",
    otherwise: [
      "There a cycle overflows the stack and ends the program; here it is stopped 1000 writes deep.",
      "Apple documents that observers are called after each write, those that ask for it before it too, and"
        + " with the keys on which theirs depends; and that a key path is observed along all its objects."
        + " Apple promises no order among them.",
      "The order is GNUstep's: the newest first, an observer through a key path as new as the object to which"
        + " that leads now, and what observes a dependent key after those who observe the key.",
      "GNUstep does not notify for a property that changes while it notifies; here it does, inside the"
        + " other notification, as on Apple's systems.",
      "GNUstep calls an observer twice that has just removed an older one of the same property; here it"
        + " is called once.",
      "GNUstep observes an object again that is set on a key path once more, which makes it the newest;"
        + " here it keeps its place.",
      "GNUstep announces a change of a dependent key together with that of its key; here it is announced"
        + " just before the computed property is evaluated.",
      "A turn that fails is rolled back here; there what was done stays.",
    ],
    check: SemanticsCheck(
      "GNUstep 1.28", .running, [(2_000, differing: 0, kind: "")], on: "2026-11-23",
      remark: "They have key paths, dependent keys, prior notifications and removal in observers."))

  private static let goo = SemanticsNote(
    name: "goo", models: "Goo: TwoWay, OneWay and TempWay on key-value observing",
    summary: "as kvo, but only changes are passed on, so that a two-way binding settles",
    otherwise: [
      "Goo names the view first; here the left value passes first, so the view model is on the left.",
      "An observer, too, is called for changes only; there it is called for each write, as under kvo.",
      "The order of the observers is that of kvo, and a turn that fails is rolled back.",
    ],
    check: .notRun("Goo", "It rests on kvo, which is compared with GNUstep."))

  private static let gobject = SemanticsNote(
    name: "gobject", models: "GLib's GBinding, as in GLib 2.74",
    summary: "a property that changes while it notifies starts over with the first listener",
    otherwise: [
      "GLib freezes the notifications of one object; 'batch' holds back those of all objects.",
      "GLib's bindings have one source, and GLib has no computed properties.",
      "A ring that adds never ends there and uses no stack; here it is stopped and rolled back.",
    ],
    check: SemanticsCheck(
      "GLib 2.74.4", .running, [(3_400, differing: 0, kind: "")], on: "2026-11-23"))

  private static let qt = SemanticsNote(
    name: "qt", models: "Qt's QProperty, as in Qt 6.4",
    summary: "all bindings first, then the observers; a plain write removes its target's binding",
    otherwise: [
      "Two-way bindings are refused: Qt has none, and each would be a cycle by itself.",
      "There a binding that was in a loop keeps its error; here each loop is reported.",
      "There a binding cannot be removed while its target notifies its observers; here it can.",
    ],
    check: SemanticsCheck(
      "Qt 6.4.2", .running, [(13_500, differing: 0, kind: "")], on: "2026-11-23"))

  private static let javafx = SemanticsNote(
    name: "javafx", models: "the properties of JavaFX 11",
    summary: "values are pulled through bindings, and a bound target cannot be written",
    otherwise: [
      "There a cycle of bindings overflows the stack when it is read; here closing it is an error.",
      "There the stack limits the length of a chain: 1000 two-way bindings fit, and 10000 others. Here 4000"
        + " nested writes are the limit.",
      "Where one end of a two-way binding refuses, JavaFX resets the other end; here it stays.",
      "There an observer that another one removes is still notified in the running round; here it is not.",
      "JavaFX has no batches, and releasing an object does not remove its bindings.",
    ],
    check: SemanticsCheck(
      "JavaFX 11", .running, [(2_000, differing: 0, kind: "")], on: "2026-11-23"))

  private static let knockout = SemanticsNote(
    name: "knockout", models: "the observables of Knockout 3.5; a binding is a 'subscribe'",
    summary: "depth first, without locks; simple values are compared, so most cycles settle",
    otherwise: [
      "There a cycle overflows the stack after some 1600 firings; here it is stopped 1000 deep and rolled back.",
      "Deferred updates are not modelled: 'batch' defers nothing.",
    ],
    check: SemanticsCheck(
      "Knockout 3.5.1", .running,
      [(1_500, differing: 0, kind: ""), (500, differing: 0, kind: "with cycles")],
      on: "2026-11-23"))

  private static let mobx = SemanticsNote(
    name: "mobx", models: "MobX 7; a binding is an 'autorun', an observer a 'reaction'",
    summary: "a queue in rounds; equal values are dropped; gives up before the 100th round",
    otherwise: [
      "A binding depends on the sources it names, not on everything it happens to read.",
      "There a runaway is only logged; here it is an error for the statement that wrote.",
    ],
    check: SemanticsCheck(
      "MobX 7.0.3", .recorded,
      [(1_500, differing: 0, kind: ""), (500, differing: 0, kind: "with cycles")],
      on: "2026-11-23"))

  private static let signals = SemanticsNote(
    name: "signals", models: "Preact's signals 1.14; a binding is an 'effect'",
    summary: "a queue in rounds; within a round, what the last write set off fires first",
    otherwise: [
      "A binding depends on the sources it names, not on everything it happens to read."
    ],
    check: SemanticsCheck(
      "signals 1.14.4", .recorded,
      [(1_500, differing: 0, kind: ""), (500, differing: 0, kind: "with cycles")],
      on: "2026-11-23"))

  private static let vue = SemanticsNote(
    name: "vue", models: "Vue 3.5; a binding is a 'watch'",
    summary: "like mobx, but changes are passed on at the next tick",
    otherwise: [
      "The tick is one of the virtual clock: 'wait', 'advance 0s' or the end of a compared run.",
      "There a runaway is a warning on the console; here it is an error.",
    ],
    check: SemanticsCheck(
      "Vue 3.5.41", .recorded,
      [(1_500, differing: 0, kind: ""), (500, differing: 1, kind: "with cycles")],
      on: "2026-11-23",
      remark: "Vue counts what a tick passes over, too, so it gives up one program that would end.")
  )

  private static let observation = SemanticsNote(
    name: "observation", models: "Swift's Observation; a binding is a 'withObservationTracking'",
    summary: "announced once, before the change; what was notified runs at the next tick",
    otherwise: [
      "Swift notifies those who observe a property in no particular order; here it is that of making.",
      "Observation does not say when to evaluate again. Here that happens at the next tick, as in SwiftUI;"
        + " the tick is one of the virtual clock: 'wait' or 'advance 0s'.",
      "There a computed property is evaluated at each read; here it keeps its value while nothing that it"
        + " reads changes.",
      "There a cycle that never settles keeps the program busy; here it is a runaway.",
    ],
    check: SemanticsCheck(
      "Swift 6.3.1", .running, [(2_000, differing: 0, kind: "")], on: "2026-11-23"))

  private static let sheet = SemanticsNote(
    name: "sheet", models: "a spreadsheet; a library such as Incremental",
    summary: "in the order of dependency, each once: no glitches and no cycles",
    otherwise: [
      "It models no single system: the others sort only computed values, not copies.",
      "Two-way bindings and bindings that would close a cycle are refused.",
      "Observers that keep writing back are stopped after 1000 rounds.",
    ],
    check: SemanticsCheck(
      "naive model", .model, [(100, differing: 0, kind: "")], on: "2026-11-23",
      remark: "Each binding fires at most once a round, and reads nothing stale."))
}
