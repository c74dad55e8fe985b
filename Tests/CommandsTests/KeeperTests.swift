import Testing

/// `kept by`: a binding, an observer or an effect ends with what keeps it, or at once.
@Suite struct KeeperTests {
  /// What each kind does to `l.t` when `m.n` changes.
  private static let kinds = [
    "bind m.n ~> l.t", "bind m.n <> l.t", "bind l.t <~ m.n", "bind m.n ~> l.t | { value }",
    "bind (m.n) ~> l.t", "bind m.n ~> l.t observe initial { l.t }", "bind once m.k.n ~> l.t",
    "observe initial m.n { l.t = value }", "observe m.n { l.t = value }",
    "effect { l.t = m.n }", "on m.go { l.t = m.n }", "on notification Go { l.t = m.n }",
  ]
  private static let presets = ["bind", "kvo", "signals", "vue", "solid", "rx", "rxswift", "sheet"]

  private let declared = """
    class K { n = 0 }
    object m { n = 1; k = new K; event go }
    object l { t = 0 }
    object keeper
    object other { bag }
    var again = 0

    """

  /// Changes the source and says whether it arrived.
  private func change(_ number: Int) -> String {
    """
    wait
    m.n = \(number); m.k.n = \(number); fire m.go; post Go
    wait
    print "arrived", l.t == \(number)

    """
  }

  private func arrivals(_ script: String, under preset: String) throws -> [Bool] {
    let result = try bindlab("-s", preset, "-e", declared + script)
    #expect(!result.errors.contains("error"), "\(script): \(result.errors)")
    return result.output.split(separator: "\n").filter { $0.hasPrefix("arrived ") }
      .map { $0 == "arrived true" }
  }

  /// Elsewhere a two-way binding is refused, or its echo never ends.
  private func isPossible(_ kind: String, _ preset: String) -> Bool {
    !kind.contains("<>") || ["bind", "signals", "vue", "solid"].contains(preset)
  }

  @Test(arguments: kinds, presets)
  func `it ends with its keeper`(kind: String, preset: String) throws {
    guard isPossible(kind, preset), !kind.contains("once") else { return }
    for end in ["release keeper", "unbind keeper"] {
      let script = "\(kind) kept by keeper as x\n\(change(5))\(end)\n\(change(6))"
      #expect(try arrivals(script, under: preset) == [true, false], "\(kind), \(end), \(preset)")
    }
    // The object in a property when it is made is the keeper.
    let held = """
      other.bag = keeper
      \(kind) kept by other.bag
      other.bag = nil
      \(change(5))release keeper
      \(change(6))
      """
    #expect(try arrivals(held, under: preset) == [true, false], "\(kind), \(preset)")
  }

  @Test(arguments: kinds, presets)
  func `what nobody keeps ends at once, and whynot says so`(kind: String, preset: String) throws {
    guard isPossible(kind, preset) else { return }
    for keeper in ["nobody", "other.bag"] {
      let script = "\(kind) kept by \(keeper)\n\(change(5))"
      #expect(try arrivals(script, under: preset) == [false], "\(kind), \(keeper), \(preset)")
      guard !kind.contains("notification"), !kind.contains("m.go"), !kind.contains("once") else {
        continue
      }
      let result = try bindlab("-s", preset, "-e", declared + script + "whynot m.n ~> l.t")
      let answer = result.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      #expect(
        answer.contains("because nobody keeps it") || answer.contains("no path leads")
          || answer.contains("nothing"), "\(kind), \(preset): \(answer)")
    }
  }

  /// A binding is rolled back with its keeping.
  @Test(arguments: presets)
  func `a turn that fails keeps nothing`(preset: String) throws {
    let script = """
      action make() { bind m.n ~> l.t kept by keeper as x; throw "no" }
      expect error "no" { make() }
      unbind keeper
      bind m.n ~> l.t kept by keeper as y
      \(change(7))release keeper
      \(change(8))
      """
    let semantics = "semantics mine: \(preset) { error = undo }\nsemantics mine\n"
    let result = try bindlab("-e", semantics + declared + script)
    #expect(
      result.output.contains("arrived true\narrived false"), "\(result.output)\(result.errors)")
  }

  @Test func `a cell with a bag answers once`() throws {
    let result = try bindlab(
      "-e",
      """
      object button { event tapped }
      object bag
      var answers = 0
      action show() { unbind bag; on button.tapped { answers += 1 } kept by bag }
      show(); show(); show()
      fire button.tapped
      print answers
      """)
    #expect(result.output == "1\n" && result.errors.isEmpty, "\(result.output)\(result.errors)")
  }

  @Test(arguments: [
    ("bind m.n ~> l.t kept by 3", "expected"),
    ("bind m.n ~> l.t kept by m.n", "only an object can keep"),
    ("bind m.n ~> l.t kept by", "expected"), ("bind m.n ~> l.t kept by nothere", "unknown name"),
    ("bind m.n ~> l.t as x kept by keeper", "before"),
    ("bind m.n ~> l.t kept by keeper kept by other", "twice"),
  ])
  func `what is wrong is said`(line: String, message: String) throws {
    let run = try bindlab("-e", declared + line)
    #expect(run.errors.contains(message), "\(line): \(run.errors)")
    let check = try bindlab("check", "-e", declared + line)
    #expect((check.output + check.errors).contains(message), "\(line): \(check.output)")
  }

  @Test func `the words are ordinary names elsewhere`() throws {
    let result = try bindlab(
      "-e",
      """
      object kept { by = 1; nobody = 2; kept = 3 }
      object nobody { by }
      bind kept.by ~> kept.kept kept by nobody.by
      bind kept.by ~> nobody.by kept by kept
      kept.by = 4
      print kept.kept, nobody.by
      """)
    #expect(result.output == "1 4\n" && result.errors.isEmpty, "\(result.output)\(result.errors)")
  }

  @Test func `check reports what nobody keeps`() throws {
    for (keeper, isReported) in [("nobody", true), ("other.bag", true), ("keeper", false)] {
      let result = try bindlab("check", "-e", declared + "bind m.n ~> l.t kept by \(keeper)")
      let found = (result.output + result.errors).contains("[B089]")
      #expect(found == isReported, "\(keeper): \(result.output)")
    }
  }

  /// `assign(to:on: self)`: the page keeps what writes to it, directly or through what it holds.
  @Test(arguments: [
    ("bind vm.name ~> page.title kept by page", true),
    ("page.part = bag\nbind vm.name ~> page.title kept by bag", true),
    ("bind vm.name ~> page.title kept by bag", false),
    ("bind vm.name ~> page.title kept by page\nunbind page", false),
    ("bind vm.name ~> page.title kept by nobody", false),
    ("bind vm.name ~> page.title", false),
  ])
  func `coupling shows what keeps itself alive`(made: String, isRing: Bool) throws {
    let result = try bindlab(
      "-e",
      """
      object vm { name = "Kim" }
      object page { title = ""; part }
      object bag
      \(made)
      coupling
      """)
    #expect(result.output.contains("keep each other alive: page") == isRing, "\(result.output)")
    #expect(result.output.contains("'kept by' something else") == isRing, "\(result.output)")
  }
}
