import BindingEngine
import Syntax
import Text

/// Looks up help by the words after `help`.
package enum HelpIndex {
  /// The words that can follow `help`.
  package static var helpTopics: [String] {
    StatementWord.all.map(\.word) + HelpTopic.all.map(\.name)
      + extraTopics + ValueMethod.all.map(\.name) + Writing.topics
  }

  package static let extraTopics = ["prelude", "turn", "functions", "methods", "types", "findings"]

  /// Whether there is help on a topic, which is not a semantics.
  package static func hasHelp(on topic: String) -> Bool {
    helpTopics.contains(topic) || StatementWord.named(topic) != nil
      || FindingCode(text: topic) != nil || Habit.named(topic) != nil
      || Arrow.allCases.contains { $0.spelling == topic }
      || !WritingMatches(topic).isEmpty
  }

  /// The name after `help semantics`, or nil if the topic is another.
  package static func semanticsName(inHelpTopic topic: String) -> String? {
    // The name of a preset alone is enough if it means nothing else.
    if Semantics.presets.contains(where: { $0.name == topic }), !hasHelp(on: topic) { return topic }
    let words = topic.split(whereSeparator: { $0 == " " || $0 == "\t" })
    guard words.count > 1, words[0] == "semantics" else { return nil }
    return words.dropFirst().joined(separator: " ")
  }

  /// The error for a topic without help.
  package static func mistake(ofHelpTopic topic: String) -> Mistake {
    guard FindingCode.isLike(topic) else {
      return .noHelp(topic, near: nearest(to: topic, among: helpTopics))
    }
    return .noFinding(topic, near: FindingCode.near(topic)?.text)
  }
}
