import Exploring
import Interpreter
import Syntax
import TestSupport
import Testing

/// The cost of answers about many objects and bindings.
@Suite struct AnswerGrowthTests {
  /// A session with a chain of objects, each of which binds to the next in its body.
  private func chain(_ count: Int) -> (session: Session, host: CheckerHost) {
    var lines = ["object o0 { v = 1 }"]
    for number in 1...count {
      lines.append("object o\(number) { v = 1; bind o\(number - 1).v ~> v }")
      lines.append("observe o\(number).v { o\(number - 1) }")
    }
    let host = CheckerHost()
    let session = Session(host: host)
    session.run(SourceFile(name: "t.bind", text: lines.joined(separator: "\n") + "\n"))
    #expect(session.errors == 0)
    return (session, host)
  }

  @Test(arguments: ["coupling", "costs", "why o1.v", "whynot o1.v", "history o1.v"])
  func `an answer takes time that is linear in objects and bindings`(question: String) {
    let count = 500
    // Making the objects is not what is asked about.
    let sessions = [1: chain(1), count: chain(count), 4 * count: chain(4 * count)]
    let growth = growth(from: count) { size in
      guard let session = sessions[size]?.session else { return }
      for _ in 0..<3 {
        session.run(SourceFile(name: "t.bind", text: question), isInteractive: true)
      }
    }
    #expect(growth < 8)
  }

  @Test func `only pairs that are coupled have rows, and all pairs are counted`() {
    let host = TextHost()
    let session = Session(host: host)
    var lines = (0..<100).map { "object o\($0) { v = 1 }" }
    lines += ["bind o7.v ~> o3.v", "bind o99.v ~> o0.v", "coupling"]
    session.run(SourceFile(name: "t.bind", text: lines.joined(separator: "\n") + "\n"))
    let rows = host.output.split(separator: "\n").suffix(4)
    #expect(rows.dropFirst().first?.hasPrefix("o0, o99") == true, "\(host.output)")
    #expect(rows.dropFirst(2).first?.hasPrefix("o3, o7") == true)
    #expect(rows.last == "4948 more pairs do not know each other at all")
  }
}
