import Exploring
import Interpreter
import Language
import Syntax
import Testing

/// The table of codes, which `help`, the manual and the findings read.
extension CheckerTests {
  @Test(arguments: FindingCode.allCases.filter { !$0.explanation.bad.isEmpty })
  func `the bad example of a code gives this finding and no other`(_ code: FindingCode) {
    let found = allFindings(code.explanation.bad)
    #expect(found.map { $0.code?.text ?? $0.message } == [code.text])
    #expect(found.allSatisfy { $0.severity == code.severity })
  }

  @Test(arguments: FindingCode.allCases)
  func `the good example of a code gives no finding`(_ code: FindingCode) {
    #expect(allFindings(code.explanation.good).map { "\($0.code?.text ?? "") \($0.message)" } == [])
  }

  @Test func `every code is explained once, in the order of the codes`() {
    #expect(FindingNote.all.map(\.code) == FindingCode.allCases)
    for note in FindingNote.all {
      #expect(note.title.first?.isUppercase == false && !note.title.hasSuffix("."))
      let lines = note.explanation.split(separator: "\n", omittingEmptySubsequences: false)
      #expect((1...4).contains(lines.count) && lines.allSatisfy { $0.count <= 100 })
      #expect(note.explanation.hasSuffix("."))
      #expect((note.title + note.explanation).allSatisfy { $0.isASCII })
    }
  }

  @Test func `a code is read in either case, and similar codes are suggested`() {
    for code in FindingCode.allCases {
      #expect(FindingCode(text: code.text) == code)
      #expect(FindingCode(text: code.text.lowercased()) == code)
    }
    #expect(FindingCode(text: "B") == nil && FindingCode(text: "B01") == nil)
    #expect(FindingCode(text: "B0010") == nil && FindingCode(text: "C010") == nil)
    #expect(FindingCode.near("B099")?.text == "B009")
  }

  @Test(arguments: [
    ("help B04", FindingCode.allCases.filter { (40..<50).contains($0.rawValue) }.map { $0.text }),
    ("help b045", ["B045"]), ("help B9", []), ("print B04", []),
  ])
  func `help is completed with codes`(_ example: (String, [String])) {
    let host = CheckerHost()
    let list = Session(host: host).completions(in: example.0, at: example.0.utf8.count)
    #expect(list.candidates.map { $0.text } == example.1)
    #expect(list.candidates.allSatisfy { !$0.note.isEmpty })
  }

  @Test func `the cancel block of a command sees the command's parameter`() {
    let text = "object a { command load(n) after 2s { n } cancel { print n } }\na.load.execute(1)"
    #expect(allFindings(text).map(\.message) == [])
    #expect(failures(text + "\na.load.cancel()").isEmpty)
  }
}
