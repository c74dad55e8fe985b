// The presets of libraries of streams.
extension SemanticsNote {
  /// What happens there to a circle of bindings, also with equal values.
  private static func circle(in system: String, _ end: String) -> (there: String, here: String) {
    (
      "in \(system) a circle fills the stack, even with equal values, and \(end)",
      "Here a depth of 1000 is a runaway, and the turn is rolled back"
    )
  }

  private static let late =
    "the error comes later and not to the statement that wrote: 'Maximum call stack size exceeded'"

  private static let fatal = "ends the process inside that write, in Xcode as 'EXC_BAD_ACCESS'"

  private static let choices =
    "A choice ('? :', '&&', 'if', 'switch') in a computed value is what 'switchMap' is there:"
    + " each value of its condition ends and begins what it has chosen."

  private static let leftOut =
    "Errors and completion of streams, demand and schedulers are left out. 'Debounce', 'Throttle'"
    + " and their like are transformers, under every preset."

  /// The comparison with recorded programs, of which none differs.
  private static func recorded(
    _ system: String, _ counts: (Int, Int) = (1_500, 500), remark: String = ""
  ) -> SemanticsCheck {
    SemanticsCheck(
      system, .recorded,
      [(counts.0, differing: 0, kind: ""), (counts.1, differing: 0, kind: "with cycles")],
      on: "2026-11-28", remark: remark)
  }

  private static let openCombine = recorded(
    "OpenCombine 0.14, its set made a list", (572, 186),
    remark: "It has no 'combineLatest', so programs with a sum of several sources were not run.")

  static let rx = SemanticsNote(
    name: "rx",
    models: "the subjects of RxJS 7.8; a computed value is 'combineLatest' and 'map'",
    summary: "at once, depth first, nothing compared; each listener has its own computed values",
    otherwise: [choices, leftOut],
    circle: circle(in: "RxJS", late),
    check: recorded("RxJS 7.8.2"))

  static let rxshared = SemanticsNote(
    name: "rxshared",
    models: "RxJS 7.8 with 'distinctUntilChanged' and 'shareReplay' behind each computed value",
    summary: "as 'rx'; a computed value is one for all listeners, and drops an equal value",
    otherwise: [choices, leftOut],
    circle: circle(in: "RxJS", late),
    check: recorded("RxJS 7.8.2"))

  static let combine = SemanticsNote(
    name: "combine",
    models: "Combine's 'CurrentValueSubject', as OpenCombine 0.14 does it",
    summary: "as 'rx'; Combine promises no order, here it is the oldest subscriber first",
    otherwise: [
      "Combine keeps subscribers in a set, and calls them in another order in each run. Here it is"
        + " the order of subscription: nothing promises it.",
      choices, leftOut,
    ],
    circle: circle(in: "Combine", fatal),
    promisesNoOrder: "Combine", check: openCombine)

  static let published = SemanticsNote(
    name: "published",
    models: "Combine's '@Published', as OpenCombine 0.14 does it",
    summary: "as 'combine'; a value is stored after its subscribers have been notified",
    otherwise: [
      "As under 'combine', nothing promises the order of subscribers.",
      "'objectWillChange' is not there; 'observe prior' on a property is the nearest.",
      choices, leftOut,
    ],
    circle: circle(in: "Combine", fatal),
    promisesNoOrder: "Combine", check: openCombine)

  static let rxswift = SemanticsNote(
    name: "rxswift",
    models: "the relays of RxSwift 6; a binding is 'bind(to:)'",
    summary: "as 'rx'; a subscriber takes the first place if that is free, else the last",
    otherwise: [
      "From the 32nd subscriber of a relay on RxSwift promises no order. Here it stays the same.",
      "Builds for debugging warn there of a value that is sent while the relay notifies, and go on:"
        + " 'Reentrancy anomaly was detected.'",
      choices, leftOut,
    ],
    circle: circle(in: "RxSwift", fatal),
    check: recorded("RxSwift after 6.10.2"))

  static let reactiveswift = SemanticsNote(
    name: "reactiveswift",
    models: "ReactiveSwift 7.2's 'MutableProperty' and 'Property'; a binding is '<~'",
    summary: "as 'rx'; a computed value is one for all, subscribed when it is made",
    otherwise: [
      "A combined property that changes while it notifies ends the process in ReactiveSwift's builds"
        + " for debugging: 'Unexpected pthread mutex error code: 35'. Here a warning says so and it"
        + " goes on, as in its release builds on Linux.",
      choices, leftOut,
    ],
    circle: circle(in: "ReactiveSwift", fatal),
    endWhereRenotified: "in ReactiveSwift's builds for debugging the process ends here; on Linux:"
      + " 'Unexpected pthread mutex error code: 35'",
    check: recorded("ReactiveSwift 7.2.1"))
}
