import BindingEngine
import Exploring
import Interpreter
import Language
import Names
import Syntax
import Text

/// A lesson that is being played: its position, and its session.
///
/// It knows nothing of terminals: what is shown goes to the host, and what is typed comes through
/// ``answer(_:)`` and ``run(_:line:)``.
public final class LessonPlay {
  /// What the learner has to do next.
  public enum Demand: Equatable {
    /// To predict: see ``answer(_:)``.
    case prediction
    /// To work at the prompt: see ``run(_:line:)``.
    case work
    /// Nothing: the lesson is done.
    case nothing
  }

  public let lesson: Lesson
  public private(set) var session: Session
  /// How many interactions are done.
  public private(set) var done = 0
  private let host: any SessionHost
  private let options: SessionOptions
  private let interruption: UnsafePointer<Int32>?
  /// The step that is next.
  private var step = 0
  private var hintsGiven = 0
  /// How many attempts failed.
  private var attempts = 0
  private var problems: [Diagnostic] = []
  /// Whether the lesson is played to test it.
  var provesItself = false
  /// The last message about an attempt.
  private var lastRemark = ""

  /// - Parameter interruption: Points to a number that is not 0 after Ctrl-C.
  public init(
    _ lesson: Lesson, host: any SessionHost, options: SessionOptions,
    interruption: UnsafePointer<Int32>? = nil
  ) {
    self.lesson = lesson
    self.host = host
    self.options = options
    self.interruption = interruption
    session = Session(host: host, options: options)
    if let interruption { session.watch(interruption) }
  }

  private var current: Lesson.Step? { step < lesson.steps.count ? lesson.steps[step] : nil }

  // MARK: Going on

  /// Shows and runs what comes next, until the learner has to do something.
  public func advance() -> Demand {
    while let next = current {
      switch next {
      case .heading(let text): say([""], [StyledText(.heading, text)], [""])
      case .text(let lines): say(prose(lines), [""])
      case .code(let code): show(code)
      case .proof(let checks): if provesItself { prove(checks) }
      case .prediction(let prediction):
        ask(prediction)
        return .prediction
      case .task(let task):
        say(prose(task.text), [""])
        (hintsGiven, attempts, lastRemark) = (0, 0, "")
        return .work
      }
      step += 1
    }
    return .nothing
  }

  /// Goes to the interaction that follows `count` others, without asking for these: their code and
  /// the solutions of their tasks run without being shown.
  public func skip(to count: Int) {
    let silent = SilentHost(reading: host, isASCII: options.isASCII)
    session = Session(host: silent, options: options)
    if let interruption { session.watch(interruption) }
    (step, done) = (0, 0)
    while done < count, let next = current {
      switch next {
      case .heading, .text, .proof: break
      case .code(let code): run(code)
      case .prediction: done += 1
      case .task(let task):
        run(task.solution)
        done += 1
      }
      step += 1
    }
    session.forgetInterruption()
    session.host = host
    withExtendedLifetime(silent) {}
  }

  /// Leaves the interaction unfinished; the solution of a task runs without being shown.
  public func skip() {
    if task == nil { finishStep() } else { skip(to: done + 1) }
  }

  /// Starts the interaction again, with everything as it was before it.
  public func again() { skip(to: done) }

  private func finishStep() {
    step += 1
    done += 1
  }

  // MARK: Predictions

  private func ask(_ prediction: Lesson.Prediction) {
    var lines = prose(prediction.question)
    if prediction.choices.contains(where: { !$0.isRight }) {
      lines.append("")
      for (position, choice) in prediction.choices.enumerated() {
        lines.append("  \(.heading, "\(LessonPlay.letter(position)))")  \(choice.text)")
      }
    }
    say(lines, [""])
  }

  /// The name of a choice: a letter, because many answers are numbers.
  private static func letter(_ position: Int) -> Character {
    Character(Unicode.Scalar(UInt8(ascii: "a") + UInt8(position)))
  }

  /// Takes a prediction: the letter of a choice, or its text.
  ///
  /// - Returns: Whether it was right; nil if it was not one of the choices, so that the question is
  ///   repeated.
  public func answer(_ text: String) -> Bool? {
    guard case .prediction(let prediction)? = current else { return nil }
    let choices = prediction.choices
    let hasWrong = choices.contains { !$0.isRight }
    var chosen = choices.first { LessonPlay.plain($0.text) == LessonPlay.plain(text) }
    if hasWrong, chosen == nil, text.count <= 2 {
      let letter = LessonPlay.plain(text).first { $0 != ")" }
      chosen =
        choices.indices.first {
          LessonPlay.letter($0) == letter || letter == Character("\(($0 + 1) % 10)")
        }.map { choices[$0] }
    }
    if chosen == nil, hasWrong {
      let last = LessonPlay.letter(choices.count - 1)
      say(["\(Value.quoted(text)) is not one of them; type a letter from a to \(String(last))", ""])
      return nil
    }
    let right = choices.filter(\.isRight).map(\.text).joined(separator: " or ")
    let isRight = chosen?.isRight ?? false
    let verdict: StyledText =
      isRight ? "\(.good, "Right.")" : "\(.held, "No"): it is \(.new, right)."
    say([verdict])
    // The explanation of the right answer also helps a learner who was wrong.
    say(
      prose((chosen?.remark ?? []) + (isRight ? [] : choices.first { $0.isRight }?.remark ?? [])),
      [""])
    finishStep()
    return isRight
  }

  /// An answer in the form in which it is compared: quotes, case and surrounding blanks do not
  /// count.
  private static func plain(_ text: String) -> String {
    var text = Substring(text.lowercased())
    while let first = text.first, " \t\"'`".contains(first) { text.removeFirst() }
    while let last = text.last, " \t\"'`.".contains(last) { text.removeLast() }
    return String(text)
  }

  // MARK: Tasks

  /// Runs what the learner typed, and checks whether the task is done.
  ///
  /// - Parameter line: The line of the typed text, from 1.
  /// - Returns: Whether the task is done.
  public func run(_ text: String, line: Int) -> Bool {
    guard case .task(let task)? = current else { return false }
    let turns = session.state.turned.lastTurn.counts.number
    session.run(SourceFile(name: "<repl>", text: text, firstLine: line), isInteractive: true)
    session.forgetInterruption()
    guard !session.isOver else { return false }
    guard let shortcoming = session.judge(task.checks, of: lesson.file) else {
      say([StyledText(.good, "Done."), ""])
      // What follows is shown as the lesson intends, whatever was switched off meanwhile.
      session.setTraceMode(options.traceMode)
      finishStep()
      return true
    }
    let remark = remark(shortcoming, task)
    // A learner who only asks, or repeats something, has seen the message.
    guard remark != lastRemark || session.state.turned.lastTurn.counts.number != turns else {
      return false
    }
    attempts += 1
    let help: StyledText =
      attempts % 4 == 0
      ? " (\(.hint, "hint") and \(.hint, "solution") help; \(.hint, "again") brings back how it was)"
      : ""
    say(["\(.held, "not yet:") \(hint: remark)\(help)"])
    lastRemark = remark
    return false
  }

  /// Runs what is typed after the lesson, so that the learner can try things with what it has made.
  public func tryOut(_ text: String, line: Int) {
    session.run(SourceFile(name: "<repl>", text: text, firstLine: line), isInteractive: true)
    session.forgetInterruption()
  }

  private func remark(_ shortcoming: Session.Shortcoming, _ task: Lesson.Task) -> String {
    let remark = task.checks[shortcoming.check].remark
    return remark.isEmpty || shortcoming.isUntried ? shortcoming.message : remark
  }

  /// The present task.
  var task: Lesson.Task? {
    guard case .task(let task)? = current else { return nil }
    return task
  }

  /// Why the task is not done yet; nil if it is. Nothing is changed.
  var shortcoming: String? {
    task.flatMap { task in
      session.judge(task.checks, of: lesson.file).map { found in
        let remark = task.checks[found.check].remark
        return remark.isEmpty ? found.message : "\(remark): \(found.message)"
      }
    }
  }

  var isTaskDone: Bool { shortcoming == nil }

  /// Shows the task again.
  public func repeatTask() {
    switch current {
    case .task(let task)?: say(prose(task.text), [""])
    case .prediction(let prediction)?: ask(prediction)
    default: break
    }
  }

  /// Shows the next hint, and after the last the first again.
  public func hint() {
    guard case .task(let task)? = current, !task.hints.isEmpty else {
      return say(prose(["there is no hint here: type an answer, or 'skip' to go on without one"]))
    }
    say(prose(task.hints[hintsGiven % task.hints.count]))
    hintsGiven += 1
    let left = task.hints.count - hintsGiven
    say(prose([left > 0 ? "(\(left) more)" : "('solution' shows one)"]))
  }

  /// Shows the solution of the task.
  public func showSolution() {
    guard case .task(let task)? = current else {
      return say(
        prose(["there is nothing to solve here: type an answer, or 'skip' to go on without one"]))
    }
    say(LessonPlay.lines(of: task.solution).map { "  \(code: $0)" as StyledText })
  }

  // MARK: Code

  private static func lines(of code: Lesson.Code) -> [String] {
    var lines = code.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    while lines.last?.isEmpty ?? false { lines.removeLast() }
    return lines
  }

  /// Runs code as if it were typed, each statement shown before its effects.
  private func show(_ code: Lesson.Code) {
    guard !code.isHidden else { return run(code) }
    let more = options.isASCII ? "." : "…"
    let errors = session.errors
    defer { noteFailure(of: code, since: errors) }
    for part in statements(of: code) {
      var mark = ">"
      for line in LessonPlay.lines(of: part) {
        say([line.isEmpty ? "" : "\(.quiet, mark) \(code: line)"])
        mark = more
      }
      run(part: part)
    }
    say([""])
  }

  private func run(_ code: Lesson.Code) {
    let errors = session.errors
    for part in statements(of: code) { run(part: part) }
    noteFailure(of: code, since: errors)
  }

  private func noteFailure(of code: Lesson.Code, since errors: Int) {
    guard (session.errors > errors) != code.fails else { return }
    report(
      code.fails ? "nothing fails here" : "this fails", line: code.line,
      help: code.fails
        ? "'bind fails' is for statements with an error" : "'bind fails' allows an error")
  }

  private func run(part: Lesson.Code) {
    session.run(
      SourceFile(name: lesson.file.name, text: part.text, firstLine: part.line),
      isInteractive: true)
  }

  private func prove(_ checks: [Lesson.Check]) {
    guard let found = session.judge(checks, of: lesson.file) else { return }
    report("the lesson is wrong here: \(found.message)", line: checks[found.check].code.line)
  }

  private func report(_ message: String, line: Int, help: String? = nil) {
    problems.append(lesson.problem(message, line: line, help: help))
  }

  /// What was wrong with the lesson's own code since the last question.
  func takeProblems() -> [Diagnostic] {
    defer { problems = [] }
    return problems
  }

  /// The statements one by one, in whole lines, each with the comments above it.
  func statements(of code: Lesson.Code) -> [Lesson.Code] {
    let lines = LessonPlay.lines(of: code)
    let file = SourceFile(name: lesson.file.name, text: code.text)
    let (tree, _, _) = Parser.parse(file, names: NameTable())
    var ends = tree.statements.map { file.lines.line(of: max(tree[$0].span.end, 1) - 1) }
    // What follows the last statement belongs to it.
    if !ends.isEmpty { ends[ends.count - 1] = lines.count - 1 }
    var parts: [Lesson.Code] = []
    var first = 0
    for end in ends where end >= first {
      while first < end, lines[first].isEmpty { first += 1 }
      let text = lines[first...end].joined(separator: "\n")
      parts.append(.init(text: text, line: code.line + first))
      first = end + 1
    }
    return parts
  }

  // MARK: Saying

  private func say(_ parts: [StyledText]...) {
    for line in parts.joined() { host.say(line, in: options.theme) }
  }

  /// Lines of a lesson, in which code stands in back quotes; shorter ones if the screen is narrower.
  private func prose(_ lines: [String]) -> [StyledText] {
    guard options.isOnScreen else { return lines.map { StyledText(hint: $0) } }
    let text = lines.joined(separator: "\n").reflowed(width: options.width)
    return text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { StyledText(hint: String($0)) }
  }
}
