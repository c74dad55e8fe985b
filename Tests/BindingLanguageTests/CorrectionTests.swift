import Language
import Rendering
import TestSupport
import Testing
import Values

@testable import Exploring
@testable import Interpreter

/// What a `set` block does with a value is said, and what is said is so.
@Suite struct CorrectionTests {
  private static let blocks = [
    "value", "min(value, 5)", "value > 0 ? value : old", "value % 3", "-value", "7",
  ]
  private static let links = [
    "bind f.t ~> m.v", "bind f.t <> m.v", "bind f.t !~> m.v | { value + 1 }",
    "observe f.t { m.v = value }",
    "",
  ]

  /// The `correct` events are those where the block's value differs from what it is given, by the block's
  /// own formula run as a function.
  @Test(arguments: Semantics.presets, [[9, -4, 2, 9], [3, 12, 0, -1], [7, 7, 1, -7]])
  func `each correction is an event, and nothing else is`(preset: Semantics, values: [Int]) throws {
    for block in Self.blocks {
      for link in Self.links {
        let host = SayingHost()
        let session = Session.tracing(to: host, under: preset)
        session.run(
          session.typed(
            "object m { v: Int = 1 set { log.given = value; \(block) } }; object log { given = 0 }")
        )
        session.run(session.typed("object f { t = 1 }\n\(link)"))
        for value in values {
          session.run(session.typed(link.isEmpty ? "m.v = \(value)" : "f.t = \(value)"))
        }
        try check(host.traced, block)
      }
    }
  }

  private func check(_ text: String, _ block: String) throws {
    var given: Int?
    var old = 1
    for line in text.split(separator: "\n") where line.hasPrefix("{") {
      func number(_ field: String) -> Int? {
        line.firstMatch(of: try! Regex("\"\(field)\":(-?\\d+)", as: (Substring, Substring).self))
          .flatMap { Int($0.1) }
      }
      let isOfTarget = line.contains("\"property\":\"m.v\"")
      if line.contains("\"property\":\"log.given\""), line.contains("\"kind\":\"write\"") {
        given = number("new")
      }
      if isOfTarget, line.contains("\"kind\":\"correct\"") {
        #expect(number("old") == given && number("new") != given, "\(block): \(line)")
        #expect(line.contains("\"at\":"), "\(line)")
      }
      if isOfTarget, line.contains("\"kind\":\"write\""), let new = number("new") {
        if let given { #expect(new == Self.result(block, given, old), "\(block): \(line)") }
        if let given, given != new {
          #expect(
            text.contains("\"kind\":\"correct\""), "\(block) made \(given) into \(new) silently")
        }
        old = new
        given = nil
      }
    }
  }

  private static func result(_ block: String, _ value: Int, _ old: Int) -> Int {
    switch block {
    case "min(value, 5)": min(value, 5)
    case "value > 0 ? value : old": value > 0 ? value : old
    case "value % 3": value % 3
    case "-value": -value
    case "7": 7
    default: value
    }
  }

  /// "The values now disagree" is said exactly where a binding's last value is not what its target has,
  /// because the target was corrected.
  @Test(arguments: [
    ("object m { v: Int = 0 set { min(value, 5) } }", 9, true),
    ("object m { v: Int = 0 set { min(value, 5) } }", 4, false),
    ("object m { v = 0 }; observe m.v { if value > 5 { m.v = 5 } }", 9, true),
    ("object m { v = 0 }; observe m.v { if value > 5 { m.v = 5 } }", 3, false),
    ("object m { v = 0 }; observe prior m.v { if value > 5 { m.v = 5 } }", 9, true),
    ("object m { v = 0 }; observe f.t { m.v = 5 }", 9, false),
  ])
  func `what disagrees is said`(target: String, value: Int, disagrees: Bool) {
    let host = SayingHost()
    var options = SessionOptions()
    options.traceMode = .on
    let session = Session(host: host, options: options)
    session.run(session.typed("object f { t = 0 }; \(target)\nbind f.t ~> m.v"))
    session.run(session.typed("f.t = \(value)"))
    #expect(host.traced.contains("the values now disagree: ") == disagrees, "\(host.traced)")
    #expect(host.traced.contains("gave \(value), but m.v is 5") == disagrees)
  }
}
