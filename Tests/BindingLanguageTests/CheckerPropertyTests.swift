import Testing

@testable import BindingLanguage

/// Writes scripts that use names before, after and without their declaration.
///
/// Blocks only use names that were declared before them or never are: whether a block runs before
/// what it names is declared is not for `check` to know.
private struct ScriptWriter {
  var random: CheckerRandom
  var declared: [String] = []
  var objects: [String] = []
  var classes = ["UILabel"]
  var transformers = ["Negate", "Not"]
  var text = ""

  mutating func pick(_ choices: [String]) -> String { choices.randomElement(using: &random)! }

  mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

  mutating func number(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }

  /// A name, which is now and then one that is not declared yet, or never.
  mutating func name(isCertain: Bool) -> String {
    if isCertain || chance(93) { return declared.isEmpty ? "1" : pick(declared) }
    return "n\(number(8))"
  }

  mutating func property(isCertain: Bool) -> String {
    guard isCertain || chance(95), !objects.isEmpty else {
      return "\(name(isCertain: isCertain)).q"
    }
    return "\(pick(objects)).\(isCertain || chance(95) ? "p" : "r")"
  }

  mutating func expression(isCertain: Bool) -> String {
    switch number(6) {
    case 0: return "\(number(10))"
    case 1: return "\"\\(\(name(isCertain: isCertain)))\""
    case 2: return objects.isEmpty ? "2" : property(isCertain: isCertain)
    case 3: return "[\(name(isCertain: isCertain))].count"
    case 4: return "(\(name(isCertain: isCertain)) == nil ? 1 : 2)"
    default: return name(isCertain: isCertain)
    }
  }

  mutating func statement(isCertain: Bool = false, depth: Int = 0) -> String {
    let isCertain = isCertain || depth > 0
    switch number(12) {
    case 0 where depth == 0:
      let name = "n\(number(8))"
      let parent = chance(30) ? ": \(chance(90) ? pick(classes) : "C9")" : ""
      let result = "object \(name)\(parent) { p = \(expression(isCertain: isCertain)) }"
      declared.append(name)
      objects.append(name)
      return result
    case 1 where depth == 0:
      let result = "let m\(number(5)) = \(expression(isCertain: isCertain))"
      declared.append(String(result.dropFirst(4).prefix(2)))
      return result
    case 2 where depth == 0:
      let name = "C\(number(4))"
      let result = "class \(name): \(pick(classes)) { p = 1; s = \(expression(isCertain: true)) }"
      classes.append(name)
      return result
    case 3 where depth == 0:
      let name = "T\(number(3))"
      transformers.append(name)
      return "transformer \(name) { forward { value } reverse { value } }"
    case 4, 5:
      guard !objects.isEmpty else { return "print 1" }
      let stage = chance(40) ? " | \(isCertain || chance(90) ? pick(transformers) : "T9")" : ""
      return "bind \(property(isCertain: isCertain)) !~> \(property(isCertain: isCertain))\(stage)"
    case 6:
      guard !objects.isEmpty, depth < 3 else { return "print 2" }
      return "observe \(property(isCertain: isCertain)) "
        + "{ print value, \(expression(isCertain: true)) }"
    case 7 where depth < 3:
      return "if \(expression(isCertain: isCertain)) == nil "
        + "{ \(statement(isCertain: true, depth: depth + 1)) }"
    case 8 where depth < 3:
      return "for i in [1] { print i; \(statement(isCertain: true, depth: depth + 1)) }"
    case 9, 10:
      guard !objects.isEmpty else { return "print 3" }
      return "\(property(isCertain: isCertain)) = \(expression(isCertain: isCertain))"
    default: return "print \(expression(isCertain: isCertain)), \(expression(isCertain: isCertain))"
    }
  }

  mutating func script() -> String {
    (0..<(3 + number(14))).map { _ in statement() }.joined(separator: "\n")
  }
}

private func isAboutNames(_ diagnostic: Diagnostic) -> Bool {
  diagnostic.severity == .error
    && ["unknown ", "no property"].contains { diagnostic.message.hasPrefix($0) }
    || diagnostic.message.hasSuffix("is used before it is declared")
}

extension CheckerTests {
  @Test(arguments: UInt64(0)..<60)
  func `what check says of names is what running says`(_ seed: UInt64) {
    for round in 0..<20 {
      var writer = ScriptWriter(random: CheckerRandom(state: seed &* 1000 &+ UInt64(round)))
      let script = writer.script()
      let unknown = findings(script).filter(isAboutNames)
      let failed = failures(script).filter { $0.severity == .error }
      if !unknown.isEmpty, failed.isEmpty {
        Issue.record("runs, but check says \(unknown.map(\.message)):\n\(script)")
        return
      }
      let missed = failed.filter(isAboutNames)
      if unknown.isEmpty, !missed.isEmpty {
        Issue.record("check is silent, but \(missed.map(\.message)):\n\(script)")
        return
      }
    }
  }
}
