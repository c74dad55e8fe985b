import Text

extension TurnTrace {
  /// The turn as NDJSON: one object a line, the fields in a fixed order, no times and no addresses,
  /// so that two runs can be compared line by line.
  public func jsonLines() -> [String] {
    var lines: [String] = []
    lines.append(
      "{\"v\":1,\"turn\":\(number),\"seq\":0,\"kind\":\"turn\",\"text\":\(jsonString(statement)),"
        + "\"at\":\(jsonString(place))}")
    for entry in entries {
      if leftOut > 0, let last = lines.indices.last, entry.sequence == entries.last?.sequence,
        last > 0
      {
        lines.append(
          "{\"v\":1,\"turn\":\(number),\"kind\":\"left-out\",\"count\":\(leftOut)}")
      }
      lines.append(json(of: entry))
    }
    lines.append(
      "{\"v\":1,\"turn\":\(number),\"kind\":\"end\",\"outcome\":\(jsonString(outcome)),"
        + "\"writes\":\(writes),\"firings\":\(firings),\"held\":\(held),\"dropped\":\(dropped),"
        + "\"depth\":\(depth),\"glitches\":\(glitches),\"rounds\":\(rounds),"
        + "\"cycle\":\(cycle.map(jsonString) ?? "null")}")
    return lines
  }

  private func list(_ texts: [String]) -> String {
    "[" + texts.map(jsonString).joined(separator: ",") + "]"
  }

  private func json(of entry: TraceEntry) -> String {
    var fields = ["\"v\":1", "\"turn\":\(number)", "\"seq\":\(entry.sequence)"]
    fields.append("\"kind\":\(jsonString(entry.kind.word))")
    fields.append("\"cause\":\(entry.cause)")
    if let word = entry.reason.word { fields.append("\"reason\":\(jsonString(word))") }
    if let number = entry.number { fields.append("\"binding\":\(number)") }
    if let link = entry.link { fields.append("\"link\":\(jsonString(link))") }
    if let property = entry.property { fields.append("\"property\":\(jsonString(property))") }
    if let target = entry.target { fields.append("\"target\":\(jsonString(target))") }
    if !entry.sources.isEmpty { fields.append("\"sources\":\(list(entry.sources))") }
    if let arrow = entry.arrow { fields.append("\"arrow\":\(jsonString(arrow))") }
    if let place = entry.place { fields.append("\"at\":\(jsonString(place))") }
    if !entry.reads.isEmpty { fields.append("\"reads\":\(list(entry.reads))") }
    if entry.change.kind != .set {
      fields.append("\"change\":\(jsonString(entry.change.kind.word))")
      fields.append("\"index\":\(entry.change.index)")
    }
    if let old = entry.old { fields.append("\"old\":\(old.json)") }
    if let new = entry.new { fields.append("\"new\":\(new.json)") }
    if let text = entry.text { fields.append("\"text\":\(jsonString(text))") }
    return "{" + fields.joined(separator: ",") + "}"
  }
}
