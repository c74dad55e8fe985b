import Values

/// The texts of `help semantics` about a preset, besides its knobs.
public struct SemanticsNote: Sendable {
  public let name: String
  /// The system and version that it models.
  public let models: String
  /// What distinguishes it, in one line without a full stop.
  public let summary: String
  /// How it differs from the system, in one or two sentences each, except `circle`.
  let otherwise: [String]
  /// What an endless circle comes to in the system, in its own words, and what here: a
  /// clause and a sentence without full stops.
  public var circle: (there: String, here: String)?
  /// The system, if it promises no order among the subscribers of a value.
  public var promisesNoOrder: String?
  /// The system, if there a binding of an end that is bound replaces the first one, but not here.
  public var replacesBinding: String?
  /// What happens there to a computed value that changes while it notifies, if it is not allowed: a clause.
  public var endWhereRenotified: String?
  /// The comparison with its system.
  public let check: SemanticsCheck

  /// How it differs from the system, in one or two sentences each.
  public var differences: [String] {
    guard let (there, here) = circle else { return otherwise }
    return otherwise + [there.prefix(1).uppercased() + there.dropFirst() + ". \(here)."]
  }

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
    ],
    circle: (
      "in GLib a ring that adds to its value never ends, and uses no stack",
      "Here it is stopped and rolled back"
    ),
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
      "'Binding' with 'when', aliases and bindable properties of C++ are left out.",
    ],
    circle: (
      "in QML a handler that writes its own property endlessly is a 'RangeError: Maximum call stack"
        + " size exceeded'",
      "Here it is stopped 1000 deep"
    ),
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
      "'UpdateSourceTrigger', 'Delay', 'FallbackValue', 'TargetNullValue', styles and validation are"
        + " left out. 'default' and 'format' do some of that.",
      "A property that 'extend' adds has no declared value to go back to. It keeps its value when"
        + " its binding is removed.",
    ],
    circle: (
      "in Avalonia a cycle that does not settle fills the stack, and ends the process",
      "Here it is stopped 1500 deep"
    ),
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
      "Deferred updates are left out: 'batch' defers nothing."
    ],
    circle: (
      "in Knockout a cycle fills the stack: 'Maximum call stack size exceeded', thrown to the"
        + " statement that wrote",
      "Here it is stopped 1000 deep and rolled back"
    ),
    check: SemanticsCheck(
      "Knockout 3.5.1", .running,
      [(1_500, differing: 0, kind: ""), (500, differing: 0, kind: "with cycles")],
      on: "2026-11-23"))

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
    ],
    circle: ("in Swift a cycle that never settles keeps the program busy", "Here it is a runaway"),
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
