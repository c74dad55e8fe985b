/// Listeners that read the same two properties and write nothing: effects, or observers of one of them.
final class EffectShape {
  enum Kind: String, CaseIterable { case observer, effect }

  /// One of each kind of semantics: each listener at once, a queue, a queue with marks, and a tick.
  static let semantics = ["bind", "mobx", "signals", "vue", "solid"]
  static let count = 1_000

  private let session = BenchSession()
  private let step: String
  private var written = 0

  init(_ kind: Kind, semantics: String) {
    let block = "{ let now = a.v + b.v }"
    var text = "semantics \(semantics)\nobject a { v = 0 }\nobject b { v = 1 }\n"
    let listener = kind == .effect ? "effect \(block)\n" : "observe a.v \(block)\n"
    for _ in 0..<EffectShape.count { text += listener }
    session.run(text + "wait")
    step = semantics == "vue" ? "a.v += 1\nadvance 0s\n" : "a.v += 1\n"
  }

  /// Writes one of the properties `count` times.
  func write(_ count: Int) {
    written += count
    session.run(String(repeating: step, count: count))
    session.run("expect a.v == \(written)")
  }
}
