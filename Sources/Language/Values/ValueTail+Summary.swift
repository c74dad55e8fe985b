import Values

extension ValueTail {
  /// What it gives, in a few words, for completion and `help`.
  package var summary: String {
    ValueTail.summaries[meant] ?? ""
  }

  /// The name that it has here, where it is written as in KVC.
  private var meant: String {
    switch rawValue {
    case "uppercaseString": "uppercased"
    case "lowercaseString": "lowercased"
    default: rawValue.hasSuffix("Value") ? String(rawValue.dropLast("Value".count)) : rawValue
    }
  }

  /// The kinds of values that have it, in words.
  package var owners: String {
    let types: [(ValueKinds, String)] = [
      (.bool, "a Bool"), (.int, "an Int"), (.double, "a Double"), (.string, "a String"),
      (.list, "a List"), (.dictionary, "a Dictionary"), (.duration, "a Duration"),
    ]
    let names = types.filter { !StaticOperators.result(of: self, $0.0).isEmpty }.map(\.1)
    if names.count == types.count { return "any value" }
    let last = names.count - 1
    return names.count < 2
      ? names.joined() : names[..<last].joined(separator: ", ") + " or " + names[last]
  }

  private static let summaries = [
    "count": "the number of characters, elements or entries",
    "isEmpty": "whether there are no characters, elements or entries",
    "string": "the value as text",
    "int": "the value as a whole number, or nil",
    "double": "the value as a number, or nil",
    "bool": "whether a number is not 0, or what a text such as yes says",
    "uppercased": "the text in capitals",
    "lowercased": "the text in small letters",
    "reversed": "the elements or characters in the opposite order",
    "trimmed": "the text without the spaces at its ends",
    "first": "the first element or character, or nil",
    "last": "the last element or character, or nil",
    "sum": "the sum of the numbers",
    "capitalized": "the text with a capital at the beginning of each word",
    "lines": "the lines of the text",
    "words": "the words of the text",
    "characters": "the characters of the text",
    "isNumber": "whether the text is a number",
    "sorted": "the elements from the least to the greatest",
    "unique": "the elements without those that are repeated",
    "enumerated": "a list of the index and the element, for each element",
    "min": "the least element, or nil",
    "max": "the greatest element, or nil",
    "average": "the sum of the numbers, divided by their count",
    "keys": "the keys, as a list",
    "values": "the values, as a list",
    "isNaN": "whether it is not a number, such as the square root of -1",
  ]
}
