import BindingEngine
import Rendering

// The graph as a tree: from each property that nothing writes, along the bindings.
extension Session {
  func showGraph(_ node: Node, in tree: SyntaxTree, _ subject: Value?) throws(ScriptFailure) {
    if node.b != 0 || node.flags != GraphFormat.text.rawValue {
      throw .message("writing the graph to a file is not in this version", help: "graph shows it")
    }
    if node.a != 0 {
      guard case .object(let object)? = subject else {
        throw .message(
          "'\(text(of: NodeID(node.a), in: tree))' is no object or property", help: nil)
      }
      let path = tree[NodeID(node.a)]
      var slots = core.pointee.slots(of: object.index)
      if path.kind == .member {
        let name = tree.name(NodeID(path.b))
        guard let slot = core.pointee.slot(name, of: object) else {
          throw machine.noProperty(name, of: object)
        }
        slots = [slot]
      }
      let shown = slots.filter { !steps(from: $0).isEmpty }
      let writers = Set(slots.flatMap { core.pointee.writers(of: $0) }).filter {
        !core.pointee.links[$0].flags.contains(.computed)
      }
      if shown.isEmpty, writers.isEmpty { return print("nothing is bound to it") }
      for link in writers.sorted(by: { core.pointee.number(of: $0) < core.pointee.number(of: $1) })
      where core.pointee.links[link].flags.isDisjoint(with: [.forward, .reverse]) {
        print("written by #\(core.pointee.number(of: link)) \(describe(link: link))")
      }
      drawGraph(from: shown, all: false)
      return
    }
    let slots = sourceSlots()
    if slots.isEmpty { return print("no bindings") }
    drawGraph(from: slots, all: true)
  }

  /// One way on from a property.
  private struct GraphStep {
    var label: String
    var target: UInt32
  }

  private func steps(from slot: UInt32) -> [GraphStep] {
    let arrowSign = options.isASCII ? "->" : "→"
    return core.pointee.observers(of: slot).map { observer in
      let flags = core.pointee.links[observer].flags
      let link = flags.contains(.step) ? core.pointee.links[observer].target : observer
      let record = core.pointee.links[link]
      let number = core.pointee.number(of: link)
      if record.flags.contains(.observer) {
        return GraphStep(label: "#\(number) observed", target: 0)
      }
      let target = record.target == 0 ? "(nothing)" : core.pointee.describe(property: record.target)
      if record.flags.contains(.computed) {
        return GraphStep(label: "\(arrowSign) computed \(target)", target: record.target)
      }
      let arrow = arrow(of: link) ?? .right
      let sign = arrow.isTwoWay ? arrow.spelling : "~>"
      return GraphStep(label: "#\(number) \(sign) \(target)", target: record.target)
    }
  }

  /// Every property with a way on, those that nothing writes first.
  private func sourceSlots() -> [UInt32] {
    var sources: Set<UInt32> = []
    for link in core.pointee.allLinks() {
      sources.formUnion(core.pointee.sources(of: link))
      let partner = core.pointee.partner(of: link)
      if partner != 0 { sources.formUnion(core.pointee.sources(of: partner)) }
    }
    return sources.sorted {
      let isWritten = (!core.pointee.writers(of: $0).isEmpty, !core.pointee.writers(of: $1).isEmpty)
      if isWritten.0 != isWritten.1 { return !isWritten.0 }
      return $0 < $1
    }
  }

  private func drawGraph(from roots: [UInt32], all: Bool) {
    let signs = TraceSigns(isASCII: options.isASCII)
    var shown: Set<UInt32> = []
    for root in roots where !all || !shown.contains(root) {
      shown.insert(root)
      print(core.pointee.describe(property: root))
      var pending = children(of: root, prefix: "", onPath: [root])
      while let next = pending.popLast() {
        let isClosed = next.path.contains(next.step.target)
        let isKnown = shown.contains(next.step.target)
        let mark =
          next.step.target == 0
          ? "" : isClosed ? "   (closes the cycle)" : isKnown ? "   (see above)" : ""
        print(next.prefix + (next.isLast ? signs.last : signs.branch) + next.step.label + mark)
        guard next.step.target != 0, !isClosed, !isKnown else { continue }
        shown.insert(next.step.target)
        pending += children(
          of: next.step.target, prefix: next.prefix + (next.isLast ? "   " : signs.bar),
          onPath: next.path.union([next.step.target]))
      }
    }
  }

  private struct GraphChild {
    var step: GraphStep
    var prefix: String
    var isLast: Bool
    var path: Set<UInt32>
  }

  private func children(of slot: UInt32, prefix: String, onPath path: Set<UInt32>) -> [GraphChild] {
    let steps = steps(from: slot)
    return steps.enumerated().reversed().map { position, step in
      GraphChild(step: step, prefix: prefix, isLast: position == steps.count - 1, path: path)
    }
  }
}
