@testable import BindingEngine

/// All of a graph's state that a turn can change, as text; a rolled-back turn must leave it
/// unchanged.
struct Snapshot: Equatable {
  private var lines: [String] = []

  init(of graph: Graph) {
    let core = graph.core
    for object in 1..<UInt32(core.pointee.objects.count)
    where !core.pointee.objects[object].generation.isMultiple(of: 2) {
      lines.append("object \(object) generation \(core.pointee.objects[object].generation)")
      for slot in core.pointee.slots(of: object) {
        let record = core.pointee.properties[slot]
        lines.append(
          "  \(slot) = \(record.value) \(record.flags.rawValue)"
            + " \(record.marks.subtracting(.inComponent).rawValue)"
            + " observed by \(core.pointee.observers(of: slot))"
            + " written by \(core.pointee.writers(of: slot))"
        )
      }
    }
    for link in 1..<UInt32(core.pointee.links.count)
    where !core.pointee.links[link].flags.contains(.dead) {
      lines.append(Snapshot.line(for: link, in: core))
    }
  }

  private static func line(for link: UInt32, in core: UnsafeMutablePointer<GraphCore>) -> String {
    let record = core.pointee.links[link]
    // Notifying it once more does no harm.
    var kept = record.flags.subtracting(.announced)
    // A slot whose object is gone may be used again, or not yet.
    let isGone =
      !kept.contains(.step) && core.pointee.properties[record.target].flags.contains(.dead)
    if isGone || record.target == 0 { kept.subtract(.joins) }
    let flags = kept.rawValue
    var line = "link \(link) number \(core.pointee.number(of: link)) flags \(flags)"
    line += " \(record.source) to \(isGone ? 0 : record.target) by \(core.pointee.steps(of: link))"
    if record.detail != 0 {
      let detail = core.pointee.details[record.detail]
      line += " \(detail.source) \(detail.target) \(detail.stageCount) \(detail.transform.index)"
      line += " \(detail.observe.index) waits \(detail.isWaiting) sender \(detail.sender.index)"
      if detail.memory != 0 { line += " remembers \(core.pointee.properties[detail.memory].value)" }
    }
    return line
  }

  func differences(from other: Snapshot) -> [String] {
    lines == other.lines ? [] : lines.difference(from: other.lines).map { "\($0)" }
  }
}
