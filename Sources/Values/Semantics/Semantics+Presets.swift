extension Semantics {
  /// BIND 1.4.7: depth first, nothing compared, each binding locked while it fires.
  public static let bind = Semantics(name: "bind")

  /// Plain key-value observing: no lock, so a cycle recurses.
  ///
  /// Apple promises no order among observers; the newest first is GNUstep's. Real key-value
  /// observing overflows its stack; here a depth of 1,000 is a runaway, which is rolled back.
  public static let kvo: Semantics = {
    var semantics = Semantics(name: "kvo")
    semantics.siblings = .newest
    semantics.lock = .no
    semantics.again = .recurse
    semantics.limit = 1_000
    semantics.limitUnit = .depth
    return semantics
  }()

  /// Goo: key-value observing that passes only changes on, so that a two-way binding settles.
  public static let goo: Semantics = {
    var semantics = kvo
    semantics.name = "goo"
    semantics.equal = .drop
    return semantics
  }()

  /// GLib's GBinding. A property that changes while it notifies starts over with its first
  /// listener.
  public static let gobject: Semantics = {
    var semantics = Semantics(name: "gobject")
    semantics.lock = .bindings
    semantics.again = .restart
    semantics.flush = .batch
    semantics.death = .either
    semantics.error = .goOn
    semantics.limit = 1_000
    return semantics
  }()

  /// Qt 6.4's QProperty: bindings are evaluated first, then all observers are notified.
  public static let qt: Semantics = {
    var semantics = Semantics(name: "qt")
    semantics.siblings = .latest
    semantics.observers = .after
    semantics.equal = .drop
    semantics.lock = .observers
    semantics.again = .error
    semantics.write = .break
    semantics.flush = .batch
    semantics.death = .either
    semantics.error = .stop
    semantics.beyond = .stand
    semantics.limit = nil
    return semantics
  }()

  /// The bindings of QML, as in Qt 6.12: those of expressions in its files.
  public static let qml: Semantics = {
    var semantics = qt
    semantics.name = "qml"
    semantics.siblings = .oldest
    semantics.observers = .inline
    semantics.subscribe = .renewed
    semantics.lock = .no
    semantics.flush = .now
    semantics.error = .goOn
    semantics.limit = 1_000
    semantics.limitUnit = .depth
    return semantics
  }()

  /// The bindings of XAML, as in Avalonia 12.1.
  public static let xaml: Semantics = {
    var semantics = Semantics(name: "xaml")
    semantics.subscribe = .shared
    semantics.equal = .drop
    semantics.resend = .changed
    semantics.ended = .clear
    semantics.lock = .no
    semantics.error = .goOn
    semantics.limit = 1_500
    semantics.limitUnit = .depth
    return semantics
  }()

  /// JavaFX 11's properties.
  public static let javafx: Semantics = {
    var semantics = Semantics(name: "javafx")
    semantics.observers = .last
    semantics.computed = .pull
    semantics.bound = .pull
    semantics.depends = .named
    semantics.equal = .drop
    semantics.lock = .twoWay
    semantics.write = .refuse
    semantics.error = .goOn
    semantics.limit = 4_000
    semantics.limitUnit = .depth
    return semantics
  }()

  /// Knockout 3.5's observables; a binding is a `subscribe`.
  public static let knockout: Semantics = {
    var semantics = Semantics(name: "knockout")
    semantics.subscribe = .begun
    semantics.equal = .dropSimple
    semantics.passed = .announced
    semantics.lock = .computed
    semantics.error = .stop
    semantics.limit = 1_000
    semantics.limitUnit = .depth
    return semantics
  }()

  /// MobX 7; a binding is an `autorun`, an observer a `reaction`.
  public static let mobx: Semantics = {
    var semantics = effects("mobx", limit: 99, of: .rounds)
    semantics.subscribe = .afterwards
    semantics.inside = .readers
    semantics.restored = .observers
    semantics.start = .queue
    return semantics
  }()

  /// Preact's signals 1.14; a binding is an `effect`.
  public static let signals: Semantics = {
    var semantics = effects("signals", limit: 100, of: .rounds)
    semantics.siblings = .latest
    semantics.subscribe = .reading
    semantics.inside = .nobody
    semantics.restored = .batch
    return semantics
  }()

  /// Vue 3.5; a binding is a `watch`.
  public static let vue: Semantics = {
    var semantics = effects("vue", limit: 101, of: .firings)
    semantics.siblings = .lastWay
    semantics.subscribe = .reading
    semantics.inside = .parts
    semantics.restored = .tick
    semantics.flush = .tick
    semantics.running = .hold
    return semantics
  }()

  /// Angular 22's signals; a binding is an `effect`, which runs in the tick.
  ///
  /// Angular has no limit: an endless circle hangs in the tick. Here it is a runaway.
  public static let angular: Semantics = {
    var semantics = effects("angular", limit: 1_000, of: .firings)
    semantics.siblings = .passes
    semantics.subscribe = .reading
    semantics.inside = .nobody
    semantics.flush = .tick
    semantics.start = .queue
    semantics.inner = .refuse
    return semantics
  }()

  /// Solid 1.9; a binding is a `createEffect` in a root of its own, a computed value a memo.
  ///
  /// Solid has no limit: rounds are nested until the stack is full, after some 3,130 in Node.
  public static let solid: Semantics = {
    var semantics = effects("solid", limit: 3_130, of: .rounds)
    semantics.computed = .ahead
    semantics.subscribe = .eachRun
    semantics.inside = .nobody
    semantics.start = .queue
    semantics.inner = .end
    semantics.error = .stop
    return semantics
  }()

  /// Svelte 5.57's runes; a binding is an `$effect`.
  public static let svelte: Semantics = {
    var semantics = effects("svelte", limit: 1_001, of: .rounds)
    semantics.siblings = .marks
    semantics.subscribe = .prefix
    semantics.inside = .parts
    semantics.flush = .tick
    semantics.start = .queue
    semantics.inner = .end
    semantics.error = .stop
    return semantics
  }()

  /// React 19's `useState` and `useEffect` in one component; a binding is an effect.
  ///
  /// React has no limit: an endless circle of effects renders forever. Here it is a runaway.
  public static let react: Semantics = {
    var semantics = effects("react", limit: 1_000, of: .firings)
    semantics.siblings = .passes
    semantics.subscribe = .reading
    semantics.inside = .nobody
    semantics.flush = .render
    semantics.error = .stop
    return semantics
  }()

  /// RxJS 7.8's subjects; a computed value is a `combineLatest` with `map`, and a choice a `switchMap`.
  ///
  /// A circle fills the stack there. Here a depth of 1,000 is a runaway, which is rolled back.
  public static let rx: Semantics = {
    var semantics = streams("rx")
    semantics.computed = .own
    semantics.subscribe = .reading
    semantics.inside = .nobody
    return semantics
  }()

  /// As `rx`, with `distinctUntilChanged` and a counting `shareReplay` behind each computed value.
  public static let rxshared: Semantics = {
    var semantics = rx
    semantics.name = "rxshared"
    semantics.computed = .shared
    return semantics
  }()

  /// Combine's `CurrentValueSubject`. Combine promises no order; here it is the oldest first.
  public static let combine: Semantics = {
    var semantics = rx
    semantics.name = "combine"
    semantics.inside = .all
    return semantics
  }()

  /// Combine's `@Published`, which stores a value when its subscribers have been notified.
  public static let published: Semantics = {
    var semantics = combine
    semantics.name = "published"
    semantics.stored = .after
    return semantics
  }()

  /// RxSwift 6's relays.
  public static let rxswift: Semantics = {
    var semantics = rx
    semantics.name = "rxswift"
    semantics.inside = .all
    semantics.subscribe = .firstPlace
    return semantics
  }()

  /// ReactiveSwift 7's properties: a composed one is subscribed when it is made.
  public static let reactiveswift: Semantics = {
    var semantics = streams("reactiveswift")
    semantics.subscribe = .begun
    return semantics
  }()

  /// What libraries of streams share.
  private static func streams(_ name: String) -> Semantics {
    var semantics = Semantics(name: name)
    semantics.passed = .kept
    semantics.lock = .no
    semantics.error = .goOn
    semantics.limit = 1_000
    semantics.limitUnit = .depth
    return semantics
  }

  /// Swift's `Observation`: each change is announced once, before it happens. What was notified
  /// runs at the next tick, and then begins to observe again.
  ///
  /// Swift notifies the observers of a property in no particular order; here it is the order in
  /// which they were made.
  public static let observation: Semantics = {
    var semantics = effects("observation", limit: 1_000, of: .firings)
    semantics.equal = .drop
    semantics.computed = .plain
    semantics.flush = .tick
    return semantics
  }()

  /// What those with a queue share.
  private static func effects(_ name: String, limit: Int, of unit: LimitUnit) -> Semantics {
    var semantics = Semantics(name: name)
    semantics.order = .queue
    semantics.computed = .pull
    semantics.equal = .dropSame
    semantics.lock = .no
    semantics.again = .settle
    semantics.flush = .batch
    semantics.error = .goOn
    semantics.beyond = .stand
    semantics.limit = limit
    semantics.limitUnit = unit
    return semantics
  }

  /// A spreadsheet, or Incremental: each binding fires at most once a round, after all that it
  /// depends on.
  public static let sheet: Semantics = {
    var semantics = Semantics(name: "sheet")
    semantics.order = .topological
    semantics.observers = .after
    semantics.computed = .pull
    semantics.equal = .drop
    semantics.lock = .no
    semantics.again = .error
    semantics.write = .break
    semantics.flush = .batch
    semantics.late = .drop
    semantics.death = .either
    semantics.limit = 1_000
    semantics.limitUnit = .rounds
    return semantics
  }()

  /// The presets by name, in the order in which they are listed.
  public enum Preset: String, CaseIterable, Sendable {
    case bind, kvo, goo, gobject, qt, qml, xaml, javafx, knockout, mobx, signals, vue
    case solid, angular, svelte, react, rx, rxshared
    case combine, published, rxswift, reactiveswift
    case observation, sheet

    public var semantics: Semantics {
      switch self {
      case .bind: .bind
      case .kvo: .kvo
      case .goo: .goo
      case .gobject: .gobject
      case .qt: .qt
      case .qml: .qml
      case .xaml: .xaml
      case .javafx: .javafx
      case .knockout: .knockout
      case .mobx: .mobx
      case .signals: .signals
      case .vue: .vue
      case .solid: .solid
      case .angular: .angular
      case .svelte: .svelte
      case .react: .react
      case .rx: .rx
      case .rxshared: .rxshared
      case .combine: .combine
      case .published: .published
      case .rxswift: .rxswift
      case .reactiveswift: .reactiveswift
      case .observation: .observation
      case .sheet: .sheet
      }
    }
  }

  /// The semantics of the named systems, in the order in which they are listed.
  public static let presets = Preset.allCases.map(\.semantics)
}
