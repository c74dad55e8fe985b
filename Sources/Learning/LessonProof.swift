import Interpreter
import Language
import Syntax

/// Whether a lesson can be done as it says, which a teacher wants to know before a class does.
public enum LessonProof {
  /// Plays a lesson with its own solutions.
  ///
  /// - Parameter interruption: Points to a number that is not 0 if it should end.
  /// - Returns: What is wrong: code that fails without being marked so, a check that holds before
  ///   its task is done, or one that the solution does not meet.
  public static func problems(
    of lesson: Lesson, interruption: UnsafePointer<Int32>? = nil
  ) -> [Diagnostic] {
    var options = SessionOptions()
    options.traceMode = .on
    // A lesson is short, so an endless loop is a mistake in it.
    options.maximumSteps = 1_000_000
    options.journalLimit = SessionOptions.interactiveJournalLimit
    let host = ErrorListener()
    let play = LessonPlay(lesson, host: host, options: options, interruption: interruption)
    play.provesItself = true
    var problems: [Diagnostic] = []
    var count = 0
    while true {
      _ = host.takeError()
      let demand = play.advance()
      problems += play.takeProblems().map { problem in
        var problem = problem
        if let error = host.takeError() { problem.message += ": \(error)" }
        return problem
      }
      guard demand != .nothing, interruption?.pointee ?? 0 == 0 else { return problems }
      if demand == .work, let task = play.task {
        prove(task, play, lesson, &problems)
      }
      count += 1
      if play.done < count { play.skip() }
      // What is skipped runs again without being shown, up to here.
      _ = play.takeProblems()
    }
  }

  private static func prove(
    _ task: Lesson.Task, _ play: LessonPlay, _ lesson: Lesson, _ problems: inout [Diagnostic]
  ) {
    func report(_ message: String, line: Int, help: String? = nil) {
      problems.append(lesson.problem(message, line: line, help: help))
    }
    if play.isTaskDone {
      report(
        "the check holds before anything is done", line: task.checks[0].code.line,
        help: "expect something that only the solution causes")
      return
    }
    let parts = play.statements(of: task.solution)
    for (position, part) in parts.enumerated() {
      guard play.run(part.text, line: part.line) else { continue }
      if position + 1 < parts.count {
        report(
          "the check holds before the solution is complete", line: parts[position + 1].line,
          help: "expect something that the rest of the solution causes, too")
      }
      return
    }
    report(
      "the solution does not do: \(play.shortcoming ?? "the check does not hold")",
      line: task.solution.line)
  }
}
