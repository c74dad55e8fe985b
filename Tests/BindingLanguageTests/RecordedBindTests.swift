import Interpreter
import Syntax
import TestSupport
import Testing

/// The preset `bind`, compared with what the classes of BIND itself did for random programs: see
/// `Tests/Systems/recorded/README.md`.
@Suite struct RecordedBindTests {
  /// The order in which the observers of a property were told; or oldest first, and a live binding got
  /// its block late.
  static let orders = ["oldest", "newest", "late"]

  private static let programs = Result {
    try Recordings.read("bind.ndjson") as [RecordedBindProgram]
  }

  /// What a script prints, line by line.
  private func output(_ script: String, isTraced: Bool = false) -> (lines: [String], errors: Int) {
    let host = TextHost()
    let session = Session(host: host)
    session.run(SourceFile(name: "<script>", text: (isTraced ? "trace full\n" : "") + script))
    return (host.output.split(separator: "\n").map(String.init), session.errors)
  }

  @Test(arguments: orders)
  func `'bind' does what BIND did, traced and untraced`(order: String) throws {
    let programs = try Self.programs.get()
    let logs: [RecordedLog] = try Recordings.read("bind.\(order).ndjson")
    try #require(programs.count == logs.count && !programs.isEmpty)
    var differing: [String] = []
    for (program, log) in zip(programs, logs) {
      let script = program.script(
        siblings: order == "newest" ? order : "oldest", blocksAreLate: order == "late")
      let (lines, errors) = output(script)
      #expect(errors == 0 && log.error == nil, "program \(program.seed):\n\(script)")
      if lines != log.log {
        differing.append("program \(program.seed):\n\(script)\n\(lines)\nbut\n\(log.log)")
      }
      #expect(output(script, isTraced: true).lines == lines, "program \(program.seed)")
    }
    #expect(differing.isEmpty, "\(differing.count) differ: \(differing.first ?? "")")
  }
}

/// One recorded program of BIND's bindings.
struct RecordedBindProgram: Decodable, Sendable {
  struct Cell: Decodable, Sendable {
    enum Correction: String, Decodable {
      case none = ""
      case max5, even, pos
    }

    var fix: Correction
  }

  struct Binding: Decodable, Sendable {
    enum Operation: String, Decodable {
      case none = ""
      case inc, cap, half, neg
    }

    enum Block: String, Decodable {
      case none = ""
      case plus3, max2
    }

    var left: Int
    var right: Int
    var arrow: String
    var op: Operation
    var swap: Bool
    var block: Block
    var watch: Bool
  }

  var seed: Int
  var cells: [Cell]
  var binds: [Binding]
  var obs: [Int]
  var order: [[RecordedItem]]
  var steps: [[RecordedItem]]

  /// The program in the language.
  ///
  /// - Parameters:
  ///   - siblings: The word of that knob.
  ///   - blocksAreLate: Whether each live binding gets its block, in place of its `observe` block.
  func script(siblings: String, blocksAreLate: Bool) -> String {
    var lines = [
      "semantics recorded: bind { siblings = \(siblings) }", "semantics recorded",
      "transformer inc { forward { value + 1 } reverse { value - 1 } }",
      "transformer cap { forward { min(value, 4) } reverse { value } }",
      "transformer half { forward { value / 2 } reverse { value * 2 } }",
      "transformer neg { forward { -value } reverse { -value } }",
    ]
    for (number, cell) in cells.enumerated() {
      lines.append("object c\(number) { v = 0\(cell.fix.block) }")
    }
    lines += order.map { line($0, blocksAreLate) }
    for step in steps { lines += ["print \"w\"", line(step, blocksAreLate)] }
    let values = cells.indices.map { "\\(c\($0).v)" }.joined(separator: " ")
    lines.append("print \"end \(values)\"")
    return lines.joined(separator: "\n") + "\n"
  }

  /// Something that is made, or a step.
  private func line(_ item: [RecordedItem], _ blocksAreLate: Bool) -> String {
    guard case .word(let word)? = item.first, case .number(let number) = item[1] else { return "?" }
    switch word {
    case "b": return binding(number, blocksAreLate)
    case "o":
      return "observe c\(obs[number]).v { print \"o\(number) \\(value)\" } as o\(number)"
    case "unbind": return "unbind b\(number)"
    case "unobserve": return "unbind o\(number)"
    default:
      guard case .number(let value) = item[2] else { return "?" }
      return "c\(number).v = \(value)"
    }
  }

  private func binding(_ number: Int, _ blocksAreLate: Bool) -> String {
    let binding = binds[number]
    var line = "bind c\(binding.left).v \(binding.arrow) c\(binding.right).v"
    if binding.op != .none { line += " | \(binding.swap ? "!" : "")\(binding.op.rawValue)" }
    if blocksAreLate, binding.block != .none {
      return "\(line) as b\(number)\ntransform b\(number) \(binding.block.text)"
    }
    if binding.block != .none { line += " transform \(binding.block.text)" }
    if binding.watch { line += " observe { print \"b\(number) \\(value)\" }" }
    return line + " as b\(number)"
  }
}

extension RecordedBindProgram.Cell.Correction {
  /// What corrects the values that are written.
  var block: String {
    switch self {
    case .none: ""
    case .max5: " set { min(value, 5) }"
    case .even: " set { value - value % 2 }"
    case .pos: " set { max(value, 0) }"
    }
  }
}

extension RecordedBindProgram.Binding.Block {
  /// The block of the binding, for both directions.
  var text: String {
    switch self {
    case .none: ""
    case .plus3: "{ value + 3 }"
    case .max2: "{ max(value, 2) }"
    }
  }
}
