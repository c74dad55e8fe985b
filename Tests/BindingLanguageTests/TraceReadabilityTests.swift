import BindingEngine
import Foundation
import Language
import Rendering
import TestSupport
import Testing

@testable import Interpreter
@testable import RecordedTraces
@testable import Syntax

/// A trace can be opened and answers questions. After a change it gives an error with its line, or
/// answers, and never crashes.
@Suite struct TraceReadabilityTests {
  private static func trace(
    _ text: String, _ options: SessionOptions = SessionOptions(), folder: String? = nil
  ) -> String {
    var options = options
    options.keepsGoing = true
    options.maximumSteps = RandomSession.mostSteps
    options.traceMode = .on
    options.traceStyle = .json
    let host = SayingHost(folder: folder)
    let session = Session(host: host, options: options)
    session.run(SourceFile(name: "t.bind", text: text))
    return host.traced
  }

  /// Opens a trace and asks all questions.
  ///
  /// - Returns: The messages about the file.
  private static func ask(_ bytes: [UInt8], mostNames: Int = 3) -> [String] {
    var said: [String] = []
    let host = SayingHost()
    let session = TraceSession(
      bytes, file: "t", host: host, style: (width: 100, isASCII: false, theme: .plain)
    ) { said.append($0) }
    guard let session else { return said }
    var questions = "turns; costs; trace; graph; help"
    for name in session.trace.propertyNames.dropFirst().sorted().prefix(mostNames)
    where !name.contains(where: { " ;\n\t".contains($0) }) {
      questions += "; why \(name); whynot \(name); blame \(name); history \(name); show \(name)"
      questions += "; whynot \(name) ~> \(name); graph \(name)"
    }
    session.run(questions + "; rewind; \(questions); rewind 2; costs; replay; costs", name: "q")
    return said
  }

  private static func isAboutALine(_ message: String) -> Bool {
    message.wholeMatch(of: /t:[0-9]+: (error|warning): .+/) != nil
  }

  @Test(arguments: seeds(12))
  func `a random session's trace can be opened`(seed: Int) {
    var writer = RandomSession(seed: seed, travels: true)
    var text = RandomSession.declarations
    for _ in 0..<16 { text += writer.statement() + "\n" }
    let trace = Self.trace(text)
    let said = Self.ask(Array(trace.utf8))
    #expect(said.allSatisfy { $0.contains("starts again") }, "seed \(seed): \(said)\n\(text)")
  }

  @Test(arguments: Fixture.all)
  func `a fixture's trace can be opened`(fixture: Fixture) throws {
    let text = try fixture.text()
    let trace = Self.trace(
      text, try fixture.options(of: text),
      folder: Fixture.folder + "/" + fixture.name.prefix { $0 != "/" })
    let said = Self.ask(Array(trace.utf8), mostNames: 2)
    let isEmpty = !trace.contains("\"kind\":\"turn\"")
    #expect(isEmpty || said.allSatisfy { $0.contains("starts again") }, "\(said)")
  }

  private static let extremes = [
    "9223372036854775807", "-9223372036854775808", "-1", "0", "1", "2147483647", "2147483648",
    "4294967295", "4294967296", "1e999", "18446744073709551616", "0.5", "null", "true", "\"\"",
    "\"x\"", "\"a.x\"", "[]", "[[[[]]]]", "{}", #"{"object":"a"}"#, #"{"object":"a.x.y"}"#,
    #""\u0000\u001b]0;x""#, String(repeating: "[", count: 2_000), "\"\u{202E}\"",
  ]

  /// Changes a field, a line or a byte.
  private static func mutate(_ trace: String, _ random: inout TestSupport.SeededRandom) -> [UInt8] {
    var lines = trace.split(separator: "\n").map(String.init)
    for _ in 0..<(1 + random.below(3)) where !lines.isEmpty {
      let index = random.below(lines.count)
      switch random.below(12) {
      case 0: lines.remove(at: index)
      case 1: lines.insert(lines[index], at: index)
      case 2: lines.swapAt(index, random.below(lines.count))
      case 3: lines[index] = String(lines[index].prefix(random.below(lines[index].count + 1)))
      default:
        let fields = lines[index].matches(
          of: /"([a-z]+)":("(?:[^"\\]|\\.)*"|-?[0-9.]+|null|true|false|\{[^}]*\}|\[[^\]]*\])/)
        guard !fields.isEmpty else { continue }
        let field = fields[random.below(fields.count)]
        let value = extremes[random.below(extremes.count)]
        lines[index].replaceSubrange(
          field.range, with: random.chance(10) ? "" : "\"\(field.output.1)\":\(value)")
      }
    }
    var bytes = Array((lines.joined(separator: "\n") + "\n").utf8)
    if random.chance(15) { bytes[random.below(bytes.count)] = UInt8(random.below(256)) }
    if random.chance(15) { bytes.removeLast(random.below(bytes.count)) }
    return bytes
  }

  @Test(arguments: 0..<8)
  func `a changed trace is refused with its line, or answers`(seed: Int) {
    var writer = RandomSession(seed: seed)
    var text = RandomSession.declarations
    for _ in 0..<10 { text += writer.statement() + "\n" }
    let trace = Self.trace(text)
    var random = TestSupport.SeededRandom(seed: seed)
    for _ in seeds(12) {
      let changed = Self.mutate(trace, &random)
      let said = Self.ask(changed, mostNames: 2)
      #expect(said.allSatisfy(Self.isAboutALine), "\(said)")
    }
  }

  /// With every kind of number that a trace has.
  private static let numbers = trace(
    """
    object a { x = 1 }
    object b { x = 0; items = [] }
    bind a.x ~> b.x
    a.x = 4
    b.items.append(1)
    """)

  @Test(arguments: extremes.prefix(9), ["turn", "seq", "cause", "binding", "index", "writes"])
  func `a number out of range is an error of its line, or answers`(value: String, field: String) {
    let changed = Self.numbers.replacing(
      try! Regex("\"\(field)\":[0-9]+"), with: "\"\(field)\":\(value)")
    #expect(Self.numbers.contains("\"\(field)\":"))
    #expect(Self.ask(Array(changed.utf8)).allSatisfy(Self.isAboutALine))
  }
}
