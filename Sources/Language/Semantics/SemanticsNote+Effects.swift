// The presets of libraries of signals and effects.
extension SemanticsNote {
  /// What the comparisons of libraries in JavaScript share.
  private static let numbers =
    "The programs were run with numbers as in JavaScript, where endless growth is infinite in the end."

  static let mobx = SemanticsNote(
    name: "mobx", models: "MobX 7; a binding is an 'autorun', an observer a 'reaction'",
    summary: "a queue in rounds; equal values are dropped; gives up before the 100th round",
    otherwise: [
      "In MobX an autorun depends on everything that it reads. Here a binding depends only on the"
        + " sources that it names."
    ],
    circle: (
      "MobX only logs a runaway: 'Reaction doesn't converge to a stable state after 100 iterations'",
      "Here it is an error of the statement that wrote"
    ),
    check: SemanticsCheck(
      "MobX 7.0.3", .recorded,
      [(1_500, differing: 0, kind: ""), (500, differing: 0, kind: "with cycles")],
      on: "2026-11-23"))

  static let signals = SemanticsNote(
    name: "signals", models: "Preact's signals 1.14; a binding is an 'effect'",
    summary: "a queue in rounds; within a round, what the last write set off fires first",
    otherwise: [
      "In Preact an effect depends on everything that it reads. Here a binding depends only on"
        + " the sources that it names."
    ],
    circle: (
      "in Preact a runaway is the error 'Cycle detected', thrown to the statement that wrote",
      "Here, too, the values stand"
    ),
    check: SemanticsCheck(
      "signals 1.14.4", .recorded,
      [(1_500, differing: 0, kind: ""), (500, differing: 0, kind: "with cycles")],
      on: "2026-11-23"))

  static let vue = SemanticsNote(
    name: "vue", models: "Vue 3.5; a binding is a 'watch'",
    summary: "like mobx, but changes are passed on at the next tick",
    otherwise: [
      "Ticks are those of the virtual clock: 'wait', 'advance 0s' or the end of a compared run."
    ],
    circle: (
      "in Vue a runaway is a warning on the console: 'Maximum recursive updates exceeded'",
      "Here it is an error"
    ),
    check: SemanticsCheck(
      "Vue 3.5.41", .recorded,
      [(1_500, differing: 0, kind: ""), (500, differing: 0, kind: "with cycles")],
      on: "2026-11-30", remark: numbers))

  static let angular = SemanticsNote(
    name: "angular", models: "the signals of Angular 22; a binding is an 'effect'",
    summary: "at the tick all that is due fires in the order of making, until nothing is due",
    otherwise: [
      "Ticks are those of the virtual clock: 'wait', 'advance 0s' or the end of a compared run.",
      "In Angular the first value passes at the next tick. Here it passes at once.",
      "In Angular an effect depends on everything that it reads. Here a binding depends only on the"
        + " sources that it names.",
      "Left out are 'linkedSignal', 'resource', 'afterRenderEffect', and the"
        + " rules for errors in effects.",
    ],
    circle: (
      "Angular has no limit, so an endless circle hangs in the tick",
      "Here a turn is stopped when one binding has fired 1000 times"
    ),
    check: SemanticsCheck(
      "Angular 22.2.6", .recorded,
      [(1_500, differing: 0, kind: ""), (500, differing: 0, kind: "with cycles")],
      on: "2026-11-28"))

  static let solid = SemanticsNote(
    name: "solid", models: "Solid 1.9; a binding is a 'createEffect', a computed property a memo",
    summary: "memos first, then the effects in rounds; what runs goes to the end of its lists",
    otherwise: [
      "Each binding, observer and effect made outside of effects has a root of its own, so it has run with"
        + " all its consequences before the next is made.",
      "In Solid a memo or effect that was due when another one failed is never notified again. Here the"
        + " next change notifies effects.",
      "In Solid an effect that is stopped while it runs lives on with what it reads after that. Here it"
        + " ends.",
      "In Solid an effect depends on everything that it reads. Here a binding depends only on the sources"
        + " that it names.",
      "Left out are 'createRenderEffect', 'on' with several sources, stores, resources and transitions.",
    ],
    circle: (
      "Solid has no limit: rounds are nested until the stack is full, which depends on the machine:"
        + " 'Maximum call stack size exceeded', thrown to the statement that wrote",
      "Here a turn is stopped after 3130 rounds"
    ),
    check: SemanticsCheck(
      "Solid 1.9.15", .recorded,
      [(1_500, differing: 0, kind: ""), (500, differing: 0, kind: "with cycles")],
      on: "2026-11-30", remark: numbers))

  static let svelte = SemanticsNote(
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
    circle: (
      "in Svelte a runaway is the error 'effect_update_depth_exceeded', where the effects are flushed",
      "Here it is an error of the statement that let the tick come"
    ),
    check: SemanticsCheck(
      "Svelte 5.57.3", .recorded,
      [(1_500, differing: 0, kind: ""), (500, differing: 0, kind: "with cycles")],
      on: "2026-11-30", remark: numbers))

  static let react = SemanticsNote(
    name: "react", models: "'useState' and 'useEffect' of React 19; a binding is a 'useEffect'",
    summary: "a write is noted; all notes of a round are stored together, for the next round",
    otherwise: [
      "A property is a state of one component, a 'computed' is calculated during the render, and an"
        + " observer is an effect. Each effect depends on the one value that it names.",
      "A round is a render with its effects. It begins with a tick of the virtual clock: 'wait',"
        + " 'advance 0s' or the end of a compared run.",
      "In React an effect runs first after the first render. Here a binding reads its first value at"
        + " once, and notes what it writes.",
      "In React an error in an effect removes the component. Here the values stand, and what was noted"
        + " in that round is lost.",
      "Left out are 'useLayoutEffect', 'useReducer', functions that update a state, cleanups, transitions"
        + " and several components.",
    ],
    circle: (
      "in React an endless circle renders forever, and a development build warns after 50 rounds:"
        + " 'Maximum update depth exceeded'",
      "Here a turn is stopped when one binding has fired 1000 times"
    ),
    check: SemanticsCheck(
      "React 19.3.1", .recorded,
      [(1_500, differing: 0, kind: ""), (500, differing: 0, kind: "with cycles")],
      on: "2026-11-30", remark: numbers))
}
