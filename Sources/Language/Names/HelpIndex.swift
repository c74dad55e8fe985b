import BindingEngine
import Syntax
import Text

/// What there is help on, by the words that stand after `help`.
package enum HelpIndex {
  /// What can stand after `help`.
  package static var helpTopics: [String] {
    StatementWord.all.map(\.word) + HelpTopic.all.map(\.name)
      + extraTopics + ValueMethod.all.map(\.name) + Writing.topics
  }

  package static let extraTopics = ["prelude", "turn", "functions", "methods", "types", "findings"]

  /// Whether a topic that is not a semantics is explained.
  package static func hasHelp(on topic: String) -> Bool {
    helpTopics.contains(topic) || StatementWord.named(topic) != nil
      || FindingCode(text: topic) != nil || Arrow.allCases.contains { $0.spelling == topic }
      || !WritingMatches(topic).isEmpty
  }

  /// What stands after `help semantics`, or nil if the topic is another.
  package static func semanticsName(inHelpTopic topic: String) -> String? {
    // The name of a preset alone is enough, where it means nothing else.
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
