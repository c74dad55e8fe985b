import Language
import Names
import Syntax

// Words that people know from other programs.
extension Session {
  /// What a prompt makes of a typed line; nil if the line is what it seems to be.
  ///
  /// A name that is declared goes before a habit.
  public func habit(in line: String) -> Habit.Deed? {
    guard let typed = Habit.typed(line, isStopped: walk != nil) else { return nil }
    if !typed.word.isEmpty, isDeclared(typed.word) { return nil }
    guard case .statement(let statement) = typed.deed else { return typed.deed }
    // What can be shown needs no help.
    let words = statement.split(separator: " ", maxSplits: 1)
    if words.count == 2, words[0] == "help", !HelpIndex.hasHelp(on: String(words[1])),
      isDeclared(String(words[1].prefix { $0 != "." && $0 != "[" }))
    {
      return .statement("show \(words[1])")
    }
    return typed.deed
  }

  /// Whether the user, or the prelude, has declared a name at top level.
  public func isDeclared(_ word: String) -> Bool {
    names.name(word).map { symbols[$0] != nil } ?? false
  }
}
