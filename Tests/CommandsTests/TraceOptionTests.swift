import Foundation
import TestSupport
import Testing

/// `--trace` and `--trace-to`.
@Suite struct TraceOptionTests {
  private let script = """
    object vm { name = "Kim"; part = nil }
    object label: UILabel
    bind vm.name ~> label | Uppercase
    vm.name = "a \\"quoted\\"\\n\\u{1}line \\u{1F600}"
    bind label.text ~> vm.name
    observe vm.name { print value }
    vm.name = "Bo"
    expect error { vm.nope = 1 }
    release label
    """

  private func lines(_ arguments: String...) throws -> [String] {
    let result = try bindlab(arguments + ["-e", script])
    #expect(result.status == 0)
    return result.output.split(separator: "\n").map(String.init)
  }

  @Test func `without the option there is no trace, and -t is the tree`() throws {
    #expect(try !lines().contains { $0.hasPrefix("turn ") })
    let tree = try lines("-t")
    #expect(tree == (try lines("--trace")))
    #expect(tree == (try lines("--trace=tree")))
    #expect(tree.contains("turn 3  bind vm.name ~> label | Uppercase"))
    #expect(tree.contains("└─ label.text: nil → \"KIM\"   #1 vm.name ~> label.text | Uppercase"))
  }

  @Test func `flat is one event per line, and each names its cause`() throws {
    let events = try lines("--trace=flat")
    let pattern = /^(\d+)\.(\d+|end) (<\d+ )?\S+/
    for line in events where !["BO"].contains(line) {
      #expect(try pattern.prefixMatch(in: line) != nil || line.first?.isNumber == true, "\(line)")
    }
    #expect(events.contains("3.4 <2 write label.text: nil → \"KIM\""))
  }

  @Test func `json is one object per line, with the fields of every event`() throws {
    let folder = TemporaryFolder()
    let path = folder.path + "/trace.json"
    _ = try lines("--trace=json", "--trace-to", path)
    var sequence = 0
    var turn = 0
    var kinds: Set<String> = []
    for line in try folder.read("trace.json").split(separator: "\n") {
      let event = try #require(
        try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any], "\(line)")
      #expect(event["v"] as? Int == 1)
      let number = try #require(event["turn"] as? Int)
      let kind = try #require(event["kind"] as? String)
      kinds.insert(kind)
      if kind == "turn" {
        turn += 1
        sequence = 0
        #expect(event["seq"] as? Int == 0)
        #expect(event["text"] is String)
        #expect(event["at"] is String)
      } else if kind == "end" {
        #expect(event["outcome"] is String)
        for count in ["writes", "firings", "held", "dropped", "depth"] {
          #expect(event[count] is Int)
        }
      } else {
        sequence += 1
        #expect(event["seq"] as? Int == sequence)
        #expect(try #require(event["cause"] as? Int) < sequence)
      }
      #expect(number == turn)
    }
    #expect(kinds.isSuperset(of: ["turn", "end", "bind", "fire", "write", "held", "release"]))
  }

  @Test func `text in the json trace is read back unchanged`() throws {
    let values = try lines("--trace=json").compactMap { line in
      try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
    }
    .filter { $0["kind"] as? String == "write" && $0["property"] as? String == "vm.name" }
    .compactMap { $0["new"] as? String }
    #expect(values.first == "a \"quoted\"\n\u{1}line \u{1F600}")
  }

  @Test(arguments: ["tree", "flat", "json"])
  func `two runs give the same trace, byte for byte`(style: String) throws {
    #expect(try lines("--trace=\(style)") == lines("--trace=\(style)"))
  }

  @Test func `--trace-to separates the trace from the output`() throws {
    let folder = TemporaryFolder()
    let path = folder.path + "/trace"
    let output = try lines("--trace-to", path)
    #expect(output == (try lines()))
    let both = try lines("-t")
    let traced = try folder.read("trace").split(separator: "\n").map(String.init)
    #expect(both.filter { !output.contains($0) } == traced)
    let refused = try bindlab("--trace-to", folder.path + "/no/such", "-e", "print 1")
    #expect(refused.status == 66)
    #expect(refused.output == "")
  }
}
