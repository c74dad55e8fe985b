import Language
import Names
import Syntax
import Values

/// Dictionaries, parts of lists and strings, and questions about types.
extension CheckRun {
  func dictionary(_ id: NodeID, _ parts: NodeList) -> StaticValue {
    if let key = tree.keyTwice(in: parts) {
      report(.keyTwice(sourceText(key)), at: key)
      return StaticValue(.dictionary)
    }
    let found = parts.map { value($0) }
    var keys: [Value] = []
    var values: [Value] = []
    for position in stride(from: 0, to: parts.count, by: 2) {
      guard require(.dictionaryKey, found[position], at: parts[position]),
        let key = found[position].whole, let value = found[position + 1].whole
      else { return StaticValue(.dictionary) }
      keys.append(key)
      values.append(value)
    }
    return known(at: id) { () throws(ScriptFailure) in
      .dictionary(try DictionaryValue.literal(keys, values))
    }
  }

  /// `d["name"]`
  func entry(_ name: Name, of base: StaticValue) -> StaticValue {
    guard case .dictionary(let dictionary)? = base.literal else { return .unknown }
    return StaticValue(dictionary[.string(text(name))] ?? .nil)
  }

  /// `d[key]` or `text[0]`; nil where that is something else.
  func entryOrCharacter(
    of base: StaticValue, at place: StaticValue, _ id: NodeID
  ) -> StaticValue? {
    switch base.kinds.subtracting(.nil) {
    case .dictionary:
      guard require(.dictionaryKey, place, at: id),
        case .dictionary(let dictionary)? = base.literal, let key = place.literal
      else { return .unknown }
      return StaticValue(dictionary[key] ?? .nil)
    case .string:
      guard require(.index(below: nil), place, at: id) else { return .unknown }
      guard case .string(let text)? = base.literal, let index = place.literal else {
        return StaticValue(base.kinds)
      }
      return known(at: id) { () throws(ScriptFailure) in
        var texts = TextPlaces()
        return try Operators.character(of: text, at: index, &texts)
      }
    default: return nil
    }
  }

  /// `list[0..<3]`
  func part(
    of base: StaticValue, _ range: (low: NodeID, high: NodeID, isClosed: Bool), at id: NodeID
  ) -> StaticValue {
    let (low, high) = (value(range.low), value(range.high))
    for (end, node) in [(low, range.low), (high, range.high)] {
      guard require(.index(below: nil), end, at: node) else { return .unknown }
    }
    guard let whole = base.whole, let first = low.literal, let last = high.literal else {
      let kinds = base.kinds.intersection([.list, .string, .nil])
      return kinds.isEmpty ? .unknown : StaticValue(kinds)
    }
    return known(at: id) { () throws(ScriptFailure) in
      var texts = TextPlaces()
      return try Operators.part(
        whole, try Operators.numbers(first, last, isClosed: range.isClosed), &texts)
    }
  }

  /// `x is Int`
  func typeTest(_ base: NodeID, _ typeNode: NodeID) -> StaticValue {
    value(base)
    _ = type(typeNode)
    return StaticValue(.bool)
  }

  /// What a loop's second name, or `index` in a block, can be for what the loop goes through.
  func place(in sequence: StaticValue) -> StaticValue {
    sequence.kinds.contains(.dictionary) ? StaticValue([.int, .string]) : StaticValue(.int)
  }
}
