import Exploring
import Interpreter
import Language
import Testing

@testable import Syntax

/// All tokens of a text; the lexer alone, without the parser's help for strings and arrows.
private func tokens(_ text: String) -> [Token] {
  let bytes = Array(text.utf8)
  return ByteClass.table.withUnsafeBufferPointer { classes in
    bytes.withUnsafeBufferPointer { buffer in
      var lexer = Lexer(bytes: buffer, classes: classes)
      var tokens: [Token] = []
      while true {
        let token = lexer.next()
        if token.kind == .end { return tokens }
        tokens.append(token)
      }
    }
  }
}

@Test func `a token is small, since one is made for every few bytes`() {
  #expect(MemoryLayout<Token>.size == 24)
}

@Test(arguments: [
  ("a+b", [Token.Kind.name, .plus, .name]), ("a<-1", [.name, .less, .minus, .integer]),
  ("a!=b", [.name, .notEqual, .name]), ("a??b?c", [.name, .coalesce, .name, .question, .name]),
  ("a||b|c", [.name, .or, .name, .pipe, .name]),
  ("<= >= == <>", [.lessOrEqual, .greaterOrEqual, .equal, .lessGreater]),
  (
    "= += -= *= /= %=",
    [.assign] + Array(repeating: .compoundAssign, count: 5)
  ),
  ("1.5 1.a 1..2", [.decimal, .integer, .dot, .name, .integer, .dot, .dot, .integer]),
  ("2s 2.5ms #7", [.duration, .duration, .number]), ("\"a\"", [.string]),
  ("\"\\n\"", [.stringStart, .invalid, .name, .string]),
  ("\"\"\"", [.blockStringStart]), ("a // b\nc", [.name, .name]),
  ("a /* b */ c / d", [.name, .name, .slash, .name]),
  ("~", [.tilde]), ("&&", [.and]), ("@", [.invalid]), ("é1", [.name]), ("1é", [.integer]),
])
func `a text is divided into tokens`(_ text: String, _ kinds: [Token.Kind]) {
  #expect(tokens(text).map(\.kind) == kinds)
}

@Test func `a token knows whether it begins a line`() {
  let starts = tokens("a b\nc /* \n */ d // x\r\n\te").map(\.startsLine)
  #expect(starts == [false, false, true, true, true])
}

@Test func `tokens and the text between them are the whole text`() {
  let text = "bind vm.größe ~> label | { value * 2.5 } // why\n"
  let spans = tokens(text).map { Int($0.start)..<Int($0.end) }
  #expect(zip(spans, spans.dropFirst()).allSatisfy { $0.upperBound <= $1.lowerBound })
  let bytes = Array(text.utf8)
  let words = spans.map { String(decoding: bytes[$0], as: UTF8.self) }
  #expect(words.joined() == "bindvm.größe~>label|{value*2.5}")
}

@Test func `a string is skipped whatever it contains`() {
  let text = #""a \(f("b \(")") c") + ")") d" e"#
  let bytes = Array(text.utf8)
  let end = ByteClass.table.withUnsafeBufferPointer { classes in
    bytes.withUnsafeBufferPointer { Lexer(bytes: $0, classes: classes).endOfString(from: 0) }
  }
  #expect(String(decoding: bytes[end...], as: UTF8.self) == " e")
}
