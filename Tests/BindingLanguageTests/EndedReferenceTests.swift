import Language
import TestSupport
import Testing
import Values

@testable import Exploring
@testable import Interpreter

/// A property that reads nil because its object was released has an event that says so, and no other
/// property has one.
@Suite struct EndedReferenceTests {
  @Test(arguments: Semantics.presets, seeds(4))
  func `each reference that ends with its object is an event`(preset: Semantics, seed: Int) throws {
    var random = TestSupport.SeededRandom(seed: seed &* 977 &+ 3)
    let host = SayingHost()
    let session = Session.tracing(to: host, under: preset)
    func run(_ text: String) { session.run(session.typed(text)) }
    run("class T { n = 1 }; class R { a; weak b; c }")
    for number in 0..<4 { run("object t\(number): T") }
    for number in 0..<5 { run("object r\(number): R") }
    var refers: [String: Int] = [:]
    for number in 0..<5 {
      for name in ["a", "b", "c"] {
        let target = random.below(5)
        guard target < 4 else { continue }
        run("r\(number).\(name) = t\(target)")
        refers["r\(number).\(name)"] = target
      }
    }
    run("wait")
    host.traced = ""
    let gone = random.below(4)
    run("release t\(gone)")
    let lines = host.traced.split(separator: "\n").filter {
      $0.contains("\"kind\":\"write\"") && $0.contains("\"reason\":\"released\"")
    }
    let named = Set(refers.keys.filter { key in lines.contains { $0.contains("\"\(key)\"") } })
    #expect(named == Set(refers.keys.filter { refers[$0] == gone }))
    #expect(lines.count == named.count && lines.allSatisfy { $0.contains("\"new\":null") })
    // What is said is so.
    for (key, target) in refers {
      host.said = []
      run("print \(key) == nil")
      #expect(host.said == ["\(target == gone)\n"], "\(key)")
    }
  }
}
