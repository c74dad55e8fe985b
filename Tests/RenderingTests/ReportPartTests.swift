import Testing

@testable import Rendering

/// The parts of a page: how text is made safe, and where the graph's boxes are.
@Suite struct ReportPartTests {
  @Test(arguments: [
    ("plain", "plain"),
    ("tab\tnul\u{0}", "tab\\tnul\\u{0}"),
    ("a\u{202E}b\u{2066}c", "a\\u{202E}b\\u{2066}c"),
    ("\u{FEFF}\u{FFFE}\u{1FFFF}\u{85}", "\\u{FEFF}\\u{FFFE}\\u{1FFFF}\\u{85}"),
    ("日本 🎈 é", "日本 🎈 é"),
    // Isolated, so that it does not turn round the text beside it.
    ("שלום", "\u{2068}שלום\u{2069}"),
  ])
  func `invisible and direction-changing characters are shown`(_ text: String, _ shown: String) {
    #expect(PageText.plain(text) == shown)
  }

  @Test func `a long text is cut, and shows its length`() {
    let text = String(repeating: "z", count: 1_234)
    #expect(PageText.plain(text, limit: 3) == "zzz… (1,234 characters)")
    #expect(PageText.plain("xyz", limit: 3) == "xyz")
  }

  @Test func `text stays text in HTML and in a script element`() {
    #expect(PageText.html("<a b=\"c\">&amp;") == "&lt;a b=&quot;c&quot;&gt;&amp;amp;")
    #expect(
      PageString(text: "</script><!--\"\\\n").json
        == "\"\\u003c/script\\u003e\\u003c!--\\\"\\\\\\n\"")
  }

  private var picture: GraphPicture {
    var picture = GraphPicture()
    picture.nodes = [
      .init(name: "a.x", object: "a", kind: .property),
      .init(name: "b.x", object: "b", kind: .property),
    ]
    picture.edges = [
      .init(source: 0, target: 1, number: 1, text: "a.x ~> b.x"),
      .init(source: 1, target: 0, number: 2, text: "b.x ~> a.x"),
    ]
    return picture
  }

  @Test func `dot gets sizes, and its positions are turned upside down`() throws {
    let layout = GraphLayout(picture, columns: [3, 10])
    #expect(!layout.program.contains("a.x"))
    #expect(layout.program.contains("n0 -> n1 [label=\"e0\"];"))
    let drawing = try #require(
      layout.drawing(
        from: """
          graph 1 4 2
          node n0 0.5 1.5 1 0.5 "" solid box black lightgrey
          node n1 3 0.5 1 0.5 "" solid box black lightgrey
          edge n1 n0 4 1 1 2 1 3 1 4 1 e1 2 1.25 solid black
          edge n0 n1 4 1 0 2 0 3 0 4 0 "e0" 2 0.25 solid black
          stop
          """))
    #expect(drawing.width == 288 && drawing.height == 144)
    #expect(drawing.boxes[0].middle == .init(x: 36, y: 36))
    #expect(drawing.curves[0].points.first == .init(x: 72, y: 144))
    #expect(drawing.curves[1].label == .init(x: 144, y: 54))
  }

  @Test(arguments: [
    "", "stop", "graph 1 x 2", "graph 1 4 2\nnode n7 0 0",
    "graph 1 4 2\nnode n0 1 1\nnode n1 1 1\nedge n0 n1 4 1 1",
    "graph 1 4 2\nnode n0 1 1\nnode n1 1 1",
    "graph 1 4 2\nedge n0 n1 999999999999 1 1",
  ])
  func `an invalid answer gives no drawing`(_ answer: String) {
    #expect(GraphLayout(picture, columns: [3, 3]).drawing(from: answer) == nil)
  }

  @Test func `the events in the middle are left out, and their changes are not lost`() {
    var trace = TurnTrace()
    var turn = ReportPage.Turn(trace: trace)
    for number in 1...100 {
      trace.entries.append(TraceEntry(kind: .write, reason: .none, sequence: number, cause: 0))
      var step = ReportPage.Step()
      step.changes = [
        .init(property: number % 3, value: .text("\(number)"))
      ]
      turn.steps.append(step)
    }
    turn.trace = trace
    var turns = [turn, ReportPage.Turn(trace: TurnTrace())]
    turns.shorten(toEvents: 10)
    #expect(turns[0].steps.count == 10 && turns[0].trace.entries.count == 10)
    #expect(turns[0].trace.leftOut == 90)
    #expect(turns[0].trace.entries.last?.sequence == 100)
    var values: [Int: ReportPage.Known] = [:]
    for change in turns[0].steps.flatMap(\.changes) { values[change.property] = change.value }
    #expect(values == [0: .text("99"), 1: .text("100"), 2: .text("98")])
  }
}
