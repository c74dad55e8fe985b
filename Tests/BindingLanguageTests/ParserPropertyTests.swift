import BindingEngine
import Exploring
import Interpreter
import Language
import Names
import Syntax
import TestSupport
import Testing
import Text

/// SplitMix64: a seed gives the same texts on every machine.
private struct Seeded: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

private let fragments: [String] =
  Word.allCases.map(\.rawValue) + StatementWord.all.flatMap { [$0.word, $0.example] }
  + Arrow.allCases.map(\.spelling) + BinaryOperator.allCases.map(\.spelling) + [
    "a", "b.c", "é", "日本", "42", "1.5", "2s", "#3", "#", "0x", "1e9", "99999999999999999999", "3px",
    "\"", "\"s\"", "\"a\\(", "\\(", "\"\"\"", "\"\"\"\n", "\\", "\\n", "\\u{", "“", "'", "//", "/*",
    "*/",
    "(", ")", "[", "]", "{", "}", "{ ", " }", ",", ";", ":", ".", "?", "|", "!", "~", "=", "+=",
    "-=",
    "->", "<-", "=>", "===", "++", "--", "→", "\n", "\n", "\n", " ", "\t", "\r\n", "\r", "\0",
    "\u{FEFF}", "\u{301}", "\u{202E}", "👨‍👩‍👧",
  ]

/// Properties of the result of parsing any bytes.
private func checkParse(_ bytes: [UInt8], _ seed: UInt64) {
  let names = NameTable()
  let file = SourceFile(name: "t", bytes: bytes)
  let (tree, diagnostics, isIncomplete) = Parser.parse(
    file, names: names, isInteractive: seed % 2 == 0)
  if ForeignBytes(bytes) != nil {
    // No place in it is wrong.
    #expect(diagnostics.count == 1 && diagnostics[0].span == nil, "seed \(seed)")
    return
  }
  let end = UInt32(bytes.count)
  let errors = diagnostics.filter { $0.severity == .error }
  #expect(!isIncomplete || errors.count <= 1, "seed \(seed)")
  var isMissing = false
  for node in tree.nodes {
    guard node.span.start <= node.span.end, node.span.end <= end else {
      Issue.record("span of \(node.kind) outside the text, seed \(seed)")
      return
    }
    if node.kind == .missing { isMissing = true }
  }
  // Code that compiles a tree without errors finds no missing nodes.
  if errors.isEmpty, isMissing { Issue.record("missing without an error, seed \(seed)") }
  // Recording each with the testing library would take longer than parsing.
  let isPlaced = diagnostics.allSatisfy { diagnostic in
    diagnostic.span.map { $0.end <= end } == true
  }
  #expect(isPlaced, "seed \(seed)")
  // The user's text must not reach the terminal unescaped.
  let isRaw = diagnostics.contains { diagnostic in
    diagnostic.text().utf8.contains { $0 < 0x20 && $0 != 0x0A && $0 != 0x09 }
  }
  #expect(!isRaw, "seed \(seed)")
  let starts = diagnostics.map { $0.span!.start }
  #expect(starts == starts.sorted())
  if errors.isEmpty { _ = tree.dump(names) }
  TreeCheck(tree: tree).check(seed)
}

/// Spans nest and children exist.
private struct TreeCheck {
  let tree: SyntaxTree

  func check(_ seed: UInt64) {
    for statement in tree.statements {
      for parent in [statement] + tree.descendants(of: statement) {
        let span = tree[parent].span
        for child in tree.children(of: parent) where tree[child].kind != .missing {
          let inner = tree[child].span
          if inner.start < span.start || inner.end > span.end {
            Issue.record("\(tree[child].kind) outside \(tree[parent].kind), seed \(seed)")
            return
          }
        }
      }
    }
  }
}

@Test(arguments: seeds(30))
func `parsing any bytes terminates`(_ seed: Int) {
  var random = Seeded(state: UInt64(seed))
  for _ in 0..<20 {
    let count = Int.random(in: 0..<200, using: &random)
    checkParse((0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }, UInt64(seed))
  }
}

@Test(arguments: UInt64(0)..<100)
func `parsing any tokens terminates`(_ seed: UInt64) {
  var random = Seeded(state: seed)
  for _ in 0..<20 {
    let count = Int.random(in: 0..<40, using: &random)
    let text = (0..<count).map { _ in
      fragments.randomElement(using: &random)! + (Bool.random(using: &random) ? " " : "")
    }.joined()
    checkParse(Array(text.utf8), seed)
  }
}

@Test(arguments: UInt64(0)..<50)
func `parsing a program without a random piece terminates`(_ seed: UInt64) {
  var random = Seeded(state: seed)
  let programs = StatementWord.all.map(\.example) + HelpTopic.all.map(\.example)
  for _ in 0..<20 {
    var bytes = Array(programs.randomElement(using: &random)!.utf8)
    let start = Int.random(in: 0..<bytes.count, using: &random)
    let end = min(bytes.count, start + Int.random(in: 0..<8, using: &random))
    bytes.removeSubrange(start..<end)
    if Bool.random(using: &random) { bytes = Array(bytes.prefix(start)) }
    checkParse(bytes, seed)
  }
}
