import Text

extension Comparison {
  /// The comparison as one JSON object on one line, the fields in a fixed order.
  package var json: String {
    func object(_ fields: [(String, String)]) -> String {
      "{" + fields.map { "\"\($0)\":\($1)" }.joined(separator: ",") + "}"
    }
    func array(_ elements: [String]) -> String { "[" + elements.joined(separator: ",") + "]" }
    func text(_ text: String?) -> String { text.map(jsonString) ?? "null" }
    let rows = runs.map { run in
      object([
        ("name", text(run.name)), ("outcome", text(run.outcome.rawValue)),
        ("turns", "\(run.turns)"), ("writes", "\(run.writes)"), ("firings", "\(run.firings)"),
        ("held", "\(run.held)"), ("glitches", "\(run.glitches)"), ("rounds", "\(run.rounds)"),
        ("failed", "\(run.failed)"), ("errors", "\(run.errors)"), ("error", text(run.firstError)),
        ("cycle", text(run.cycle.text)),
      ])
    }
    var fields = [
      ("v", "1"), ("file", text(title)), ("agree", agrees ? "true" : "false"),
      ("semantics", array(rows)),
      ("groups", array(groups.map { array($0.map { text(runs[$0].name) }) })),
      (
        "differences",
        array(
          differences.map { difference in
            object([
              ("property", text(difference.name)),
              ("values", array(difference.values.map { $0?.json ?? "null" })),
            ])
          })
      ),
    ]
    if let parting {
      func side(_ side: Parting.Side) -> String {
        object([
          ("semantics", text(side.semantics)), ("lines", array(side.lines.map(jsonString))),
        ])
      }
      let found = object([
        ("text", text(parting.statement)), ("at", text(parting.place)),
        ("common", array(parting.common.map(jsonString))), ("left", side(parting.left)),
        ("right", side(parting.right)),
      ])
      fields.append(("parting", found))
    }
    return object(fields)
  }
}
