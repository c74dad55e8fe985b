/// The workloads that are measured: those of `Tests/Peers`, with the same names, and more. W3 goes
/// through the language, and measurements of the whole program are in `ProcessShape`.
enum Workload: String, CaseIterable {
  case chain = "W1"
  case fan = "W2"
  case mapping = "W3"
  case doubleMapping = "W3-double"
  case negatingMapping = "W3-not"
  case stringMapping = "W3-strings"
  case readingChain = "W3-reads"
  case pair = "W4"
  case making = "W5"
  case deepest
  case cells, insert, event, timers, effect
  case rememberedChain = "W1-journal"
  case sheetChain = "W1-sheet"
  case sheetLayers = "layers-sheet"
  case signalsLayers = "layers-signals"
  case doubleSheetLayers = "layers-sheet-double"
  case doubleSignalsLayers = "layers-signals-double"
  case start, script, session, check
  case fromTrace = "from-trace"
  case classChain = "class-chain"
  case growth
  case scriptGrowth = "growth-scripts"

  /// Whether it is measured only if it is named.
  var isLong: Bool {
    switch self {
    case .start, .script, .session, .check, .fromTrace, .classChain, .growth, .scriptGrowth: true
    default: false
    }
  }

  /// The one that gives a figure of that name; nil if none does.
  init?(giving figure: String) {
    let found = Workload.allCases.filter {
      figure == $0.rawValue || figure.hasPrefix($0.rawValue + "-")
    }
    guard let longest = found.max(by: { $0.rawValue.count < $1.rawValue.count }) else { return nil }
    self = longest
  }

  private static let pairs = 100_000
  private static let samples = 15
  private static let depths = [
    1_000, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000, 200_000, 500_000, 1_000_000,
  ]

  /// Measures and shows each figure as soon as it is there.
  func measure(_ show: (Figures) -> Void) {
    if self == .growth || self == .scriptGrowth {
      if self == .growth { for growth in Growth.all { growth.measure().forEach(show) } }
      for growth in ScriptGrowth.all { growth.measure().forEach(show) }
    } else {
      figures().forEach(show)
    }
  }

  private func figures() -> [Figures] {
    switch self {
    case .chain: [timed(Shape.chain(1_000), unit: "ns/hop", units: 1_000)]
    case .fan: [timed(Shape.fan(1_000), unit: "ns/hop", units: 1_000)]
    case .mapping: [measureMapping(.addsOne)]
    case .doubleMapping: [measureMapping(.doubles)]
    case .negatingMapping: [measureMapping(.negates)]
    case .stringMapping: [measureMapping(.strings)]
    case .readingChain: [measureMapping(.reads)]
    case .pair: [timed(Shape.pair(), unit: "ns/write", units: 1)]
    case .making: measureMaking()
    case .deepest: [measureDeepest()]
    case .cells: measureCells()
    case .rememberedChain:
      [timed(Shape.chain(1_000, remembering: 100), unit: "ns/hop", units: 1_000)]
    case .sheetChain: [timed(Shape.chain(1_000, under: .sheet), unit: "ns/hop", units: 1_000)]
    case .sheetLayers: [measureLayers(LayerShape(.bindings, semantics: "sheet"))]
    case .signalsLayers: [measureLayers(LayerShape(.computed, semantics: "signals"))]
    case .doubleSheetLayers:
      [measureLayers(LayerShape(.bindings, .double, semantics: "sheet"))]
    case .doubleSignalsLayers:
      [measureLayers(LayerShape(.computed, .double, semantics: "signals"))]
    case .start: ProcessShape.start.measure()
    case .script: ProcessShape.script.measure()
    case .session: ProcessShape.session.measure()
    case .check: ProcessShape.check.measure()
    case .fromTrace: ProcessShape.fromTrace.measure()
    case .classChain: ProcessShape.classChain.measure()
    case .growth, .scriptGrowth: []
    case .insert: [measureInsert(1_000), measureInsert(100_000)]
    case .event: [measureEvent()]
    case .timers: [measureTimers()]
    case .effect: measureEffects()
    }
  }

  /// One sample in a process of its own: the numbers for the parent.
  func sampleAlone(_ size: Int) -> String {
    switch self {
    case .making:
      // Once before, so that the program's own pages are resident and only the graph's are counted.
      _ = makePairs(1)
      let before = residentBytes()
      let start = nanoseconds()
      let graph = makePairs(size)
      let time = nanoseconds() - start
      let bytes = residentBytes() - before
      return withExtendedLifetime(graph) {
        "\(time / Double(size)) \(Double(bytes) / Double(size))"
      }
    case .deepest:
      var shape = Shape.chain(size)
      shape.write(1)
      return "\(size)"
    case .cells:
      let shape = CellShape(count: size)
      let before = residentBytes()
      let start = nanoseconds()
      shape.bind()
      let time = nanoseconds() - start
      let bytes = residentBytes() - before
      return withExtendedLifetime(shape) {
        "\(time / Double(size)) \(Double(bytes) / Double(size))"
      }
    case .timers:
      let shape = TimerShape(timers: size)
      let start = nanoseconds()
      shape.advance()
      let time = nanoseconds() - start
      shape.check(size)
      return "\(time / Double(size))"
    default: return ""
    }
  }

  private func timed(_ shape: Shape, unit: String, units: Int) -> Figures {
    var shape = shape
    return Figures(
      rawValue, unit: unit, samples: time(unitsPerTurn: units) { shape.write($0) })
  }

  private func measureMapping(_ kind: ScriptShape.Kind) -> Figures {
    let shape = ScriptShape(kind)
    return Figures(
      rawValue, unit: "ns/hop", samples: time(unitsPerTurn: 1_000) { shape.write($0) })
  }

  private func measureLayers(_ shape: LayerShape) -> Figures {
    Figures(
      rawValue, unit: "ns/write", samples: time(unitsPerTurn: 1) { shape.write($0) })
  }

  private func measureMaking() -> [Figures] {
    let alone = (0..<Workload.samples).compactMap { _ in
      runAlone(["--sample", rawValue, "\(Workload.pairs)"])
    }.filter { $0.count == 2 }
    guard alone.count == Workload.samples else { fatalError("\(rawValue) failed") }
    _ = makePairs(Workload.pairs)
    let again = (0..<Workload.samples).map { _ in
      let start = nanoseconds()
      let graph = makePairs(Workload.pairs)
      let time = nanoseconds() - start
      return withExtendedLifetime(graph) { time / Double(Workload.pairs) }
    }
    return [
      Figures("W5", unit: "ns/binding", samples: alone.map { $0[0] }),
      Figures("W5-bytes", unit: "bytes/binding", samples: alone.map { $0[1] }),
      Figures("W5-again", unit: "ns/binding", samples: again),
    ]
  }

  private func samplesAlone(_ size: Int, fields: Int) -> [[Double]] {
    let alone = (0..<5).compactMap { _ in runAlone(["--sample", rawValue, "\(size)"]) }
      .filter { $0.count == fields }
    guard alone.count == 5 else { fatalError("\(rawValue) failed") }
    return alone
  }

  private func measureCells() -> [Figures] {
    let alone = samplesAlone(100_000, fields: 2)
    return [
      Figures("cells", unit: "ns/cell", samples: alone.map { $0[0] }),
      Figures("cells-bytes", unit: "bytes/cell", samples: alone.map { $0[1] }),
    ]
  }

  private func measureInsert(_ count: Int) -> Figures {
    let shape = CellShape(count: count)
    shape.bind()
    return Figures(
      "insert-\(count)", unit: "ns/change", samples: time(unitsPerTurn: 2) { shape.insert($0) })
  }

  private func measureEvent() -> Figures {
    let shape = EventShape(listeners: 1_000)
    return Figures(
      rawValue, unit: "ns/listener", samples: time(unitsPerTurn: 1_000) { shape.fire($0) })
  }

  /// The samples of the two kinds are taken in turns, since their ratio is what matters.
  private func measureEffects() -> [Figures] {
    EffectShape.semantics.flatMap { semantics in
      let shapes = EffectShape.Kind.allCases.map { ($0, EffectShape($0, semantics: semantics)) }
      var samples: [EffectShape.Kind: [Double]] = [:]
      for _ in 0..<3 {
        for (kind, shape) in shapes {
          samples[kind, default: []] += time(unitsPerTurn: EffectShape.count) { shape.write($0) }
        }
      }
      return shapes.map { kind, _ in
        Figures(
          "\(rawValue)-\(semantics)-\(kind.rawValue)", unit: "ns/run", samples: samples[kind] ?? [])
      }
    }
  }

  private func measureTimers() -> Figures {
    Figures(
      rawValue, unit: "ns/timer", samples: samplesAlone(1_000_000, fields: 1).map { $0[0] })
  }

  private func measureDeepest() -> Figures {
    var deepest = 0
    var note = "no limit met"
    for depth in Workload.depths {
      guard runAlone(["--sample", rawValue, "\(depth)"]) != nil else {
        note = "\(depth) fails"
        break
      }
      deepest = depth
    }
    return Figures(rawValue, unit: "hops", samples: [Double(deepest)], note: note)
  }
}
