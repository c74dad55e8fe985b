import Rendering
import TestSupport
import Testing
import Text

/// The tree in which a terminal shows a graph.
@Suite struct GraphTreeTests {
  @Test(arguments: 0..<200)
  func `each edge has one line, and each node at most one with its value`(seed: Int) {
    var picture = RandomPicture.make(seed: seed)
    for place in picture.nodes.indices {
      picture.nodes[place].name = "node\(place)."
      picture.nodes[place].isMissing = false
      if picture.nodes[place].kind != .observer { picture.nodes[place].value = "value\(place)." }
    }
    for place in picture.edges.indices { picture.edges[place].stages = [] }
    picture.findCycles()
    let tree = picture.plainTreeLines().prefix { !$0.isEmpty }
    for edge in picture.edges where edge.number != nil {
      let found = tree.filter {
        $0.contains("─ #\(edge.number!) ") || $0.contains("═ #\(edge.number!) ")
      }
      #expect(found.count == 1, "#\(edge.number!) of seed \(seed)")
    }
    #expect(tree.filter { $0.contains("─ ") || $0.contains("═ ") }.count == picture.edges.count)
    for place in picture.nodes.indices where picture.nodes[place].kind != .observer {
      #expect(tree.filter { $0.contains("value\(place).") }.count == 1, "seed \(seed)")
    }
  }

  @Test(arguments: 0..<50)
  func `colours add nothing but escapes`(seed: Int) {
    var picture = RandomPicture.make(seed: seed)
    picture.findCycles()
    for line in picture.treeLines(.init(width: 60)) {
      #expect(line.painted(.standard).withoutEscapes == line.plain)
    }
  }

  @Test(arguments: 0..<100)
  func `on a screen no row is wider, and each edge is there`(seed: Int) {
    var picture = RandomPicture.make(seed: seed)
    picture.findCycles()
    for width in [40, 57, 80] {
      let rows = picture.treeLines(.init(width: width, isOnScreen: true)).map(\.plain)
      #expect(rows.allSatisfy { $0.displayWidth <= width }, "seed \(seed), \(width) columns")
      for edge in picture.edges where edge.number != nil {
        #expect(
          rows.contains { $0.contains("═ #\(edge.number!)") || $0.contains("─ #\(edge.number!)") })
      }
    }
  }

  @Test func `ASCII output contains only ASCII`() {
    var picture = GraphPictureTests.ring(30)
    picture.nodes[0].value = String(repeating: "v", count: 100)
    picture.edges[0].isLit = true
    let text = picture.plainTreeLines(.init(isASCII: true)).joined(separator: "\n")
    #expect(text.utf8.allSatisfy { $0 < 0x7F })
    #expect(text.contains("`= #1 ~> n1.x = 0   @\n"))
    #expect(text.contains("= fired in the last turn"))
    #expect(text.contains("@ cycle: n0.x -> #1 -> n1.x ->"))
  }

  @Test func `a property that appears again is named without its value`() {
    var picture = GraphPictureTests.ring(4, isClosed: false)
    picture.edges.append(GraphPicture.Edge(source: 0, target: 3, number: 4, text: ""))
    picture.findCycles()
    #expect(
      picture.plainTreeLines() == [
        "n0.x = 0",
        "├─ #1 ~> n1.x = 0",
        "│  └─ #2 ~> n2.x = 0",
        "│     └─ #3 ~> n3.x = 0",
        "└─ #4 ~> n3.x   see above",
      ])
  }

  @Test func `a ring ends with the edge that closes it, and is shown below as a closed path`() {
    #expect(
      GraphPictureTests.ring(2).plainTreeLines() == [
        "n0.x = 0",
        "└─ #1 ~> n1.x = 0   ↺",
        "   └─ #2 ~> n0.x   ↺ closes the cycle",
        "",
        "↺ cycle: n0.x → #1 → n1.x → #2 → n0.x",
      ])
  }

  @Test func `a two-way edge is drawn once, at the end that comes first`() {
    var picture = GraphPictureTests.ring(3, isClosed: false)
    picture.edges[0].isTwoWay = true
    picture.edges[1].isTwoWay = true
    picture.findCycles()
    #expect(
      picture.plainTreeLines() == ["n0.x = 0", "└─ #1 <> n1.x = 0", "   └─ #2 <> n2.x = 0"])
  }

  @Test func `a deep tree continues at the margin`() {
    let lines = GraphPictureTests.ring(60, isClosed: false).plainTreeLines()
    #expect(lines.allSatisfy { $0.count < 100 })
    #expect(lines.filter { $0.hasSuffix("goes on below") }.count == 3)
    #expect(lines.contains("n17.x = 0"))
  }

  @Test func `a large graph shows its first lines, and how much is left out`() {
    let lines = GraphPictureTests.ring(100_000).plainTreeLines()
    #expect(lines.count < 220)
    #expect(lines.contains { $0.hasPrefix("… 998") && $0.contains("more left out") })
    #expect(
      lines.last == "↺ cycle: n0.x → #1 → n1.x → #2 → n2.x → #3 → n3.x → #4 → n4.x → #5 → n5.x"
        + " → #6 → n6.x → … 99993 more … → #100000 → n0.x")
  }

  @Test func `a long value is cut, and more if the line is too long`() {
    var picture = GraphPictureTests.ring(2, isClosed: false)
    picture.nodes[1].value = "\"" + String(repeating: "x", count: 10_000) + "\""
    #expect(picture.plainTreeLines()[1].count < 60)
    #expect(picture.plainTreeLines(.init(width: 40))[1].count <= 40)
  }

  @Test func `marks show once, waiting and broken bindings, and their transformers`() {
    var picture = GraphPictureTests.ring(5, isClosed: false)
    picture.edges[0].isOnce = true
    picture.edges[0].stages = ["A", "!B"]
    picture.edges[1].isBroken = true
    picture.edges[1].brokenAt = "vm.address"
    picture.edges[2].isWaiting = true
    picture.edges[2].isBroken = true
    picture.edges[2].brokenAt = "n2.x"
    picture.edges[3].reading = "(n3.x + 1)"
    let lines = picture.plainTreeLines()
    #expect(lines[1].hasSuffix("through A, !B, once"))
    #expect(lines[2].hasSuffix("broken: vm.address is nil"))
    #expect(lines[3].hasSuffix("waits: n2.x is nil"))
    #expect(lines[4].hasSuffix("reads (n3.x + 1)"))
  }
}

extension GraphPicture {
  fileprivate func plainTreeLines(_ style: TreeStyle = TreeStyle()) -> [String] {
    treeLines(style).map(\.plain)
  }
}
