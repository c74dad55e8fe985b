import BindingEngine
import Language
import Rendering

extension TraceSession {
  /// The content of a page about the trace: what a report shows of a run, as far as the trace shows it,
  /// and the warnings about the trace.
  ///
  /// - Parameter interruptFlag: Stops the work when it is no longer 0.
  /// - Returns: nil if it was interrupted.
  package func report(interruptFlag: UnsafePointer<Int32>) -> ReportPage? {
    var page = ReportPage(title: trace.name)
    page.version = Version.text
    page.isOfTrace = true
    var kept = KeptTurns()
    var links = TraceLinkBook(trace)
    var values = TraceValueBook(trace)
    let first = values.begin()
    for (position, recorded) in trace.turns.enumerated() {
      guard interruptFlag.pointee == 0 else { return nil }
      var turn = ReportPage.Turn(trace: trace.counts[position])
      turn.before = (position == 0 ? first : []) + values.beginTurn(recorded.number)
      let reads = Dictionary(grouping: recorded.reads, by: \.event)
      for event in recorded.events {
        var step = ReportPage.Step()
        step.changes = values.changes(of: event)
        step.property = values.place(of: event.property)
        (step.link, step.edge) = links.find(
          event, causedBy: recorded.event(event.cause),
          reading: reads[event.sequence]?.map(\.property) ?? [])
        turn.steps.append(step)
      }
      turn.trace.entries = trace.entries(of: recorded).map { $0.forPage() }
      kept.add(turn)
    }
    kept.fill(&page)
    links.finish()
    links.fill(&page)
    page.properties = values.names
    page.finalValues = values.known
    page.propertiesLeftOut = values.leftOut
    page.costs = AnswerText(names: trace, isASCII: false, width: 120).lines(Costs(of: trace))
      .map(\.plain)
    page.messages = warnings.map { ReportPage.Message(isError: false, text: $0, turn: 0) }
    return page
  }
}

extension RecordedTurn {
  /// The event with a number.
  func event(_ sequence: UInt32) -> TraceEvent? {
    events.index(of: sequence).map { events[$0] }
  }
}
