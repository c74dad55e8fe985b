import Values

/// The texts of `help semantics` about a preset, besides its knobs.
public struct SemanticsNote: Sendable {
  public let name: String
  /// The system and version that it models.
  public let models: String
  /// What distinguishes it, in one line without a full stop.
  public let summary: String
  /// How it differs from the system, in one or two sentences each.
  public let otherwise: [String]
  /// The system, if it promises no order among the subscribers of a value.
  public var promisesNoOrder: String?
  /// The system, if there a binding of an end that is bound replaces the first one, but not here.
  public var replacesBinding: String?
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
    case .qml: qml
    case .xaml: xaml
    case .javafx: javafx
    case .knockout: knockout
    case .mobx: mobx
    case .signals: signals
    case .vue: vue
    case .solid: solid
    case .angular: angular
    case .svelte: svelte
    case .react: react
    case .rx: rx
    case .rxshared: rxshared
    case .combine: combine
    case .published: published
    case .rxswift: rxswift
    case .reactiveswift: reactiveswift
    case .observation: observation
    case .sheet: sheet
    }
  }

  /// The note of the preset with the name `name`.
  public static func named(_ name: String) -> SemanticsNote? { all.first { $0.name == name } }

  /// The presets under which a second binding stays, though it replaces the first one in their system.
  ///
  /// Only these, since it is asked for each binding that is made.
  private static let replacing: [(preset: String, system: String)] = all.compactMap { note in
    note.replacesBinding.map { (note.name, $0) }
  }

  /// The system of a preset in which a second binding of an end replaces the first one; nil for others.
  package static func systemReplacingBindings(under preset: String) -> String? {
    replacing.first { $0.preset == preset }?.system
  }

  private static let bind = SemanticsNote(
    name: "bind", models: "BIND 1.4.7",
    summary: "depth first; values are not compared; each binding is locked while it fires",
    otherwise: [
      "In BIND a turn that fails keeps what it did, and the binding that failed stays locked."
        + " Here the turn is rolled back.",
      "BIND uses key-value observing, for which Apple promises no order. Here bindings fire in"
        + " the order in which they were made.",
      "BIND calls the 'observe' block of an asynchronous binding when it makes the request. Here"
        + " the block is called when the answer is written.",
      "In BIND a cell keeps its last values when its view model becomes nil. Here each binding"
        + " passes nil, so a free cell shows nothing of its last row.",
      "In BIND a binding to a command does not use its transform. Here it does.",
      "BIND announces a change of 'viewModel' before it calls 'viewDidUpdateViewModel'. Here the"
        + " bindings of the cell fire first, then the action is called, and then observers"
        + " outside of the cell: the order in which they were made.",
    ],
    check: SemanticsCheck(
      "BIND after 1.4.7", .recorded, [(1_500, differing: 0, kind: "")], on: "2026-11-28",
      remark: "These are its own classes, of May 2016, on observing as Apple documents it; the"
        + " programs have corrections, too. 1500 runs with the newest observer first agree under"
        + " 'siblings = newest', and so do 1500 with blocks that live bindings got by 'transform'.")
  )

  private static let kvo = SemanticsNote(
    name: "kvo", models: "key-value observing, as in GNUstep's Foundation 1.28",
    summary: "like bind, but the newest fires first and nothing is locked: a cycle never ends",
    otherwise: [
      "In GNUstep 1.28 a ring of two properties ends after two notifications. Here a cycle is"
        + " stopped 1000 writes deep.",
      "Apple documents when an observer is called: after each write, and before it on request. An"
        + " observer of a dependent key is also called when a key changes on which that depends,"
        + " and an observer of a key path when any object on the path is replaced.",
      "Apple promises no order among observers, so the order here is GNUstep's: the newest first."
        + " An observer of a key path is as new as the object to which the path leads now."
        + " Observers of a dependent key are called after those of the key on which it depends.",
      "GNUstep does not notify for a property that changes while it notifies. Here its observers"
        + " are called inside the other notification, as on Apple's systems.",
      "If an observer removes an older one of the same property, GNUstep calls it twice. Here it"
        + " is called once.",
      "If the same object is set on a key path once more, GNUstep makes its observer the newest."
        + " Here the observer keeps its place.",
      "GNUstep announces a change of a dependent key together with that of its key. Here it is"
        + " announced just before the computed property is evaluated.",
      "In GNUstep what was done before an error stays. Here the turn is rolled back.",
    ],
    check: SemanticsCheck(
      "GNUstep 1.28", .running, [(2_000, differing: 0, kind: "")], on: "2026-11-23",
      remark: "The graphs have key paths, dependent keys, prior notifications and observers that"
        + " remove others."))

  private static let goo = SemanticsNote(
    name: "goo", models: "Goo: TwoWay, OneWay and TempWay on key-value observing",
    summary: "like kvo, but only changes are passed on, so a two-way binding settles",
    otherwise: [
      "In Goo the view comes first. Here the left value passes first, so write the view model on"
        + " the left.",
      "Goo calls an observer for each write, as under kvo. Here observers, too, are called for"
        + " changes only.",
      "The order of the observers is that of kvo, and a turn that fails is rolled back.",
      "In Goo a control has one binding, and another one replaces it. Here both stay, and a warning"
        + " says so.",
    ],
    replacesBinding: "Goo",
    check: .notRun("Goo", "It is based on kvo, which is compared with GNUstep."))

  private static let gobject = SemanticsNote(
    name: "gobject", models: "GLib's GBinding, as in GLib 2.74",
    summary: "a property that changes while it notifies starts over with the first listener",
    otherwise: [
      "GLib freezes the notifications of one object. Here 'batch' holds back those of all"
        + " objects.",
      "In GLib a binding has one source, and there are no computed properties. Here a binding may"
        + " have an expression for a source, and a property may be computed.",
      "In GLib a ring that adds to its value never ends, and uses no stack. Here it is stopped"
        + " and rolled back.",
    ],
    check: SemanticsCheck(
      "GLib 2.74.4", .running, [(3_400, differing: 0, kind: "")], on: "2026-11-23"))

  private static let qt = SemanticsNote(
    name: "qt", models: "Qt's QProperty, as in Qt 6.4",
    summary: "all bindings first, then the observers; a plain write removes its target's binding",
    otherwise: [
      "Qt has no two-way bindings. Here they are refused, because each would be a cycle by"
        + " itself.",
      "In Qt a binding that was in a loop keeps its error. Here each loop is reported.",
      "In Qt a binding cannot be removed while its target notifies its observers. Here it can.",
    ],
    check: SemanticsCheck(
      "Qt 6.4.2", .running, [(13_500, differing: 0, kind: "")], on: "2026-11-23"))

  private static let qml = SemanticsNote(
    name: "qml", models: "property bindings in QML files, as in Qt 6.12",
    summary: "depth first, each binding evaluated at once; a binding that is due again warns",
    otherwise: [
      "A function that is connected from code runs after all others there. Set 'observers = last'"
        + " for that.",
      "In QML a handler that writes its own property endlessly is an error of the stack. Here it is"
        + " stopped 1000 deep.",
      "'Binding' with 'when', aliases and bindable properties of C++ are left out.",
    ],
    check: SemanticsCheck(
      "Qt 6.12", .recorded,
      [(1_500, differing: 0, kind: ""), (500, differing: 0, kind: "with cycles")],
      on: "2026-11-28",
      remark: "Observers as handlers in the file, and as functions that are connected from code."))

  private static let xaml = SemanticsNote(
    name: "xaml", models: "the bindings of XAML, as in Avalonia 12.1",
    summary: "the target is on the right; a two-way binding writes it only what is new to it",
    otherwise: [
      "OneWay is '~>', TwoWay is '<>', OneTime is 'bind once', and OneWayToSource is '<~', each with"
        + " the target on the right.",
      "In WPF, as its documentation says, a write to the target of a OneWay binding removes the"
        + " binding, and a TwoWay binding reads its source again after it has written it. Neither"
        + " was run.",
      "In Avalonia a cycle that does not settle ends the process. Here it is stopped 1500 deep.",
      "'UpdateSourceTrigger', 'Delay', 'FallbackValue', 'TargetNullValue', styles and validation are"
        + " left out. 'default' and 'format' do some of that.",
      "A property that 'extend' adds has no declared value to go back to. It keeps its value when"
        + " its binding is removed.",
    ],
    check: SemanticsCheck(
      "Avalonia 12.1.6", .recorded,
      [(1_500, differing: 0, kind: ""), (500, differing: 0, kind: "with cycles")],
      on: "2026-11-28"))

  private static let javafx = SemanticsNote(
    name: "javafx", models: "the properties of JavaFX 11",
    summary: "values are pulled through bindings, and a bound target cannot be written",
    otherwise: [
      "In JavaFX a cycle of bindings overflows the stack when it is read. Here closing the cycle"
        + " is an error.",
      "In JavaFX a computed value depends on what it was declared with. Here that is all that its code"
        + " names, and what it reads besides, through a path or in a function.",
      "In JavaFX the stack limits the length of a chain. Here the limit is 4000 nested writes.",
      "If one end of a two-way binding refuses a value, JavaFX resets the other end. Here the"
        + " other end keeps the value.",
      "If an observer removes another one, JavaFX still notifies that one in the running round."
        + " Here it is not notified.",
      "JavaFX has no batches, and releasing an object does not remove its bindings.",
    ],
    check: SemanticsCheck(
      "JavaFX 11", .running, [(4_000, differing: 0, kind: "")], on: "2026-11-29"))

  private static let knockout = SemanticsNote(
    name: "knockout", models: "the observables of Knockout 3.5; a binding is a 'subscribe'",
    summary: "depth first, without locks; simple values are compared, so most cycles settle",
    otherwise: [
      "In Knockout a cycle overflows the stack. Here it is stopped 1000 deep and rolled back.",
      "Deferred updates are left out: 'batch' defers nothing.",
    ],
    check: SemanticsCheck(
      "Knockout 3.5.1", .running,
      [(1_500, differing: 0, kind: ""), (500, differing: 0, kind: "with cycles")],
      on: "2026-11-23"))

  private static let mobx = SemanticsNote(
    name: "mobx", models: "MobX 7; a binding is an 'autorun', an observer a 'reaction'",
    summary: "a queue in rounds; equal values are dropped; gives up before the 100th round",
    otherwise: [
      "In MobX an autorun depends on everything that it reads. Here a binding depends only on the"
        + " sources that it names.",
      "MobX only logs a runaway. Here it is an error of the statement that wrote.",
    ],
    check: SemanticsCheck(
      "MobX 7.0.3", .recorded,
      [(1_500, differing: 0, kind: ""), (500, differing: 0, kind: "with cycles")],
      on: "2026-11-23"))

  private static let signals = SemanticsNote(
    name: "signals", models: "Preact's signals 1.14; a binding is an 'effect'",
    summary: "a queue in rounds; within a round, what the last write set off fires first",
    otherwise: [
      "In Preact an effect depends on everything that it reads. Here a binding depends only on"
        + " the sources that it names."
    ],
    check: SemanticsCheck(
      "signals 1.14.4", .recorded,
      [(1_500, differing: 0, kind: ""), (500, differing: 0, kind: "with cycles")],
      on: "2026-11-23"))

  private static let vue = SemanticsNote(
    name: "vue", models: "Vue 3.5; a binding is a 'watch'",
    summary: "like mobx, but changes are passed on at the next tick",
    otherwise: [
      "Ticks are those of the virtual clock: 'wait', 'advance 0s' or the end of a compared run.",
      "In Vue a runaway is a warning on the console. Here it is an error.",
    ],
    check: SemanticsCheck(
      "Vue 3.5.41", .recorded,
      [(1_500, differing: 0, kind: ""), (500, differing: 1, kind: "with cycles")],
      on: "2026-11-23",
      remark: "Vue also counts watchers that a tick skips, so it gives up on one program that would"
        + " end.")
  )

  private static let angular = SemanticsNote(
    name: "angular", models: "the signals of Angular 22; a binding is an 'effect'",
    summary: "at the tick all that is due fires in the order of making, until nothing is due",
    otherwise: [
      "Ticks are those of the virtual clock: 'wait', 'advance 0s' or the end of a compared run.",
      "In Angular the first value passes at the next tick. Here it passes at once.",
      "Angular has no limit, so an endless circle hangs in the tick. Here a turn is stopped when one"
        + " binding has fired 1000 times.",
      "In Angular an effect depends on everything that it reads. Here a binding depends only on the"
        + " sources that it names.",
      "Left out are 'linkedSignal', 'resource', 'afterRenderEffect', and the"
        + " rules for errors in effects.",
    ],
    check: SemanticsCheck(
      "Angular 22.2.6", .recorded,
      [(1_500, differing: 0, kind: ""), (500, differing: 0, kind: "with cycles")],
      on: "2026-11-28"))

  private static func growing(in programs: String) -> String {
    "In \(programs) the numbers grow until they are infinite in JavaScript. Here whole numbers stay finite."
  }

  private static let solid = SemanticsNote(
    name: "solid", models: "Solid 1.9; a binding is a 'createEffect', a computed property a memo",
    summary: "memos first, then the effects in rounds; what runs goes to the end of its lists",
    otherwise: [
      "Each binding, observer and effect made outside of effects has a root of its own, so it has run with"
        + " all its consequences before the next is made.",
      "Solid has no limit: rounds are nested until the stack is full, which depends on the machine. Here a"
        + " turn is stopped after 3130 rounds.",
      "In Solid a memo or effect that was due when another one failed is never notified again. Here the"
        + " next change notifies effects.",
      "In Solid an effect that is stopped while it runs lives on with what it reads after that. Here it"
        + " ends.",
      "In Solid an effect depends on everything that it reads. Here a binding depends only on the sources"
        + " that it names.",
      "Left out are 'createRenderEffect', 'on' with several sources, stores, resources and transitions.",
    ],
    check: SemanticsCheck(
      "Solid 1.9.15", .recorded,
      [(1_500, differing: 0, kind: ""), (500, differing: 2, kind: "with cycles")],
      on: "2026-11-29", remark: growing(in: "two programs")))

  private static let svelte = SemanticsNote(
    name: "svelte", models: "the runes of Svelte 5.57; a binding is an '$effect'",
    summary: "at the tick a queue in rounds, in the order in which effects were marked",
    otherwise: [
      "Ticks are those of the virtual clock: 'wait', 'advance 0s' or the end of a compared run. In"
        + " Svelte this is a microtask, or 'flushSync'.",
      "In Svelte the first value passes at the next tick. Here it passes at once.",
      "In Svelte effects that were due when another one failed, or at the limit, never run again."
        + " Here the next change notifies them.",
      "In Svelte a change that nothing reads asks for a round, too, which counts for the limit.",
      "The order is that of 5.57.1 and later. Until 5.57.0 a derived value did not pass on every"
        + " mark.",
      "Left out are '$effect.pre', 'flushSync' in an effect, and what is asynchronous. Each effect"
        + " made outside of effects has a root of its own.",
    ],
    check: SemanticsCheck(
      "Svelte 5.57.3", .recorded,
      [(1_500, differing: 0, kind: ""), (500, differing: 1, kind: "with cycles")],
      on: "2026-11-28",
      remark: growing(in: "one program")))

  private static let react = SemanticsNote(
    name: "react", models: "'useState' and 'useEffect' of React 19; a binding is a 'useEffect'",
    summary: "a write is noted; all notes of a round are stored together, for the next round",
    otherwise: [
      "A property is a state of one component, a 'computed' is calculated during the render, and an"
        + " observer is an effect. Each effect depends on the one value that it names.",
      "A round is a render with its effects. It begins with a tick of the virtual clock: 'wait',"
        + " 'advance 0s' or the end of a compared run.",
      "In React an effect runs first after the first render. Here a binding reads its first value at"
        + " once, and notes what it writes.",
      "In React an endless circle renders forever, and a warning comes after 50 rounds. Here a turn"
        + " is stopped when one binding has fired 1000 times.",
      "In React an error in an effect removes the component. Here the values stand, and what was noted"
        + " in that round is lost.",
      "Left out are 'useLayoutEffect', 'useReducer', functions that update a state, cleanups, transitions"
        + " and several components.",
    ],
    check: SemanticsCheck(
      "React 19.3.1", .recorded,
      [(1_500, differing: 0, kind: ""), (500, differing: 1, kind: "with cycles")],
      on: "2026-11-28",
      remark: growing(in: "one program")))

  private static let observation = SemanticsNote(
    name: "observation", models: "Swift's Observation; a binding is a 'withObservationTracking'",
    summary: "a change is announced once, in advance; its listeners run at the next tick",
    otherwise: [
      "Swift notifies the observers of a property in no particular order. Here it is the order in"
        + " which they were made.",
      "Observation does not say when to evaluate again. Here that happens at the next tick, as in"
        + " SwiftUI. The tick is one of the virtual clock: 'wait' or 'advance 0s'.",
      "In Swift a computed property is evaluated at each read. Here it keeps its value as long as"
        + " nothing that it reads changes.",
      "In Swift a cycle that never settles keeps the program busy. Here it is a runaway.",
    ],
    check: SemanticsCheck(
      "Swift 6.3.1", .running, [(2_000, differing: 0, kind: "")], on: "2026-11-23"))

  private static let sheet = SemanticsNote(
    name: "sheet", models: "a spreadsheet, or a library such as Incremental",
    summary: "in order of dependency, each binding once a round: no glitches and no cycles",
    otherwise: [
      "It does not model one system. Spreadsheets and Incremental sort only computed values; here"
        + " copies are sorted, too.",
      "Two-way bindings are refused, and so is a binding that would close a cycle.",
      "Observers that keep writing back are stopped after 1000 rounds.",
    ],
    check: SemanticsCheck(
      "naive model", .model, [(100, differing: 0, kind: "")], on: "2026-11-23",
      remark: "Each binding fires at most once a round, and reads nothing stale."))
}
