import Interpreter
import Syntax
import TestSupport
import Testing

/// The preset `xaml`, compared with what Avalonia did with random programs: see
/// `Tests/Systems/recorded/README.md`.
@Suite struct RecordedXAMLTests {
  private func output(
    _ script: String, isTraced: Bool = false
  ) -> (lines: [String], hasRunAway: Bool) {
    let host = TextHost()
    let session = Session(host: host)
    session.run(SourceFile(name: "<script>", text: (isTraced ? "trace full\n" : "") + script))
    return (
      host.output.split(separator: "\n").map(String.init),
      host.errors.contains { $0.contains("runaway") }
    )
  }

  @Test(arguments: ["xaml", "xaml-cyclic"])
  func `'xaml' does what Avalonia did, traced and untraced`(name: String) throws {
    let programs: [RecordedXAMLProgram] = try Recordings.read("\(name).ndjson")
    let logs: [RecordedLog] = try Recordings.read("\(name).avalonia.ndjson")
    try #require(programs.count == logs.count && !programs.isEmpty)
    var differing: [String] = []
    for (program, log) in zip(programs, logs) {
      let (lines, hasRunAway) = output(program.script)
      let isSame = log.error == nil ? lines == log.log && !hasRunAway : hasRunAway
      if !isSame {
        differing.append("program \(program.seed):\n\(program.script)\n\(lines)\nbut\n\(log.log)")
      }
      // The trace of a runaway is long.
      guard log.error == nil else { continue }
      #expect(output(program.script, isTraced: true).lines == lines, "program \(program.seed)")
    }
    #expect(differing.isEmpty, "\(differing.count) differ: \(differing.first ?? "")")
  }

  @Test func `what a program does to a session can be taken back, and done again`() throws {
    let programs: [RecordedXAMLProgram] = try Recordings.read("xaml.ndjson")
    for program in programs.prefix(60) {
      let host = TextHost()
      let session = Session(host: host)
      session.run(SourceFile(name: "<script>", text: program.script(ofMaking: true)))
      let steps = program.steps.count
      session.run(SourceFile(name: "<steps>", text: program.script(ofMaking: false)))
      let done = host.output
      session.run(SourceFile(name: "<back>", text: "rewind \(2 * steps)\nreplay\n"))
      session.run(SourceFile(name: "<end>", text: program.end))
      let last = done.split(separator: "\n").last
      #expect(host.output.split(separator: "\n").last == last, "program \(program.seed)")
    }
  }
}

/// One recorded program of XAML bindings.
struct RecordedXAMLProgram: Decodable, Sendable {
  struct Binding: Decodable, Sendable {
    enum Mode: String, Decodable {
      case oneWay = "OneWay"
      case twoWay = "TwoWay"
      case oneTime = "OneTime"
      case oneWayToSource = "OneWayToSource"
    }

    enum Operation: String, Decodable { case id, inc, cap, half, neg }

    var src: Int
    var dst: Int
    var mode: Mode
    var op: Operation
  }

  var seed: Int
  var cells: [RecordedBindProgram.Cell]
  var binds: [Binding]
  var obs: [Int]
  var order: [[RecordedItem]]
  var steps: [[RecordedItem]]

  /// The program in the language: the target of a binding is on the right.
  var script: String { script(ofMaking: true) + script(ofMaking: false) }

  /// What prints the values.
  var end: String {
    let values = cells.indices.map { "\\(c\($0).v)" }.joined(separator: " ")
    return "print \"end \(values)\"\n"
  }

  /// The part that makes the objects, bindings and observers, or the steps after it.
  func script(ofMaking: Bool) -> String {
    guard ofMaking else {
      return steps.map { "print \"w\"\n\(line($0))\n" }.joined() + end
    }
    var lines = [
      "semantics xaml",
      "transformer inc { forward { value + 1 } reverse { value - 1 } }",
      "transformer cap { forward { min(value, 4) } reverse { value } }",
      "transformer half { forward { value / 2 } reverse { value * 2 } }",
      "transformer neg { forward { -value } reverse { -value } }",
    ]
    for (number, cell) in cells.enumerated() {
      lines.append("object c\(number) { v: Int = 0\(cell.fix.block) }")
    }
    return (lines + order.map(line)).joined(separator: "\n") + "\n"
  }

  private func line(_ item: [RecordedItem]) -> String {
    guard case .word(let word)? = item.first, case .number(let number) = item[1] else { return "?" }
    switch word {
    case "b": return binding(number)
    case "o":
      let cell = "c\(obs[number]).v"
      return "observe \(cell) { print \"o\(number) \\(\(cell))\" } as o\(number)"
    case "unbind": return "unbind b\(number)"
    case "unobserve": return "unbind o\(number)"
    default:
      guard case .number(let value) = item[2] else { return "?" }
      return "c\(number).v = \(value)"
    }
  }

  private func binding(_ number: Int) -> String {
    let binding = binds[number]
    let (arrow, once) =
      switch binding.mode {
      case .oneWay: ("~>", "")
      case .twoWay: ("<>", "")
      case .oneTime: ("~>", "once ")
      case .oneWayToSource: ("<~", "")
      }
    var line = "bind \(once)c\(binding.src).v \(arrow) c\(binding.dst).v"
    if binding.op != .id {
      line += " | \(binding.mode == .oneWayToSource ? "!" : "")\(binding.op.rawValue)"
    }
    return line + " as b\(number)"
  }
}
