import Exploring
import Interpreter
import Language
import Syntax
import Testing
import Text

/// The trace of a turn on a screen: it fits, whatever the size of the screen and the form of the graph.
@Suite struct TraceScreenTests {
  /// A host that keeps traces.
  private final class TraceHost: SessionHost {
    var output = ""

    func write(_ text: String) {}
    func trace(_ lines: String) { output += lines }
    func report(_ diagnostic: Diagnostic) { output += diagnostic.message }
    func read(path: String) -> Result<[UInt8], SessionFileError> {
      .failure(SessionFileError("no files here"))
    }
    func save(path: String, text: String) -> SessionFileError? { nil }
  }

  /// Objects, and the bindings between them.
  ///
  /// - Parameter step: 1 for a chain, as many as there are objects for a star, others for both.
  private static func script(_ count: Int, step: Int) -> String {
    let objects = (0...count).map { "object c\($0) { value = 0 }" }
    let bindings = (0..<count).map { number in
      let source = number % step == 0 && step > 1 ? 0 : number
      return "bind c\(source).value ~> c\(number + 1).value"
    }
    return (objects + bindings).joined(separator: "\n") + "\n"
  }

  /// The rows of the trace of a write to the first object, and those of `trace last`.
  private static func rows(
    _ count: Int, step: Int, columns: Int, rows: Int
  ) -> (turn: [Substring], last: [Substring]) {
    let host = TraceHost()
    var options = SessionOptions()
    (options.isOnScreen, options.width, options.height) = (true, columns, rows)
    options.traceMode = .off
    let session = Session(host: host, options: options)
    session.run(SourceFile(name: "-", text: script(count, step: step)))
    session.setTraceMode(.on)
    var outputs: [[Substring]] = []
    for statement in ["c0.value = 12345", "trace last"] {
      host.output = ""
      session.run(SourceFile(name: "-", text: statement), isInteractive: true)
      outputs.append(host.output.split(separator: "\n"))
    }
    #expect(session.errors == 0)
    return (outputs[0], outputs[1])
  }

  @Test(arguments: [1, 5, 1_000], [10, 40, 100])
  func `the trace of a turn fits a screen, and no row is all indentation`(step: Int, count: Int) {
    for (columns, height) in [(40, 24), (80, 24), (80, 50), (200, 24)] {
      let (turn, last) = Self.rows(count, step: step, columns: columns, rows: height)
      #expect(turn.count <= height - 2, "\(turn.count) rows of \(height)")
      for row in turn + last {
        #expect(String(row).displayWidth <= columns, "\(row)")
        let indentation = row.prefix { " │├└─…".contains($0) }
        #expect(indentation.count <= columns * 2 / 3, "\(row)")
      }
      #expect(turn.first == last.first && turn.last == last.last)
      func names(_ number: Int, _ rows: [Substring]) -> Bool {
        rows.joined(separator: " ").contains("#\(number) ")
      }
      #expect((1...count).allSatisfy { names($0, last) })
      let isFolded = turn.contains { $0.contains("'trace last' shows all") }
      #expect(isFolded != (1...count).allSatisfy { names($0, turn) })
      // What is folded fills the screen.
      #expect(!isFolded || turn.count >= height - 5)
    }
  }
}
