import BindingEngine
import Interpreter

// Objects that keep each other alive where references are counted, as in Objective-C. Nothing counts
// them here, so nothing leaks; but who ports this code back needs a 'weak' on the way round.
extension Session {
  /// The most rings that are shown.
  private static let mostRings = 10

  /// By what an object keeps another one alive.
  private enum Hold {
    case property(UInt32)
    /// A binding that the object keeps, and that writes to the other one: `assign(to:on:)`.
    case binding(UInt32)
    /// An observer of the object, whose block names the other one: the observed object keeps the block.
    case block(UInt32)
  }

  /// For each group of objects that keep each other alive, a shortest ring of the properties by which
  /// they do: `boss.worker → ann.manager → boss`; and how to end that.
  private func retainCycles() -> [(ring: String, advice: String)] {
    var references: [UInt32: [(hold: Hold, held: UInt32)]] = [:]
    for index in 0..<UInt32(graphState.objects.count)
    where graphState.objects[index].generation % 2 == 1 {
      let held = strongReferences(of: index)
      if !held.isEmpty { references[index] = held }
    }
    for (observed, link, named) in namingBlocks() where observed != named {
      references[observed, default: []].append((.block(link), named))
    }
    let groups = stronglyConnected(references.keys.sorted()) { index in
      (references[index] ?? []).map(\.held).filter { references[$0] != nil }
    }
    return groups.compactMap { group in
      let members = Set(group)
      guard let start = members.min(),
        let ring = shortestRing(from: start, within: members, along: references)
      else { return nil }
      let arrow = options.isASCII ? " -> " : " → "
      var (isOfBinding, isOfBlock) = (false, false)
      let steps = ring.map { step -> String in
        switch step.hold {
        case .property(let slot): return graphState.describe(property: slot)
        case .binding(let link):
          isOfBinding = true
          return
            "\(graphState.describe(graphState.objectID(at: step.holder))) keeps \(hopText(link))"
        case .block(let link):
          isOfBlock = true
          return
            "\(graphState.describe(graphState.objectID(at: step.holder)))"
            + " (the block of #\(graphState.number(of: link)))"
        }
      }
      let text = (steps + [graphState.describe(graphState.objectID(at: start))])
        .joined(separator: arrow)
      let advice =
        isOfBinding
        ? "'kept by' something else ends that"
        : isOfBlock
          ? "'weak' on one of them, or a binding in place of the block, ends that"
          : "'weak' on one of them ends that"
      return (text, advice)
    }.sorted { $0.ring < $1.ring }
  }

  /// Says for each ring that it keeps itself alive, and how to end that.
  func showRetainCycles() {
    let rings = retainCycles()
    guard !rings.isEmpty else { return }
    print("")
    for (ring, advice) in rings.prefix(Session.mostRings) {
      print("keep each other alive: \(ring); \(advice)")
    }
    if rings.count > Session.mostRings {
      print("\(rings.count - Session.mostRings) more rings keep themselves alive")
    }
  }

  /// The observers whose blocks name the object in whose body they are, each with the objects that it
  /// observes and that object.
  private func namingBlocks() -> [(observed: UInt32, link: UInt32, named: UInt32)] {
    var found: [(observed: UInt32, link: UInt32, named: UInt32)] = []
    for link in sortedLinks() where graphState.links[link].flags.contains(.observer) {
      let detail = graphState.links[link].detail
      guard detail != 0, let origin = linkOrigin(of: link),
        let owner = made(graphState.details[detail].observe).receiver
      else { continue }
      let tree = origin.tree.tree
      guard tree[origin.node].kind == .observe else { continue }
      let namesOwner = tree.ids(within: tree.observingBlock(origin.node)).contains { id in
        switch tree[id].kind {
        case .selfReference: true
        case .name: graphState.slot(tree.name(id), of: owner) != nil
        default: false
        }
      }
      guard namesOwner else { continue }
      for slot in graphState.sources(of: link) where slot != 0 && !graphState.isDead(slot) {
        let observed = graphState.propertyID(slot).object.index
        found.append((observed, link, owner.index))
      }
    }
    return found
  }

  /// The objects that the properties of an object hold, except weak ones, and those that the bindings write
  /// to which it keeps.
  private func strongReferences(of index: UInt32) -> [(hold: Hold, held: UInt32)] {
    var found: [(hold: Hold, held: UInt32)] = []
    for link in graphState.kept(by: graphState.objectID(at: index)) {
      let target = graphState.links[link].target
      guard target != 0, !graphState.isDead(target) else { continue }
      found.append((.binding(link), graphState.propertyID(target).object.index))
    }
    for slot in graphState.slots(of: index) {
      let info = graphState.info(of: slot)
      guard info.role == .property, !info.isWeak else { continue }
      let held: [Value] =
        switch graphState.read(slot) {
        case .object(let object): [.object(object)]
        case .list(let list): Array(list)
        case .dictionary(let dictionary): Array(dictionary.values)
        case .enumeration(let value): Array(value.values)
        default: []
        }
      for case .object(let object) in held where graphState.isAlive(object) {
        found.append((.property(slot), object.index))
      }
    }
    return found
  }

  private func shortestRing(
    from start: UInt32, within members: Set<UInt32>,
    along references: [UInt32: [(hold: Hold, held: UInt32)]]
  ) -> [(holder: UInt32, hold: Hold)]? {
    var ways: [UInt32: (from: UInt32, hold: Hold)] = [:]
    var reached = [start]
    var next = 0
    while next < reached.count {
      let index = reached[next]
      next += 1
      for (hold, held) in references[index] ?? [] where members.contains(held) {
        if held == start {
          var ring = [(index, hold)]
          var place = index
          while place != start, let way = ways[place] {
            ring.append((way.from, way.hold))
            place = way.from
          }
          return ring.reversed()
        }
        if ways[held] == nil {
          ways[held] = (index, hold)
          reached.append(held)
        }
      }
    }
    return nil
  }
}
