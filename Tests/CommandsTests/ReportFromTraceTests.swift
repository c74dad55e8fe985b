import Foundation
import TestSupport
import Testing

/// `bindlab report --from-trace`: the page of a trace that another run wrote.
@Suite struct ReportFromTraceTests {
  private static let script = """
    object vm { name = "Kim"; items = [1] }
    object label: UILabel
    object sum { x = 0; computed double = x * 2 }
    object part { x = 1 }
    bind vm.name ~> label | Uppercase
    bind part.x <> sum.x
    observe sum.double { print "double", value }
    vm.name = "Bo <b>"
    part.x = 21
    vm.items = [7]
    vm.items.append(2)
    release part
    """

  /// A folder with a script, its trace, and the page of each.
  private func pages(
    _ script: String = script
  ) throws -> (folder: TemporaryFolder, ofScript: String, ofTrace: String) {
    let folder = TemporaryFolder()
    try folder.write("s.bind", script + "\n")
    _ = try shell("bindlab --keep-going --trace=json --trace-to t.ndjson s.bind", folder: folder)
    let ofScript = try shell("bindlab report --keep-going s.bind", folder: folder)
    let ofTrace = try shell("bindlab report --from-trace t.ndjson", folder: folder)
    #expect(ofTrace.status == 0)
    #expect(ofTrace.errors == "")
    return (folder, ofScript.output, ofTrace.output)
  }

  /// The turns of a page with their events, as text.
  private func turns(_ page: String) throws -> [String] {
    let start = try #require(page.range(of: "<section id=\"turns\""))
    let section = page[start.upperBound...]
    let end = try #require(section.range(of: "</section>"))
    return section[..<end.lowerBound].components(separatedBy: "<details ").dropFirst().map {
      $0.replacing(/<a href="#s[0-9-]+">(.*?)<\/a>/) { $0.1 }
    }
  }

  /// A field of the data that the page steps through.
  private func data(_ page: String, _ field: String) throws -> [Any] {
    let start = try #require(page.range(of: "id=\"data\">"))
    let rest = page[start.upperBound...]
    let end = try #require(rest.range(of: "</script>"))
    let json = try JSONSerialization.jsonObject(with: Data(rest[..<end.lowerBound].utf8))
    return try #require((json as? [String: Any])?[field] as? [Any])
  }

  @Test func `it has the same turns and events as the page of the script`() throws {
    let (_, ofScript, ofTrace) = try pages()
    let turns = try turns(ofTrace)
    #expect(turns.count == 12)
    #expect(try turns == self.turns(ofScript))
    #expect(turns[8].contains("s.bind:9 settled: 2 writes, 1 firing, 1 held"))
    #expect(ofTrace.contains("<h1>t.ndjson</h1>"))
  }

  @Test(arguments: [
    // A firing that fails has no result; this is not nil.
    "object a { x = 1 }\nobject b { x = 0 }\nbind a.x ~> b.x | { value / 0 }",
    // A binding that is moved has another name from then on.
    """
    object a { x = 1 }
    object b { x = 2 }
    object c { x = 0 }
    bind a.x ~> c.x
    rebind #1 to b.x, c.x
    release c
    """,
    // A turn that is rolled back leaves its values as they were.
    """
    object a { x = 1 }
    object b { x = 0 }
    bind a.x ~> b.x
    batch { a.x = 3; a.y = 4 }
    a.x = 5
    """,
  ])
  func `what fails, moves and ends has the same turns and events`(_ script: String) throws {
    let (_, ofScript, ofTrace) = try pages(script)
    let turns = try turns(ofTrace)
    #expect(turns.count > 1)
    #expect(try turns == self.turns(ofScript))
  }

  @Test func `it has the graph, and the values event by event`() throws {
    let (_, ofScript, ofTrace) = try pages()
    for page in [ofScript, ofTrace] {
      #expect(page.contains("<code>vm.name ~&gt; label.text | Uppercase</code>"))
      #expect(page.contains("<code>part.x &lt;&gt; sum.x</code>"))
      #expect(page.contains("<th scope=\"row\">vm.items<td>[7, 2]</tr>"))
      #expect(page.contains("<th scope=\"row\">label.text<td>&quot;BO &lt;B&gt;&quot;</tr>"))
      #expect(page.contains("<th scope=\"row\">part.x<td class=\"none\">released</tr>"))
    }
    // The table shows the place of a binding as text.
    #expect(ofTrace.contains("<td>s.bind:5</tr>"))
    let values = try data(ofTrace, "v").compactMap { $0 as? String }
    #expect(values.contains("\"Kim\"") && values.contains("\"KIM\"") && values.contains("[7, 2]"))
    let edges = try (data(ofScript, "e").count, data(ofTrace, "e").count)
    #expect(edges.0 == edges.1 && edges.0 >= 4)
    #expect(ofTrace.contains("<h2 id=\"costs-h\">Costs</h2>"))
    #expect(ofTrace.contains("over 12 turns"))
  }

  @Test func `missing parts of a trace are reported`() throws {
    let (_, ofScript, ofTrace) = try pages(
      "let v = 1\ntrace off\nobject a { x = v }\ntrace on\na.x = 2")
    for text in [
      "A trace does not have the source.", "A trace cannot be run again",
      "a recorded trace, which does not have the semantics: 2 turns",
      "A trace contains no variables", "Turn 2 is not in the trace.",
    ] {
      #expect(ofTrace.contains(text), "\(text)")
      #expect(!ofScript.contains(text), "\(text)")
    }
    #expect(!ofTrace.contains("run under"))
    #expect(!ofTrace.contains("<details class=\"file\""))
  }

  @Test func `a cycle is marked`() throws {
    let script = """
      object a { x = 1 }
      object b { x = 0 }
      bind a.x ~> b.x
      bind b.x ~> a.x | { value + 1 }
      b.x = 3
      """
    let (_, ofScript, ofTrace) = try pages(script)
    for page in [ofScript, ofTrace] {
      #expect(page.contains("<span class=\"odd\">amber: on a cycle</span>"))
      #expect(page.contains("<p class=\"odd\">cycle: b.x → #2 → a.x → #1 → b.x</p>"))
    }
  }

  /// Every text of a trace, with characters that could end an element, an attribute or the script.
  @Test func `text of a trace is never markup`() throws {
    let folder = TemporaryFolder()
    let bad = #"</script><img src=x onerror=alert(1)>\"'&\u202e\u0000"#
    try folder.write(
      "t.ndjson",
      """
      {"v":1,"turn":1,"seq":0,"kind":"turn","text":"S\(bad)","at":"A\(bad)"}
      {"v":1,"turn":1,"seq":1,"kind":"make","cause":0,"new":{"object":"O\(bad)"}}
      {"v":1,"turn":1,"seq":2,"kind":"bind","cause":0,"binding":1,"link":"L\(bad)","target":"T\(bad).x","sources":["P\(bad).x"],"arrow":"~>","at":"B\(bad)"}
      {"v":1,"turn":1,"seq":3,"kind":"fire","cause":0,"binding":1,"link":"M\(bad)","property":"P\(bad).x","target":"T\(bad).x","old":"V\(bad)","new":["W\(bad)"]}
      {"v":1,"turn":1,"seq":4,"kind":"write","cause":3,"binding":1,"link":"M\(bad)","property":"T\(bad).x","old":"V\(bad)","new":["W\(bad)"]}
      {"v":1,"turn":1,"seq":5,"kind":"print","cause":4,"text":"X\(bad)"}
      {"v":1,"turn":1,"seq":6,"kind":"error","cause":0,"text":"E\(bad)"}
      {"v":1,"turn":1,"kind":"end","outcome":"U\(bad)","writes":1,"firings":1,"held":0,"dropped":0,"depth":1,"glitches":0,"rounds":0,"cycle":"C\(bad)"}

      """)
    for environment in [[:], ["PATH": "/nonexistent"]] {
      let result = try bindlab(
        ["report", "--from-trace", folder.path + "/t.ndjson"], environment: environment)
      #expect(result.status == 0)
      let page = result.output
      for mark in "SABLMPTVWXEUC" {
        #expect(page.contains("\(mark)&lt;/script&gt;&lt;img"), "\(mark)")
      }
      #expect(!page.contains("<img") && !page.contains("\u{202E}") && !page.contains("\0"))
      #expect(page.components(separatedBy: "</script>").count == 3)
      _ = try data(page, "t")
    }
  }

  @Test(arguments: [
    ("", "expected a trace as --trace=json writes it"), ("a.x = 2\n", "expected a JSON object"),
    (#"{"v":2,"turn":1,"seq":0,"kind":"turn"}"# + "\n", "version 2 of the format is not known"),
  ])
  func `a trace that cannot be used has no page`(_ text: String, _ message: String) throws {
    let folder = TemporaryFolder()
    try folder.write("t.ndjson", text)
    let result = try shell("bindlab report --from-trace t.ndjson -o page.html", folder: folder)
    #expect(result.status == 66)
    #expect(result.errors.contains("t.ndjson:1: error: \(message)"))
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/page.html"))
  }

  @Test func `a trace is read from a file or from standard input, and not overwritten`() throws {
    let (folder, _, page) = try pages()
    let piped = try shell("bindlab report --from-trace - -o p.html < t.ndjson", folder: folder)
    #expect(piped.status == 0 && piped.output == "" && piped.errors == "")
    #expect(try folder.read("p.html") == page.replacing("t.ndjson", with: "&lt;stdin&gt;"))
    let before = try folder.read("t.ndjson")
    let over = try shell("bindlab report --from-trace t.ndjson -o t.ndjson", folder: folder)
    #expect(over.status == 66)
    #expect(try folder.read("t.ndjson") == before)
    #expect(try shell("bindlab report --from-trace none", folder: folder).status == 66)
    for words in ["s.bind", "-e 'print 1'"] {
      let both = try shell("bindlab report --from-trace t.ndjson \(words)", folder: folder)
      #expect(both.status == 64)
      #expect(both.errors.contains("report takes a script or --from-trace, not both"))
    }
  }

  @Test func `an incomplete trace has a page with a warning`() throws {
    let (folder, _, _) = try pages()
    try folder.write("t.ndjson", folder.read("t.ndjson") + "{\"v\":1,\"turn\":13,\"se")
    let result = try shell("bindlab report --from-trace t.ndjson", folder: folder)
    #expect(result.status == 0)
    #expect(result.errors.contains("the last line is cut off"))
    #expect(result.output.contains("the last line is cut off: only the lines before it are used"))
  }
}
