import Interpreter
import Language
import Rendering
import Syntax
import TestSupport
import Testing
import Values

/// What is said of the end that an endless circle takes in other systems, and of a computed value that
/// changes while it notifies.
@Suite struct EndOfCircleTests {
  private final class Host: SessionHost {
    var errors: [Diagnostic] = []
    var warnings: [Diagnostic] = []
    var traces: [String] = []

    func write(_ text: String) {}
    func trace(_ line: String) { traces += line.split(separator: "\n").map(String.init) }
    func report(_ diagnostic: Diagnostic) {
      if diagnostic.severity == .error {
        errors.append(diagnostic)
      } else if diagnostic.severity == .warning {
        warnings.append(diagnostic)
      }
    }
    func read(path: String) -> Result<[UInt8], SessionFileError> {
      .failure(SessionFileError("no files here"))
    }
    func save(path: String, text: String) -> SessionFileError? { nil }
  }

  private func run(_ text: String, traced: Bool = false) -> Host {
    let host = Host()
    let session = Session(host: host)
    if traced { (session.options.traceMode, session.options.traceStyle) = (.full, .json) }
    session.run(SourceFile(name: "<s>", text: text))
    return host
  }

  @Test(arguments: Semantics.presets.map(\.name))
  func `a runaway names what happens to it in the system`(preset: String) throws {
    let host = run(
      """
      semantics \(preset)
      object a { x = 0 }
      object b { x = 0 }
      observe a.x { if value > 3 { b.x = value + 1 } }
      observe b.x { a.x = value + 1 }
      a.x = 7
      wait
      """)
    let found = (host.errors + host.warnings).filter { $0.message.hasPrefix("runaway") }
    let circle = try #require(SemanticsNote.named(preset)).circle
    for diagnostic in found {
      #expect(
        circle.map { circle in diagnostic.notes.contains { $0.message == circle.there } } ?? true)
    }
    if ["rx", "combine", "rxswift", "reactiveswift", "angular", "knockout"].contains(preset) {
      #expect(!found.isEmpty && circle != nil)
    }
  }

  @Test func `other diagnostics do not speak of circles`() throws {
    let chain = (1...1_100).map { "bind o\($0 - 1).x !~> o\($0).x" }
    let objects = (0...1_100).map { "object o\($0) { x = 0 }" }
    let host = run((["semantics combine"] + objects + chain + ["o0.x = 1"]).joined(separator: "\n"))
    #expect(host.errors.count == 1 && host.errors[0].message.hasPrefix("a chain of firings"))
    #expect(host.errors.allSatisfy { $0.notes.allSatisfy { !$0.message.hasPrefix("in Combine") } })
  }

  // MARK: A computed value that changes while it notifies

  /// Whether some value of `m.s` follows from an earlier one in the same turn, as the causes say.
  private func isRenotified(_ traces: [String]) throws -> Bool {
    var causes: [[Int: (cause: Int, isValue: Bool)]] = [[:]]
    for line in traces {
      let event = try #require(JSONLine(line))
      if event.kind == "turn" { causes.append([:]) }
      guard let number = event.number, let cause = event.cause else { continue }
      let isValue = event.kind == "compute" && event.property == "m.s"
      if isValue {
        var next = cause
        while let place = causes[causes.count - 1][next] {
          if place.isValue { return true }
          next = place.cause
        }
      }
      causes[causes.count - 1][number] = (cause, isValue)
    }
    return false
  }

  private struct JSONLine {
    var kind: String
    var number: Int?
    var cause: Int?
    var property: String?

    init?(_ line: String) {
      func field(_ name: String) -> Substring? {
        guard let start = line.range(of: "\"\(name)\":") else { return nil }
        return line[start.upperBound...].prefix { $0 != "," && $0 != "}" }
      }
      guard let kind = field("kind") else { return nil }
      self.kind = kind.filter { $0 != "\"" }
      number = field("seq").flatMap { Int($0) }
      cause = field("cause").flatMap { Int($0) }
      property = field("property").map { $0.filter { $0 != "\"" } }
    }
  }

  private static let parts = [
    "observe m.s { if value < 20 { m.a = m.a + 5 } }", "observe m.s { o.t = value }",
    "observe o.t { if value > 8 { m.b = 1 } }", "observe m.b { o.t = value * 3 }",
    "bind m.s !~> o.t", "observe o.t { if value == 7 { m.a = 2 } }", "bind (m.a + 1) !~> o.u",
    "observe o.u { o.t = value }", "observe m.a { if m.b < 9 { m.b = 9 } }",
  ]

  @Test(arguments: seeds(150))
  func `the warning comes where the causes show it`(_ seed: Int) throws {
    var random = SeededRandom(seed: seed)
    var lines = [
      "semantics reactiveswift", "object m { a = 1; b = 2; computed s = a + b }",
      "object o { t = 0; u = 0 }",
    ]
    for _ in 0..<1 + random.below(3) { lines.append(Self.parts[random.below(Self.parts.count)]) }
    for _ in 0..<2 { lines.append("m.\(["a", "b"][random.below(2)]) = \(random.below(12))") }
    let text = lines.joined(separator: "\n")
    let host = run(text, traced: true)
    let isSaid = host.warnings.contains { $0.message.hasPrefix("'m.s' changes while it notifies") }
    #expect(try isSaid == isRenotified(host.traces), "\(text)")
    let untraced = run(text)
    #expect(untraced.warnings.map(\.message) == host.warnings.map(\.message))
    let other = run(text.replacing("reactiveswift", with: "rxshared"))
    #expect(other.warnings.allSatisfy { !$0.message.contains("changes while it notifies") })
  }
}
