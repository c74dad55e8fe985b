import Syntax

/// A statement as its entry in the table shows it, with what must be there: `observe path { }`.
struct StatementForm {
  /// As a person reads it.
  private(set) var text = ""
  /// The text with numbered places to fill in, as an editor reads it.
  private(set) var snippet = ""

  /// nil for a statement that has nothing to fill in.
  init?(_ entry: StatementWord) {
    let line = entry.syntax.split(separator: "\n").first ?? ""
    var depth = 0
    var required = ""
    for character in line {
      if character == "[" { depth += 1 }
      if depth == 0 { required.append(character) }
      if character == "]" { depth -= 1 }
    }
    var places = 0
    // Of what may be repeated, one is enough.
    required.replace(", …", with: "")
    for word in required.split(separator: " ") where word != "…" {
      let isPlace = word.first?.isUppercase == true && word == word.uppercased()
      if !text.isEmpty {
        text += " "
        snippet += " "
      }
      guard isPlace else {
        text += word
        snippet += word
        continue
      }
      places += 1
      // An arrow is a sign, and the usual one is a good beginning.
      let name = word == "ARROW" ? "~>" : word.lowercased()
      text += name
      snippet += "${\(places):\(name)}"
    }
    guard places > 0, !text.contains("…") else { return nil }
    if snippet.contains("{ }") {
      snippet.replace("{ }", with: "{ $0 }", maxReplacements: 1)
    } else {
      snippet += "$0"
    }
  }
}
