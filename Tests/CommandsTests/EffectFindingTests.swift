import Testing

/// What is reported of effects that make effects, and of those that write what they read.
@Suite struct EffectFindingTests {
  private func findings(_ script: String) throws -> [String] {
    let result = try bindlab("check", "-e", script)
    return (result.output + result.errors).split(separator: "\n").compactMap { line in
      line.range(of: #"\[B0(48|67)\]"#, options: .regularExpression).map {
        String(line[$0].dropFirst().dropLast())
      }
    }
  }

  private func warnings(_ script: String) throws -> [String] {
    try bindlab("-e", script).errors.split(separator: "\n").filter { $0.contains("warning: ") }
      .map(String.init)
  }

  private let declared = "object p { shown = 0; count = 0; computed twice = count * 2 }\n"

  /// Whether the earlier inner effects stay is asked of the run, and must be what the finding says.
  @Test(arguments: ["signals", "mobx", "vue", "svelte", "solid", "bind", "knockout"])
  func `an effect that makes effects which stay is reported`(preset: String) throws {
    let script = """
      semantics \(preset)
      \(declared)effect { p.shown; effect { p.count } }
      wait
      p.shown = 1
      wait
      p.shown = 2
      wait
      """
    let listed = try bindlab("-e", script + "\nobservers\n").output
    let count = listed.split(separator: "\n").count { $0.contains("  effect { p.count }") }
    let stays = count > 1
    #expect(try findings(script) == (stays ? ["B067"] : []), "\(count) under \(preset)")
    #expect(try warnings(script).count == (stays ? 1 : 0), "\(preset)")
  }

  @Test(arguments: [
    "effect { p.shown; unbind inner; effect { p.count } as inner }",
    "effect { p.shown }\neffect { p.count }",
    "action f() { effect { p.count } }",
  ])
  func `effects that end before, or are made once, are not`(effect: String) throws {
    #expect(try findings("semantics signals\n\(declared)\(effect)\n") == [])
  }

  @Test(arguments: [
    ("p.count = p.count + 1", true), ("p.count += 1", true),
    ("if p.count < 4 { p.count = p.count + 1 }", true),
    ("let now = p.count; p.count = now + 1", true),
    ("p.count = p.shown", false), ("untracked { p.count = p.count + 1 }", false),
    ("let now = untracked(p.count); p.count = now + p.shown", false),
    ("p.shown; after 1s { p.count = p.count + 1 }", false),
    ("untracked { p.count }; p.count = p.shown", false),
    ("p.count; untracked { p.count = 5 }", true),
  ])
  func `an effect that writes what it reads is reported`(block: String, isReported: Bool) throws {
    let script = "semantics signals\n\(declared)effect { \(block) }\n"
    #expect(try findings(script) == (isReported ? ["B048"] : []), "\(block)")
    // Under Vue an effect is not notified while it runs.
    #expect(try findings(script.replacing("signals", with: "vue")) == [], "\(block)")
  }

  /// Also in what it calls; whether the effect is set off is asked of the run.
  @Test(arguments: [
    "p.bump()", "p.twice2()", "p.count = double()", "p.viaBump()", "untracked { p.bump() }",
    "let now = untracked(double()); p.count = now", "p.show(p.count)", "p.bumpLater()",
    "p.count; p.reset()", "p.shown; p.reset()", "let x = double(); p.reset()",
  ])
  func `an effect that does so in an action or a function is reported`(block: String) throws {
    let script = """
      semantics signals
      object p {
        shown = 0; count = 0; runs = 0
        action bump() { count = min(count + 1, 3) }
        action twice2() { bump(); bump() }
        action viaBump() { if shown < 9 { p.bump() } }
        action bumpLater() { after 1s { count += 1 } }
        action reset() { count = 2 }
        action show(x) { shown = x }
      }
      function double() { min(p.count * 2 + 1, 4) }
      effect { untracked { p.runs += 1 }; \(block) }

      """
    let reported = try findings(script) == ["B048"]
    let result = try bindlab(
      "-e", script + "p.runs = 0\np.count = -9\nprint p.runs")
    let isSetOff =
      result.errors.contains("error: ")
      || (Int(result.output.split(separator: "\n").last ?? "") ?? 0) > 1
    #expect(reported == isSetOff, "\(block): \(result.output)\(result.errors)")
  }

  /// Whether a write of its own sets an effect off is asked of the run.
  @Test(arguments: [
    "p.count = min(p.count + 1, 3)", "p.count = p.shown",
    "untracked { p.count = min(p.count + 1, 3) }", "p.count; untracked { p.count = 2 }",
  ])
  func `what is reported runs again after its own write`(block: String) throws {
    let script = """
      semantics signals
      \(declared)var runs = 0
      effect { untracked { runs += 1 }; \(block) }
      runs = 0
      p.count = -9
      p.shown = 8
      print runs
      """
    let runs = Int(try bindlab("-e", script).output.split(separator: "\n").last ?? "") ?? -1
    #expect((runs > 1) == (try findings(script) == ["B048"]), "\(runs): \(block)")
  }
}
