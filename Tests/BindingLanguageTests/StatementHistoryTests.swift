import TestSupport
import Testing

@testable import Interpreter
@testable import Syntax

@Suite struct StatementHistoryTests {
  @Test(arguments: 0..<20)
  func `it has the texts that were added, wherever they stand`(seed: Int) throws {
    var random = TestSupport.SeededRandom(seed: seed)
    var history = StatementHistory()
    var model: [String] = []
    // One that is long enough not to be copied, and one that is copied.
    let files = [10_000, 3].map { count in
      SourceFile(name: "f", text: (0..<count).map { "print \($0)" }.joined(separator: "\n"))
    }
    for _ in 0..<300 {
      switch random.below(4) {
      case 0:
        let text = String(repeating: "é", count: random.below(2_000))
        history.append(text)
        model.append(text)
      case 1:
        let count = random.below(model.count + 1)
        history.removeLast(count)
        model.removeLast(count)
      default:
        let file = files[random.below(2)]
        let start = random.below(file.bytes.count)
        let end = start + random.below(file.bytes.count - start + 1)
        history.append(SourceSpan(start..<end), of: file)
        model.append(String(decoding: file.bytes[start..<end], as: UTF8.self))
      }
      try #require(history.count == model.count)
      try #require((0..<history.count).allSatisfy { history[$0] == model[$0] }, "\(seed)")
    }
    #expect(history.text == model.map { $0 + "\n" }.joined())
  }
}
