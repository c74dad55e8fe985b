import Foundation
import TestSupport
import Testing

@testable import Rendering

/// The formats that other programs read.
@Suite struct GraphFormTests {
  static let dot = "/usr/bin/dot"
  static let hasDot = FileManager.default.isExecutableFile(atPath: dot)

  private func laidOut(_ picture: GraphPicture, as form: String) throws -> ProcessResult {
    var runner = ProcessRunner(Self.dot, arguments: ["-T\(form)"])
    runner.environment["LC_ALL"] = "C.UTF-8"
    return try runner.run(input: picture.dotLines().joined(separator: "\n") + "\n")
  }

  @Test(.enabled(if: hasDot, "Graphviz is not installed"), arguments: 0..<40)
  func `Graphviz reads as many nodes and edges as there are`(seed: Int) throws {
    var picture = RandomPicture.make(seed: seed)
    picture.findCycles()
    let result = try laidOut(picture, as: "plain")
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.errors == "")
    let lines = result.output.split(separator: "\n")
    #expect(lines.filter { $0.hasPrefix("node ") }.count == picture.nodes.count)
    #expect(lines.filter { $0.hasPrefix("edge ") }.count == picture.edges.count)
  }

  @Test(.enabled(if: hasDot, "Graphviz is not installed"))
  func `Graphviz shows each text unchanged`() throws {
    for text in RandomPicture.names where !text.isEmpty && !text.contains("\n") {
      var picture = GraphPicture()
      picture.nodes = [GraphPicture.Node(name: text, object: "", kind: .property)]
      let result = try laidOut(picture, as: "svg")
      #expect(result.status == 0)
      let line = try #require(result.output.split(separator: "\n").first { $0.hasPrefix("<text") })
      let shown = line.drop { $0 != ">" }.dropFirst().dropLast("</text>".count)
      #expect(unescaped(String(shown)) == text)
    }
  }

  private func unescaped(_ text: String) -> String {
    [
      ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&#45;", "-"),
      ("&#160;", " "), ("&amp;", "&"),
    ].reduce(text) { $0.replacingOccurrences(of: $1.0, with: $1.1) }
  }

  @Test(arguments: [
    ("plain", "plain"), ("a \"b\"", "a #quot;b#quot;"), ("<br/>", "#lt;br/#gt;"),
    ("#35;", "#35;35#59;"), ("`**x**`", "#96;#42;#42;x#42;#42;#96;"), ("a\nb", "a<br/>b"),
    ("%%{init: x}%%", "#37;#37;{init#58; x}#37;#37;"),
    ("\\n", "#92;n"), ("a&b", "a#amp;b"), ("größe 変数", "größe 変数"), ("\u{7}", "#92;u{7}"),
  ])
  func `Mermaid's own signs are written as entities`(text: String, expected: String) {
    #expect(GraphPicture.mermaidText(text) == expected)
  }

  @Test(arguments: 0..<40)
  func `in Mermaid's language every text is in quotes, and every node and edge has a line`(
    seed: Int
  ) {
    let picture = RandomPicture.make(seed: seed)
    let lines = picture.mermaidLines()
    #expect(lines.first == "flowchart LR")
    #expect(lines.allSatisfy { $0.filter { $0 == "\"" }.count.isMultiple(of: 2) })
    #expect(lines.allSatisfy { !$0.contains("\n") })
    func isNode(_ line: String) -> Bool {
      let words = line.drop { $0 == " " }
      return words.first == "n" && words.dropFirst().drop { $0.isNumber }.first != " "
    }
    #expect(lines.filter(isNode).count == picture.nodes.count)
    let edges = lines.filter { $0.hasPrefix("  n") && !isNode($0) }
    #expect(edges.count == picture.edges.count)
    #expect(
      lines.filter { $0.hasPrefix("  subgraph") }.count == lines.filter { $0 == "  end" }.count)
  }

  @Test(arguments: 0..<40)
  func `the JSON has the contents of the picture`(seed: Int) throws {
    var picture = RandomPicture.make(seed: seed)
    picture.findCycles()
    #expect(!picture.json.contains("\n"))
    let found = try #require(
      try JSONSerialization.jsonObject(with: Data(picture.json.utf8)) as? [String: Any])
    #expect(found["v"] as? Int == 1)
    let nodes = try #require(found["nodes"] as? [[String: Any]])
    #expect(nodes.map { $0["name"] as? String } == picture.nodes.map(\.name))
    #expect(nodes.map { $0["value"] as? String } == picture.nodes.map(\.value))
    #expect(nodes.map { $0["kind"] as? String } == picture.nodes.map(\.kind.rawValue))
    let edges = try #require(found["edges"] as? [[String: Any]])
    #expect(edges.map { $0["source"] as? Int } == picture.edges.map(\.source))
    #expect(edges.map { $0["binding"] as? Int } == picture.edges.map(\.number))
    #expect(edges.map { $0["stages"] as? [String] } == picture.edges.map(\.stages))
    #expect(edges.map { $0["twoWay"] as? Bool } == picture.edges.map(\.isTwoWay))
    #expect(edges.map { $0["onCycle"] as? Bool } == picture.edges.map(\.isOnCycle))
    #expect(found["cycles"] as? [[Int]] == picture.cycles)
  }

  @Test func `a highlighted edge on a cycle shows both`() {
    var picture = GraphPictureTests.ring(2)
    picture.edges[0].isLit = true
    let dot = picture.dotLines().first { $0.contains("n0 -> n1") } ?? ""
    #expect(dot.contains("label=\"#1 ↺\"") && dot.contains("penwidth=2.5"))
    #expect(picture.mermaidLines().contains("  n0 ==>|\"#35;1 ↺\"| n1"))
  }

  @Test func `an empty graph is valid in every format`() throws {
    let picture = GraphPicture()
    #expect(picture.dotLines().first == "digraph bindings {")
    #expect(picture.dotLines().last == "}")
    #expect(picture.mermaidLines() == ["flowchart LR"])
    #expect(picture.json == "{\"v\":1,\"nodes\":[],\"edges\":[],\"cycles\":[]}")
    #expect(picture.treeLines() == [])
  }
}
