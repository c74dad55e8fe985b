/// Text in HTML and XML.
package enum Markup {
  /// Text as the content of an element, or with `quotes` also of an attribute in double quotes.
  ///
  /// - Complexity: O(*n*); text with nothing to escape is not copied.
  package static func escaped(_ text: String, quotes: Bool = true) -> String {
    let signs = quotes ? attribute : content
    return text.utf8.contains(where: "&<>\"".utf8.contains) ? text.escaped(by: signs) : text
  }

  private static let content: [Unicode.Scalar: String] = ["&": "&amp;", "<": "&lt;", ">": "&gt;"]
  private static let attribute = content.merging(["\"": "&quot;"]) { $1 }
}
