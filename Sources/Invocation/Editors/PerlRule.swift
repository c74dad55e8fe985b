extension ColourRule {
  /// The rule as a regular expression as TextMate, VS Code, Kate and Python have them.
  ///
  /// Where a statement begins is not in it: each program has its own way to know this.
  package var perl: String {
    var text = pattern.written(in: .perl)
    switch place {
    case .anywhere, .statementStart: break
    case .after(let marks):
      // Python takes only texts of one length.
      let marks = marks.map { "(?<=\(ColourPattern.marks([$0]).written(in: .perl)) )" }
      text = ColourPattern.Dialect.perl.group(marks.joined(separator: "|")) + text
    case .afterBlank: text = "(?<=\\s)" + text
    }
    if let follow {
      text += "(?\(follow.isForbidden ? "!" : "=")\(follow.pattern.written(in: .perl)))"
    }
    return text
  }

  /// The rules for what begins a statement, and the others.
  package static var starting: [ColourRule] {
    ColourGrammar.rules.filter { $0.place == .statementStart }
  }
  package static var others: [ColourRule] {
    ColourGrammar.rules.filter { $0.place != .statementStart }
  }
}

extension ColourGrammar {
  /// A name behind a dot, in the same writing.
  package static let member = "\\.[ \\t]*[^\\W\\d]\\w*"
  /// Any other name.
  package static let name = "[^\\W\\d]\\w*"
}
