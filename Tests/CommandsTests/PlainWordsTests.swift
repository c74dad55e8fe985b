import Foundation
import TestSupport
import Testing

/// Words and turns of phrase that have no place in what people read: the README, the manuals, help,
/// messages, lessons, samples and comments.
struct PlainWordsTests {
  /// Regular expressions, and what to write instead.
  private static let rules: [(words: String, better: String)] = [
    ("(is|are|was|not) told", "notified, reported or shown"),
    ("tells? of", "reports, says, shows"),
    ("hears?( of)?|heard of|nobody hears", "is notified of, observes; without a handler"),
    ("for ever", "forever"),
    ("puts? back", "restores, rolls back"),
    ("but for", "except"),
    ("(works?|worked|working) out", "evaluates"),
    ("anew", "again"),
    ("whilst|hitherto|hence|thence|whence|naught|unto|lest|shall|save for", "common words"),
    ("(there|where|here)(by|in|of|upon|with)", "common words"),
    ("(that|which|what|who) (is|are) none", "that is not one"),
    ("(is|are|was) yet to", "is not yet"),
    ("(comes?|becomes?) of", "happens to, results from"),
    ("of its own accord", "by itself"),
    ("what it is that", "what"),
    ("change places", "are swapped"),
    ("call(s|ed|ing)? off", "cancels"),
    ("whoever|whomever", "the one who, code that"),
    ("dead for|a grave", "a tombstone"),
    ("half of the news", "mixes new and stale inputs"),
    ("is free, but", "is not checked"),
    ("as its reader has it", "as the reader chooses"),
    ("is not called so", "wrong arguments"),
    ("by and by|to and fro", "common words"),
    ("TO" + "DO|FIX" + "ME|XX" + "X", "do it now"),
  ]

  /// The files that people read, from the project's folder. Scripts of tests may contain any words,
  /// and so may this file, which names them.
  private static func texts() throws -> [String] {
    let manager = FileManager.default
    let folders = ["man", "Samples", "Sources", "Tests"]
    let kinds = [".swift", ".md", ".bind", ".1", ".7", ".js", ".css", ".c", ".h"]
    // Lawyers wrote the second one.
    let apart: Set = [
      "Tests/CommandsTests/PlainWordsTests.swift", "Sources/Invocation/Editors/License.swift",
    ]
    var texts = ["README.md"]
    for folder in folders {
      let found: [String] = try manager.subpathsOfDirectory(
        atPath: ExampleRunner.folder + "/" + folder)
      for path in found.map({ folder + "/" + $0 }).sorted() {
        let isScriptOfTests = path.hasPrefix("Tests/") && path.hasSuffix(".bind")
        let isText = kinds.contains { path.hasSuffix($0) }
        if isText, !isScriptOfTests, !apart.contains(path) { texts.append(path) }
      }
    }
    return texts
  }

  /// The places of such words in a text: `file:line`, the words, and what to write instead.
  private static func faults(in text: String, file: String) -> [String] {
    var faults: [String] = []
    let expressions = rules.compactMap { rule in
      (try? NSRegularExpression(pattern: "\\b(\(rule.words))\\b", options: .caseInsensitive))
        .map { ($0, rule.better) }
    }
    let whole = NSRange(text.startIndex..., in: text)
    for (expression, better) in expressions {
      for match in expression.matches(in: text, range: whole) {
        guard let place = Range(match.range, in: text) else { continue }
        let line = text[..<place.lowerBound].count { $0 == "\n" } + 1
        faults.append("\(file):\(line): '\(text[place])'; better: \(better)")
      }
    }
    return faults
  }

  @Test func `no text has words that readers stumble over`() throws {
    let files = try Self.texts()
    try #require(files.count > 300)
    for file in files {
      let text = try String(contentsOfFile: ExampleRunner.folder + "/" + file, encoding: .utf8)
      let faults = Self.faults(in: text, file: file)
      #expect(faults.isEmpty, "\(faults.joined(separator: "\n"))")
    }
  }

  @Test func `a fault has its file and line, in any case and not inside of words`() {
    let text = "All is well.\nThe observer Is Told at once.\nHolding out, toldBase, anewly.\n"
    #expect(
      Self.faults(in: text, file: "page")
        == ["page:2: 'Is Told'; better: notified, reported or shown"])
  }
}
