import BindingEngine
import Testing
import Text

@testable import Exploring
@testable import Interpreter
@testable import Language
@testable import RecordedTraces
@testable import Syntax

/// What is wrong with a text that should be a trace, and where.
struct TraceProblemCase: CustomTestStringConvertible, Sendable {
  var name: String
  var text: [UInt8]
  var problem: String

  init(_ name: String, _ text: String, _ problem: String) {
    self.name = name
    self.text = Array(text.utf8)
    self.problem = problem
  }

  init(_ name: String, bytes: [UInt8], _ problem: String) {
    self.name = name
    text = bytes
    self.problem = problem
  }

  var testDescription: String { name }

  static let turn = #"{"v":1,"turn":1,"seq":0,"kind":"turn","text":"a.x = 1","at":"f:1"}"# + "\n"
  static func event(_ fields: String) -> String { #"{"v":1,"turn":1,"# + fields + "}\n" }

  static let all: [TraceProblemCase] = [
    .init("nothing", "", "t:1: error: expected a trace as --trace=json writes it, found none"),
    .init("blank lines", "\n\n", "t:2: error: expected a trace as --trace=json writes it"),
    .init("a printed line", turn + "HOBBIT\n" + turn, "t:2: error: expected a JSON object; what a"),
    .init("a list", "[1]\n", "t:1: error: expected a JSON object"),
    .init("no version", "{}\n", "t:1: error: expected the field 'v', the version"),
    .init("version 2", #"{"v":2}"# + "\n", "t:1: error: version 2 of the format is not known"),
    .init(
      "a version in quotes", #"{"v":"1"}"# + "\n",
      "t:1: error: expected a whole number as 'v', found a string"),
    .init("no turn", #"{"v":1}"# + "\n", "t:1: error: expected the field 'turn'"),
    .init("no kind", event(#""seq":1"#), "t:1: error: expected the field 'kind'"),
    .init(
      "an unknown kind", event(#""seq":1,"kind":"wirte""#), "t:1: error: unknown kind 'wirte'"),
    .init("no number", turn + event(#""kind":"write""#), "t:2: error: expected the field 'seq'"),
    .init(
      "an event twice",
      turn + event(#""seq":1,"kind":"print""#) + event(#""seq":1,"kind":"print""#),
      "t:3: error: event 1 after event 1: expected a later one"),
    .init(
      "a cause to come", turn + event(#""seq":1,"kind":"print","cause":2"#),
      "t:2: error: the cause of event 1 is 2"),
    .init(
      "an earlier turn",
      turn.replacing(":1,\"seq\"", with: ":7,\"seq\"") + event(#""seq":1,"kind":"print""#),
      "t:2: error: turn 1 after turn 7: expected a later one"),
    .init(
      "a timer that is a text", turn.replacing("}", with: #","timer":"2s"}"#),
      "t:1: error: expected an object as 'timer', found a string"),
    .init(
      "a timer without its time", turn.replacing("}", with: #","timer":{"turn":1,"seq":2}}"#),
      #"t:1: error: expected a time such as "2s" as 'due' of 'timer'"#),
    .init(
      "an unknown reason", event(#""seq":1,"kind":"held","reason":"why""#),
      "t:1: error: unknown reason 'why'"),
    .init(
      "a value of no kind", event(#""seq":1,"kind":"write","new":{"a":1}"#),
      #"t:1: error: expected {"object":NAME} as a value"#),
    .init(
      "no JSON", event(#""seq":1,"kind":write"#) + turn,
      "t:1: error: expected a JSON value, at byte 32"),
    .init("a comma too many", "{\"v\":1,}\n" + turn, "t:1: error: expected the name of a field"),
    .init("two values", "{\"v\":1} {}\n" + turn, "t:1: error: expected the end of the line"),
    .init(
      "half of a pair", event(#""seq":1,"kind":"print","text":"\uD83D""#),
      "t:1: error: half of a surrogate pair in a string"),
    .init(
      "an unknown escape", event(#""seq":1,"kind":"print","text":"\q""#),
      "t:1: error: an unknown escape in a string"),
    .init(
      "bytes that are not UTF-8",
      bytes: Array(#"{"v":1,"turn":1,"seq":1,"kind":"print","text":""#.utf8) + [0xFF]
        + Array("\"}\n".utf8), "t:1: error: a string is not UTF-8"),
    .init(
      "a control character", bytes: Array("{\"v\":1,\"text\":\"".utf8) + [1] + Array("\"}\n".utf8),
      "t:1: error: a control character in a string"),
    .init(
      "too deep", #"{"v":"# + String(repeating: "[", count: 100_000) + "\n" + turn,
      "t:1: error: lists and objects nest deeper than 1000"),
  ]
}

@Suite struct TraceReaderTests {
  private func read(_ text: String) throws -> (trace: RecordedTrace, warnings: [String]) {
    let (trace, warnings) = try TraceReader.read(Array(text.utf8), file: "t")
    return (trace, warnings.map(\.description))
  }

  @Test(arguments: TraceProblemCase.all)
  func `an invalid trace is an error with its line`(_ example: TraceProblemCase) {
    do throws(TraceProblem) {
      _ = try TraceReader.read(example.text, file: "t")
      Issue.record("no error")
    } catch {
      #expect(error.description.hasPrefix(example.problem), "\(error)")
    }
  }

  @Test(arguments: [
    ("1", Value.int(1)), ("-0", .int(0)), ("9223372036854775807", .int(.max)),
    ("-9223372036854775808", .int(.min)),
    ("9223372036854775808", .double(9_223_372_036_854_775_808)),
    ("1e3", .double(1000)), ("1.5", .double(1.5)), ("1e999", .double(.infinity)),
    ("null", .nil), ("true", .bool(true)),
    ("[1,[2]]", .list(ListValue([.int(1), .list(ListValue([.int(2)])!)])!)),
    (#""\"\\\/\b\f\n\r\t\u00e9\uD83D\uDE00é""#, .string("\"\\/\u{8}\u{C}\n\r\té😀é")),
  ])
  func `a value is read as it was written`(_ text: String, _ value: Value) throws {
    let line = TraceProblemCase.event(#""seq":1,"kind":"write","property":"a.x","new":"# + text)
    #expect(try read(line).trace.turns[0].events[0].new == value)
  }

  @Test func `an incomplete last line is reported, and the rest is used`() throws {
    let text = TraceProblemCase.turn + TraceProblemCase.event(#""seq":1,"kind":"print""#)
    for end in 1..<text.utf8.count - TraceProblemCase.turn.utf8.count - 1 {
      let cut = String(decoding: text.utf8.dropLast(end), as: UTF8.self)
      let (trace, warnings) = try read(cut)
      #expect(trace.turns.count == 1)
      let isWhole = end <= 1
      #expect(warnings.isEmpty == isWhole, "\(end): \(warnings)")
    }
  }

  @Test func `a line of ten megabytes is read`() throws {
    let long = String(repeating: "x", count: 10_000_000)
    let line = TraceProblemCase.event(#""seq":1,"kind":"print","text":""# + long + "\"")
    #expect(try read(line).trace.turns[0].events[0].text?.utf8.count == 10_000_000)
  }

  @Test func `omitted events are counted, and causes among them are skipped`() throws {
    let text =
      TraceProblemCase.turn + TraceProblemCase.event(#""kind":"left-out","count":5"#)
      + TraceProblemCase.event(#""seq":7,"cause":6,"kind":"write","property":"a.x","new":1"#)
    let (trace, _) = try read(text)
    #expect(trace.turns[0].leftOut == 5)
    let why = Why(try #require(trace.properties["a.x"]), in: trace)
    #expect(why.branches[0].origin == .forgotten)
  }

  @Test func `a trace that starts again forgets everything before`() throws {
    let (trace, warnings) = try read(TraceProblemCase.turn + TraceProblemCase.turn)
    #expect(trace.turns.count == 1)
    #expect(warnings == ["t:2: warning: turn 1 starts again: everything before it is ignored"])
  }

  @Test(arguments: 0..<20)
  func `questions in a row have the answers that each has alone`(_ seed: Int) throws {
    var random = CheckerRandom(state: UInt64(seed))
    var text = "object a { x = 1; computed y = x + 1 }; object b { x = 0 }; bind a.x ~> b.x\n"
    for _ in 0..<8 {
      text += ["a.x = a.x + 1\n", "b.x = 7\n", "a.x = 2\n"].randomElement(using: &random)!
    }
    let script = try QuestionScript(text)
    let session = try script.offline()
    for _ in 0..<20 {
      let move = ["rewind", "rewind 2", "replay", "replay 1"].randomElement(using: &random)!
      if Bool.random(using: &random) { session.run(move, name: "q") }
      let word = ["why", "whynot", "blame", "history", "show", "costs", "turns", "why"]
        .randomElement(using: &random)!
      let name = ["a.x", "a.y", "b.x"].randomElement(using: &random)!
      var question = ["costs", "turns"].contains(word) ? word : "\(word) \(name)"
      if word == "why", Bool.random(using: &random) { question += " @ 5" }
      let alone = try script.offline()
      alone.trace.now = session.trace.now
      let expected = try script.askOffline(question, of: alone)
      let answer = try script.askOffline(question, of: session)
      #expect(answer == expected, "\(question) after turn \(session.trace.now ?? -1)")
    }
  }

  @Test func `the numbers of turns may lie far apart`() throws {
    let far = TraceProblemCase.turn.replacing("\"turn\":1,", with: "\"turn\":2000000000,")
    let write = TraceProblemCase.event(#""seq":1,"kind":"write","property":"a.x","new":1"#)
    let (trace, _) = try read(TraceProblemCase.turn + write + far)
    let property = try #require(trace.properties["a.x"])
    #expect(Why(property, in: trace).branches.map(\.steps.count) == [1])
    #expect(Costs(of: trace).turns == 2)
    #expect(Costs(of: trace, upTo: 1).turns == 1)
    #expect(trace.turns(upTo: 1_999_999_999).map(\.number) == [1])
  }

  @Test(arguments: 0..<200)
  func `damage to a trace never causes more than a reported error`(_ seed: Int)
    throws
  {
    var random = CheckerRandom(state: UInt64(seed))
    let script = try QuestionScript(
      """
      object a { x = 1; list = [1]; computed y = x + 1 }
      object b { x = 0 }
      bind a.x <> b.x
      bind a.y !~> b.x | { value * 2 }
      a.x = 4
      a.list.append(2)
      b.x = 7
      """)
    var bytes = Array(script.traceText.utf8)
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      let place = Int.random(in: 0..<bytes.count, using: &random)
      switch Int.random(in: 0..<3, using: &random) {
      case 0: bytes.remove(at: place)
      case 1: bytes[place] = UInt8.random(in: 0...255, using: &random)
      default:
        bytes.insert(
          contentsOf: Array("\"{}[]:,\\\n09".utf8).shuffled(using: &random).prefix(2), at: place)
      }
    }
    guard
      let session = TraceSession(
        bytes, file: "t", host: script,
        style: (script.session.options.width, script.session.options.isASCII, .plain),
        reporting: { _ in })
    else { return }
    for name in session.trace.propertyNames.dropFirst() {
      for word in ["why", "whynot", "blame", "history", "show", "graph"] {
        session.run("\(word) \(name)", name: "q")
      }
    }
    session.run("costs; turns; trace; rewind; trace; graph; replay", name: "q")
  }
}
