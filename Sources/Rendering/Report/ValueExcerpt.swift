import BindingEngine

/// A value as the language writes it; of a long value, only its beginning and its
/// length.
package struct ValueExcerpt {
  /// How many characters of a value are kept.
  private static let longest = 200

  /// A complete value as the language writes it.
  let literal: (Value) -> String
  /// The present text of an element of a list: nil if its object is released.
  let living: (Value) -> Value

  package init(literal: @escaping (Value) -> String, living: @escaping (Value) -> Value) {
    self.literal = literal
    self.living = living
  }

  package func text(of value: Value) -> String {
    text(of: value, limit: ValueExcerpt.longest, depth: 0)
  }

  private func text(of value: Value, limit: Int, depth: Int) -> String {
    switch value {
    case .string(let text):
      guard text.utf8.count > limit, text.count > limit else { return literal(value) }
      return Value.quoted(String(text.prefix(limit))) + "… (\(text.count) characters)"
    // Lists may be nested deeper than the thread's stack allows.
    case .list(let list) where depth == 8: return list.isEmpty ? "[]" : "[…]"
    case .list(let list):
      var text = "["
      for (position, element) in list.enumerated() {
        if text.utf8.count > limit { return text + ", … (\(list.count) elements)]" }
        if position > 0 { text += ", " }
        text += self.text(of: living(element), limit: max(8, limit / 2), depth: depth + 1)
      }
      return text + "]"
    case .dictionary(let dictionary) where depth == 8:
      return dictionary.isEmpty ? "[:]" : "[…]"
    case .dictionary(let dictionary) where !dictionary.isEmpty:
      var text = "["
      for (position, entry) in zip(dictionary.keys, dictionary.values).enumerated() {
        if text.utf8.count > limit { return text + ", … (\(dictionary.count) entries)]" }
        if position > 0 { text += ", " }
        let limit = max(8, limit / 2)
        text += self.text(of: entry.0, limit: limit, depth: depth + 1) + ": "
        text += self.text(of: living(entry.1), limit: limit, depth: depth + 1)
      }
      return text + "]"
    case .enumeration(let value) where depth == 8:
      return "\(value.enumeration.name).\(value.name)"
    case .enumeration(let value):
      return value.enumeration.name + "."
        + value.text { text(of: living($0), limit: max(8, limit / 2), depth: depth + 1) }
    default: return literal(value)
    }
  }
}
