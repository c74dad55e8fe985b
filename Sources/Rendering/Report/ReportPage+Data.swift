import BindingEngine

// What the page's script steps through, as JSON: numbers for the most part.
extension ReportPage {
  /// The values that there are, each once, by their places.
  private struct Pool {
    private(set) var texts: [String] = []
    private var places: [String: Int] = [:]

    mutating func place(_ known: Known) -> Int {
      switch known {
      case .unknown: return -1
      case .gone: return -2
      case .text(let text):
        if let place = places[text] { return place }
        places[text] = texts.count
        texts.append(text)
        return texts.count - 1
      }
    }
  }

  /// The fields, in this order: `p` the properties, `v` the values, `l` the links, each with its
  /// number, place and lines, `n` the nodes, each with its property and how many characters it has
  /// room for, `e` the edges with source, target and link, `k` the kinds of events, `t` the turns.
  ///
  /// A turn has its file and lines, the changes before it, and its events; 0 is a gap between these.
  /// An event has its kind, the event that caused it, counted from 1, its link, its edge and its
  /// property, and then each property that it changes with its value. Of what there is not, -1.
  func dataJSON() -> String {
    var pool = Pool()
    let turns = turns.map { json(of: $0, &pool) }
    let links = links.map { link in
      "[\(link.number ?? 0),\(numbers(of: link.place))]"
    }
    let nodes = picture.nodes.indices.map { "[\(nodeProperties[$0] ?? -1),\(columns(of: $0))]" }
    let edges = zip(picture.edges, linksOfEdges).map { edge, link in
      "[\(edge.source),\(edge.target),\(link)]"
    }
    let values = pool.texts.map { PageText.json(PageText.plain($0)) }
    let names = properties.map { PageText.json(PageText.plain($0, limit: 120)) }
    let kinds = TraceEvent.Kind.allCases.map { "\"\($0.word)\"" }
    func array(_ elements: [String]) -> String { "[" + elements.joined(separator: ",") + "]" }
    return "{\"p\":\(array(names)),\n\"v\":\(array(values)),\n\"l\":\(array(links)),\n"
      + "\"n\":\(array(nodes)),\n\"e\":\(array(edges)),\n\"k\":\(array(kinds)),\n"
      + "\"t\":[\n\(turns.joined(separator: ",\n"))]}"
  }

  private func numbers(of place: Place?) -> String {
    guard let place else { return "-1,0,0" }
    return "\(place.file),\(place.lines.lowerBound),\(place.lines.upperBound)"
  }

  private func json(of turn: Turn, _ pool: inout Pool) -> String {
    var events: [String] = []
    var places: [Int: Int] = [:]
    var last = 0
    for (entry, step) in zip(turn.trace.entries, turn.steps) {
      if entry.sequence > last + 1 { events.append("0") }
      last = entry.sequence
      events.append(json(of: entry, step, places[entry.cause] ?? 0, &pool))
      places[entry.sequence] = events.count
    }
    let changes = json(of: turn.before, &pool)
    return "[\(numbers(of: turn.place)),[\(changes.joined(separator: ","))],"
      + "[\(events.joined(separator: ","))]\(turn.marks.isEmpty ? "" : ",1")]"
  }

  private func json(
    of entry: TraceEntry, _ step: Step, _ cause: Int, _ pool: inout Pool
  ) -> String {
    let kind = entry.kind.rawValue
    var fields = [Int(kind), cause, step.link ?? -1, step.edge ?? -1, step.property ?? -1]
    // Of an event that changes nothing what is not there need not be said.
    if step.changes.isEmpty { while fields.last == -1 { fields.removeLast() } }
    let numbers = fields.map(String.init) + json(of: step.changes, &pool)
    return "[\(numbers.joined(separator: ","))]"
  }

  private func json(of changes: [Change], _ pool: inout Pool) -> [String] {
    changes.flatMap { ["\($0.property)", "\(pool.place($0.value))"] }
  }
}
