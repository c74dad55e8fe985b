import BindingEngine
import Interpreter
import Rendering
import Syntax

/// Keeps the turns of a run with the effect of each event on the values, for a page.
///
/// A session with a collector does not show its trace. Of a long run the first and the last turns
/// are kept, and of a turn with very many events the first and the last events.
final class TurnCollector: TurnListener {
  let isTrial = false
  let wantsTrace = true

  private(set) var kept = KeptTurns()
  /// The names of the semantics under which turns ran.
  private(set) var semantics: [String] = []
  /// How many turns there were so far.
  private(set) var count = 0
  private var steps: [ReportPage.Step] = []
  private var gone: [ReportPage.Change] = []
  private var place: ReportPage.Place?
  let values = ValueBook()
  let links = LinkBook()
  let files = FileBook()

  func turnTraced(_ session: Session) {
    gone = values.beginTurn(session)
    links.beginTurn(session)
    place = session.turnStatement.map { tree, node in
      files.place(tree.tree.file, tree.tree[node].span)
    }
    // The same events that the turn's trace has.
    let (trace, _) = GraphCore.shown(
      session.core.pointee.trace, leftOut: session.core.pointee.traceLeftOut)
    values.prepare(trace)
    steps = []
    for (position, event) in trace.enumerated() {
      if !steps.isEmpty {
        steps[position - 1].changes += values.stored(before: event, in: trace)
      }
      var step = ReportPage.Step()
      step.changes = values.changes(of: event)
      if event.property != 0 { step.property = values.place(of: event.property) }
      let cause = self.cause(of: event, at: position, in: trace)
      (step.link, step.edge) = links.find(event, causedBy: cause, files, session)
      steps.append(step)
    }
  }

  private func cause(
    of event: TraceEvent, at position: Int, in trace: [TraceEvent]
  ) -> TraceEvent? {
    trace.index(of: event.cause).flatMap { $0 < position ? trace[$0] : nil }
  }

  func take(_ trace: TurnTrace, of session: Session) {
    count += 1
    // A turn that chooses the semantics has already taken effect.
    let name = session.options.semantics.name
    if semantics.last != name { semantics.append(name) }
    var turn = ReportPage.Turn(trace: trace)
    turn.trace.number = count
    turn.trace.entries = trace.entries.map { $0.forPage() }
    turn.place = place
    turn.steps = steps
    turn.before = gone
    (steps, gone) = ([], [])
    place = nil
    let late = values.endTurn(session)
    if turn.steps.isEmpty {
      turn.before += late
    } else {
      turn.steps[turn.steps.count - 1].changes += late
      // Writes of variables are not events; only their results are known.
      if turn.steps.count > 1, trace.entries.last?.kind != .undo {
        turn.steps[0].changes += values.variables(in: late)
          .map { ReportPage.Change(property: $0, value: .unknown) }
      }
    }
    kept.add(turn)
  }

  /// The run is over.
  func finish(_ session: Session) {
    let gone = values.beginTurn(session)
    kept.addAtEnd(gone)
    links.finish(session)
  }
}

/// The source texts of a run.
final class FileBook {
  private(set) var files: [SourceFile] = []
  private var places: [ObjectIdentifier: Int] = [:]

  /// The place of a file, which is kept so that its identity stays its own.
  func place(of file: SourceFile) -> Int {
    if let known = places[ObjectIdentifier(file)] { return known }
    // A file that is read twice is also parsed twice.
    if let same = files.firstIndex(where: { $0.name == file.name && $0.bytes == file.bytes }) {
      places[ObjectIdentifier(file)] = same
      kept.append(file)
      return same
    }
    places[ObjectIdentifier(file)] = files.count
    files.append(file)
    return files.count - 1
  }

  private var kept: [SourceFile] = []

  func place(_ file: SourceFile, _ span: SourceSpan) -> ReportPage.Place {
    let first = file.lines.line(of: span.start)
    let last = file.lines.line(of: max(span.start, span.end > 0 ? span.end - 1 : 0))
    return ReportPage.Place(file: place(of: file), lines: (first + 1)...(max(first, last) + 1))
  }
}
