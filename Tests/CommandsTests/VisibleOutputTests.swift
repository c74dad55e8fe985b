import Foundation
import TestSupport
import Testing

/// Characters in a script, in a trace of another run or in the name of a file never control the
/// terminal: all output for people shows them as escapes.
@Suite struct VisibleOutputTests {
  private static let unseen: [Unicode.Scalar] = [
    "\u{1}", "\u{7}", "\u{8}", "\u{B}", "\u{1B}", "\u{7F}", "\u{85}", "\u{9B}", "\u{61C}",
    "\u{200B}", "\u{200E}", "\u{200F}", "\u{2028}", "\u{2029}", "\u{202A}", "\u{202E}",
    "\u{2066}", "\u{2069}", "\u{FEFF}", "\u{E0041}",
  ]

  /// Invisible characters between plain ones.
  private static func text(_ random: inout SeededRandom) -> String {
    var text = ""
    for _ in 0...random.below(6) {
      text += ["a", "]0;x", "é", "שלום", "🎈", "[31m"][random.below(6)]
      text.unicodeScalars.append(unseen[random.below(unseen.count)])
    }
    return text
  }

  /// The escapes of characters that no output for people may contain. A page isolates words that are
  /// written from right to left.
  private static let refused = unseen.filter { $0 != "\u{2069}" }.map { Array(String($0).utf8) }

  /// For each byte, whether one of those begins with it, since a page has a hundred thousand bytes,
  /// nearly all of them of plain characters.
  private static let mayBeRefused = (UInt8.min...UInt8.max).map { byte in
    refused.contains { $0[0] == byte }
  }

  /// The first character that no output for people may contain.
  private static func firstUnseen(_ bytes: [UInt8]) -> String? {
    let mayBeRefused = mayBeRefused
    var rest = bytes[...]
    while let place = rest.firstIndex(where: { mayBeRefused[Int($0)] }) {
      rest = rest[place...]
      if refused.contains(where: rest.starts) {
        return String(
          String(decoding: rest.prefix(4), as: UTF8.self).unicodeScalars.first!.value, radix: 16)
      }
      rest = rest.dropFirst()
    }
    return nil
  }

  private func expectVisible(_ result: ProcessResult, _ what: String) {
    for bytes in [result.outputBytes, result.errorBytes] {
      let found = Self.firstUnseen(bytes)
      #expect(
        found == nil,
        "\(what) shows U+\(found ?? ""): \(String(decoding: bytes, as: UTF8.self).debugDescription)"
      )
    }
  }

  /// With texts wherever a script can contain them. Where it could not contain them raw, they are
  /// escapes of the language.
  private static func script(_ random: inout SeededRandom) -> String {
    func text() -> String { Self.text(&random) }
    return """
      object a { x = "\(text())"; y = nil; l = ["\(text())"] } // \(text())
      object b { x = 0 }
      bind a.x ~> a.y | { value + "\(text())" } /* \(text()) */ as first
      object r { x = "\(text())"; y = "\(text())" }
      bind r.x ~> r.y
      bind r.y !~> r.x
      observe a.y { if value == "\(text())" { b.x = value } }
      action tell(m) { throw m + "\(text())" }
      after 1s { a.x = "\(text())" }
      a.x = "\(text())"
      a.l.append("\(text())")
      batch { a.x = "\(text())"; b.x = "\(text())" }
      expect a.x == "\(text())"
      expect error "\(text())" { throw "\(text())" }
      advance 2s
      graph
      graph dot
      graph mermaid
      why a.y
      whynot b.x
      blame a.x
      history a.x
      history a.l
      costs
      show a
      a.x
      cycles
      bindings
      observers
      objects
      coupling
      break a.x if a.x == "\(text())"
      breakpoints
      unbreak all
      whatif { a.x = "\(text())" }
      compare { a.x = "\(text())" }
      expect settles { a.x = "\(text())" }
      save "\(text())/\(text())"
      trace last
      tell("\(text())")
      source "\(text())"
      expect error "\(text())" { let n = 1 }
      throw "\(text())"

      """
  }

  private static let commands = [
    ["--trace=full"], ["--trace=on"], ["--trace=brief"], ["--trace=full", "--trace-style=flat"],
    ["--trace=json"], ["check"], ["check", "--format", "json"], ["graph"], ["compare"],
    ["compare", "--format", "json"], ["format", "--check"], ["test"], ["test", "--format", "tap"],
    ["test", "--format", "junit"], ["report", "-o", "-"], ["learn"],
  ]

  @Test(arguments: seeds(2))
  func `no output contains invisible characters of a script`(seed: Int) throws {
    var random = SeededRandom(seed: seed + 1)
    let folder = TemporaryFolder()
    let name = Self.text(&random).replacing("/", with: "")
    let path = try folder.write(name + ".bind", Self.script(&random))
    for command in Self.commands {
      for color in ["never", "always"] where color == "never" || command[0] != "learn" {
        let usesColor = !["format", "report", "learn"].contains(command[0])
        let options = usesColor ? ["--color", color] : []
        let keeps = command[0].hasPrefix("--") ? ["--keep-going", "--journal", "100"] : []
        var result = try bindlab(command + options + keeps + [path])
        if color == "always" {
          result.outputBytes = Self.withoutColors(result.outputBytes)
          result.errorBytes = Self.withoutColors(result.errorBytes)
        }
        if command == ["--trace=full"] {
          #expect(
            result.output.contains("turn 15 ") && result.output.contains("├─"), "seed \(seed)")
          #expect(result.errors.contains("cannot read '"), "\(result.errors)")
        }
        // Their `print` output belongs to the scripts, and there is none here.
        expectVisible(result, "\(command) \(color), seed \(seed)")
      }
    }
    for missing in [["check"], ["compare"], ["graph"], ["format"], ["test"], ["report"], []] {
      expectVisible(try bindlab(missing + [path + Self.text(&random)]), "\(missing) without a file")
    }
    expectVisible(try bindlab(["--\(Self.text(&random))"]), "an option")
    expectVisible(try bindlab(["help", Self.text(&random)]), "help")
    let lines =
      "help \(Self.text(&random))\nvar \(Self.text(&random))\nprint \"\(Self.text(&random))\n"
    expectVisible(try bindlab(["-i", "-n"], input: Array(lines.utf8)), "what cannot be read")
  }

  /// Without what the tool itself writes around texts.
  private static func withoutColors(_ bytes: [UInt8]) -> [UInt8] {
    Array(
      String(decoding: bytes, as: UTF8.self)
        .replacing(/\u{1B}\[(0|1|2|9[0-7]|1;9[0-7])m/.matchingSemantics(.unicodeScalar), with: "")
        .utf8)
  }

  @Test(arguments: seeds(2))
  func `no answer contains invisible characters of a trace`(seed: Int) throws {
    var random = SeededRandom(seed: seed + 100)
    let folder = TemporaryFolder()
    func text() -> String { Self.text(&random) }
    func escaped(_ text: String) -> String {
      text.utf16.map { String(format: "\\u%04x", $0) }.joined()
    }
    let (property, target) = ("a.\(text())", "b.\(text())")
    func event(_ number: Int, _ kind: String, _ fields: String...) -> String {
      let named = ["link", "text", "at", "arrow"].map { "\"\($0)\":\"\(escaped(text()))\"" }
      let both =
        "\"property\":\"\(escaped(property))\",\"target\":\"\(escaped(target))\","
        + "\"reads\":[\"\(escaped(target))\"],\"sources\":[\"\(escaped(property))\"]"
      let values =
        "\"old\":\"\(escaped(text()))\",\"new\":[\"\(escaped(text()))\",{\"object\":\"\(escaped(text()))\"}]"
      return "{\"v\":1,\"turn\":1,\"seq\":\(number),\"kind\":\"\(kind)\",\"cause\":\(number / 2),"
        + "\"binding\":\(1 + number % 2),\(both),\(values),\((named + fields).joined(separator: ","))}"
    }
    let kinds = [
      "bind", "write", "fire", "transform", "held", "glitch", "dropped", "observe", "compute",
      "unbind", "move", "make", "reuse", "release", "print", "event", "call", "request", "answer",
      "timer", "error", "undo",
    ]
    var lines = [
      "{\"v\":1,\"turn\":1,\"seq\":0,\"kind\":\"turn\",\"text\":\"\(escaped(text()))\",\"at\":\"\(escaped(text()))\"}"
    ]
    lines += kinds.enumerated().map { event($0 + 1, $1) }
    lines.append(
      "{\"v\":1,\"turn\":1,\"kind\":\"end\",\"outcome\":\"\(escaped(text()))\",\"writes\":1,\"cycle\":\"\(escaped(text()))\"}"
    )
    let path = try folder.write(
      "\(text().replacing("/", with: "")).ndjson", lines.joined(separator: "\n") + "\n")
    var questions = "turns; trace; trace 1; graph; costs; help; \(text())"
    for name in [property, target] {
      questions += "; why \(name); whynot \(name); blame \(name); history \(name); show \(name)"
      questions += "; graph \(name); \(name); whynot \(property) ~> \(name)"
    }
    let result = try bindlab(["--from-trace", path, "-e", questions])
    expectVisible(result, "seed \(seed)")
    #expect(result.output.contains("turn 1"), "\(result.errors)")
    let broken = try folder.write("broken.ndjson", lines[1].replacing("\"v\":1", with: "\"v\":2"))
    expectVisible(try bindlab(["--from-trace", broken, "-e", "turns"]), "a broken trace")
  }

  @Test func `the output of print is written unchanged`() throws {
    let result = try bindlab("-e", #"print "\u{1B}[1mbold\u{1B}[0m\u{202E}\ttab""#)
    #expect(result.output == "\u{1B}[1mbold\u{1B}[0m\u{202E}\ttab\n")
  }

  @Test func `a trace in JSON escapes invisible characters, and can be read again`() throws {
    let folder = TemporaryFolder()
    let trace = folder.path + "/t"
    _ = try bindlab(
      "--trace=json", "--trace-to", trace, "-e",
      "object a { x = \"\u{202E}\u{E0041}\u{7}\" }\na.x = \"\u{1B}\u{2066}\u{10FFFF}\"")
    let text = try folder.read("t")
    #expect(Self.firstUnseen(Array(text.utf8)) == nil)
    #expect(text.contains(#"\u202e\udb40\udc41\u0007"#))
    let answer = try bindlab("--from-trace", trace, "-e", "history a.x")
    #expect(answer.output.contains(#""\u{202E}\u{E0041}\u{7}""#))
    #expect(answer.output.contains(#""\u{1B}\u{2066}\u{10FFFF}""#))
  }

  @Test func `a file whose name is not text is read, written and shown`() throws {
    let folder = TemporaryFolder()
    let result = try shell(
      """
      mkdir $'d\\xff'; echo 'print "inner"' > $'d\\xff/inner.bind'
      printf 'print "outer"\\nsource "inner.bind"\\nthrow "end"\\n' > $'d\\xff/n\\xfe.bind'
      bindlab --trace=json --trace-to $'t\\xff' $'d\\xff/n\\xfe.bind'
      bindlab check $'d\\xff/n\\xfe.bind'; echo "check $?"
      bindlab format --check $'d\\xff/n\\xfe.bind'; echo "format $?"
      bindlab compare $'d\\xff/n\\xfe.bind' > $'c\\xff'; echo "compare $?"
      bindlab report -o $'p\\xff.html' -e 'object a { x = 1 }'; echo "report $?"
      bindlab --from-trace $'t\\xff' -e 'trace 1'; echo "trace $?"
      bindlab $'none\\xff'
      ls -b
      """, folder: folder)
    #expect(result.output.hasPrefix("outer\ninner\n"))
    for text in ["check 0", "format 0", "report 0", "trace 0", #"p\377.html"#, #"t\377"#] {
      #expect(result.output.contains(text), "\(text): \(result.output)\(result.errors)")
    }
    #expect(result.errors.contains(#"d\xFF/n\xFE.bind:3:1: error: end"#))
    #expect(
      result.errors.contains(#"bindlab: cannot read 'none\xFF': No such file or directory"#))
  }
}
