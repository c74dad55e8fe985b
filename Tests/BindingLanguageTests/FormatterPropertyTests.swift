import BindingEngine
import Foundation
import Names
import TestSupport
import Testing

@testable import Exploring
@testable import Interpreter
@testable import Language
@testable import Layout
@testable import ScriptTesting
@testable import Syntax

/// Properties of every text: its layout has the same meaning and the same comments, and is its own
/// layout.
@Suite struct FormatterPropertyTests {
  /// Returns whether the text parses.
  @discardableResult
  private func check(_ text: String, _ place: String, width: Int? = nil) -> Bool {
    guard let parsed = Parsed(text) else { return false }
    let place = place + (width.map { ", width \($0)" } ?? "")
    let layout = ScriptLayout(width: width)
    guard let once = layout.format(SourceFile(name: "t", text: text)).text else {
      Issue.record("a text that parses is not laid out, \(place)")
      return true
    }
    let laidOut = String(decoding: once, as: UTF8.self)
    guard let again = Parsed(laidOut) else {
      Issue.record("the layout does not parse, \(place):\n\(text)\n---\n\(laidOut)")
      return true
    }
    if parsed.dump != again.dump {
      Issue.record("the layout means something else, \(place):\n\(text)\n---\n\(laidOut)")
    }
    if parsed.comments != again.comments {
      Issue.record("comments differ, \(place):\n\(text)\n---\n\(laidOut)")
    }
    // If some of it belongs to no statement, which is an error of a test, a `;` may be all between.
    if !parsed.hasStrayOutput, parsed.expected != again.expected {
      Issue.record("other output is expected, \(place):\n\(text)\n---\n\(laidOut)")
    }
    let twice = layout.format(SourceFile(name: "t", text: laidOut)).text
    if twice != once {
      let second = String(decoding: twice ?? [], as: UTF8.self)
      Issue.record("the layout is not its own, \(place):\n\(text)\n---\n\(laidOut)\n---\n\(second)")
    }
    return true
  }

  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().path

  /// All scripts of the project, by their paths.
  private static let scripts: [String] = ["Samples", "Tests/Fixtures"].flatMap { folder in
    let files = FileManager.default.enumerator(atPath: "\(root)/\(folder)")
    return (files?.compactMap { $0 as? String } ?? []).filter { $0.hasSuffix(".bind") }
      .map { "\(root)/\(folder)/\($0)" }.sorted()
  }

  @Test func `every script keeps its meaning and its comments`() throws {
    #expect(Self.scripts.count > 200)
    var parsed = 0
    for path in Self.scripts {
      let text = try String(contentsOfFile: path, encoding: .utf8)
      if check(text, path) { parsed += 1 }
      check(text.replacingOccurrences(of: "\n", with: "\r\n"), path + " with CRLF")
      for width in [1, 20, 40] { check(text, path, width: width) }
    }
    #expect(parsed > 200)
  }

  @Test func `every example of the help keeps its meaning`() {
    for width in [nil, 1] {
      for word in StatementWord.all { #expect(check(word.example, word.word, width: width)) }
      for topic in HelpTopic.all { check(topic.example, topic.name, width: width) }
    }
  }

  @Test(arguments: 0..<24)
  func `a program keeps its meaning`(_ seed: Int) {
    var program = RandomProgram(seed: seed)
    var parsed = 0
    var random = TestSupport.SeededRandom(seed: seed)
    for _ in 0..<20 {
      let text = program.text()
      guard check(text, "seed \(seed)") else { continue }
      parsed += 1
      check(text, "seed \(seed)", width: 1 + random.below(60))
    }
    #expect(parsed > 4)
  }

  @Test(arguments: 0..<24)
  func `a program in any layout keeps its meaning and its comments`(_ seed: Int) throws {
    var program = RandomProgram(seed: seed)
    var random = TestSupport.SeededRandom(seed: seed)
    var parsed = 0
    for _ in 0..<20 {
      let text =
        random.chance(70)
        ? program.text()
        : try String(
          contentsOfFile: Self.scripts[random.below(Self.scripts.count)], encoding: .utf8)
      let spread = RandomLayout(random: random).spread(text)
      _ = random.next()
      if check(spread, "seed \(seed)") { parsed += 1 }
      check(spread, "seed \(seed)", width: 1 + random.below(60))
    }
    #expect(parsed > 1)
  }

  @Test(arguments: 0..<10)
  func `any tokens are laid out or refused`(_ seed: Int) {
    var random = TestSupport.SeededRandom(seed: seed)
    let parts = [
      "a", "b", "=", "\n", ";", "{", "}", "(", ")", "[", "]", "|", "//x\n", "/*y*/", "?", ":", ",",
      "-", "!", "bind", "~>", "if", "object", "\"s\"", " ", ".", "new", "1", "print", "else", "on",
    ]
    for _ in 0..<500 {
      let text = (0..<random.below(14)).map { _ in parts[random.below(parts.count)] + " " }.joined()
      check(text, "seed \(seed)")
      check(text, "seed \(seed)", width: 1 + random.below(8))
    }
  }
}

/// The tree of a text without errors, and its comments.
private struct Parsed {
  let dump: String
  let comments: [String]
  /// The output that a test expects, and the number of statements that it belongs to.
  let expected: [String]
  let hasStrayOutput: Bool

  init?(_ text: String) {
    let names = NameTable()
    let (tree, diagnostics, _) = Parser.parse(SourceFile(name: "t", text: text), names: names)
    guard !diagnostics.contains(where: { $0.severity == .error }) else { return nil }
    dump = tree.dump(names)
    comments = Parsed.comments(of: tree)
    let outputs = OutputComments(of: tree)
    expected = outputs.groups.map { "\($0.statements) \($0.expected)" }
    hasStrayOutput = !outputs.strays.isEmpty
  }

  /// The comments by a scan of the text, which skips the strings of the tree.
  private static func comments(of tree: SyntaxTree) -> [String] {
    let bytes = tree.file.bytes
    var ends: [Int: Int] = [:]
    for node in tree.nodes {
      let start = Int(node.span.start)
      let isString =
        node.kind == .interpolation
        || (node.kind == .stringLiteral && start < bytes.count
          && bytes[start] == UInt8(ascii: "\""))
      if isString || (node.kind == .help && node.a != 0) {
        ends[start] = max(ends[start] ?? 0, Int(node.span.end))
      }
    }
    var comments: [String] = []
    var offset = 0
    func comment(to end: Int, _ start: Int) {
      var text = String(decoding: bytes[start..<end], as: UTF8.self)
        .replacingOccurrences(of: "\r\n", with: "\n")
      while let last = text.unicodeScalars.last, " \t\r".unicodeScalars.contains(last) {
        text.unicodeScalars.removeLast()
      }
      // The lines of a comment move with it.
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      comments.append(
        lines.map { String($0.drop { $0 == " " || $0 == "\t" }) }.joined(separator: "\n"))
    }
    while offset < bytes.count {
      if let end = ends[offset] {
        offset = end
        continue
      }
      let next = offset + 1 < bytes.count ? bytes[offset + 1] : 0
      let isHash = bytes[offset] == UInt8(ascii: "#") && next == UInt8(ascii: "!")
      if (bytes[offset] == UInt8(ascii: "/") && next == UInt8(ascii: "/")) || isHash {
        let end = bytes[offset...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
        comment(to: end, offset)
        offset = end
      } else if bytes[offset] == UInt8(ascii: "/"), next == UInt8(ascii: "*") {
        var end = offset + 2
        while !(bytes[end] == UInt8(ascii: "*") && bytes[end + 1] == UInt8(ascii: "/")) { end += 1 }
        comment(to: end + 2, offset)
        offset = end + 2
      } else {
        offset += 1
      }
    }
    return comments
  }
}

/// Puts blanks, line ends, `;` and comments between the tokens of a text.
private struct RandomLayout {
  var random: TestSupport.SeededRandom

  func spread(_ text: String) -> String {
    var copy = self
    return copy.lay(text)
  }

  private mutating func lay(_ text: String) -> String {
    let file = SourceFile(name: "t", text: text)
    let (tree, diagnostics, _) = Parser.parse(file, names: NameTable())
    guard !diagnostics.contains(where: { $0.severity == .error }) else { return text }
    let wildness = random.below(40)
    return ByteClass.table.withUnsafeBufferPointer { classes in
      file.bytes.withUnsafeBufferPointer { bytes in
        var formatter = ScriptFormatter(tree, bytes, classes)
        formatter.cut()
        var result = ""
        var end = 0
        var depth = 0
        for piece in formatter.pieces {
          let gap = String(decoding: bytes[end..<Int(piece.start)], as: UTF8.self)
          result += random.chance(wildness) ? wild(piece, gap, isInBrackets: depth > 0) : gap
          result += String(decoding: bytes[Int(piece.start)..<Int(piece.end)], as: UTF8.self)
          end = Int(piece.end)
          switch piece.kind {
          case .leftParen, .leftBracket: depth += 1
          case .rightParen, .rightBracket: depth -= 1
          default: break
          }
        }
        return result
      }
    }
  }

  private mutating func wild(
    _ piece: ScriptFormatter.Piece, _ gap: String, isInBrackets: Bool
  ) -> String {
    if piece.marks.contains(.tight) { return gap }
    if piece.gap.contains(.isBoundary) {
      // The text between two statements must stay between them.
      let separator =
        gap.contains { $0.isNewline || $0 == ";" } ? [";", "\n", " ;\n", ";;", "\r\n"] : [" "]
      return filling(true) + separator[random.below(separator.count)] + filling(true)
    }
    return gap + filling(isInBrackets || random.chance(10))
  }

  private mutating func filling(_ mayBreak: Bool) -> String {
    var text = ""
    for _ in 0..<random.below(3) {
      switch random.below(mayBreak ? 10 : 3) {
      case 0: text += " "
      case 1: text += "/* c\(random.below(9)) */"
      case 2: text += " \t"
      case 3: text += "\n"
      case 4: text += "\n\n \n"
      case 5: text += "// d\(random.below(9)) \n"
      case 6: text += "/* e\n  f */"
      case 7: text += "\n\t /* g\n\t  * h\n\t\n  i */"
      case 8: text += "\n// allow B045\n"
      default: text += "// => \(random.below(9))\n"
      }
    }
    return text
  }
}
