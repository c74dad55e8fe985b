/// Text in HTML and XML.
package enum Markup {
  /// Text as the content of an element, or with `quotes` also of an attribute in double quotes.
  ///
  /// - Complexity: O(*n*); text with nothing to escape is not copied.
  package static func escaped(_ text: String, quotes: Bool = true) -> String {
    guard text.utf8.contains(where: { isSpecial($0, quotes) }) else { return text }
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"" where quotes: escaped += "&quot;"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  private static func isSpecial(_ byte: UInt8, _ quotes: Bool) -> Bool {
    byte == UInt8(ascii: "&") || byte == UInt8(ascii: "<") || byte == UInt8(ascii: ">")
      || quotes && byte == UInt8(ascii: "\"")
  }
}
