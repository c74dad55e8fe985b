import Foundation
import TestSupport
import Testing

/// `bindlab -i --json`: requests and their answers.
@Suite struct RequestTests {
  /// The answers to lines that are all sent at once, without the greeting.
  private func answers(
    _ lines: [String], _ arguments: String..., status: Int32? = nil
  ) throws -> [RequestSession.Object] {
    let input = lines.map { $0 + "\n" }.joined()
    let result = try bindlab(["-i", "--json"] + arguments, input: Array(input.utf8))
    if let status { #expect(result.ending == .exited(status)) }
    #expect(result.errors.isEmpty)
    let objects = try result.output.split(separator: "\n").map { try RequestSession.object($0) }
    #expect(objects.first?["protocol"] as? Int == 1)
    return Array(objects.dropFirst())
  }

  @Test func `each kind of answer has the id of its request`() throws {
    let answers = try answers([
      #"{"id":"a","run":"object a { x = 1 }"}"#, #"{"id":2,"run":"print 1\na.x"}"#,
      #"{"id":3,"complete":"a."}"#, #"{"id":4,"help":"bind"}"#, #"{"id":5,"graph":"json"}"#,
      #"{"id":6,"run":"a.y"}"#, #"{"id":7,"run":"expect a.x == 2"}"#,
      #"{"id":8,"run":"bind a.x ~> a.x"}"#,
    ])
    let kinds = answers.map { answer -> String in
      let kind = answer.keys.first {
        ["output", "value", "event", "warning", "error", "completions", "picture", "done"]
          .contains($0)
      }
      return "\(answer["id"] ?? "") \(kind ?? "?")"
    }
    var seen: [String] = []
    for kind in kinds where seen.last != kind { seen.append(kind) }
    #expect(
      seen == [
        "a event", "a done", "2 output", "2 event", "2 value", "2 done", "3 completions", "3 done",
        "4 output", "4 done", "5 picture", "5 done", "6 error", "6 done", "7 error", "7 done",
        "8 event", "8 warning", "8 done",
      ])
    #expect(answers.compactMap { $0["status"] as? Int } == [0, 0, 0, 0, 0, 2, 1, 0])
  }

  @Test func `places count in the text of the request, and offsets in its bytes`() throws {
    let answers = try answers([
      #"{"id":1,"run":"object ä { x = \"ü\" }"}"#, #"{"id":"two","run":"print 1\n \"ü\"; ä.yy"}"#,
      #"{"id":3,"complete":"object b { }\nprint ä.","at":22}"#, #"{"id":4,"complete":"ä.","at":1}"#,
    ])
    let error = try #require(answers.first { $0["error"] != nil }?["error"] as? [String: Any])
    #expect(error["file"] as? String == "<two>")
    #expect(error["line"] as? Int == 2)
    #expect(error["column"] as? Int == 7)
    #expect(error["start"] as? Int == "print 1\n \"ü\"; ".utf8.count)
    let found = try #require(answers.first { $0["completions"] != nil })
    #expect((found["completions"] as? [[String: Any]])?.first?["text"] as? String == "x")
    #expect(found["from"] as? Int == 22)
    #expect(answers.last?["status"] as? Int == 2)
  }

  /// A line whose beginning is its name.
  struct WrongLine: ExpressibleByStringLiteral, CustomTestStringConvertible, Sendable {
    var text: String
    init(stringLiteral text: String) { self.text = text }
    init(_ beginning: String, _ sign: Character, times count: Int, _ end: String = "") {
      text = beginning + String(repeating: sign, count: count) + end
    }
    var testDescription: String { String(text.prefix(40)) }
  }

  @Test(
    arguments: [
      "nope", "[1]", "{", "\"a\"", #"{"run":"1"}"#, #"{"id":1}"#, #"{"id":1,"run":3}"#,
      #"{"id":1.5,"run":"1"}"#, #"{"id":null,"run":"1"}"#, #"{"id":{},"run":"1"}"#,
      #"{"id":1,"run":"1","help":"bind"}"#, #"{"id":1,"run":"1","run":"2"}"#,
      #"{"id":1,"id":2,"run":"1"}"#, #"{"id":1,"run":"1"} {"id":2,"run":"2"}"#,
      #"{"id":1,"run":"1","at":1}"#, #"{"id":1,"complete":"a","at":9}"#,
      #"{"id":1,"complete":"a","at":"0"}"#, #"{"id":1,"complete":"ä","at":1}"#,
      #"{"id":1,"run":"\ud800"}"#, #"{"id":1,"run":"\u0000"}"#, #"{"id":1,"graph":"png"}"#,
      #"{"id":1,"graph":"dot","of":"a\nquit"}"#, #"{"id":1,"graph":"dot","of":"a \"x.dot\""}"#,
      #"{"id":1,"help":"bind\nquit"}"#, #"{"id":1,"run":"object b {"}"#, #"{"id":1,"run":"\"a"}"#,
      WrongLine("", "[", times: 100_000), WrongLine(#"{"id":1,"run":"#, "[", times: 9_999),
      WrongLine(#"{"id":1,"run":""#, "x", times: 10_000_000, "\"}"),
    ] as [WrongLine])
  func `what is no request is an error, and the session goes on`(line: WrongLine) throws {
    let answers = try answers([line.text, #"{"id":"next","run":"1 + 1"}"#], status: 2)
    #expect(answers.first?["error"] != nil)
    #expect(answers.filter { $0["done"] != nil }.count == 2)
    #expect(answers.suffix(2).first?["value"] as? Int == 2)
  }

  @Test func `bytes that are no text are an error`() throws {
    let bytes: [UInt8] =
      Array(#"{"id":1,"run":""#.utf8) + [0xFF]
      + Array("\"}\n\u{0}\n{\"id\":2,\"run\":\"3\"}\n".utf8)
    let result = try bindlab(["-i", "--json"], input: bytes)
    let lines = result.output.split(separator: "\n")
    #expect(lines.count == 7)
    #expect(lines[5] == #"{"id":2,"value":3,"text":"3"}"#)
  }

  @Test(arguments: ["quit", "print 1; quit; print 2", "exit"])
  func `a session that ends answers before`(text: String) throws {
    let answers = try answers(
      [#"{"id":1,"run":"\#(text)"}"#, #"{"id":2,"run":"1"}"#], "-t", status: 0)
    #expect(answers.last?["id"] as? Int == 1)
    #expect(answers.last?["done"] as? Bool == true)
  }

  @Test func `a stopped turn is done where it stops, and goes on when it is asked to`() throws {
    let answers = try answers([
      #"{"id":1,"run":"trace off\nobject a { x = 1; y = 1 }\nbind a.x ~> a.y\nbreak a.y"}"#,
      #"{"id":2,"run":"a.x = 5"}"#, #"{"id":3,"run":"a.y"}"#, #"{"id":4,"complete":"a."}"#,
      #"{"id":5,"run":"a.x = 6"}"#, "nope", #"{"id":6,"graph":"dot"}"#, #"{"id":7,"run":"back"}"#,
      #"{"id":8,"run":"a.y"}"#, #"{"id":9,"run":"continue"}"#, #"{"id":10,"run":"a.y"}"#,
    ])
    let done = answers.filter { $0["done"] != nil }
    let stops = done.map { (($0["stopped"] as? [String: Any])?["event"] as? Int) ?? 0 }
    #expect(stops == [0, 3, 3, 3, 3, 3, 3, 2, 2, 0, 0])
    #expect(done.map { $0["status"] as? Int } == [0, 0, 0, 0, 2, 2, 0, 0, 0, 0, 0])
    #expect(answers.compactMap { $0["value"] as? Int } == [5, 1, 5])
  }

  @Test func `the end of the input lets a stopped turn go on`() throws {
    let answers = try answers(
      [
        #"{"id":1,"run":"trace off\nobject a { x = 1 }\nobserve a.x { print 7 }\nbreak a.x"}"#,
        #"{"id":2,"run":"a.x = 5"}"#,
      ], status: 0)
    #expect(answers.last?["output"] as? String == "7")
    #expect(answers.last?["id"] is NSNull)
  }

  @Test func `scripts run before the first request, and belong to none`() throws {
    let folder = TemporaryFolder()
    let script = try folder.write("a.bind", "object a { x = 1 }\nprint a.x\n")
    let trace = folder.path + "/trace.ndjson"
    let answers = try answers(
      [
        #"{"id":1,"run":"a.x = 2"}"#, #"{"id":2,"run":"source \"a.bind\""}"#,
        #"{"id":3,"run":"semantics"}"#,
      ],
      script, "--no-source", "-s", "kvo", "--trace-to", trace)
    #expect(answers.first?["output"] as? String == "1")
    #expect(answers.first?["id"] is NSNull)
    #expect(answers.allSatisfy { $0["event"] == nil })
    #expect(try folder.read("trace.ndjson").contains(#""text":"a.x = 2""#))
    #expect(answers.compactMap { $0["status"] as? Int } == [0, 2, 0])
    #expect(answers.contains { ($0["output"] as? String)?.contains("kvo") == true })
  }

  @Test(arguments: [
    ["--json"], ["-i", "--json", "-"], ["-i", "--json", "--trace=flat"],
    ["-i", "--json", "--from-trace", "x"], ["check", "--json"],
  ])
  func `what has no meaning with it is refused`(arguments: [String]) throws {
    #expect(try bindlab(arguments).ending == .exited(64))
  }

  /// Both pipes are full long before the first answer is read.
  @Test(arguments: [["-i", "--json"], ["-i"]])
  func `a program may send everything before it reads`(arguments: [String]) throws {
    let session = try RequestSession(arguments)
    let isJSON = arguments.contains("--json")
    var lines = [isJSON ? #"{"id":0,"run":"object a { x = 0 }"}"# : "object a { x = 0 }"]
    for number in 1...10_000 {
      lines.append(isJSON ? #"{"id":\#(number),"run":"a.x += 1\na.x"}"# : "a.x += 1; a.x")
    }
    session.send(lines)
    session.closeInput()
    let answers = session.rest()
    #expect(session.end() == 0)
    if isJSON {
      let done = answers.filter { $0["done"] != nil }.compactMap { $0["id"] as? Int }
      #expect(done == Array(0...10_000))
      #expect(answers.filter { $0["value"] != nil }.last?["value"] as? Int == 10_000)
    } else {
      #expect(session.text.hasSuffix("\n10000\n"))
    }
  }

  @Test func `a program may wait for each answer`() throws {
    let session = try RequestSession(["-i", "--json"])
    _ = session.ask(#"{"id":0,"run":"trace off\nobject a { x = 0 }"}"#)
    for number in 1...1_000 {
      let answers = session.ask(#"{"id":\#(number),"run":"a.x = \#(number)\na.x"}"#)
      #expect(answers.first?["value"] as? Int == number)
    }
    session.closeInput()
    #expect(session.end() == 0)
  }

  @Test func `SIGINT interrupts the request that runs, and nothing else`() throws {
    let session = try RequestSession(["-i", "--json"])
    _ = session.ask(#"{"id":1,"run":"trace off\nobject a { x = 0 }"}"#)
    session.interrupt()
    usleep(50_000)
    #expect(session.ask(#"{"id":2,"run":"a.x"}"#).first?["value"] as? Int == 0)
    for number in 3...6 {
      session.send([#"{"id":\#(number),"run":"batch { while true { a.x += 1 } }"}"#])
      usleep(UInt32(20_000 * number))
      session.interrupt()
      #expect(session.answer().last?["status"] as? Int == 130)
      #expect(session.ask(#"{"id":9,"run":"a.x"}"#).first?["value"] as? Int == 0)
    }
    // While nobody reads, nothing of an answer is lost.
    session.send([#"{"id":10,"run":"for i in range(100000) { print i }"}"#])
    usleep(300_000)
    session.interrupt()
    let answers = session.answer()
    #expect([0, 130].contains(answers.last?["status"] as? Int))
    let numbers = answers.compactMap { ($0["output"] as? String).flatMap { Int($0) } }
    #expect(numbers == Array(0..<numbers.count))
    session.closeInput()
    #expect(session.end() == 2)
  }
}
