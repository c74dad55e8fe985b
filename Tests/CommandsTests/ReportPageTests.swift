import Foundation
import TestSupport
import Testing

/// The page of `bindlab report` in a browser, which steps through it with its keys.
@Suite(
  .serialized, .enabled(if: HeadlessBrowser.isInstalled, "Chromium is not installed"), OneBrowser())
struct ReportPageTests {
  static let diamond = """
    object a { x = 1 }
    object b { x = 0 }
    object c { x = 0 }
    object sum { x = 0 }
    bind a.x ~> b.x
    bind a.x ~> c.x
    bind (b.x + c.x) ~> sum.x
    a.x = 10
    """

  private let folder = TemporaryFolder()

  /// A browser with the page of a script, with scripts allowed and a window of the usual size.
  private func page(
    _ script: String, fragment: String = "", runsScripts: Bool = true
  ) throws -> HeadlessBrowser {
    try folder.write("script.bind", script)
    let result = try bindlab(
      ["report", folder.path + "/script.bind", "-o", folder.path + "/page.html"])
    #expect(result.errors == "")
    let browser = try #require(OneBrowser.current)
    try browser.showAsAtFirst()
    try browser.setScripts(areOn: runsScripts)
    try browser.open(folder.path + "/page.html", fragment: fragment)
    return browser
  }

  /// `property=value` of the visible rows.
  private func values(_ browser: HeadlessBrowser) throws -> String {
    try browser.text(
      "[...document.querySelectorAll('#rows tr')].map(r => r.cells[0].textContent + '='"
        + " + r.cells[1].lastChild.textContent.trim()).join(' ')")
  }

  @Test func `keys step through events, with their values, their path and their line`() throws {
    let browser = try page(Self.diamond)
    try browser.press("End")
    #expect(try browser.text(of: "#where") == "turn 8 of 8, event 10 of 10")
    #expect(try values(browser) == "a.x=10 b.x=10 c.x=10 sum.x=20")
    #expect(try browser.count(of: ".off") == 0)
    try browser.press("Home")
    #expect(try browser.text(of: "#where") == "turn 1 of 8, event 1 of 1")
    #expect(try values(browser) == "a.x=1 b.x=– c.x=– sum.x=–")
    // Things that are not made yet are faint.
    #expect(try browser.count(of: ".e.off") == 4 && browser.count(of: ".n.off") == 3)
    try browser.press("[")
    try browser.press("PageDown", "]")
    #expect(try browser.text(of: "#where").hasPrefix("turn 3 of 8"))
    try browser.press("PageUp", "[")
    #expect(try browser.text(of: "#where").hasPrefix("turn 1 of 8"))
    // The only turn that is marked has a glitch.
    try browser.press("m")
    #expect(try browser.text(of: "#where").hasPrefix("turn 8 of 8, event 1 "))
    #expect(try browser.text(of: "#now-text") == "a.x: 1 → 10")
    #expect(try values(browser) == "a.x=10 b.x=1 c.x=1 sum.x=2")
    try browser.press("n", "ArrowRight", "n")
    #expect(try browser.text(of: "#now-text") == "#3 (b.x + c.x) ~> sum.x: 11 → 11")
    #expect(try values(browser) == "a.x=10 b.x=10 c.x=1 sum.x=2")
    #expect(try browser.count(of: ".e.now") == 1)
    #expect(try browser.text(of: ".e.lit title") == "#1 a.x ~> b.x")
    #expect(try browser.text(of: "#source .run") == "8a.x = 10")
    #expect(try browser.text(of: "#source .by") == "7bind (b.x + c.x) ~> sum.x")
    try browser.press("n")
    #expect(try browser.text(of: "#now-text").contains("glitch"))
    #expect(try browser.count(of: ".e.odd") == 1)
    try browser.press("n")
    #expect(try values(browser) == "a.x=10 b.x=10 c.x=1 sum.x=11")
    #expect(try browser.text(of: "#list [aria-current]") == "sum.x: 2 → 11")
    // What a node of the graph shows is the same value.
    #expect(
      try browser.text(
        "[...document.querySelectorAll('.n')].map(n => n.textContent).join(' ')"
      ).contains("sum.xsum.x11"))
    try browser.press("p", "ArrowLeft")
    #expect(try values(browser) == "a.x=10 b.x=10 c.x=1 sum.x=2")
    #expect(browser.complaints.isEmpty, "\(browser.complaints)")
  }

  @Test func `everything can be reached with Tab, and keys show and hide the help`() throws {
    let browser = try page(Self.diamond)
    var reached: Set<String> = []
    for _ in 0..<60 {
      try browser.press("Tab")
      reached.insert(
        try browser.text(
          "(e => e.id || (e.closest('section') || {}).id + ' ' + e.tagName)(document.activeElement)"
        ))
      // The focus is never on something invisible.
      #expect(try browser.text("getComputedStyle(document.activeElement).display") != "none")
    }
    for place in [
      "b-back", "b-next", "b-turn-next", "b-mark", "b-help", "source SUMMARY", "drawing", "b-fit",
      "graph SUMMARY", "find", "values BUTTON", "turns SUMMARY", "turns A",
    ] {
      #expect(reached.contains(place), "Tab does not reach \(place): \(reached.sorted())")
    }
    try browser.press("?")
    #expect(try browser.text("document.getElementById('help').open") == "true")
    try browser.press("n", "Escape")
    #expect(try browser.text("document.getElementById('help').open") == "false")
    // In the field for a property's name letters are letters.
    let before = try browser.text(of: "#where")
    try browser.press("/", "s", "u", "m", "n")
    #expect(try browser.text(of: "#where") == before)
    #expect(try browser.text("document.getElementById('find').value") == "sumn")
  }

  @Test func `an address shows its event, and each event has an address`() throws {
    let browser = try page(Self.diamond, fragment: "turn=8&event=3")
    #expect(try browser.text(of: "#where") == "turn 8 of 8, event 3 of 10")
    try browser.open(folder.path + "/page.html", fragment: "t6")
    #expect(try browser.text(of: "#where").hasPrefix("turn 6 of 8, event 1 "))
    // Events without an entry are skipped.
    try browser.open(folder.path + "/page.html", fragment: "turn=99&event=x")
    #expect(try browser.text(of: "#where").hasPrefix("turn "))
    try browser.press("End")
    // It is written a moment later, so that a key held down does not write it a hundred times.
    let deadline = ContinuousClock.now + .seconds(10)
    while try browser.text("location.hash") != "#turn=8&event=10", ContinuousClock.now < deadline {
      usleep(20_000)
    }
    #expect(try browser.text("location.hash") == "#turn=8&event=10")
    #expect(browser.complaints.isEmpty, "\(browser.complaints)")
  }

  @Test func `without JavaScript everything can be read`() throws {
    let browser = try page(Self.diamond, runsScripts: false)
    #expect(try browser.count(of: "details.t") == 8)
    #expect(try browser.text(of: "#t8 pre").contains("sum.x: 2 → 11"))
    #expect(try values(browser) == "a.x=10 b.x=10 c.x=10 sum.x=20")
    #expect(try browser.count(of: "svg .n") == 4)
    #expect(try browser.count(of: ".code > div") == 8)
    #expect(try browser.count(of: "#compare table") > 0)
    #expect(try browser.text("document.getElementById('bar').hidden") == "true")
  }

  @Test func `the page fits narrow and wide windows, light and dark`() throws {
    let browser = try page(Self.diamond, fragment: "turn=8&event=5")
    for (width, height) in [(390, 844), (800, 900), (1400, 900)] {
      for isDark in [false, true] {
        try browser.show(width: width, height: height, isDark: isDark)
        #expect(try browser.text("document.documentElement.scrollWidth") == "\(width)")
        let paper = try browser.text("getComputedStyle(document.documentElement).backgroundColor")
        #expect((paper == "rgb(255, 255, 255)") == !isDark)
        // The event that is shown can be seen.
        #expect(
          try browser.text(
            "(r => r.height > 0 && r.left >= 0 && r.right <= innerWidth)"
              + "(document.querySelector('#now-text').getBoundingClientRect())") == "true")
        // It is also visible among the turns, which have been scrolled to it.
        try browser.press("Home", "End")
        #expect(
          try browser.text(
            "((c, l) => c.top >= l.top && c.bottom <= l.bottom + 1)"
              + "(...['#list [aria-current]', '#list'].map(s => document.querySelector(s)"
              + ".getBoundingClientRect()))") == "true")
      }
    }
  }

  @Test func `a page of 1,000 turns with 300 properties can be stepped through`() throws {
    var lines = (0..<30).map { chain in
      "object o\(chain) { " + (0..<10).map { "p\($0) = 0" }.joined(separator: "; ") + " }"
    }
    for chain in 0..<30 {
      lines += (0..<9).map { "bind o\(chain).p\($0) ~> o\(chain).p\($0 + 1) | { value + 1 }" }
    }
    for turn in lines.count..<1_000 { lines.append("o\(turn % 30).p0 = \(turn)") }
    let browser = try page(lines.joined(separator: "\n"), fragment: "turn=640&event=28")
    let size = try FileManager.default.attributesOfItem(atPath: folder.path + "/page.html")[.size]
    #expect((size as? Int ?? 0) < 5_000_000)
    #expect(try browser.count(of: "details.t") == 1_000)
    #expect(try browser.count(of: ".n") == 300)
    #expect(try browser.text(of: "#now-text") == "o9.p9: 618 → 648")
    try browser.press("n")
    #expect(try browser.text(of: "#now-text") == "o10.p0: 610 → 640")
    try browser.press("p", "[", "[")
    #expect(try browser.text(of: "#where") == "turn 638 of 1000, event 1 of 28")
    #expect(browser.complaints.isEmpty, "\(browser.complaints)")
  }

  @Test func `text of a script is only text in the page, whatever it contains`() throws {
    let nasty = "</script><script>document.title='taken'</script><img src=x onerror=alert(1)>&amp;"
    let long = String(repeating: "x", count: 100_000)
    let browser = try page(
      """
      object a { x = 1 }
      observe a.x { print value }
      a.x = "\(nasty)'"
      a.x = "line\\nbreak \\u{202E}turned\\u{0} שלום 🎈"
      a.x = "\(long)"
      // \(nasty) \u{202E}
      """)
    #expect(try browser.text("document.title").hasSuffix("script.bind – bindlab"))
    #expect(try browser.count(of: "img") == 0)
    #expect(try browser.count(of: "script") == 2)
    try browser.press("End")
    #expect(try browser.text(of: "#rows td").contains("(100000 characters)"))
    #expect(try browser.text("document.documentElement.outerHTML.length < 200000") == "true")
    try browser.press("[")
    let value = try browser.text(of: "#rows td")
    #expect(value.contains("line\\nbreak \\u{202E}turned\\u{0} שלום 🎈"))
    try browser.press("[")
    #expect(try browser.text("document.querySelector('#rows td').lastChild.data").contains(nasty))
    #expect(
      try browser.text("document.querySelector('.code').lastElementChild.lastChild.data")
        == "// \(nasty) \\u{202E}")
    #expect(browser.complaints.isEmpty, "\(browser.complaints)")
  }
}
