import BindingEngine

extension GraphCore {
  /// A value as the language would write it, cut where it is long: of a list of a million elements
  /// only the first are looked at, and of lists in lists in lists only a few.
  package func shortLiteral(_ value: Value, limit: Int, depth: Int = 0) -> String {
    let text: String
    switch value {
    case .string(let whole):
      let start = whole.prefix(limit)
      let quoted = Value.quoted(String(start))
      if start.endIndex == whole.endIndex, quoted.count <= limit { return quoted }
      return quoted.prefix(limit - 2) + "…\""
    case .list(let list) where depth == 8: return list.isEmpty ? "[]" : "[…]"
    case .list(let list):
      var shown = "["
      for (position, element) in list.enumerated() {
        if shown.count > limit { break }
        shown += position > 0 ? ", " : ""
        shown += shortLiteral(living(element), limit: limit, depth: depth + 1)
      }
      text = shown + "]"
    case .dictionary(let dictionary) where depth == 8:
      return dictionary.isEmpty ? "[:]" : "[…]"
    case .dictionary(let dictionary) where !dictionary.isEmpty:
      var shown = "["
      for (position, entry) in zip(dictionary.keys, dictionary.values).enumerated() {
        if shown.count > limit { break }
        shown += position > 0 ? ", " : ""
        shown += shortLiteral(entry.0, limit: limit) + ": "
        shown += shortLiteral(living(entry.1), limit: limit, depth: depth + 1)
      }
      text = shown + "]"
    case .enumeration(let value) where depth == 8:
      return "\(value.enumeration.name).\(value.name)"
    case .enumeration(let value):
      text =
        value.enumeration.name + "."
        + value.text { shortLiteral(living($0), limit: limit, depth: depth + 1) }
    default: text = literal(value)
    }
    if text.count <= limit { return text }
    let isClosed = text.hasSuffix("]") || text.hasSuffix(")")
    return text.prefix(limit - (isClosed ? 2 : 1)) + "…" + (isClosed ? text.suffix(1) : "")
  }
}
