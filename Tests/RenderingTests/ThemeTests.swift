import Foundation
import Testing
import Text

/// What the sixteen colours look like in common terminals, each with the backgrounds that it has, from
/// their documentation.
private let palettes: [(name: String, backgrounds: [String], colors: [String])] = [
  (
    "xterm", ["000000", "ffffff"],
    [
      "000000", "cd0000", "00cd00", "cdcd00", "0000ee", "cd00cd", "00cdcd", "e5e5e5",
      "7f7f7f", "ff0000", "00ff00", "ffff00", "5c5cff", "ff00ff", "00ffff", "ffffff",
    ]
  ),
  (
    "GNOME", ["171421", "ffffff"],
    [
      "171421", "c01c28", "26a269", "a2734c", "12488b", "a347ba", "2aa1b3", "d0cfcc",
      "5e5c64", "f66151", "33d17a", "e9ad0c", "2a7bde", "c061cb", "33c7de", "ffffff",
    ]
  ),
  (
    "Windows", ["0c0c0c", "f2f2f2"],
    [
      "0c0c0c", "c50f1f", "13a10e", "c19c00", "0037da", "881798", "3a96dd", "cccccc",
      "767676", "e74856", "16c60c", "f9f1a5", "3b78ff", "b4009e", "61d6d6", "f2f2f2",
    ]
  ),
  (
    "Linux console", ["000000"],
    [
      "000000", "aa0000", "00aa00", "aa5500", "0000aa", "aa00aa", "00aaaa", "aaaaaa",
      "555555", "ff5555", "55ff55", "ffff55", "5555ff", "ff55ff", "55ffff", "ffffff",
    ]
  ),
  (
    "macOS", ["000000", "ffffff"],
    [
      "000000", "990000", "00a600", "999900", "0000b2", "b200b2", "00a6b2", "bfbfbf",
      "666666", "e50000", "00d900", "e5e500", "0000ff", "e500e5", "00e5e5", "e5e5e5",
    ]
  ),
  (
    "VS Code, dark", ["1e1e1e", "000000"],
    [
      "000000", "cd3131", "0dbc79", "e5e510", "2472c8", "bc3fbc", "11a8cd", "e5e5e5",
      "666666", "f14c4c", "23d18b", "f5f543", "3b8eea", "d670d6", "29b8db", "e5e5e5",
    ]
  ),
  (
    "Solarized", ["002b36", "fdf6e3"],
    [
      "073642", "dc322f", "859900", "b58900", "268bd2", "d33682", "2aa198", "eee8d5",
      "002b36", "cb4b16", "586e75", "657b83", "839496", "6c71c4", "93a1a1", "fdf6e3",
    ]
  ),
  (
    "VS Code, light", ["ffffff"],
    [
      "000000", "cd3131", "107c10", "949800", "0451a5", "bc05bc", "0598bc", "555555",
      "666666", "cd3131", "14ce14", "b5ba00", "0451a5", "bc05bc", "0598bc", "a5a5a5",
    ]
  ),
]

/// The relative luminance of a colour, as WCAG 2 defines it.
private func luminance(_ color: String) -> Double {
  let value = Int(color, radix: 16) ?? 0
  let parts = [value >> 16, value >> 8 & 255, value & 255].map { part -> Double in
    let part = Double(part) / 255
    guard part > 0.03928 else { return part / 12.92 }
    // x to the power of 2.4 as the fifth root of its twelfth power, by Newton's steps.
    let base = (part + 0.055) / 1.055
    let power = (1...12).reduce(1.0) { product, _ in product * base }
    var root = base
    for _ in 0..<60 {
      root -= (root * root * root * root * root - power) / (5 * root * root * root * root)
    }
    return root
  }
  return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
}

private func contrast(_ first: String, _ second: String) -> Double {
  let (one, other) = (luminance(first), luminance(second))
  return (max(one, other) + 0.05) / (min(one, other) + 0.05)
}

/// The foreground colours that a code of ANSI escapes chooses, as numbers from 0 to 15.
private func colors(in code: String) -> [Int] {
  code.split(separator: ";").compactMap { Int($0) }.compactMap { number in
    switch number {
    case 30...37: number - 30
    case 90...97: number - 82
    default: nil
    }
  }
}

@Suite struct ThemeTests {
  @Test func `the contrast is that of WCAG`() {
    #expect(contrast("ffffff", "000000") == 21)
    #expect(abs(contrast("777777", "ffffff") - 4.48) < 0.01)
  }

  @Test(arguments: Meaning.allCases)
  func `each colour can be read on black and on white`(meaning: Meaning) throws {
    let code = Theme.standard.code(of: meaning) ?? ""
    for palette in palettes {
      for (color, background) in colors(in: code).flatMap({ color in
        palette.backgrounds.map { (palette.colors[color], $0) }
      }) {
        // Pure blue on black in macOS has the least; yellow, green and cyan on white have below 2.2.
        #expect(contrast(color, background) > 2.4, "\(meaning) in \(palette.name) on \(background)")
      }
    }
  }

  /// Terminals make dim text as faint as they like.
  @Test func `only what is beside the content is dim`() {
    let dim = Meaning.allCases.filter {
      Theme.standard.code(of: $0)?.split(separator: ";").contains("2") == true
    }
    #expect(dim == [.place, .quiet])
  }

  @Test func `the manual lists the theme`() throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let page = folder.appendingPathComponent("../../man/bindlab.1")
    let listed = try String(contentsOf: page, encoding: .utf8).split(separator: "\n")
      .filter { $0.hasPrefix(".Dl ") && $0.contains("=") }
      .flatMap { $0.dropFirst(4).split(separator: ":") }.map(String.init)
    let theme = Meaning.allCases.map { "\($0)=\(Theme.standard.code(of: $0) ?? "")" }
    #expect(listed == theme)
  }

  @Test func `a setting changes what it names and reports what it cannot`() {
    var theme = Theme.standard
    let mistakes = theme.apply("binding=1;34:helt=33:old=red::place=")
    #expect(
      mistakes.map(\.text) == [
        "unknown part 'helt'; did you mean 'held'?",
        "'red' of 'old' is no code; write numbers, such as '1;34'",
      ])
    #expect(theme.code(of: .binding) == "1;34")
    #expect(theme.code(of: .place) == nil)
    #expect(theme.code(of: .old) == Theme.standard.code(of: .old))
  }
}

@Suite struct StyledTextTests {
  private let line: StyledText = "\(.binding, "#1") \(.property, "größe") → \(.new, "日本語")"

  @Test func `parts are painted, and the rest is as it was`() {
    var theme = Theme.standard
    _ = theme.apply("binding=1:property=2:new=3")
    #expect(line.plain == "#1 größe → 日本語")
    #expect(line.painted(.plain) == line.plain)
    #expect(
      line.painted(theme)
        == "\u{1B}[1m#1\u{1B}[0m \u{1B}[2mgröße\u{1B}[0m → \u{1B}[3m日本語\u{1B}[0m")
  }

  @Test func `what is cut, joined or wrapped keeps its meanings`() {
    #expect(line.cut(to: 8) == "\(.binding, "#1") \(.property, "größ")…")
    #expect(line.without(prefix: "#1 ") == "\(.property, "größe") → \(.new, "日本語")")
    #expect(
      line.wrapped(width: 10) == ["\(.binding, "#1") \(.property, "größe") →", "\(.new, "日本語")"])
    #expect(["a", "\(.old, "b")"].joined(by: ", ") == "a, \(.old, "b")")
  }

  @Test func `code has its numbers, paths and comments marked, but not what it quotes`() {
    #expect(
      StyledText(code: #"#12 vm.größe ~> a.b | F("x.y", 1.5) // c.d"#)
        == #"\#(.binding, "#12") \#(.property, "vm.größe") ~> \#(.property, "a.b") | F("x.y", 1.5) \#(.quiet, "// c.d")"#
    )
    #expect(StyledText(code: "a # 1...2 x. \"open") == "a # 1...2 x. \"open")
  }

  @Test func `what is quoted in a hint can be typed, and an apostrophe quotes nothing`() {
    #expect(
      StyledText(hint: "it's what 'wait' does, as `~>`; 'open")
        == "it's what '\(.hint, "wait")' does, as `\(.hint, "~>")`; 'open")
  }

  @Test func `a page of help has its subject, its code and its list marked`() {
    #expect(
      StyledText(page: "why: the cause of 'x'\n\n  why a.b\nname  what it is")
        == """
        \(.heading, "why"): the cause of '\(.hint, "x")'

          why \(.property, "a.b")
        \(.heading, "name")  what it is
        """)
  }

  @Test func `an escape of a value does not reach the terminal`() {
    let text: StyledText = "\(.property, "a\u{1B}[31mb"): \(.new, "c")"
    #expect(text.visible() == "\(.property, "a\\u{1B}[31mb"): \(.new, "c")")
  }

  /// Wrapping keeps every word, in order, in no line wider than asked unless it is one word.
  @Test(arguments: 0..<100)
  func `wrapping loses nothing`(seed: Int) {
    var state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 | 1
    func random(_ count: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % count
    }
    var text = StyledText()
    for _ in 0..<random(12) {
      let word = String(repeating: ["a", "é", "日"][random(3)], count: 1 + random(9))
      if !text.isEmpty { text.append(" ") }
      text.append(random(2) == 0 ? StyledText(word) : StyledText(Meaning.allCases[random(4)], word))
    }
    let width = 5 + random(20)
    let lines = text.wrapped(width: width)
    #expect(lines.joined(by: " ") == text)
    #expect(lines.allSatisfy { $0.displayWidth <= width || !$0.plain.contains(" ") })
    let rows = ("    \(text)" as StyledText).folded(width: width).plain.split(separator: "\n")
    #expect(rows.allSatisfy { String($0).displayWidth <= width }, "\(rows)")
    #expect(rows.joined().filter { $0 != " " } == text.plain.filter { $0 != " " })
  }
}
