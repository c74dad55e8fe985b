import Language
import TestSupport
import Testing
import Values

@testable import Exploring
@testable import Interpreter

/// What `compare` says of runs whose final values agree is so: each is run by itself, and compared.
@Suite struct CompareAsideTests {
  private static let programs = [
    "object a { x = 1; y = 0 }; bind a.x ~> a.y; observe a.x { print a.x == a.y }; a.x = 2",
    "object a { x = 1; y = 0 }; bind a.x ~> a.y; observe a.y { print value }; a.x = 1; a.x = 3",
    "object a { x = 1; y = 0; z = 0 }; bind a.x ~> a.y; bind a.x ~> a.z; a.x = 2; a.x = 2",
    "object a { x = 1; y = 0 }; bind (a.x + a.y) ~> a.z; object q { v = 1 }; a.x = 4",
    "object a { x = 1 }; observe a.x { print \"one\" }; observe a.x { print \"two\" }; a.x = 5",
  ]

  @Test(arguments: programs)
  func `what is said to differ differs, and only then`(program: String) {
    let alone = Semantics.presets.map { printed(program, under: $0) }
    // 'whatif' does not wait for the tick or the render that 'compare' waits for.
    for (place, semantics) in Semantics.presets.enumerated().dropFirst()
    where semantics.flush != .tick && semantics.flush != .render {
      let host = SayingHost()
      let session = Session(host: host, options: SessionOptions())
      session.run(session.typed("compare bind, \(semantics.name) { \(program) }"))
      let text = host.said.joined()
      guard text.contains("the final values agree") else { continue }
      let says = text.contains("but bind and \(semantics.name) print different things:")
      #expect(says == (alone[0] != alone[place]), "\(semantics.name): \(text)")
    }
  }

  /// What the trace of the same block says that it prints.
  private func printed(_ program: String, under semantics: Semantics) -> [Substring] {
    let host = SayingHost()
    var options = SessionOptions()
    options.semantics = semantics
    let session = Session(host: host, options: options)
    session.run(session.typed("whatif { \(program) }"))
    let lines = host.said.joined().split(separator: "\n")
    return lines.compactMap { line in line.range(of: "printed ").map { line[$0.upperBound...] } }
  }
}
