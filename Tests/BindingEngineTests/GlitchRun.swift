import TestSupport

@testable import BindingEngine

/// A graph that is asked for its glitches, and the model that finds them from the whole trace.
final class GlitchRun {
  let world: World
  let shape: GlitchShape
  /// Whether each reading is looked at.
  let isJudging: Bool
  var cells: [PropertyID] = []
  /// The links that had a glitch, by the engine and by the model, once for each firing; 0 for a
  /// `computed`.
  var reported: [UInt32] = []
  var expected: [UInt32] = []
  var lines: [String] = []
  var count: Int { reported.count }
  private var model: GlitchModel
  /// How often a block has run. Ways round a graph double with each level, so that is interrupted.
  private var steps = 0
  private let interrupt = UnsafeMutablePointer<Int32>.allocate(capacity: 1)

  init(_ shape: GlitchShape, _ semantics: Semantics, isJudging: Bool = false) {
    world = World(semantics)
    self.shape = shape
    self.isJudging = isJudging
    model = GlitchModel(evaluatesWhenRead: semantics.computed != .push)
    interrupt.initialize(to: 0)
    world.graph.core.pointee.interruptFlag = UnsafePointer(interrupt)
    if isJudging {
      world.graph.onTrace = { [unowned self] event in
        if lines.isEmpty { model.renumber { Int(core.pointee.moved(UInt32($0))) } }
        lines.append("\(event.sequence)<\(event.cause) \(event)")
        guard event.kind == .glitch else { return model.note(event) }
        let link = event.binding?.index ?? 0
        let isComputed = world.graph.core.pointee.links[link].flags.contains(.computed)
        reported.append(isComputed ? 0 : link)
      }
    }
    for cell in 0..<shape.count {
      let object = world.object()
      if let reads = shape.computed[cell] {
        let spec = PropertySpec.computed("sum") { [unowned self] _, _ in
          try evaluating(cells[cell].slot) { try sum(reads) }
        }
        cells.append(try! world.graph.extend(object, with: spec)!)
      } else {
        cells.append(try! world.value(of: object))
        try! world.graph.set(cells[cell], to: .int(0))
      }
    }
    for cell in cells { _ = try? world.graph.value(of: cell) }
    for link in shape.links {
      (steps, interrupt.pointee) = (0, 0)
      try? make(link)
    }
    try? world.graph.tick()
  }

  deinit {
    world.graph.core.pointee.interruptFlag = nil
    interrupt.deallocate()
  }

  // MARK: Making

  private func make(_ link: GlitchShape.Link) throws {
    let graph = world.graph
    switch link {
    case .oneWay(let source, let target, let change):
      try graph.bind(.property(cells[source]), to: .property(cells[target])) {
        // Nobody sees what a plain copy reads.
        if change == .same { return }
        let body = { [unowned self] (value: Value) throws -> Value in
          judge { look(at: source, value) }
          return .int(change.apply(try World.number(value)))
        }
        // A binding that does nothing but map goes a way of its own.
        if change == .next {
          $0.transformers = [graph.makeTransformer(forward: body)]
        } else {
          $0.transform = body
        }
      }
    case .bothWays(let one, let other, let shift):
      let shifting = graph.makeTransformer(
        forward: { [unowned self] value in
          judge { look(at: one, value) }
          return .int((try World.number(value) + shift) % 10)
        },
        reverse: { [unowned self] value in
          judge { look(at: other, value) }
          return .int((try World.number(value) - shift + 10) % 10)
        })
      try graph.bindBothWays(.property(cells[one]), .property(cells[other])) {
        $0.transformers = [shifting]
      }
    case .join(let reads, let target, let change):
      try graph.bind(
        .expression { [unowned self] _ in
          .int(change.apply(try World.number(try sum(reads))))
        }, to: .property(cells[target]))
    case .observer(let reads):
      try graph.observe(cells[reads[0]]) { [unowned self] change in
        judge {
          look(at: reads[0], change.value)
          for cell in reads.dropFirst() {
            if let value = try? graph.value(of: cells[cell]) { look(at: cell, value) }
          }
        }
      }
    }
  }

  private func sum(_ reads: [Int]) throws -> Value {
    var sum = 0
    var failure: (any Error)?
    judge {
      for cell in reads {
        do {
          let value = try world.graph.value(of: cells[cell])
          look(at: cell, value)
          sum += try World.number(value)
        } catch { failure = failure ?? error }
      }
    }
    if let failure { throw failure }
    return .int(sum % 10)
  }

  // MARK: Writing

  /// - Returns: Whether it went well.
  func take(_ step: GlitchStep) -> Bool {
    let graph = world.graph
    begin()
    var error = graphError {
      if step.writes.count == 1 {
        try graph.set(cells[step.writes[0].cell], to: .int(step.writes[0].value))
      } else {
        try graph.batch {
          for write in step.writes { try graph.set(cells[write.cell], to: .int(write.value)) }
        }
      }
    }
    if error == nil, graph.core.pointee.isTickDue {
      begin()
      error = graphError { try graph.tick() }
    }
    expected = model.glitches()
    return error == nil && graph.lastTurn.loop == nil
  }

  private func begin() {
    (reported, expected, lines) = ([], [], [])
    (steps, interrupt.pointee) = (0, 0)
    model.begin()
  }

  // MARK: What the model sees

  private var core: UnsafeMutablePointer<GraphCore> { world.graph.core }
  private var nextEvent: Int { Int(core.pointee.recording.lastSequence) + 1 }

  /// One firing: what `body` reads is looked at.
  private func judge(_ body: () -> Void) {
    steps += 1
    if steps > 60 { interrupt.pointee = 1 }
    guard isJudging else { return body() }
    var level = core.pointee.frames.count - 1
    while level >= 0, core.pointee.frames[UInt32(level)].link == 0 { level -= 1 }
    guard level >= 0 else { return body() }
    let frame = core.pointee.frames[UInt32(level)]
    let isComputed = core.pointee.links[frame.link].flags.contains(.computed)
    model.beginReading(
      by: core.pointee.lead(of: frame.link), isComputed: isComputed, event: Int(frame.event))
    body()
    model.endReading()
  }

  private func evaluating(_ slot: UInt32, _ body: () throws -> Value) rethrows -> Value {
    guard isJudging else { return try body() }
    model.beginEvaluation(of: slot)
    let value = try body()
    model.endEvaluation(nextEvent)
    return value
  }

  private func look(at cell: Int, _ value: Value) {
    guard isJudging else { return }
    model.read(cells[cell].slot, value, before: nextEvent) { [core] in core.pointee.read($0) }
  }
}
