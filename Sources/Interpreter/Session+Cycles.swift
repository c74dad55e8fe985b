import Syntax

// Cycles as they are reported to people: when a binding closes one, and on request.
extension Session {
  /// Notes that a link has closed a cycle; it is reported when the turn is over.
  func noteClosedCycle(_ link: UInt32) {
    guard !isLoadingPrelude, !isDry else { return }
    state.running.closedLinks.append(link)
  }

  /// Where something is in the source.
  typealias SourcePlace = (file: SourceFile, span: SourceSpan)

  /// What kind of cycle a closed path is.
  package enum CycleKind: String {
    case selfBinding = "self-binding"
    case pair = "two-way pair"
    case structural = "structural cycle"
    case twoWay = "chain of two-way bindings"
    case computed = "computed cycle"
  }

  package func kind(of path: [UInt32]) -> CycleKind {
    if path.allSatisfy({ core.pointee.links[$0].flags.contains(.computed) }) { return .computed }
    if path.count == 1 { return .selfBinding }
    if path.count == 2, core.pointee.lead(of: path[0]) == core.pointee.lead(of: path[1]) {
      return .pair
    }
    let isTwoWay = path.allSatisfy { core.pointee.partner(of: $0) != 0 }
    return isTwoWay ? .twoWay : .structural
  }

  /// - Parameter mover: The place of the statement that moved the link's path; nil if it is new.
  func warnAboutCycle(_ link: UInt32, movedBy mover: SourcePlace? = nil) {
    guard !core.pointee.links[link].flags.contains(.dead) else { return }
    var found: [UInt32]?
    for half in [link, core.pointee.partner(of: link)] where half != 0 && found == nil {
      found = core.pointee.cycle(through: half, ignoringPartner: true)
    }
    guard let path = found else { return warnAboutCodeCycle(link, movedBy: mover) }
    let kind = kind(of: path)
    guard kind != .pair else { return }
    // The path of a link on a cycle may move often.
    let isNew = state.warnedCycles.insert(Set(path.map { core.pointee.links[$0].serial })).inserted
    guard mover == nil || isNew else { return }
    let place = mover ?? place(of: link)
    var notes = hopNotes(path)
    if let remark = prediction(for: path)?.text { notes.append(.init(.note, remark)) }
    let now = mover == nil ? "" : "now "
    let what = now + (kind == .selfBinding ? "binds a property to itself" : "closes a cycle")
    warn(
      "\(subject(link)) \(what): \(pathText(path))", file: place?.file,
      span: place?.span, notes: notes)
  }

  /// The links of a path, with their places.
  func hopNotes(_ path: [UInt32]) -> [Diagnostic.Note] {
    path.map { link in
      let place = place(of: link)
      return Diagnostic.Note(.note, hopText(link), file: place?.file, span: place?.span)
    }
  }

  package func hopText(_ link: UInt32) -> String {
    if core.pointee.links[link].flags.contains(.computed) { return describe(link: link) }
    return "#\(core.pointee.number(of: link)) \(describe(link: link))"
  }

  // MARK: `cycles`

  /// Every cycle that a binding lies on, except that of each two-way binding with itself.
  package func cyclesBesidesPairs() -> [[UInt32]] {
    var found: [[UInt32]] = []
    var covered: Set<UInt32> = []
    let computed = core.pointee.allCycles().filter { kind(of: $0) == .computed }
    let lonePairs = core.pointee.lonePairs()
    for link in sortedLinks() where !lonePairs.contains(link) {
      for half in [link, core.pointee.partner(of: link)] where half != 0 {
        guard !covered.contains(link),
          let path = core.pointee.cycle(through: half, ignoringPartner: true)
        else { continue }
        covered.formUnion(path.map { core.pointee.lead(of: $0) })
        found.append(path)
      }
    }
    return computed + found
  }
}
