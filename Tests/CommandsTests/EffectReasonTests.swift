import Testing

/// Why a change of what the block of an effect reads did not reach what the effect writes.
@Suite struct EffectReasonTests {
  private static let presets = [
    "bind", "mobx", "signals", "vue", "solid", "angular", "svelte", "observation", "knockout",
  ]

  /// Effects that write `l.t`, and what is said of `m.n`.
  private static let effects: [(block: String, reason: String?)] = [
    ("l.t = untracked(m.n)", "only in 'untracked'"),
    ("l.t = untracked(m.n) + m.k", "only in 'untracked'"),
    ("let now = m.k; untracked { l.t = now + m.n }", "only in 'untracked'"),
    ("if m.on { l.t = m.n }", "did not reach its read of m.n"),
    ("if m.on { l.t = m.n } else { l.t = untracked(m.n) }", "did not reach its read of m.n"),
    ("l.t = m.on ? m.n : m.k", "did not reach its read of m.n"),
    ("l.t = m.on && m.n > 1 ? 1 : 2", "did not reach its read of m.n"),
    ("if false { l.t = m.n }", "has not reached its read of m.n"),
    ("untracked { m.k }; l.t = m.n", nil),
    ("l.t = m.n + untracked(m.n)", nil),
  ]

  /// Whether the effect follows `m.n` is asked of the run: it does if `l.t` changes with it.
  @Test(arguments: presets, effects.indices)
  func `whynot names the read that is not followed`(preset: String, position: Int) throws {
    let effect = Self.effects[position]
    let script = """
      semantics \(preset)
      object m { n = 1; k = 5; on = false }
      object l { t = 0; runs = 0 }
      effect { \(effect.block) }
      wait
      let before = l.t
      m.n = 7
      wait
      print "moved", l.t != before
      whynot m.n ~> l.t
      """
    let result = try bindlab("-e", script)
    #expect(result.status == 0, "\(result.errors)")
    // Lines are broken at the width of the page.
    let answer = result.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    guard let reason = effect.reason else {
      #expect(answer.contains("moved true") && answer.contains("it did arrive"), "\(answer)")
      return
    }
    #expect(answer.contains("moved false"), "\(effect.block): \(answer)")
    #expect(answer.contains(reason), "\(effect.block) under \(preset): \(answer)")
    #expect(answer.contains("(-e:4)") || answer.contains(":4)"), "\(answer)")
    let follows = answer.contains("m.on = false")
    #expect(follows == (reason.hasPrefix("did not")), "\(answer)")
  }

  /// An effect that changes what it has read: whether it runs again is asked of the run, and if it does
  /// not, the trace and `whynot` say so.
  @Test(
    arguments: presets + ["kvo", "react"],
    [
      "l.t = m.n; m.n = m.k", "l.t = m.n; if m.k > 1 { m.n = m.k }", "l.t = m.n; bump()",
      "let now = m.n; m.n = m.k; l.t = now", "l.t = m.n; m.n = m.k; let again = m.k",
      "m.n = m.k; l.t = m.n", "l.t = m.n == 1 ? 0 : m.n; m.n = m.k",
    ])
  func `an own change that is not noticed is named`(preset: String, block: String) throws {
    let script = """
      semantics \(preset)
      object m { n = 1; k = 5 }
      object l { t = 0 }
      action bump() { m.n = m.k }
      trace on
      effect { \(block) }
      wait
      trace off
      print "seen", l.t == m.n
      whynot m.n ~> l.t
      """
    let result = try bindlab("-e", script)
    #expect(result.status == 0, "\(result.errors)")
    let text = result.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let isNamed =
      text.contains("is not notified of its own change: it had read m.n before")
      || text.contains("held back: it is already firing")
    let isExplained =
      text.contains("changed m.n itself") || text.contains("was already firing")
    guard text.contains("seen false") else {
      return #expect(!isExplained, "\(block) under \(preset): \(text)")
    }
    // React notes the write; it is stored, and the effect runs, with the next render.
    #expect(isNamed && isExplained, "\(block) under \(preset): \(text)")
  }
}
