import BindingEngine
import Exploring
import Interpreter
import Language
import Syntax
import TestSupport
import Testing

/// Operators on the way, as transformers, blocks and bindings: they do what RxSwift did on its virtual
/// clock, to the tick. See `Tests/Systems/recorded/README.md`.
@Suite struct OperatorTimelineTests {
  private static let timelines = Result {
    try Recordings.read("operators.ndjson") as [OperatorTimeline]
  }

  private static let logs = Result {
    try Recordings.read("operators.rxswift.ndjson") as [RecordedLog]
  }

  /// A session that has made a timeline's operators, and what comes out of them.
  private struct Run {
    let host = TextHost(keepsMessages: true)
    let session: Session

    init(_ timeline: OperatorTimeline, traceMode: TraceMode = .off) {
      var options = SessionOptions()
      options.journalLimit = 1_000
      options.traceMode = traceMode
      session = Session(host: host, options: options)
      session.run(SourceFile(name: "<script>", text: timeline.script))
    }

    var turn: Int { session.core.pointee.turn.number }

    /// `TICK VALUE` for each line that `statement` prints with a time, and every other line as it is.
    func log(_ statement: String) -> [String] {
      host.output = ""
      session.run(SourceFile(name: "<script>", text: statement))
      return host.output.split(separator: "\n").map(String.init)
        .filter { !$0.hasPrefix("rewound") }
        .map { line in
          let parts = line.split(separator: " ")
          guard parts.count == 2, let tick = Run.tick(parts[0]) else { return line }
          return "\(tick) \(parts[1])"
        }
    }

    /// The tick of a time such as `300ms` or `2s`; nil for another text, or a time between two ticks.
    private static func tick(_ time: Substring) -> Int? {
      let units = [("ms", 1), ("s", 1_000), ("m", 60_000)]
      guard let (unit, length) = units.first(where: { time.hasSuffix($0.0) }),
        let count = Int(time.dropLast(unit.count)), (count * length).isMultiple(of: 100)
      else { return nil }
      return count * length / 100
    }
  }

  @Test func `each recorded timeline has its log`() throws {
    let (timelines, logs) = (try Self.timelines.get(), try Self.logs.get())
    try #require(timelines.count == logs.count && timelines.count == 1_000)
    var differing: [String] = []
    for (timeline, log) in zip(timelines, logs) {
      let lines = Run(timeline).log("wait")
      if lines != log.log {
        differing.append(
          "timeline \(timeline.seed):\n\(timeline.script)\n\(lines)\nbut\n\(log.log)")
      }
    }
    #expect(differing.isEmpty, "\(differing.count) differ: \(differing.first ?? "")")
  }

  @Test func `the model has the recorded logs`() throws {
    for (timeline, log) in zip(try Self.timelines.get(), try Self.logs.get()) {
      #expect(OperatorModel(timeline).log == log.log, "timeline \(timeline.seed)")
    }
  }

  @Test(arguments: seeds(1_000))
  func `other timelines have the model's log, traced and untraced`(seed: Int) {
    let timeline = OperatorTimeline(seed: seed)
    let model = OperatorModel(timeline).log
    #expect(Run(timeline).log("wait") == model, "\(timeline.script)")
    let traced = Run(timeline, traceMode: .full)
    #expect(traced.log("wait") == model, "\(timeline.script)")
    #expect(traced.session.checkInvariants() == [])
  }

  @Test(arguments: seeds(200))
  func `after a rewind the same comes out again`(seed: Int) {
    let timeline = OperatorTimeline(seed: seed)
    let run = Run(timeline)
    let time = (timeline.a.last?[0] ?? 0) * 100 / 2
    _ = run.log("advance \(time)ms")
    let (turn, state) = (run.turn, run.session.core.pointee.state())
    let first = run.log("wait")
    let count = run.turn - turn
    guard count > 0 else { return }
    #expect(run.log("rewind \(count)") == [])
    #expect(run.session.core.pointee.state() == state, "\(timeline.script)")
    #expect(run.log("wait") == first, "\(timeline.script)")
    #expect(run.session.checkInvariants() == [])
  }
}
