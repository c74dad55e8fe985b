import BindingEngine
import Text

extension TracedValue: JSONWritable {}

extension TraceEntry.TracedMember: JSONWritable {
  package var json: String { jsonArray([name.json] + (value.map { [$0.json] } ?? [])) }
}

extension TurnTrace {
  /// The turn as NDJSON: one object per line, the fields in a fixed order, no times and no addresses,
  /// so that two runs can be compared line by line.
  public func jsonLines() -> [String] {
    var head: JSONObject = [
      "v": 1, "turn": number, "seq": 0, "kind": "turn", "text": statement, "at": place,
    ]
    head.add(known: ["timer": timer.map(json), "tried": isTried ? true : nil])
    var lines = [head] + entries.map(json)
    if leftOut > 0, entries.count > 1 {
      let gap: JSONObject = ["v": 1, "turn": number, "kind": "left-out", "count": leftOut]
      lines.insert(gap, at: lines.count - 1)
    }
    var end: JSONObject = [
      "v": 1, "turn": number, "kind": "end", "outcome": outcome, "writes": writes,
      "firings": firings, "held": held, "dropped": dropped, "depth": depth, "glitches": glitches,
      "rounds": rounds, "cycle": cycle,
    ]
    end.add(known: [
      "rejected": rejected > 0 ? rejected : nil, "waiting": isTickDue ? true : nil,
    ])
    lines.append(end)
    return lines.map(\.json)
  }

  private func json(of timer: TurnTimer) -> JSONObject {
    var object: JSONObject = ["due": Value.text(ofMicroseconds: timer.due)]
    object.add(known: [
      "turn": timer.setting?.turn, "seq": timer.setting.map { Int($0.sequence) },
    ])
    return object
  }

  private func json(of entry: TraceEntry) -> JSONObject {
    var object: JSONObject = [
      "v": 1, "turn": number, "seq": entry.sequence, "kind": entry.kind.word, "cause": entry.cause,
    ]
    let isChange = entry.change.kind != .set
    object.add(known: [
      "reason": entry.reason.word, "binding": entry.number, "link": entry.link,
      "property": entry.property, "target": entry.target, "awaited": entry.awaited,
      "sources": entry.sources.isEmpty ? nil : entry.sources, "arrow": entry.arrow,
      "at": entry.place, "name": entry.name, "keeper": entry.keeper,
      "class": entry.className,
      "values": entry.members.isEmpty ? nil : entry.members,
      "reads": entry.reads.isEmpty ? nil : entry.reads,
      "change": isChange ? entry.change.kind.word : nil,
      "index": isChange ? entry.change.index : nil,
      "count": isChange && entry.count > 1 ? entry.count : nil, "old": entry.old, "new": entry.new,
      "text": entry.text,
    ])
    return object
  }
}
