/// A chain of 1,000 hops in the language, each of which converts the value.
final class ScriptShape {
  /// The expression of each hop, and the values written at the head.
  enum Kind {
    case addsOne, doubles, negates, strings, reads

    fileprivate var first: String {
      switch self {
      case .addsOne, .reads: "0"
      case .doubles: "0.5"
      case .negates: "false"
      case .strings: "\"\""
      }
    }

    fileprivate func binding(_ number: Int) -> String {
      let (source, target) = ("o\(number).v", "o\(number + 1).v")
      return switch self {
      case .addsOne: "bind \(source) ~> \(target) | { value + 1 }"
      // Numbers that stay small: half of the value plus one and a half.
      case .doubles: "bind \(source) ~> \(target) | { value * 0.5 + 0.5 }"
      case .negates: "bind \(source) ~> \(target) | { !value }"
      case .strings: "bind \(source) ~> \(target) | { value.uppercased + \"!\" }"
      case .reads: "bind (\(source) + one.v) ~> \(target)"
      }
    }
  }

  private let session = BenchSession()
  private let kind: Kind
  private let length = 1_000
  private var written = 0

  init(_ kind: Kind) {
    self.kind = kind
    var text = "object one { v = 1 }\n"
    for number in 0...length { text += "object o\(number) { v = \(kind.first) }\n" }
    for number in 0..<length { text += kind.binding(number) + "\n" }
    session.run(text)
  }

  /// Writes `count` new values and checks that the last one arrives.
  func write(_ count: Int) {
    written += count
    let last = "o\(length).v"
    switch kind {
    case .addsOne, .reads:
      session.run("repeat \(count) { o0.v += 1 }\nexpect \(last) == \(written + length)")
    case .doubles:
      var value = 0.5 + Double(written)
      for _ in 0..<length { value = value * 0.5 + 0.5 }
      session.run("repeat \(count) { o0.v += 1.0 }\nexpect \(last) == \(value)")
    case .negates:
      session.run("repeat \(count) { o0.v = !o0.v }\nexpect \(last) == \(written % 2 == 1)")
    case .strings:
      session.run(
        "var i\(written) = 0\n"
          + "repeat \(count) { i\(written) += 1; o0.v = \"w\(written)-\\(i\(written))\" }\n"
          + "expect \(last).hasPrefix(\"W\(written)-\(count)!!!\")")
    }
  }
}
