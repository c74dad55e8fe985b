/// A regular expression, which each editor writes in its own way.
package indirect enum ColourPattern: Sendable {
  /// How an editor writes a regular expression.
  package enum Dialect {
    /// That of TextMate, VS Code, Kate and Python.
    case perl
    case vim, emacs
  }

  case text(String)
  /// One of the characters in brackets: without brackets and backslashes, and with a `-` last.
  case set(String)
  case sequence([ColourPattern])
  case any([ColourPattern])
  case optional(ColourPattern)
  /// Once or more.
  case some(ColourPattern)
  /// Not as a part of a longer word.
  case word(ColourPattern)
  case endOfLine, restOfLine

  /// Any number of blanks.
  package static let blanks = ColourPattern.optional(.some(.set(" \t")))
  package static let digits = ColourPattern.sequence([.set("0-9"), .optional(.some(.set("0-9_")))])

  /// One of some texts, the longest first.
  package static func texts(_ texts: [String]) -> ColourPattern {
    .any(texts.sorted { ($1.count, $0) < ($0.count, $1) }.map { .text($0) })
  }

  /// One of some texts, of which a word is no part of a longer one.
  package static func marks(_ texts: [String]) -> ColourPattern {
    .any(texts.map { $0.allSatisfy(\.isLetter) ? .word(.text($0)) : .text($0) })
  }

  package func written(in dialect: Dialect) -> String {
    switch self {
    case .text(let text): dialect.escaped(text)
    case .set(let characters): "[\(characters)]"
    case .sequence(let parts): parts.map { $0.written(in: dialect) }.joined()
    case .any(let choices):
      dialect.group(choices.map { $0.written(in: dialect) }.joined(separator: dialect.or))
    case .optional(let part): dialect.group(part.written(in: dialect)) + dialect.optional
    case .some(let part): dialect.group(part.written(in: dialect)) + dialect.some
    case .word(let part): dialect.wordStart + part.written(in: dialect) + dialect.wordEnd
    case .endOfLine: "$"
    case .restOfLine: ".*$"
    }
  }
}

extension ColourPattern.Dialect {
  fileprivate var or: String { self == .perl ? "|" : "\\|" }
  fileprivate var some: String { self == .vim ? "\\+" : "+" }
  fileprivate var optional: String { self == .vim ? "\\=" : "?" }

  fileprivate var wordStart: String {
    switch self {
    case .perl: "\\b"
    case .vim: "\\<"
    case .emacs: "\\_<"
    }
  }

  fileprivate var wordEnd: String {
    switch self {
    case .perl: "\\b"
    case .vim: "\\>"
    case .emacs: "\\_>"
    }
  }

  package func group(_ text: String) -> String {
    switch self {
    case .perl: "(?:\(text))"
    case .vim: "\\%(\(text)\\)"
    case .emacs: "\\(?:\(text)\\)"
    }
  }

  fileprivate func escaped(_ text: String) -> String {
    let special =
      switch self {
      case .perl: "\\.^$*+?()[]{}|"
      case .vim: "\\.^$*[]~"
      case .emacs: "\\.^$*+?[]"
      }
    return text.map { special.contains($0) ? "\\\($0)" : String($0) }.joined()
  }
}
