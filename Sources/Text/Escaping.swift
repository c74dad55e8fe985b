extension String {
  /// The text with some of its scalars replaced by the entries of a table.
  ///
  /// - Complexity: O(*n*).
  package func escaped(by signs: [Unicode.Scalar: String]) -> String {
    var text = ""
    for scalar in unicodeScalars {
      if let escape = signs[scalar] { text += escape } else { text.unicodeScalars.append(scalar) }
    }
    return text
  }

  /// The text between the ANSI escapes of a code such as `1;31`, or as it is.
  package func painted(_ code: String, if isColored: Bool) -> String {
    isColored && !isEmpty ? "\u{1B}[\(code)m\(self)\u{1B}[0m" : self
  }
}
