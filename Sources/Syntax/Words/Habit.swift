/// Something that people type who know another language or tool, and what it is here.
///
/// The parser, the resolver, `help` and the prompt read this table.
public struct Habit: Sendable {
  /// How it is written elsewhere.
  public let words: [String]
  /// The word or operator that is written in its place; nil if there is none.
  public let spelling: String?
  /// What a prompt does when the word is typed there; nil if it is only answered.
  let deed: Deed?
  /// The line that helps, without a full stop.
  public let line: String

  /// What a prompt does with a typed line.
  public enum Deed: Sendable, Equatable {
    /// Runs a statement instead.
    case statement(String)
    /// Rewinds so many turns that changed something.
    case undo(Int)
    /// Empties the screen.
    case clear
    /// Opens what was typed last in an editor, or what declares a name or a number.
    case edit(String)
    /// Lists what was typed: all, or so many lines.
    case listTyped(Int?)
    /// Begins the lessons, or one of them.
    case learn(String)
  }

  /// Another spelling of `spelling`.
  init(_ words: String..., is spelling: String, _ line: String? = nil) {
    self.words = words
    self.spelling = spelling
    deed = nil
    self.line = line ?? "write '\(spelling)'"
  }

  /// Something that has no word of its own here.
  init(_ words: String..., says line: String) {
    self.words = words
    spelling = nil
    deed = nil
    self.line = line
  }

  /// Something that a prompt understands.
  init(_ words: String..., does deed: Deed, _ line: String) {
    self.words = words
    spelling = nil
    self.deed = deed
    self.line = line
  }

  /// Whether it stands for a value.
  package var isValue: Bool {
    spelling.map { ["nil", "true", "false", "self"].contains($0) } ?? false
  }

  /// The line for a value that is tested as if it were a type; nil if it stands for none.
  package var comparison: String? {
    isValue ? spelling.map { "a value is compared with '==': x == \($0)" } : nil
  }

  /// The line where the message names `spelling` itself; nil if it would only repeat that.
  package var help: String? { spelling.map { line == "write '\($0)'" } == true ? nil : line }

  /// All habits, those of prompts first.
  public static let all: [Habit] = prompts + values + statements + signs

  /// What a prompt understands beside the statements, each with the line that explains it.
  package static let ofPrompts: [(word: String, line: String)] = prompts.flatMap { habit in
    habit.deed == nil ? [] : habit.words.map { (word: $0, line: habit.line) }
  }

  /// The entry of a word or sign, or nil.
  public static func named(_ word: String) -> Habit? { byWord[word] }

  private static let byWord: [String: Habit] = {
    var habits: [String: Habit] = [:]
    for habit in all { for word in habit.words { habits[word] = habit } }
    return habits
  }()
}
