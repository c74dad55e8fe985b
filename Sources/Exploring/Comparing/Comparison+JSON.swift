import Text

extension ComparedRun.FinalValue: JSONWritable {}

extension Comparison {
  /// The comparison as one JSON object on one line, with its fields in a fixed order.
  package var json: String {
    let rows = runs.map { run -> JSONObject in
      [
        "name": run.name, "outcome": run.outcome.rawValue, "turns": run.turns,
        "writes": run.writes, "firings": run.firings, "held": run.held,
        "glitches": run.glitches, "rounds": run.rounds, "failed": run.failed,
        "errors": run.errors, "error": run.firstError, "cycle": run.cycle.text,
        "printed": run.printed, "links": run.links,
      ]
    }
    var object: JSONObject = [
      "v": 1, "file": title, "agree": agrees, "semantics": rows,
      "groups": groups.map { $0.map { runs[$0].name } },
      "differences": differences,
    ]
    if let parting {
      func side(_ side: Parting.Side) -> JSONObject {
        ["semantics": side.semantics, "lines": side.lines.map(\.plain)]
      }
      let found: JSONObject = [
        "text": parting.statement, "at": parting.place, "common": parting.common.map(\.plain),
        "left": side(parting.left), "right": side(parting.right),
      ]
      object.add("parting", found)
    }
    return object.json
  }
}

extension Comparison.Difference: JSONWritable {
  var json: String { (["property": name, "values": values] as JSONObject).json }
}
