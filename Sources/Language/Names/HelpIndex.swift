import Syntax
import Text
import Values

/// Looks up help by the words after `help`.
package enum HelpIndex {
  /// The words that can follow `help`.
  package static var helpTopics: [String] { entries.map(\.word) + Writing.topics }

  /// The words of the language that can follow `help`, each once and with a few words on it.
  package static let entries: [(word: String, summary: String)] = {
    let all: [(word: String, summary: String)] =
      StatementWord.all.map { ($0.word, $0.summary) }
      + HelpTopic.all.map { ($0.name, $0.summary) }
      + extraTopics.map { ($0, "lists all \($0 == "turn" ? "fields of turn" : $0)") }
      + ValueMethod.all.map { ($0.name, $0.summary) } + LanguageName.all + InsideWord.all
    var seen: Set<String> = []
    return all.filter { seen.insert($0.0).inserted }
  }()

  package static let extraTopics = [
    "statements", "prelude", "turn", "functions", "methods", "types", "findings", "colors",
  ]

  /// Whether there is help on a topic, which is not a semantics.
  package static func hasHelp(on topic: String) -> Bool {
    helpTopics.contains(topic) || StatementWord.named(topic) != nil
      || FindingCode(text: topic) != nil || Habit.named(topic) != nil
      || Arrow.allCases.contains { $0.spelling == topic }
      || !WritingMatches(topic).isEmpty
      || LanguageName.help(on: topic) != nil || LanguageName.topic(of: topic) != nil
  }

  /// The name after `help semantics`, or nil if the topic is another.
  package static func semanticsName(inHelpTopic topic: String) -> String? {
    // The name of a preset alone is enough if it means nothing else.
    if !Semantics.presets(named: topic).isEmpty, !hasHelp(on: topic) { return topic }
    let words = topic.split(whereSeparator: { $0 == " " || $0 == "\t" })
    guard words.count > 1, words[0] == "semantics" else { return nil }
    return words.dropFirst().joined(separator: " ")
  }

  /// The error for a topic without help.
  ///
  /// - Parameter words: Other words that have help.
  package static func mistake(
    ofHelpTopic topic: String, orAnyOf words: [String] = []
  ) -> Mistake {
    guard FindingCode.isLike(topic) else {
      return .noHelp(topic, near: nearest(to: topic, among: helpTopics + words))
    }
    return .noFinding(topic, near: FindingCode.near(topic)?.text)
  }
}
