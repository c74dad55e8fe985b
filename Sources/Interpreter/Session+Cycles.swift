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

  func kind(of path: [UInt32]) -> CycleKind {
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
    if let remark = prediction(for: path)?.text { notes.append(.init(.note, remark)) }
    let what = kind == .selfBinding ? "binds a property to itself" : "closes a cycle"
    warn(
      "#\(core.pointee.number(of: link)) \(what): \(pathText(path))", file: place?.file,
      span: place?.span, notes: notes)
  }

  func hopText(_ link: UInt32) -> String {
    if core.pointee.links[link].flags.contains(.computed) { return describe(link: link) }
    return "#\(core.pointee.number(of: link)) \(describe(link: link))"
  }

  // MARK: `cycles`

  /// Every cycle that a binding lies on, but for what each two-way binding is by itself.
  func cyclesBesidesPairs() -> [[UInt32]] {
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
    let latent = latentCycles()
    if paths.isEmpty, latent.isEmpty {
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
      var verdicts: [(text: String, names: [String])] = []
      for preset in Semantics.presets {
        graph.semantics = preset
        let text = prediction(for: path)?.text ?? "nothing to try"
        if let known = verdicts.firstIndex(where: { $0.text == text }) {
          verdicts[known].names.append(preset.name)
        } else {
          verdicts.append((text, [preset.name]))
        }
      }
      graph.semantics = options.semantics
      for verdict in verdicts {
        print("   under \(verdict.names.joined(separator: ", ")): \(verdict.text)")
      }
    }
    show(latent, from: paths.count + 1)
    guard !pairs.isEmpty, !paths.isEmpty || !latent.isEmpty else { return }
    print("\(pairs.count) two-way pair\(pairs.count == 1 ? "" : "s") besides")
  }
}
