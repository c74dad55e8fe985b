import Basics

extension Value {
  /// The value as the language would write it.
  ///
  /// - Parameter object: The text of an object, which cannot be found from the value alone.
  package func literal(_ object: (ObjectID) -> String = { _ in "nil" }) -> String {
    switch self {
    case .nil: "nil"
    case .bool(let flag): flag ? "true" : "false"
    case .int(let number): String(number)
    case .double(let number): Value.text(of: number)
    case .string(let text): Value.quoted(text)
    case .list(let list): "[" + list.map { $0.literal(object) }.joined(separator: ", ") + "]"
    case .dictionary(let dictionary):
      dictionary.text { $0.literal(object) }
    case .enumeration(let value):
      value.enumeration.name + "." + value.text { $0.literal(object) }
    case .object(let id): object(id)
    case .duration(let microseconds): Value.text(ofMicroseconds: microseconds)
    }
  }

  /// A number as the language writes it: the shortest text that reads back as the same number.
  public static func text(of number: Double) -> String {
    if number.isNaN { return "nan" }
    if number.isInfinite { return number < 0 ? "-inf" : "inf" }
    return "\(number)"
  }

  /// A text in quotes, with the language's escapes.
  public static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case _ where scalar.isUnseen: quoted += scalar.escape
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }

  /// A duration in the largest unit that gives a whole number.
  public static func text(ofMicroseconds microseconds: Int) -> String {
    if microseconds % 60_000_000 == 0, microseconds != 0 { return "\(microseconds / 60_000_000)m" }
    if microseconds % 1_000_000 == 0 { return "\(microseconds / 1_000_000)s" }
    if microseconds % 1_000 == 0 { return "\(microseconds / 1_000)ms" }
    return "\(Double(microseconds) / 1_000)ms"
  }
}

extension DictionaryValue {
  /// The dictionary as the language would write it.
  ///
  /// - Parameter text: The text of a value.
  package func text(_ text: (Value) -> String) -> String {
    if isEmpty { return "[:]" }
    return "["
      + zip(keys, values).map { "\($0.literal()): \(text($1))" }.joined(separator: ", ") + "]"
  }
}
