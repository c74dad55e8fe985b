import BindingEngine
import Rendering

// Cycles as a person is told of them: when a binding closes one, and on request.
extension Session {
  /// Notes that a link has closed a cycle; it is told of when the turn is over.
  func noteClosedCycle(_ link: UInt32) {
    guard !isLoadingPrelude, !isDry else { return }
    closedLinks.append(link)
  }

  /// What kind of cycle a closed path is.
  enum CycleKind: String {
    case selfBinding = "self-binding"
    case pair = "two-way pair"
    case structural = "structural cycle"
    case twoWay = "chain of two-way bindings"
    case computed = "computed cycle"
  }

  private func kind(of path: [UInt32]) -> CycleKind {
    if path.allSatisfy({ core.pointee.links[$0].flags.contains(.computed) }) { return .computed }
    if path.count == 1 { return .selfBinding }
    if path.count == 2, core.pointee.lead(of: path[0]) == core.pointee.lead(of: path[1]) {
      return .pair
    }
    let isTwoWay = path.allSatisfy { core.pointee.partner(of: $0) != 0 }
    return isTwoWay ? .twoWay : .structural
  }

  func warnAboutCycle(_ link: UInt32) {
    guard !core.pointee.links[link].flags.contains(.dead) else { return }
    var found: [UInt32]?
    for half in [link, core.pointee.partner(of: link)] where half != 0 && found == nil {
      found = core.pointee.cycle(through: half, ignoringPartner: true)
    }
    guard let path = found else { return }
    let kind = kind(of: path)
    guard kind != .pair else { return }
    let place = place(of: link)
    var notes: [Diagnostic.Note] = []
    for member in path {
      let place = self.place(of: member)
      notes.append(
        .init(
          .note, hopText(member), file: place?.file, span: place?.span))
    }
    for remark in prediction(for: path) { notes.append(.init(.note, remark)) }
    let what = kind == .selfBinding ? "binds a property to itself" : "closes a cycle"
    warn(
      "#\(core.pointee.number(of: link)) \(what): \(pathText(path))", file: place?.file,
      span: place?.span, notes: notes)
  }

  private func hopText(_ link: UInt32) -> String {
    if core.pointee.links[link].flags.contains(.computed) { return describe(link: link) }
    return "#\(core.pointee.number(of: link)) \(describe(link: link))"
  }

  // MARK: What would happen

  /// What a change of the path's first property would set off, under the semantics in force.
  func prediction(for path: [UInt32]) -> [String] {
    guard let first = path.first, let slot = core.pointee.sources(of: first).first,
      !core.pointee.properties[slot].flags.contains(.computed)
    else { return [] }
    if let late = path.first(where: { core.pointee.isAsynchronous($0) }) {
      let number = core.pointee.number(of: late)
      return [
        "each lap waits for the answer of #\(number), so that no turn goes round; 'wait' would find"
          + " something due again and again"
      ]
    }
    for probe in probeValues(core.pointee.read(slot)) {
      let what = "\(core.pointee.describe(property: slot)) = \(core.pointee.literal(probe))"
      var text: String?
      dry { (machine) throws(ScriptFailure) in
        if machine.core.pointee.write(probe, to: slot) {
          try machine.handle(machine.core.pointee.run())
        }
        if machine.core.pointee.isTickDue { try machine.handle(machine.core.pointee.tick()) }
      } then: { failure in
        text = self.verdictText(failure)
      }
      if let text { return ["if you write \(what): \(text)"] }
    }
    return []
  }

  /// Other values of the same kind, so that a semantics which compares passes them on too; of nil
  /// the kind is not known, so that a number and a text are tried.
  private func probeValues(_ value: Value) -> [Value] {
    switch value {
    case .int(let number): [.int(number == .max ? number - 1 : number + 1)]
    case .double(let number): [.double(number + 1)]
    case .string(let text): [.string(text + "x")]
    case .bool(let flag): [.bool(!flag)]
    case .duration(let span): [.duration(span == .max ? span - 1 : span + 1)]
    case .nil: [.int(1), .string("x"), .bool(true)]
    case .list, .object: [value]
    }
  }

  /// What became of the turn that was tried, which still stands; nil where the value did not fit.
  private func verdictText(_ failure: ScriptError?) -> String? {
    if let runaway = core.pointee.turn.runaway {
      switch runaway.shape {
      case .oscillates(let period):
        return
          "it never ends; the values come again every \(period == 1 ? "lap" : "\(period) laps")"
      case .diverges: return "it never ends, and the values never come again"
      case .loop: return "it is a loop, which is an error"
      case .longChain, .blowUp: return "it goes beyond the limit of \(runaway.limit)"
      }
    }
    if failure != nil { return nil }
    guard let hold = core.pointee.holds.first else { return "it settles" }
    let number = core.pointee.number(of: hold.link)
    guard let (old, new) = wouldWrite(hold.link) else {
      return "it ends after one lap, held at #\(number)"
    }
    if old == new { return "it ends after one lap, held at #\(number), where the values agree" }
    let target = core.pointee.describe(property: core.pointee.links[hold.link].target)
    return
      "it ends after one lap, held at #\(number), and the values do not agree there: \(target) is"
      + " \(core.pointee.literal(old)), it would write \(core.pointee.literal(new))"
  }

  /// What a link would write in the turn that is being tried.
  private func wouldWrite(_ link: UInt32) -> (old: Value, new: Value)? {
    core.pointee.trace.removeAll(keepingCapacity: true)
    core.pointee.isTracing = true
    do {
      try machine.run(empty: Session.returningCode()) { (machine) throws(ScriptFailure) in
        if machine.core.pointee.fireInitially(link) {
          try machine.handle(machine.core.pointee.run())
        }
      }
    } catch {
      return nil
    }
    for event in core.pointee.trace where event.link == link {
      if event.kind == .write || event.kind == .dropped && event.reason == .equal {
        return (event.old, event.new)
      }
    }
    return nil
  }

  // MARK: `cycles`

  /// Every cycle that a binding lies on, but for what each two-way binding is by itself.
  private func cyclesBesidesPairs() -> [[UInt32]] {
    var found: [[UInt32]] = []
    var covered: Set<UInt32> = []
    let computed = core.pointee.allCycles().filter { kind(of: $0) == .computed }
    for link in sortedLinks() {
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

  func showCycles() {
    defer { showRoundTrips() }
    let paths = cyclesBesidesPairs()
    let pairs = core.pointee.allLinks().filter { core.pointee.links[$0].flags.contains(.forward) }
    if paths.isEmpty {
      print(
        pairs.isEmpty
          ? "no cycles" : "no cycles but \(pairs.count) two-way pair\(pairs.count == 1 ? "" : "s")")
    }
    for (position, path) in paths.enumerated() {
      print("\(position + 1). \(kind(of: path).rawValue): \(pathText(path))")
      for member in path {
        let place = placeText(of: member)
        print("   \(hopText(member))" + (place.isEmpty ? "" : "   \(place)"))
      }
      for preset in Semantics.presets {
        graph.semantics = preset
        let verdict = prediction(for: path).first ?? "nothing to try"
        print("   under \(preset.name): \(verdict)")
      }
      graph.semantics = options.semantics
    }
    guard !pairs.isEmpty, !paths.isEmpty else { return }
    print("\(pairs.count) two-way pair\(pairs.count == 1 ? "" : "s") besides")
  }
}
