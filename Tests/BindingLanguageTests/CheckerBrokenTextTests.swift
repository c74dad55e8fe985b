import Checking
import Foundation
import Language
import Syntax
import TestSupport
import Testing

/// Names are looked up behind syntax errors, and nothing is said that a mended text would not say.
@Suite struct CheckerBrokenTextTests {
  /// The lines and messages of the errors, behind those of the parser.
  private func names(_ text: String) -> [String] {
    let file = SourceFile(name: "main.bind", text: text)
    let parsed = Checker.syntaxFindings(in: file) ?? []
    #expect(!parsed.isEmpty, "the text has no syntax error")
    return findings(text).filter { !parsed.map(\.message).contains($0.message) }
      .map { "\($0.span.map { file.lines.line(of: $0.start) + 1 } ?? 0): \($0.message)" }
  }

  @Test func `unknown names are found before and behind a syntax error`() {
    let text = """
      object vm { name = "Kim"; age = 3 }
      object label { text = "" }
      bind vm.nam ~> label.text
      vm.age = )
      observe vm.age { print lable.text }
      bind vm.age ~> label.txt
      """
    let found = names(text)
    #expect(found.count == 3, "\(found)")
    #expect(found.map { $0.prefix(2) } == ["3:", "5:", "6:"])
  }

  @Test(arguments: [
    "object vm { name = }\nbind vm.nam ~> vm.name",
    "objct vm { name = 1 }\nprint vm.name",
    "class C { x = }\nobject c: C\nprint C, c",
    "source \"lib.bind\nprint x",
    "let x = (\nprint x",
    "object vm {\n  name = 1\nprint x",
    "class A { x = 1 } }\n  y = 2\n}\nprint z",
    "var a = nil\na = new\nprint a.name",
    "action f( { }\nf(1)",
  ])
  func `nothing is said of what a broken statement may declare or change`(_ text: String) {
    #expect(names(text) == [])
  }

  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().path

  /// Scripts without mistakes that read no other file.
  private static let scripts: [String] = {
    let folder = root + "/Samples"
    let paths = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    return paths.filter { $0.hasSuffix(".bind") }.sorted()
      .compactMap { try? String(contentsOfFile: folder + "/" + $0, encoding: .utf8) }
      .filter { text in
        !text.contains("source ") && !findings(text).contains { $0.severity == .error }
      }
  }()

  private static let scraps = [
    "{", "}", "(", ")", "[", "\"", "~", ".", "|", " = ", "=", "<", "if ", "object ", "bind ", ",",
    "let ", "class ", ": ", "#", "?",
  ]

  @Test(arguments: seeds(400))
  func `nothing but the defect is wrong with a script that has one`(seed: Int) {
    #expect(!Self.scripts.isEmpty)
    var random = SeededRandom(seed: seed)
    var text = Array(Self.scripts[random.below(Self.scripts.count)])
    let place = random.below(text.count)
    // A name that is changed is unknown, indeed.
    func isName(_ place: Int) -> Bool {
      text.indices.contains(place) && (text[place].isLetter || text[place].isNumber)
    }
    if random.chance(50) {
      guard !(isName(place - 1) && isName(place)) else { return }
      text.insert(contentsOf: Self.scraps[random.below(Self.scraps.count)], at: place)
    } else {
      guard !isName(place), !text[place].isNewline, !(isName(place - 1) && isName(place + 1))
      else { return }
      text.remove(at: place)
    }
    let file = SourceFile(name: "main.bind", text: String(text))
    guard let parsed = Checker.syntaxFindings(in: file) else { return }
    for finding in findings(String(text)) where !parsed.map(\.message).contains(finding.message) {
      Issue.record("seed \(seed): \(finding.message)\n\(String(text))")
    }
  }
}
