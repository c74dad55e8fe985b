import Exploring
import Foundation
import Interpreter
import Language
import Learning
import Syntax
import TestSupport
import Testing

@testable import Commands
@testable import Invocation

/// The lessons, on a terminal, taken by learners with right answers and with wrong ones.
@Suite struct LessonTests {
  static let names = BuiltinLessons.all.map(\.name)
  private let folder = TemporaryFolder()

  private func lesson(_ name: String) throws -> Lesson {
    let entry = try #require(BuiltinLessons.all.first { $0.name == name })
    let file = SourceFile(name: name + ".md", bytes: entry.text)
    let (lesson, problems) = LessonReader.read(file, name: name)
    #expect(problems.isEmpty)
    return try #require(lesson)
  }

  private func terminal(_ arguments: String...) throws -> PseudoTerminal {
    var variables = PseudoTerminal.usualEnvironment
    variables["HOME"] = folder.path
    variables["XDG_STATE_HOME"] = folder.path + "/state"
    return try PseudoTerminal(
      builtExecutable("bindlab"), arguments: ["learn"] + arguments, environment: variables,
      rows: 50, columns: 160)
  }

  private var progress: String {
    (try? String(contentsOfFile: folder.path + "/state/bindlab/lessons", encoding: .utf8)) ?? ""
  }

  /// Types a line as soon as the terminal takes it, and waits for the result.
  @discardableResult
  private func type(
    _ line: String, into terminal: PseudoTerminal, until expected: String
  ) throws -> String {
    try terminal.wait { $0.isRaw }
    try terminal.send(line + "\r")
    return try terminal.expect(expected)
  }

  /// The lines of a task's solution.
  private func lines(_ task: Lesson.Task) -> [Substring] {
    task.solution.text.split(separator: "\n")
  }

  @Test func `there are twelve lessons or more, and each predicts, works and checks a trace`()
    throws
  {
    #expect(Self.names.count >= 12)
    for name in Self.names {
      let lesson = try lesson(name)
      var predictions = 0
      var tasks = 0
      var checks = ""
      for step in lesson.steps {
        switch step {
        case .prediction: predictions += 1
        case .task(let task):
          tasks += 1
          #expect(!task.hints.isEmpty, "\(name)")
          checks += task.checks.map(\.code.text).joined()
          #expect(task.checks.allSatisfy { !$0.remark.isEmpty }, "\(name)")
        default: break
        }
      }
      #expect(predictions > 0 && tasks > 0, "\(name)")
      let asksForBehaviour = ["expect trace", "expect settles", "expect quiet", "turn."]
      #expect(asksForBehaviour.contains { checks.contains($0) }, "\(name)")
    }
  }

  @Test func `the claims of the lessons are true, and their solutions work`() throws {
    let result = try bindlab("learn", "--check")
    #expect(result.errors.isEmpty)
    #expect(result.status == 0)
    #expect(result.output.split(separator: "\n").count == Self.names.count)
  }

  @Test(arguments: names)
  func `right answers lead to the end, and the progress is saved`(name: String) throws {
    let terminal = try terminal(name)
    for step in try lesson(name).steps {
      switch step {
      case .prediction(let prediction):
        try terminal.expect("prediction> ")
        let right = try #require(prediction.choices.first { $0.isRight })
        try type(right.text, into: terminal, until: "Right.")
      case .task(let task):
        try terminal.expect("> ")
        for line in lines(task) { try type(String(line), into: terminal, until: "\n") }
        try terminal.expect("Done.")
      default: break
      }
    }
    try type("quit", into: terminal, until: "quit")
    #expect(try terminal.waitForExit() == .exited(0))
    #expect(progress == "done \(name)\n")
  }

  @Test(arguments: names)
  func `wrong answers get explanations and hints, and still lead to the end`(name: String)
    throws
  {
    let terminal = try terminal(name)
    for step in try lesson(name).steps {
      switch step {
      case .prediction(let prediction):
        try terminal.expect("prediction> ")
        try type("perhaps", into: terminal, until: "\"perhaps\" is not one of them")
        try type("", into: terminal, until: "prediction> ")
        let wrong = try #require(prediction.choices.first { !$0.isRight })
        let said = try type(wrong.text, into: terminal, until: "No: it is ")
        #expect(!said.contains("Right."))
        if let remark = wrong.remark.first { try terminal.expect(remark) }
      case .task(let task):
        try terminal.expect("> ")
        try type("nonsense = 3", into: terminal, until: "unknown name 'nonsense'")
        try type("print 1", into: terminal, until: "\r\n1\r\n")
        try type("task", into: terminal, until: task.text[0])
        for hint in task.hints { try type("hint", into: terminal, until: hint[0]) }
        try type("solution", into: terminal, until: String(lines(task)[0]))
        // An attempt that is rolled back.
        try type("object attempt { x = 1 }", into: terminal, until: "> ")
        try type("again", into: terminal, until: "everything is as it was before")
        try terminal.expect("> ")
        try type("attempt.x", into: terminal, until: "unknown name 'attempt'")
        for line in lines(task) { try type(String(line), into: terminal, until: "\n") }
        try terminal.expect("Done.")
      default: break
      }
    }
    try type("quit", into: terminal, until: "quit")
    #expect(try terminal.waitForExit() == .exited(0))
    #expect(progress == "done \(name)\n")
  }

  @Test func `a written value is not enough if the trace is checked`() throws {
    let result = try learn(
      "first-arrow", "a", "b", "object badge: UILabel", "badge.text = label.text",
      "bind vm.name ~> badge.text", "unbind #2", "bind label.text ~> badge.text")
    let remarks = result.output.split(separator: "\n").filter { $0.hasPrefix("not yet: ") }
    let unfollowed =
      "not yet: badge does not follow the label: a value was copied, or the binding has another source"
    #expect(
      remarks.map(String.init) == [
        "not yet: badge does not show what the label shows",
        unfollowed, unfollowed,
        unfollowed + " (hint and solution help; again brings back how it was)",
      ])
    #expect(result.output.contains("Done."))
  }

  /// Other solutions of a task, and wrong attempts: by lesson, with the number of steps before
  /// it.
  private static let attempts: [(name: String, step: Int, isRight: Bool, lines: [String])] = [
    ("first-arrow", 2, true, ["object badge: UILabel", "bind label.text <> badge.text"]),
    ("first-arrow", 2, false, ["object badge: UILabel", "bind vm.name ~> badge.text"]),
    (
      "directions", 2, true,
      ["unbind #1; object meter { level = 0 }", "bind meter.level <~! settings.volume as metering"]
    ),
    (
      "directions", 2, false,
      [
        "object meter { level = 0 }", "bind settings.volume ~> meter.level as metering",
        "meter.level = 0",
      ]
    ),
    (
      "transformers", 2, false,
      [
        "transformer Shout { forward { value + \"!\" } }",
        "transform #1 { value.uppercased + \"!\" }",
      ]
    ),
    (
      "paths", 2, true,
      ["box.inner = new Inner", "unbind #2", "bind box.inner.text <~ source.note"]
    ),
    (
      "observers", 2, true,
      ["observe initial vm.name { print \"hey\"; vm.log = \"\\(old) > \\(value)\" }"]
    ),
    ("observers", 2, false, ["observe vm.name { vm.log = value }"]),
    (
      "computed", 3, true,
      [
        "object cart { price = 5; amount = 2; free = false }",
        "extend cart { computed total = free ? 0 : price * amount; computed t = \"total: \\(total)\" }",
        "unbind label", "bind cart.t ~> label.text",
      ]
    ),
    ("why-not", 1, true, ["bind vm.name <> card.name", "vm.city = \"Bergen\""]),
    ("why-not", 1, false, ["card.name = vm.name", "card.city = vm.city"]),
    (
      "events", 2, true,
      [
        "object reload: UIButton; object result: UILabel",
        "bind reload.onTouchUpInside !~> page.load", "fire reload.onTouchUpInside(\"q\")",
        "bind page.load.response.content ~> result.text",
      ]
    ),
    (
      "cells", 2, false,
      [
        "class DetailCell: UITableViewCell { bind viewModel.name ~> textLabel.text | Uppercase }",
        "object second: DetailCell", "second.viewModel = kim",
        "second.detailTextLabel.text = kim.name.count.string",
      ]
    ),
    ("rings", 2, false, ["semantics bind", "unbind #4"]),
    ("rings", 2, true, ["unbind #3", "unbind #4", "bind ring.b <~ ring.a | { value + 1 }"]),
  ]

  @Test(arguments: attempts.indices)
  func `other solutions are accepted, and apparent solutions are not`(index: Int)
    throws
  {
    let attempt = Self.attempts[index]
    try FileManager.default.createDirectory(
      atPath: folder.path + "/state/bindlab", withIntermediateDirectories: true)
    try folder.write("state/bindlab/lessons", "\(attempt.step) \(attempt.name)\n")
    let result = try take(attempt.name, [""] + attempt.lines)
    #expect(result.output.contains("Done.") == attempt.isRight, "\(result.output)")
  }

  @Test func `errors after an attempt are reported, and judging it loses nothing`() throws {
    try FileManager.default.createDirectory(
      atPath: folder.path + "/state/bindlab", withIntermediateDirectories: true)
    try folder.write("state/bindlab/lessons", "2 transformers\n")
    let result = try take(
      "transformers",
      [
        "", "transformer Shout { forward { value + \"!\" } }", "throw \"x\"", "bindings", "nope",
        "turn.number",
        "random(1000)", "random(1000)",
      ])
    #expect(result.errors.contains("error: x\n"))
    #expect(result.errors.contains("unknown name 'nope'"))
    let plain = try bindlab("-e", "print random(1000); print random(1000)").output
    #expect(result.output.contains(plain.split(separator: "\n")[0]))
    #expect(result.output.contains("#1  vm.name ~> title.text | Uppercase"))
    #expect(!result.output.contains("checked"))
  }

  @Test func `an endless loop is reported, and the lesson continues`() throws {
    try FileManager.default.createDirectory(
      atPath: folder.path + "/state/bindlab", withIntermediateDirectories: true)
    try folder.write("state/bindlab/lessons", "2 observers\n")
    let result = try take(
      "observers",
      [
        "", "observe vm.name { while true {} }", "again;",
        "observe vm.name { vm.log = \"\\(old) > \\(value)\" }",
      ])
    #expect(result.output.contains("not yet: the check does not end when it is tried\n"))
    #expect(result.output.contains("Done."))
  }

  @Test func `after a lesson, learners can experiment with its objects`() throws {
    let result = try learn(
      "why-not", "b", "bind vm.name ~> card.name", "vm.city = \"Bergen\"", "vm.name = \"Zoe\"",
      "print card.name + \"!\"", "nonsense", "quit")
    #expect(result.output.contains("That was Why does nothing happen?."))
    #expect(result.output.contains("Zoe!\nthere is no lesson 'nonsense'"))
  }

  private func take(_ name: String, _ lines: [String]) throws -> ProcessResult {
    try ProcessRunner(
      builtExecutable("bindlab"), arguments: ["learn", name],
      environment: ["XDG_STATE_HOME": folder.path + "/state", "LC_ALL": "C.UTF-8"]
    ).run(input: lines.joined(separator: "\n") + "\n")
  }

  /// Takes a lesson through a pipe.
  private func learn(_ words: String...) throws -> ProcessResult {
    try take(words[0], Array(words.dropFirst()))
  }

  // MARK: Progress

  @Test func `a lesson that was left continues there, or begins again`() throws {
    _ = try learn("directions", "7", "quit")
    #expect(progress == "1 directions\n")
    let next = try learn("directions", "", "no")
    #expect(next.output.contains("You have done 1 of its 3 steps."))
    #expect(next.output.contains("> slider.value = 3\n"))
    #expect(!next.output.contains("> object settings"))
    #expect(progress == "2 directions\n")
    let second = try learn("directions", "again", "7")
    #expect(second.output.contains("> object settings { volume = 7 }\n"))
    #expect(progress == "1 directions\n")
  }

  @Test func `a finished lesson can be repeated, and stays finished`() throws {
    _ = try learn("why-not", "skip", "skip", "quit")
    #expect(progress == "done why-not\n")
    let again = try learn("why-not", "b")
    #expect(again.output.contains("Lesson 9 of 14: Why does nothing happen?"))
    #expect(!again.output.contains("You have done"))
    #expect(progress == "done why-not\n")
  }

  @Test func `the list shows the progress, and offers the next lesson`() throws {
    _ = try learn("first-arrow", "skip", "skip", "skip", "quit")
    _ = try learn("directions", "7", "quit")
    let terminal = try terminal()
    let list = try terminal.expect("lesson> ")
    #expect(list.contains(" ✓  1  first-arrow   Your first binding"))
    #expect(list.contains("    2  directions    Direction and first value   (1 of 3 steps done)"))
    #expect(list.contains("Enter begins lesson 2, Direction and first value;"))
    try type("fifteen", into: terminal, until: "there is no lesson 'fifteen'")
    try type("15", into: terminal, until: "they are numbered from 1 to 14")
    try type("3", into: terminal, until: "Lesson 3 of 14: Transformers")
    try terminal.expect("prediction> ")
    try terminal.wait { $0.isRaw }
    try terminal.send("\u{4}")
    #expect(try terminal.waitForExit() == .exited(0))
  }

  @Test func `without a place for the progress, the lesson continues with one warning`() throws {
    try folder.write("file", "")
    let result = try ProcessRunner(
      builtExecutable("bindlab"), arguments: ["learn", "why-not"],
      environment: ["XDG_STATE_HOME": folder.path + "/file", "LC_ALL": "C.UTF-8"]
    ).run(input: "b\nskip\nquit\n")
    #expect(result.output.contains("That was Why does nothing happen?."))
    #expect(
      result.errors.hasPrefix("warning: progress cannot be kept in '\(folder.path)/file/bindlab/"))
    #expect(result.errors.split(separator: "\n").count == 1)
    #expect(result.status == 0)
  }

  @Test func `Ctrl-C drops a line and stops what runs, and the lesson continues`() throws {
    let terminal = try terminal("why-not")
    try terminal.expect("prediction> ")
    try terminal.wait { $0.isRaw }
    try terminal.send("some\u{3}")
    try type("b", into: terminal, until: "Right.")
    try terminal.expect("> ")
    try type("while true { }", into: terminal, until: "}\r\n")
    terminal.settle()
    try terminal.send("\u{3}")
    try terminal.expect("interrupted")
    try type("bind vm.name ~> card.name", into: terminal, until: "not yet: ")
    try type("vm.city = \"Bergen\"", into: terminal, until: "Done.")
  }
}
