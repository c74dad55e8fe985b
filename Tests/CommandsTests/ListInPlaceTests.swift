import Testing

/// Whom a change of one element of a list notifies, and what is said of it.
@Suite struct ListInPlaceTests {
  private static let presets = [
    "signals", "mobx", "vue", "solid", "svelte", "angular", "react", "bind", "knockout",
  ]

  /// How often an effect ran again in each library, in the order of the presets; nil where nothing was
  /// recorded.
  private static let rows: [(reads: String, change: String, runs: [Int?])] = [
    ("m.list.count", "m.list = [1, 2, 3]", [1, 1, 1, 1, 1, 1, 1, 1, 1]),
    ("m.list.count", "m.list = m.list", [0, 0, 0, 0, 0, 0, 0, 1, 1]),
    ("m.list.count", "m.list.append(4)", [0, 1, 1, 0, 1, 0, 0, 1, 1]),
    ("m.list", "m.list.append(4)", [0, 0, 0, 0, 0, 0, 0, 1, 1]),
    ("m.list.count", "m.list[0] = 7", [0, 1, 0, 0, 0, 0, 0, 1, 1]),
    ("m.list[0]", "m.list[0] = 7", [0, 1, 1, 0, 1, 0, 0, 1, 1]),
    ("m.list[0]", "m.list[0] = 1", [0, 0, 0, 0, 0, 0, 0, 1, 1]),
    (
      "m.list.count", "batch { m.list.append(4); m.list = m.list }",
      [0, 1, 1, 0, 1, 0, 0, nil, nil]
    ),
    // What follows from them.
    ("m.list[1]", "m.list[0] = 7", [0, 1, 0, 0, 0, 0, 0, 1, 1]),
    ("m.list[1]", "m.list.append(4)", [0, 1, 0, 0, 0, 0, 0, 1, 1]),
    ("m.list[1]", "m.list.remove(at: 0)", [0, 1, 1, 0, 1, 0, 0, 1, 1]),
    ("m.list.first", "m.list.insert(0, at: 0)", [0, 1, 1, 0, 1, 0, 0, 1, 1]),
    ("m.list.isEmpty", "m.list.remove(at: 2)", [0, 1, 1, 0, 1, 0, 0, 1, 1]),
    ("m.list.joined(by: \"\")", "m.list[2] = 7", [0, 1, 1, 0, 1, 0, 0, 1, 1]),
    ("m.list.map { value + 1 }", "m.list[2] = 7", [0, 1, 1, 0, 1, 0, 0, 1, 1]),
    ("max(m.list)", "m.list[2] = 7", [0, 1, 1, 0, 1, 0, 0, 1, 1]),
    ("m.list == [1]", "m.list[2] = 7", [0, 1, 1, 0, 1, 0, 0, 1, 1]),
    ("m.list + [1]", "m.list[2] = 7", [0, 1, 1, 0, 1, 0, 0, 1, 1]),
    ("\"\\(m.list)\"", "m.list[2] = 7", [0, 1, 1, 0, 1, 0, 0, 1, 1]),
    ("m.list[0..<2]", "m.list[2] = 7", [0, 1, 1, 0, 1, 0, 0, 1, 1]),
    ("[m.list]", "m.list[2] = 7", [0, 0, 0, 0, 0, 0, 0, 1, 1]),
    ("untracked(m.list.count) + m.list.count", "m.list.append(4)", [0, 1, 1, 0, 1, 0, 0, 1, 1]),
    (
      "untracked(m.list.count) + (m.list == nil ? 1 : 0)", "m.list.append(4)",
      [0, 1, 1, 0, 1, 0, 0, 1, 1]
    ),
    ("size(m.list)", "m.list.append(4)", [0, 1, 1, 0, 1, 0, 0, 1, 1]),
    ("size(m.list)", "m.list[0] = 7", [0, 1, 0, 0, 0, 0, 0, 1, 1]),
    ("m.size", "m.list.append(4)", [0, 1, 1, 0, 1, 0, 0, 1, 1]),
    ("m.same", "m.list.append(4)", [0, 0, 0, 0, 0, 0, 0, 1, 1]),
  ]

  private func script(_ preset: String, _ row: Int, traced: Bool) -> String {
    let row = Self.rows[row]
    return """
      semantics \(preset)
      function size(list) { list.count }
      object m { list = [1, 2, 3]; computed size = list.count; computed same = list }
      object l { text = "" }
      var runs = 0
      effect { let now = \(row.reads); untracked { runs += 1 } }
      wait
      let before = runs
      \(traced ? "trace on" : "")
      \(row.change)
      wait
      \(traced ? "trace off" : "")
      print "runs", runs - before
      """
  }

  @Test(arguments: presets.indices, rows.indices)
  func `an effect runs again as in the library`(preset: Int, row: Int) throws {
    let (name, expected) = (Self.presets[preset], Self.rows[row].runs[preset])
    for traced in [false, true] {
      let result = try bindlab("-e", script(name, row, traced: traced))
      #expect(result.status == 0, "\(result.errors)")
      guard let expected else { continue }
      let what = "\(Self.rows[row].reads), \(Self.rows[row].change) under \(name)"
      #expect(result.output.contains("runs \(expected)"), "\(what): \(result.output)")
    }
  }

  /// What is not notified is named by `whynot`, with the reason; which it is, is asked of the run.
  @Test(arguments: presets, rows.indices)
  func `whynot says that the list was changed in place`(preset: String, row: Int) throws {
    let row = Self.rows[row]
    guard row.change.hasPrefix("m.list["), row.change != "m.list[0] = 1" || preset == "bind" else {
      return
    }
    let result = try bindlab(
      "-e",
      """
      semantics \(preset)
      function size(list) { list.count }
      object m { list = [1, 2, 3]; computed size = list.count; computed same = list }
      object l { text = ""; runs = 0 }
      effect { let now = \(row.reads); untracked { l.runs += 1 } }
      wait
      let before = l.runs
      \(row.change)
      wait
      print "moved", l.runs != before
      whynot m.list ~> l.runs
      """)
    #expect(result.status == 0, "\(result.errors)")
    let answer = result.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    if answer.contains("moved true") {
      return #expect(answer.contains("it did arrive"), "\(answer)")
    }
    let isInPlace = answer.contains("m.list was changed in place in turn")
    let isElsewhere = answer.contains("it has not read in m.list what has changed there")
    #expect(isInPlace != isElsewhere, "\(row.reads), \(row.change) under \(preset): \(answer)")
    #expect(answer.contains("(<-e>:8)"), "\(answer)")
  }

  /// A turn that is rolled back leaves what an effect has read as it was.
  @Test(arguments: ["vue", "svelte", "mobx"])
  func `what was read is rolled back with its turn`(preset: String) throws {
    let result = try bindlab(
      "-e",
      """
      semantics mine: \(preset) { error = undo; flush = batch }
      semantics mine
      object m { list = [1, 2, 3]; at = 0 }
      var runs = 0
      effect { let now = m.list[m.at]; untracked { runs += 1 } }
      observe m.at { if value == 2 { throw "no" } }
      wait
      expect error "no" { m.at = 2 }
      wait
      expect m.at == 0
      let before = runs
      m.list[2] = 9
      wait
      print "other", runs - before
      m.list[0] = 9
      wait
      print "own", runs - before
      """)
    let other = preset == "mobx" ? 1 : 0
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output.contains("other \(other)\n"), "\(result.output)\(result.errors)")
    #expect(result.output.contains("own \(other + 1)\n"), "\(result.output)\(result.errors)")
  }

  /// A binding passes the change on: the two ends have one list there, and what has read in either is
  /// notified. An observer is not followed.
  @Test(arguments: ["vue", "svelte", "mobx"])
  func `bindings pass a change of one element on`(preset: String) throws {
    let result = try bindlab(
      "-e",
      """
      semantics \(preset)
      object m { list = [1, 2, 3] }
      object t { list; count = 0; first = 0 }
      bind m.list ~> t.list
      bind m.list.count ~> t.count
      bind m.list.first ~> t.first
      var told = 0
      var read = 0
      observe m.list { told += 1 }
      effect { let now = t.list[0]; untracked { read += 1 } }
      wait
      let before = read
      told = 0
      m.list.append(4)
      wait
      print t.list, t.count, t.first, told
      m.list[0] = 7
      wait
      print t.list, t.count, t.first, told, read - before
      """)
    #expect(result.status == 0, "\(result.errors)")
    #expect(
      result.output.hasPrefix("[1, 2, 3, 4] 4 1 0\n[7, 2, 3, 4] 4 7 0 "), "\(result.output)")
    #expect(result.output.hasSuffix(preset == "mobx" ? "2\n" : "1\n"), "\(result.output)")
  }
}
