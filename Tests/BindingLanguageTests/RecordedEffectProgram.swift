import TestSupport

/// A recorded program of effects: `Tests/Systems/recorded/README.md` explains its fields.
struct RecordedEffectProgram: Decodable, Sendable {
  var seed: Int
  var n: Int
  var comp: [RecordedFormula]
  var effects: [[RecordedItem]]
  var steps: [[RecordedItem]]

  /// The statements that make everything. An effect that is made in effect I is named `eI.J`, with the
  /// number of effects that it has made before.
  var script: String {
    let members = (0..<n).map { "s\($0) = 0" } + comp.map { "computed \($0.name) = \($0.text)" }
    let counters = effects.indices.map { "var k\($0) = 0" }
    let made = effects.enumerated().map { number, body in
      var writer = EffectWriter(number: number)
      return "effect {\n\(writer.text(of: body, label: "e\(number)"))} as e\(number)"
    }
    return (["object m {\n\(members.joined(separator: "\n"))\n}"] + counters + made)
      .joined(separator: "\n")
  }

  /// The statement for a step.
  func statement(for step: [RecordedItem]) -> String {
    let writes = step.compactMap { item -> String? in
      guard case .list(let parts) = item else { return nil }
      switch (parts[0], parts[1]) {
      case (.word, .number(let effect)): return "unbind e\(effect)"
      case (.number(let signal), .number(let value)): return "m.s\(signal) = \(value)"
      default: return nil
      }
    }
    return writes.count == 1 ? writes[0] : "batch {\n\(writes.joined(separator: "\n"))\n}"
  }

  /// Prints the signals and the computed values.
  var end: String {
    let names = (0..<n).map { "m.s\($0)" } + comp.map { "m.\($0.name)" }
    return "print \"end\", " + names.joined(separator: ", ")
  }
}

/// Writes the statements of one effect and of those that it makes.
private struct EffectWriter {
  let number: Int
  private var made = 0

  init(number: Int) { self.number = number }

  mutating func text(of body: [RecordedItem], label: String) -> String {
    var text = ""
    for item in body {
      guard case .list(let parts) = item, case .word(let kind) = parts[0] else { continue }
      text += statement(kind, parts, label) + "\n"
    }
    return text
  }

  private mutating func statement(_ kind: String, _ parts: [RecordedItem], _ label: String)
    -> String
  {
    switch (kind, parts[1]) {
    case ("log", .word(let name)): return "print \"\(label) \(name)\", m.\(name)"
    case ("peek", .word(let name)): return "print \"\(label) ~\(name)\", untracked(m.\(name))"
    case ("bump", .number(let signal)):
      return "m.s\(signal) = min(untracked(m.s\(signal)) + 1, 6)"
    case ("own", .number(let signal)): return "m.s\(signal) = min(m.s\(signal) + 1, 6)"
    case ("set", .number(let signal)):
      guard case .word(let operation) = parts[2], case .word(let name) = parts[3] else { return "" }
      return "m.s\(signal) = \(EffectWriter.text(of: operation, "m.\(name)"))"
    case ("if", .word(let name)):
      guard case .list(let then) = parts[2], case .list(let otherwise) = parts[3] else { return "" }
      return "if m.\(name) % 2 == 0 {\n\(text(of: then, label: label))} else {\n"
        + "\(text(of: otherwise, label: label))}"
    case ("inner", .list(let body)):
      made += 1
      let own = "j\(made)"
      return "let \(own) = k\(number)\nk\(number) = k\(number) + 1\n"
        + "effect {\n\(text(of: body, label: "\(label).\\(\(own))"))}"
    default: return ""
    }
  }

  private static func text(of operation: String, _ value: String) -> String {
    switch operation {
    case "inc": "\(value) + 1"
    case "cap": "min(\(value), 4)"
    case "half": "floor(\(value) / 2)"
    default: value
    }
  }
}

extension RecordedFormula {
  /// Its expression, with what it reads in the recorded order.
  fileprivate var text: String {
    if let choice = `if` { return "\(choice[0]) % 2 == 0 ? \(choice[1]) : \(choice[2])" }
    let sum = src.joined(separator: " + ") + (add == 0 ? "" : " + \(add)")
    return mod == 0 ? sum : "(\(sum)) % \(mod)"
  }
}
