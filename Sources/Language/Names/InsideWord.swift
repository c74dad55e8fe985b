import Syntax

/// The words that stand only inside of statements and expressions, for `help`.
package enum InsideWord {
  /// All of them, with a few words on each.
  package static let all: [(word: String, summary: String)] = [
    ("else", "what runs if the condition does not hold, or in all other cases"),
    ("in", "comes before the list of a loop, or before a number of steps"),
    ("new", "makes an object of a class"),
    ("is", "tests the type of a value"),
    ("set", "a block that decides which value a property stores"),
    ("once", "ends a binding after the first value"),
    ("each", "keeps a cell for each element of a list"),
    ("kept", "ends a binding or an observer with an object, or at once"),
    ("by", "comes before what keeps a binding or an observer"),
    ("nobody", "stands for no keeper: what is made ends at once"),
    ("as", "gives a binding or an observer a name"),
    ("forward", "the block for values from source to target"),
    ("reverse", "the block for values on their way back"),
    ("late", "what happens to a value that still waits when a newer one comes"),
    ("begin", "the block that runs when a command begins"),
    ("cancel", "the block that runs when a command is cancelled"),
    ("initial", "runs the block at once, too"),
    ("some", "waits with the first run until the value is not nil"),
    ("prior", "runs the block before a change"),
    ("notification", "handles what 'post' sends, from any object"),
    ("optional", "an action that an object may lack"),
    ("error", "expects the block to fail"),
    ("settles", "expects every turn of the block to settle"),
    ("quiet", "expects the block to set nothing off"),
    ("all", "stands for everything that there is"),
    ("to", "comes before the new end"),
    ("no", "expects that there are no cycles"),
    ("off", "shows no traces"),
    ("brief", "shows the trace of each turn in fewer lines"),
    ("full", "shows the trace of each turn with all that was left out"),
    ("flat", "shows the events of each turn in the order of time"),
    ("last", "shows the trace of the last turn"),
    ("slow", "shows the trace line by line"),
    ("dot", "writes the graph for Graphviz"),
    ("mermaid", "writes the graph for Mermaid"),
    ("svg", "writes the graph as a picture"),
    ("json", "writes the graph as data"),
  ]

  /// The forms of what is no part of a statement.
  private static let forms = [
    "new": "new CLASS [{ MEMBER … }]", "is": "VALUE is TYPE",
    "set": "NAME = VALUE set { EXPRESSION }",
  ]

  /// The help on a word, with the statements that it belongs to; nil for other words.
  package static func help(on word: String) -> String? {
    guard let known = all.first(where: { $0.word == word }) else { return nil }
    let users = StatementWord.all.filter { $0.syntax.containsWord(word) }
    let lines = (forms[word].map { [$0] } ?? []) + users.flatMap { formsOf($0, with: word) }
    let topics = users.map(\.word) + (forms[word] == nil ? [] : ["blocks"])
    return "\(word): \(known.summary)\n\n" + lines.map { "  \($0)" }.joined(separator: "\n")
      + "\n\nSee \(topics.map { "'help \($0)'" }.joined(separator: ", "))."
  }

  /// The lines of a statement's syntax with the word: all, if they are one form.
  private static func formsOf(_ user: StatementWord, with word: String) -> [String] {
    let lines = user.syntax.split(separator: "\n").map(String.init)
    let isOneForm = lines.contains { $0.hasPrefix(" ") }
    return isOneForm ? lines : lines.filter { $0.containsWord(word) }
  }
}

extension String {
  /// Whether it contains a word that no letter touches.
  fileprivate func containsWord(_ word: String) -> Bool {
    split { !$0.isLetter }.contains { $0 == word }
  }
}
