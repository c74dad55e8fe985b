import Language
import Rendering
import Syntax
import TestSupport
import Testing

@testable import Exploring
@testable import Interpreter

/// Text that grows where it is does what text does that is copied for each piece.
@Suite struct GrowingTextTests {
  /// The text, and how often it was written, after each line.
  private static func run(_ lines: [String], trace: TraceMode) -> [String] {
    let host = TextHost()
    var options = SessionOptions()
    options.traceMode = trace
    options.journalLimit = 100
    let session = Session(host: host, options: options)
    return lines.map { line in
      session.run(SourceFile(name: "<test>", text: line), isInteractive: true)
      host.output = ""
      session.run(
        SourceFile(name: "<test>", text: "vm.s\nturn.writes"), isInteractive: true)
      #expect(session.checkInvariants() == [])
      return host.output
    }
  }

  @Test(arguments: 0..<10)
  func `with and without a trace, and back in time, the text is the same`(_ seed: Int) {
    var random = SeededRandom(seed: seed)
    var lines = [
      "object vm { s = \"\"; t = \"é\"; action add(x) { s += \"a\"; vm.s += x; s += t } }",
      "action fail() { vm.s += \"f\"; vm.s += \"g\"; throw \"no\" }",
    ]
    for _ in 0..<40 {
      switch random.below(7) {
      case 0: lines.append("vm.add(\"b\")")
      case 1: lines.append("fail()")
      case 2: lines.append("vm.s += \"e\\u{301}\"")
      case 3: lines.append("repeat 3 { vm.s += \"r\" }")
      case 4: lines.append("batch { vm.s += \"1\"; vm.s = \"\\(vm.s.count)\"; vm.s += \"2\" }")
      case 5: lines.append("rewind")
      default: lines.append("let l\(random.below(3)) = vm.s")
      }
    }
    #expect(Self.run(lines, trace: .off) == Self.run(lines, trace: .on))
  }
}
