import TestSupport
import Testing
import Text

/// `bindlab format --diff` and `--stdin-filename`.
@Suite struct FormatDifferenceTests {
  @Test func `a long text shows only what differs`() {
    let lines = (0..<5_000).map { "line \($0)" }
    var changed = lines
    changed[1] = "first"
    changed[4_000...4_001] = ["some", "more", "lines"]
    changed.remove(at: 2_000)
    let edits = LineDifference(lines, changed).edits.filter {
      if case .same = $0 { false } else { true }
    }
    #expect(
      edits == [
        .removed(1), .added(1), .removed(2_000), .removed(4_000), .removed(4_001), .added(3_999),
        .added(4_000), .added(4_001),
      ])
  }

  /// Some of the texts are too long to compare all their lines.
  @Test(arguments: seeds(12))
  func `the edits make one text of the other`(seed: Int) {
    var random = SeededRandom(seed: seed)
    let isLong = seed % 4 == 0
    let words = random.chance(50) ? 5 : 10_000
    let old = (0..<random.below(isLong ? 6_000 : 40)).map { _ in "\(random.below(words))" }
    var new = old
    for _ in 0..<random.below(isLong ? 300 : 20) {
      let place = random.below(new.count + 1)
      switch random.below(3) {
      case 0: new.insert("\(random.below(words))", at: place)
      case 1 where place < new.count: new.remove(at: place)
      default: if place + 9 < new.count { new.swapAt(place, place + 9) }
      }
    }
    var (before, after): ([String], [String]) = ([], [])
    for edit in LineDifference(old, new).edits {
      switch edit {
      case .same(let oldPlace, let newPlace):
        #expect(old[oldPlace] == new[newPlace])
        before.append(old[oldPlace])
        after.append(new[newPlace])
      case .removed(let place): before.append(old[place])
      case .added(let place): after.append(new[place])
      }
    }
    #expect(before == old)
    #expect(after == new)
  }

  @Test(arguments: seeds(200))
  func `a short text becomes another with as few lines as possible`(seed: Int) {
    var random = SeededRandom(seed: seed)
    let words = 1 + random.below(6)
    let (old, new) = lines(&random, words)
    // The longest common subsequence, by the table of all pairs.
    var table = Array(repeating: Array(repeating: 0, count: new.count + 1), count: old.count + 1)
    for (row, one) in old.enumerated() {
      for (column, other) in new.enumerated() {
        table[row + 1][column + 1] =
          one == other
          ? table[row][column] + 1 : max(table[row][column + 1], table[row + 1][column])
      }
    }
    let same = LineDifference(old, new).edits.count { if case .same = $0 { true } else { false } }
    #expect(same == table[old.count][new.count])
  }

  private func lines(_ random: inout SeededRandom, _ words: Int) -> ([String], [String]) {
    let counts = (random.below(40), random.below(40))
    return (
      (0..<counts.0).map { _ in "\(random.below(words))" },
      (0..<counts.1).map { _ in "\(random.below(words))" }
    )
  }

  @Test(arguments: ["lopsided", "equal lines", "few words", "many words", "shuffled", "patterns"])
  func `the work grows with the lines, whatever they are`(kind: String) {
    func work(_ count: Int) -> Int {
      var random = SeededRandom(seed: 1)
      let numbers = (0..<count).map { "\($0)" }
      switch kind {
      case "lopsided": return LineDifference(["1"], numbers).work
      case "equal lines":
        return LineDifference(
          Array(repeating: "a", count: 3), Array(repeating: "a", count: count) + ["b"]
        ).work
      case "few words", "many words":
        let words = kind == "few words" ? 3 : count / 2
        let old = (0..<count).map { _ in "\(random.below(words))" }
        return LineDifference(old, (0..<count).map { _ in "\(random.below(words))" }).work
      case "shuffled":
        return LineDifference(
          numbers, numbers.sorted { String($0.reversed()) < String($1.reversed()) }
        ).work
      default:
        return LineDifference(patterns: LinePatterns(["x {int}", "0"]), numbers + ["x"]).work
      }
    }
    let (small, large) = (work(20_000), work(80_000))
    // Parts that are long enough to be cut off, as those of shuffled lines become, take up to that many
    // steps for each line, and shorter ones less.
    #expect(large <= 8 * max(small, 20_000), "\(small), \(large)")
    #expect(large <= 400 * 160_000, "\(large)")
  }

  @Test func `a line that stands for any lines does so in a long text, too`() {
    let numbers = (0..<300_000).map { "\($0)" }
    let edits = LineDifference(patterns: LinePatterns(["0", "...", "nine"]), numbers).edits
    #expect(edits.first == .same(0, 0))
    #expect(edits.last == .removed(2))
    #expect(
      edits.dropFirst().dropLast().allSatisfy { if case .same(1, _) = $0 { true } else { false } })
  }

  @Test func `--diff shows what format would do, and changes nothing`() throws {
    let folder = TemporaryFolder()
    let lines = (1...9).map { "print \($0)\n" }
    try folder.write("a.bind", "print  0\n" + lines.joined() + "print  10")
    try folder.write("b.bind", "print 1\n")
    let before = try folder.read("a.bind")
    let result = try shell("bindlab format --diff a.bind b.bind", folder: folder)
    #expect(
      result.output == """
        --- a.bind
        +++ a.bind
        @@ -1,4 +1,4 @@
        -print  0
        +print 0
         print 1
         print 2
         print 3
        @@ -8,4 +8,4 @@
         print 7
         print 8
         print 9
        -print  10
        \\ No newline at end of file
        +print 10

        """)
    #expect(result.errors == "")
    #expect(result.status == 1)
    #expect(try folder.read("a.bind") == before)
    #expect(try shell("bindlab format --diff b.bind", folder: folder).isQuiet)
    // The same for a folder, and read by another program.
    let applied = try shell(
      "bindlab format --diff . | git apply -p0 && bindlab format --diff .", folder: folder)
    #expect(applied.output == "")
    #expect(applied.errors == "2 files: 1 would change\n2 files: 0 would change\n")
    #expect(applied.status == 0)
    #expect(try folder.read("a.bind") == "print 0\n" + lines.joined() + "print 10\n")
  }

  @Test func `a text that cannot be parsed has no difference`() throws {
    let folder = TemporaryFolder()
    try folder.write("a.bind", "print (\n")
    let result = try shell("bindlab format --diff a.bind", folder: folder)
    #expect(result.output == "")
    #expect(result.errors.contains("a.bind:1:"))
    #expect(result.status == 2)
  }

  @Test func `differences of random texts are read by another program`() throws {
    let folder = TemporaryFolder()
    var random = SeededRandom(seed: 7)
    func text() -> String {
      let lines = (0..<random.below(20)).map { _ in ["a", "b", "", "é", "-", "\r"][random.below(6)]
      }
      return lines.joined(separator: "\n") + (random.below(3) == 0 ? "" : "\n")
    }
    for number in 0..<60 {
      let (old, new) = (text(), text())
      let difference = UnifiedDiff(old, new).text(name: "\(number)")
      #expect(difference.isEmpty == (old == new))
      if old.isEmpty || new.isEmpty || old == new { continue }
      try folder.write("\(number)", old)
      try folder.write("\(number).new", new)
      try folder.write("\(number).diff", difference)
    }
    let result = try shell(
      """
      for diff in *.diff; do
        name="${diff%.diff}"
        git apply -p0 --whitespace=nowarn "$diff" && cmp "$name" "$name.new"
      done
      """, folder: folder)
    #expect(result.isQuiet)
  }

  @Test func `--stdin-filename names standard input, and says that it is Markdown`() throws {
    let check = try shell("echo 'print n' | bindlab check --stdin-filename my/a.bind -")
    #expect(check.errors.hasPrefix("my/a.bind:1:7: error:"))
    let format = try shell("printf 'print (' | bindlab format --stdin-filename a.bind -")
    #expect(format.errors.hasPrefix("a.bind:1:"))
    let text = "# Title\\n\\n```bind\\nprint  1\\n```\\n"
    let markdown = try shell("printf '\(text)' | bindlab format --stdin-filename a.md -")
    #expect(markdown.output == "# Title\n\n```bind\nprint 1\n```\n")
    let checked = try shell(
      "printf '# Title\\n```bind\\nprint n\\n```\\n' | bindlab check --stdin-filename a.md -")
    #expect(checked.errors.hasPrefix("a.md:3:7: error:"))
  }
}
