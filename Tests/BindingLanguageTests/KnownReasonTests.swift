import BindingEngine
import Foundation
import TestSupport
import Testing

/// Programs in which one change does not arrive for one known reason: among other objects, with bindings
/// that lead on, under every semantics in which the reason exists.
struct KnownReasonTests {
  struct Program {
    var known: KnownReason
    var semantics: String
    var text: String
    var questions: [String]
  }

  /// A random program for a seed.
  static func program(_ seed: Int) -> Program {
    var random = SeededRandom(seed: seed)
    while true {
      let known = KnownReason.all[random.below(KnownReason.all.count)]
      let preset = Semantics.presets[random.below(Semantics.presets.count)].name
      guard known.exists(under: preset) else { continue }
      // There a binding passes on what is read, and what has been marked is evaluated then.
      let isPulled = Semantics.presets.contains { $0.name == preset && $0.bound == .pull }
      var text = ""
      for number in 0..<random.below(3) {
        text += "object u\(number) { v = 0; w = 0 }\nbind u\(number).v ~> u\(number).w\n"
      }
      text += known.declarations
      var end = known.end
      // What leads on has a first value there.
      let goesOn = known.goesOn && !(isPulled && known.reason == "no first value")
      for number in 0..<(goesOn ? random.below(3) : 0) {
        text +=
          "object t\(number) { y: Any? = nil }\nbind \(end) \(isPulled ? "~>" : "!~>") t\(number).y\n"
        end = "t\(number).y"
      }
      let isRead =
        isPulled && !["an error", "not read", "a silent write"].contains(known.reason)
      for line in known.steps.split(separator: "\n") {
        text += line + "\n"
        // Only what the change has marked is evaluated at the end.
        let isBefore = line.hasPrefix("bind") || known.reason == "an equal value"
        if isRead, isBefore { text += "print \(end)\n" }
      }
      if isRead { text += "print \(end)" }
      var questions = ["whynot \(end)"]
      if known.hasSource { questions.append("whynot \(known.source) ~> \(end)") }
      let isOfSource = ["overwritten later", "another object on the path"].contains(known.reason)
      if isOfSource || known.onlySource { questions.removeFirst() }
      return Program(known: known, semantics: preset, text: text, questions: questions)
    }
  }

  @Test func `the manual has the table of reasons`() throws {
    var rows: [(reason: String, kinds: [String])] = []
    for known in KnownReason.all {
      if let row = rows.firstIndex(where: { $0.reason == known.reason }) {
        if !rows[row].kinds.contains(known.kind) { rows[row].kinds.append(known.kind) }
      } else {
        rows.append((known.reason, [known.kind]))
      }
    }
    let table = rows.map { ".It \($0.reason) Ta \($0.kinds.joined(separator: ", "))" }
    let manual = try String(contentsOf: manual, encoding: .utf8)
    #expect(
      manual.contains(table.joined(separator: "\n") + "\n.El"), "\(table.joined(separator: "\n"))")
  }

  /// Others that read where the change begins, and turns after it, say nothing about it.
  @Test(arguments: seeds(500))
  func `what else reads the source changes no answer`(_ seed: Int) throws {
    let program = Self.program(seed)
    let known = program.known
    guard known.hasSource, let question = program.questions.last else { return }
    let plain = try QuestionScript(program.text, semantics: program.semantics)
    let other = "object zz { v: Any? = nil; n = 0 }\nbind \(known.source) ~> zz.v\nzz.n = 1\n"
    let joined = try QuestionScript(program.text + "\n" + other, semantics: program.semantics)
    guard joined.failures == plain.failures else { return }
    let answers = [plain, joined].map { $0.ask(question).split(separator: "\n").first }
    #expect(
      answers[0] == answers[1],
      "\(known.testDescription), \(program.semantics)\n\(program.text)\n\(other)\(question)")
  }

  private var manual: URL {
    URL(filePath: #filePath).deletingLastPathComponent().appending(
      path: "../../man/bindlab-language.7")
  }

  @Test(arguments: seeds(3_000))
  func `the answer names the reason`(_ seed: Int) throws {
    let program = Self.program(seed)
    let script = try QuestionScript(program.text, semantics: program.semantics)
    #expect(script.failures.isEmpty, "\(program.semantics): \(script.errors)\n\(program.text)")
    let words = try Regex(program.known.words).dotMatchesNewlines()
    for question in program.questions {
      let answer = script.ask(question)
      let first = answer.split(separator: "\n").prefix(2).joined(separator: " ")
      #expect(
        first.contains(words),
        "\(program.known.testDescription), \(program.semantics)\n\(program.text)\n\(question)\n\(answer)"
      )
    }
  }
}
