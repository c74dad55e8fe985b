import Checking
import Exploring
import Interpreter
import Language
import RecordedTraces
import Syntax

/// The statements of a text as a person types them, each in one line or more.
struct TypedStatements: Sequence, IteratorProtocol {
  struct Statement {
    var text: String
    var firstLine: Int

    func file(named name: String) -> SourceFile {
      SourceFile(name: name, text: text, firstLine: firstLine)
    }
  }

  private let lines: [ArraySlice<UInt8>]
  private let session: Session
  private var position = 0

  init(_ text: [UInt8], _ session: Session) {
    lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    self.session = session
  }

  mutating func next() -> Statement? {
    guard position < lines.count else { return nil }
    var text = ""
    let first = position
    while position < lines.count {
      let line = String(decoding: lines[position], as: UTF8.self)
      text += position == first ? line : "\n" + line
      position += 1
      if !session.isIncomplete(text) { break }
    }
    return Statement(text: text, firstLine: first + 1)
  }
}
