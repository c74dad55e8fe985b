/// A word that begins a statement or a part of a body, with all that is to be said about it.
///
/// The parser, `help`, completion and the check of the man page read this one table.
public struct StatementWord: Sendable {
  /// Where the word counts.
  public enum Place: Sendable {
    case statement
    /// In the body of an object or class, before a name.
    case body
  }

  public let word: String
  public var place = Place.statement
  /// Whether it can name nothing, but after a dot.
  public var isReserved = false
  /// One line, without a full stop.
  public let summary: String
  /// As in the grammar; one line for each form.
  public let syntax: String
  /// Two to five lines.
  public let explanation: String
  /// A small script that runs as it is.
  public let example: String

  /// All words, in the order in which one meets them when learning.
  public static let all: [StatementWord] =
    declarations + members + bindings + doing + events + control + asking + askingEvents
    + debugging + travelling + breaking

  /// The entry of `word`, or nil.
  public static func named(_ word: String) -> StatementWord? {
    all.first { $0.word == word }
  }
}
