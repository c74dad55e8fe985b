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
}
