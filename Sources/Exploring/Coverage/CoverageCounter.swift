import BindingEngine
import Interpreter
import Rendering
import Syntax

/// Counts what the sessions of one run exercise of their scripts.
package final class CoverageCounter: TurnListener {
  package let isTrial: Bool
  package let wantsEvents = true
  /// The trace is shown as without a listener.
  package var wantsTrace: Bool { session.map { $0.options.traceMode != .off } ?? false }

  private weak var session: Session?
  /// The files that have run; keeping them keeps their identities their own.
  private var files: [SourceFile] = []
  private var known: Set<ObjectIdentifier> = []
  private var parts: [Key: (file: Int, part: CoveredPart)] = [:]
  /// The keys in the order of the parts, so that every run gives the same record.
  private var keys: [Key] = []
  /// The cycles that exist in the session, with the bindings and observers on each.
  private var cycles: [(key: Key, links: Set<UInt32>)] = []
  /// What has fired or was due in the running turn.
  private var touched: Set<UInt32> = []
  /// What has ended in it; its number may soon mean something else.
  private var ended: Set<UInt32> = []
  private var laps = 0
  private var leftOut = 0

  private struct Key: Hashable {
    var file: ObjectIdentifier
    var node: NodeID
    var aspect: PartAspect

    init(_ tree: SyntaxTree, _ node: NodeID, _ aspect: PartAspect) {
      (file, self.node, self.aspect) = (ObjectIdentifier(tree.file), node, aspect)
    }
  }

  /// - Parameter isTrial: Whether the runs keep the semantics that they begin with.
  package init(isTrial: Bool = false) { self.isTrial = isTrial }

  /// Counts what a session does from now on. Nothing has run in it yet.
  package func listen(to session: Session) {
    self.session = session
    cycles = []
    session.listener = self
    session.countsBranches = true
    session.applyTraceMode()
  }

  package func willRun(_ tree: SyntaxTree) {
    guard known.insert(ObjectIdentifier(tree.file)).inserted else { return }
    files.append(tree.file)
    for (node, aspect, part) in tree.coverableParts() {
      add(part, Key(tree, node, aspect), ofFile: files.count - 1)
    }
  }

  private func add(_ part: CoveredPart, _ key: Key, ofFile file: Int) {
    guard parts[key] == nil else { return }
    parts[key] = (file, part)
    keys.append(key)
  }

  private func count(_ key: Key, _ change: (inout CoveredPart.Count) -> Void) {
    guard let place = parts.index(forKey: key) else { return }
    change(&parts.values[place].part.counts[0])
  }

  package func didEnter(_ node: NodeID, in tree: SyntaxTree) {
    count(Key(tree, node, .whole)) { $0.later += 1 }
  }

  // MARK: Turns

  package func turnTraced(_ session: Session) {
    var made: Set<UInt32> = []
    (touched, ended) = ([], [])
    leftOut += session.graphState.traceLeftOut
    for event in session.graphState.trace {
      if event.kind == .write, case .string(let status) = event.new,
        let (tree, node) = session.command(withStatus: event.property)
      {
        count(Key(tree, node, .ending(status))) { $0.later += 1 }
      }
      guard event.link != 0 else { continue }
      let lead = session.graphState.lead(of: event.link)
      if event.kind == .bind { made.insert(lead) }
      if event.kind == .unbind { ended.insert(lead) }
      guard let row = Costs.Row(event, of: lead) else { continue }
      touched.insert(lead)
      guard row.firings > 0 || row.idle > 0, let origin = session.linkOrigin(of: lead) else {
        continue
      }
      count(row, of: event, from: origin, made.contains(lead), session)
    }
  }

  /// - Parameter isNew: Whether the link was made in this turn.
  private func count(
    _ row: Costs.Row, of event: TraceEvent, from origin: LinkOrigin, _ isNew: Bool,
    _ session: Session
  ) {
    let tree = origin.tree.tree
    var aspects = [PartAspect.whole]
    if tree[origin.node].kind == .binding {
      if event.kind == .observe { aspects = [.observer] }
      let flags = session.graphState.links[event.link].flags
      if event.kind != .observe, flags.contains(.forward) { aspects.append(.forward) }
      if event.kind != .observe, flags.contains(.reverse) { aspects.append(.reverse) }
    }
    // What passes one value only has done all that it is for.
    let isOnce = session.graphState.links[row.link].flags.contains(.once)
    for aspect in aspects {
      count(Key(tree, origin.node, aspect)) {
        if isNew, !isOnce { $0.whenMade += row.firings } else { $0.later += row.firings }
        $0.idle += row.idle
      }
    }
  }

  package func turnSettles(_ session: Session) { laps = session.core.pointee.mostLaps() }

  package func turnEnded(_ session: Session) {
    defer {
      cycles.removeAll { !$0.links.isDisjoint(with: ended) }
      (laps, touched, ended) = (0, [], [])
    }
    for link in session.state.running.closedLinks { addCycle(closedBy: link, session) }
    guard !cycles.isEmpty else { return }
    let verdict = session.cycleVerdict(laps: laps)
    // The echo of a two-way binding is no cycle.
    guard verdict != .none, verdict != .pair else { return }
    for (key, links) in cycles where links.isSubset(of: touched) {
      count(key) {
        $0.later += 1
        if !$0.verdicts.contains(verdict.text) { $0.verdicts.append(verdict.text) }
      }
    }
  }

  private func addCycle(closedBy link: UInt32, _ session: Session) {
    guard !session.graphState.links[link].flags.contains(.dead),
      let origin = session.linkOrigin(of: link)
    else { return }
    var path: [UInt32]?
    for half in [link, session.graphState.partner(of: link)] where half != 0 && path == nil {
      path = session.core.pointee.cycle(through: half, ignoringPartner: true)
    }
    guard let path, session.kind(of: path) != .pair else { return }
    let tree = origin.tree.tree
    let key = Key(tree, origin.node, .cycle)
    guard let file = parts[Key(tree, origin.node, .whole)]?.file else { return }
    add(tree.part(.cycle, at: origin.node, "of \(tree.text(of: origin.node))"), key, ofFile: file)
    cycles.append((key, Set(path.map { session.graphState.lead(of: $0) })))
  }

  package func take(_ trace: TurnTrace, of session: Session) {
    if session.options.traceMode != .off { session.show(trace) }
  }

  // MARK: The end

  /// What was exercised.
  ///
  /// - Parameter origin: The file that a part of the text is from, as the user knows it.
  package func record(origin: (SourceFile) -> SourceFile) -> CoverageRecord {
    var record = CoverageRecord()
    record.leftOut = leftOut
    let origins = files.map(origin)
    var positions: [String: Int] = [:]
    for key in keys {
      guard let (file, counted) = parts[key] else { continue }
      var part = counted
      let path = origins[file].name
      part.line += origins[file].firstLine - files[file].firstLine
      let position = positions[path] ?? record.files.count
      if position == record.files.count {
        positions[path] = position
        record.files.append(CoverageRecord.File(path: path, parts: []))
      }
      record.files[position].parts.append(part)
    }
    return record
  }
}
