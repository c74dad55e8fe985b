import Interpreter
import Language
import Syntax
import TestSupport
import Testing
import Values

/// The number of laps in a prediction for a cycle through code, against what the write that it names does.
@Suite struct PredictedLapTests {
  private struct Event {
    var kind: String
    var number: Int
    var cause: Int
    var property: String
    var reason: String

    init?(_ line: Substring) {
      func field(_ name: String) -> String? {
        guard let start = line.range(of: "\"\(name)\":") else { return nil }
        return line[start.upperBound...].prefix { $0 != "," && $0 != "}" }.filter { $0 != "\"" }
      }
      guard let kind = field("kind"), let number = field("seq").flatMap({ Int($0) }) else {
        return nil
      }
      (self.kind, self.number) = (kind, number)
      cause = field("cause").flatMap { Int($0) } ?? 0
      property = field("property") ?? ""
      reason = field("reason") ?? ""
    }
  }

  /// The most changes of one of these properties that follow from each other in the last turn, without
  /// the first.
  private func laps(_ trace: [Substring], through places: [String]) -> Int {
    let start = trace.lastIndex { $0.contains("\"kind\":\"turn\"") } ?? 0
    let events = trace[start...].compactMap(Event.init)
    return places.map { place in
      var most = 0
      var counts: [Int: Int] = [:]
      for event in events {
        let isChange =
          event.property == place
          && (["write", "compute"].contains(event.kind)
            || event.kind == "dropped" && event.reason == "equal")
        counts[event.number] = counts[event.cause, default: 0] + (isChange ? 1 : 0)
        most = max(most, counts[event.number, default: 0])
      }
      return max(0, most - 1)
    }.max() ?? 0
  }

  private static let parts = [
    "observe m.s { if value < 20 { m.a = m.a + 5 } }", "observe m.s { o.t = value }",
    "observe o.t { if value > 8 { m.b = 1 } }", "observe m.b { o.t = min(value * 3, 9) }",
    "observe o.t { if value < 30 { m.a = value + 4 } }", "observe m.a { if m.b < 9 { m.b = 9 } }",
    "observe m.a { o.u = min(value, 3) }", "observe o.u { m.a = max(value, 2) }",
  ]

  @Test(arguments: seeds(40), ["bind", "goo", "knockout", "rx", "reactiveswift", "mobx", "solid"])
  func `a cycle through code has the laps that are predicted`(_ seed: Int, _ preset: String) throws
  {
    var random = SeededRandom(seed: seed)
    var lines = [
      "semantics \(preset)", "object m { a = 1; b = 2; computed s = a + b }",
      "object o { t = 0; u = 0 }",
    ]
    for _ in 0..<2 + random.below(2) { lines.append(Self.parts[random.below(Self.parts.count)]) }
    let host = DiagnosticsHost()
    Session(host: host).run(SourceFile(name: "<s>", text: lines.joined(separator: "\n")))
    for found in host.diagnostics where found.message.contains("may close a cycle through code: ") {
      let places =
        found.message.split(separator: ": ").last?.components(separatedBy: " → ")
        .filter { $0.contains(".") } ?? []
      for note in found.notes where note.message.hasPrefix("if you write ") {
        let parts = note.message.dropFirst("if you write ".count).components(separatedBy: ": ")
        guard parts.count == 2, parts[1].hasPrefix("it settles") else { continue }
        // As it was when the cycle closed.
        let made = try #require(found.span.map { Int($0.start) })
        let text = lines.joined(separator: "\n")
        let end = text.utf8.index(text.utf8.startIndex, offsetBy: made)
        let before = text[..<end] + text[end...].prefix { $0 != "\n" }
        let other = DiagnosticsHost()
        let session = Session(host: other)
        (session.options.traceMode, session.options.traceStyle) = (.full, .json)
        session.run(SourceFile(name: "<s>", text: "\(before)\n\(parts[0])"))
        let real = laps(other.trace, through: places)
        let said =
          parts[1].contains("before the first")
          ? 0 : parts[1].contains("one lap") ? 1 : Int(parts[1].filter(\.isNumber)) ?? -1
        #expect(said == real, "\(before)\n\(found.message)\n\(note.message)")
      }
    }
  }
}
