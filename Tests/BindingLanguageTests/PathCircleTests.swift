import BindingEngine
import Interpreter
import Language
import Syntax
import TestSupport
import Testing

/// Circles of bindings along paths settle, or are stopped, under every preset, whatever is written.
@Suite struct PathCircleTests {
  private final class Host: SessionHost {
    var output: [String] = []
    func write(_ text: String) { output.append(text) }
    func trace(_ line: String) {}
    func report(_ diagnostic: Diagnostic) {}
    func read(path: String) -> Result<[UInt8], SessionFileError> {
      .failure(SessionFileError("no files here"))
    }
    func save(path: String, text: String) -> SessionFileError? { SessionFileError("no files here") }
  }

  /// A case takes a tenth of a second, but beside all other tests it waits for minutes.
  @Test(.timeLimit(.minutes(15)), arguments: seeds(40))
  func `circles along paths end under every preset`(seed: Int) {
    for preset in Semantics.presets {
      var random = TestSupport.SeededRandom(seed: seed)
      let ends = ["a", "b", "c"].flatMap { ["\($0).x", "\($0).kid.v"] }
      func end() -> String { ends[random.below(ends.count)] }
      var lines = [
        "class Kid { v = 1 }", "object a { x = 0; kid = new Kid }",
        "object b { x = 0; kid = new Kid }", "object c { x = 0; kid = new Kid }",
      ]
      for _ in 0..<(2 + random.below(3)) {
        let arrow = ["<!>", "<!>", "!~>"][random.below(3)]
        lines.append("bind \(end()) \(arrow) \(end())")
      }
      lines.append("semantics \(preset.name)")
      for _ in 0..<6 {
        switch random.below(4) {
        case 0: lines.append("batch { \(end()) = \(random.below(9)); \(end()) = 4 }")
        case 1: lines.append("\(["a", "b", "c"][random.below(3)]).kid = new Kid")
        case 2: lines.append("a.kid = \(["b", "c"][random.below(2)]).kid")
        default: lines.append("\(end()) = \(10 + random.below(9))")
        }
      }
      lines.append("wait")
      var options = SessionOptions()
      options.keepsGoing = true
      let host = Host()
      let session = Session(host: host, options: options)
      session.run(SourceFile(name: "circle", text: lines.joined(separator: "\n") + "\n"))
      #expect(session.checkInvariants() == [], "seed \(seed), \(preset.name)")
      session.run(SourceFile(name: "after", text: "print \"over\"\n"))
      #expect(host.output.last?.hasPrefix("over") == true, "seed \(seed), \(preset.name)")
    }
  }
}
