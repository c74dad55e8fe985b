import BindingEngine
import Exploring
import Interpreter
import Language
import Names
import Syntax
import Testing

private let statementWords = StatementWord.all.filter { $0.place == .statement }

@Test(arguments: StatementWord.all.map(\.word))
func `an example is a program without errors that uses its word`(_ word: String) throws {
  let entry = try #require(StatementWord.named(word))
  let names = NameTable()
  let (tree, diagnostics, _) = Parser.parse(
    SourceFile(name: word, text: entry.example), names: names)
  #expect(diagnostics.map(\.message) == [])
  #expect(!tree.statements.isEmpty)
  #expect(entry.example.split { !$0.isLetter }.contains { $0 == word })
}

@Test(arguments: HelpTopic.all.map(\.name))
func `a topic's example is a program without errors`(_ name: String) throws {
  let topic = try #require(HelpTopic.all.first { $0.name == name })
  let (_, diagnostics, _) = Parser.parse(
    SourceFile(name: name, text: topic.example), names: NameTable())
  #expect(diagnostics.map(\.message) == [])
}

@Test func `every entry is complete and fits a terminal`() {
  for entry in StatementWord.all {
    #expect(!entry.summary.isEmpty && !entry.summary.hasSuffix("."), "\(entry.word)")
    #expect(entry.syntax.hasPrefix(entry.word), "\(entry.word)")
    #expect(2...5 ~= entry.explanation.split(separator: "\n").count, "\(entry.word)")
    let lines = (entry.syntax + "\n" + entry.explanation + "\n" + entry.example).split(
      separator: "\n")
    #expect(lines.filter { $0.count > 88 } == [])
  }
  #expect(Set(StatementWord.all.map(\.word)).count == StatementWord.all.count)
}

@Test(arguments: statementWords.filter { !$0.isReserved }.map(\.word))
func `a word that is not reserved can name a property and a variable`(_ word: String) {
  ParsedCase("var \(word) = 1", "(varDeclaration (\(word)) (int 1))").check()
  ParsedCase("\(word) = 1", "(assign (\(word)) (int 1))").check()
  ParsedCase("\(word).x += 1", "(assign += (member (\(word)) (x)) (int 1))").check()
  ParsedCase(
    "object a { \(word) = 1 }", "(objectDeclaration (a) - (body (property (\(word)) - (int 1) -)))"
  ).check()
}

@Test(
  arguments: statementWords.filter(\.isReserved).map(\.word) + Word.reservedInside.map(\.rawValue))
func `a reserved word is a name only after a dot`(_ word: String) {
  ParsedCase("a.\(word) = 1", "(assign (member (a) (\(word))) (int 1))").check()
  let (_, diagnostics, _) = Parser.parse(
    SourceFile(name: "t", text: "var \(word) = 1"), names: NameTable())
  #expect(diagnostics.map(\.message) == ["'\(word)' is a reserved word and cannot name a variable"])
}

@Test func `words are found in a name table that has other names first`() {
  let names = NameTable()
  for index in 0..<500 { _ = names.intern("name\(index)") }
  let (tree, diagnostics, _) = Parser.parse(
    SourceFile(name: "t", text: "bind name1 ~> name2\nobject name499"), names: names)
  #expect(
    tree.dump(names) == "(binding ~> (name1) (name2) - - - -)\n(objectDeclaration (name499) - -)")
  #expect(diagnostics.isEmpty)
}

@Test func `help lists has every list method, and help values every member of values`() throws {
  func text(_ name: String) throws -> String {
    try #require(HelpTopic.all.first { $0.name == name }).explanation
  }
  for operation in ListOperation.allCases {
    let call =
      operation.rawValue == operation.name
      ? "l.\(operation.name)(" : "\(operation.name)(\(operation.labels[0]):"
    #expect(try text("lists").contains(call), "\(operation)")
  }
  // The list is filled to the width of a line.
  let values = try text("values").split(whereSeparator: \.isWhitespace).joined(separator: " ")
  let tails = ValueTail.named.map(\.rawValue).joined(separator: " ")
  #expect(values.contains("A key path can end in: \(tails). These can be read and observed"))
}

/// What completion offers after a word is written only in its entry.
@Test(arguments: [
  ("bind", [], "once"), ("bind", ["a.x"], "arrows"), ("bind", ["a.x", "~>"], "values"),
  ("bind", ["a.x", "~>", "b.x", "|"], "transformers"), ("bind", ["a.x", "~>", "b.x"], "each"),
  ("whynot", ["a.x"], "arrows"), ("whynot", ["a.x", "~>"], "values"), ("why", ["a.x"], "@ "),
  ("help", ["semantics"], "semantics"), ("object", ["a:"], "classes"), ("observe", [], "prior"),
  ("observe", ["a.x"], "expression"), ("print", [], "expression"),
])
func `an entry says what can follow its word`(_ word: String, _ before: [String], _ offer: String)
  throws
{
  let offers = try #require(StatementWord.named(word)).follows(before)
  #expect(offers.contains { "\($0)".contains(offer) }, "\(offers)")
}

/// What somebody may write first after a statement's word; the empty text is nothing at all.
private let firstTokens = ["", "3", "\"x\"", "{ }", "let", "nil", "true", "2s", "#3", "~>", "a b"]

@Test(arguments: statementWords.map(\.word))
func `a statement that begins wrongly has a line that says how it is written`(_ word: String) {
  for text in firstTokens.map({ "\(word) \($0)" }) {
    let (_, diagnostics, _) = Parser.parse(
      SourceFile(name: "t", text: text), names: NameTable())
    for error in diagnostics where error.severity == .error {
      #expect(error.notes.contains { $0.label == .help }, "\(text): \(error.message)")
    }
  }
}

@Test(arguments: [
  ("computed x { 1 }", "write: object o { computed x = 1 }"),
  ("computed x", "the form is 'computed NAME = EXPRESSION'; 'help computed' says more"),
  ("event 3", "the form is 'event NAME'; 'help event' says more"),
  ("x 3", "write: object o { x = 3 }"), ("x \"three\"", "write: object o { x = \"three\" }"),
  ("f() { 1 }", "write: object o { action f() { 1 } }"),
  ("x: Int { 1 }", "a computed property is written 'computed x = …'"),
])
func `a member that is written wrongly has a line that says how it is written`(
  member: String, help: String
) {
  let (_, diagnostics, _) = Parser.parse(
    SourceFile(name: "t", text: "object o { \(member) }"), names: NameTable())
  #expect(diagnostics.first?.notes.map(\.message) == [help])
}

@Test func `a message names each form of a statement`() {
  let notes = { (text: String) in
    Parser.parse(SourceFile(name: "t", text: text), names: NameTable()).1.last?.notes.last?.message
  }
  #expect(
    notes("unbreak x")
      == "the forms are 'unbreak NUMBER' and 'unbreak all'; 'help unbreak' says more")
  // The rest of a long form is left out, and so is what explains one.
  #expect(
    notes("bind") == "the form is 'bind [once] LEFT ARROW RIGHT [| TRANSFORMER] …'; 'help bind'"
      + " says more")
  #expect(
    notes("silent")
      == "the forms are 'silent PATH = EXPRESSION' and 'silent PATH += EXPRESSION'; 'help silent'"
      + " says more")
}
