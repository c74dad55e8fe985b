import BindingEngine
import Text

// The data that the page's script steps through, as JSON. It consists mostly of numbers.
extension ReportPage {
  /// The distinct values, each with its index.
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
  /// number, place and lines, `n` the nodes, each with its property and the number of characters that
  /// fit into it, `e` the edges with source, target and link, `k` the kinds of events, `t` the turns.
  ///
  /// A turn has its file and lines, the changes before it, and its events; 0 is a gap between events.
  /// An event has its kind, the event that caused it, counted from 1, its link, its edge and its
  /// property, and then each property that it changes with its value. -1 stands for what is missing.
  func dataJSON() -> String {
    var pool = Pool()
    let turns = turns.map { json(of: $0, &pool) }
    let names = properties.map { PageString(text: PageText.plain($0, limit: 120)) }
    let values = pool.texts.map { PageString(text: PageText.plain($0)) }
    let links = links.map { [$0.number ?? 0] + numbers(of: $0.place) }
    let nodes = picture.nodes.indices.map { [nodeProperties[$0] ?? -1, columns(of: $0)] }
    let edges = zip(picture.edges, linksOfEdges).map { [$0.source, $0.target, $1] }
    let fields: [(String, any JSONWritable)] = [
      ("p", names), ("v", values), ("l", links), ("n", nodes), ("e", edges),
      ("k", TraceEvent.Kind.allCases.map(\.word)),
    ]
    return "{" + fields.map { "\($0.json):\($1.json),\n" }.joined()
      + "\("t".json):[\n\(turns.joined(separator: ",\n"))]}"
  }

  private func numbers(of place: Place?) -> [Int] {
    guard let place else { return [-1, 0, 0] }
    return [place.file, place.lines.lowerBound, place.lines.upperBound]
  }

  private func json(of turn: Turn, _ pool: inout Pool) -> String {
    var events: [String] = []
    var places: [Int: Int] = [:]
    var last = 0
    for (entry, step) in zip(turn.trace.entries, turn.steps) {
      if entry.sequence > last + 1 { events.append("0") }
      last = entry.sequence
      events.append(numbers(of: entry, step, places[entry.cause] ?? 0, &pool).json)
      places[entry.sequence] = events.count
    }
    let changes = numbers(of: turn.before, &pool)
    let place = numbers(of: turn.place).map(\.json)
    return jsonArray(place + [changes.json, jsonArray(events)] + (turn.marks.isEmpty ? [] : ["1"]))
  }

  private func numbers(
    of entry: TraceEntry, _ step: Step, _ cause: Int, _ pool: inout Pool
  ) -> [Int] {
    let kind = Int(entry.kind.rawValue)
    var fields = [kind, cause, step.link ?? -1, step.edge ?? -1, step.property ?? -1]
    // An event that changes nothing does not need its missing fields at the end.
    if step.changes.isEmpty { while fields.last == -1 { fields.removeLast() } }
    return fields + numbers(of: step.changes, &pool)
  }

  private func numbers(of changes: [Change], _ pool: inout Pool) -> [Int] {
    changes.flatMap { [$0.property, pool.place($0.value)] }
  }
}
