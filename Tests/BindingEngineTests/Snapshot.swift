@testable import BindingEngine

/// All of a graph's state that a turn can change, as text: what an undone turn must leave as it was.
struct Snapshot: Equatable {
  private var lines: [String] = []

  init(of graph: Graph) {
    let core = graph.core.pointee
    for object in 1..<UInt32(core.objects.count)
    where !core.objects[object].generation.isMultiple(of: 2) {
      lines.append("object \(object) generation \(core.objects[object].generation)")
      for slot in core.slots(of: object) {
        let record = core.properties[slot]
        lines.append(
          "  \(slot) = \(record.value) \(record.flags.rawValue)"
            + " \(record.marks.subtracting(.inComponent).rawValue)"
            + " observed by \(core.observers(of: slot)) written by \(core.writers(of: slot))")
      }
    }
    for link in 1..<UInt32(core.links.count) where !core.links[link].flags.contains(.dead) {
      lines.append(Snapshot.line(for: link, in: core))
    }
  }

  private static func line(for link: UInt32, in core: GraphCore) -> String {
    let record = core.links[link]
    var line = "link \(link) number \(core.number(of: link)) flags \(record.flags.rawValue)"
    line += " \(record.source) to \(record.target) by \(core.steps(of: link))"
    if record.detail != 0 {
      let detail = core.details[record.detail]
      line += " \(detail.source) \(detail.target) \(detail.stageCount) \(detail.transform.index)"
      line += " \(detail.observe.index) waits \(detail.isWaiting) sender \(detail.sender.index)"
      if detail.memory != 0 { line += " remembers \(core.properties[detail.memory].value)" }
    }
    return line
  }

  func differences(from other: Snapshot) -> [String] {
    lines == other.lines ? [] : lines.difference(from: other.lines).map { "\($0)" }
  }
}
