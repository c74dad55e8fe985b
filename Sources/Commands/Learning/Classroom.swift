import Exploring
import Interpreter
import Invocation
import Language
import Learning
import LineEditing
import Platform
import Text

/// Plays lessons one after the other, with the lines that the learner types.
final class Classroom {
  private let options: CommandLineOptions
  private let host: StandardHost
  private let isTerminal = Descriptor.isTerminal(Descriptor.input)
  private var progress = LessonProgress(environment: Environment.homes)
  private var play: LessonPlay?
  /// Whether words of lessons are completed, and statements of several lines can be continued.
  private var isWorking = false
  /// Whether a lesson has begun and is not finished.
  private var isPlaying = false
  private var reader: StatementReader!
  private let unfinished = UnfinishedText()
  private var hasWarned = false
  /// The exit status if no lesson fails.
  private var ending = ExitStatus.success
  /// The line number of the next statement, from 1.
  private var line = 1

  private let lines: (any LineReader)?

  /// - Parameter lines: What the learner types; nil for the terminal or standard input.
  init(options: CommandLineOptions, host: StandardHost, lines: (any LineReader)? = nil) {
    var options = options
    options.session.traceMode = .on
    options.session.journalLimit = SessionOptions.interactiveJournalLimit
    Environment.fit(&options.session)
    self.options = options
    self.host = host
    self.lines = lines
  }

  /// How a lesson ended.
  private enum Outcome {
    case done, left
    case failed(ExitStatus)
  }

  /// Plays the lesson, or asks for one; then offers the next one.
  func run(_ chosen: LessonShelf.Entry?) -> ExitStatus {
    Interruption.install()
    reader = StatementReader(
      lines
        ?? REPL.reader(
          isTerminal: isTerminal, host, options.session.theme, isASCII: options.session.isASCII,
          styling: { [unowned self] in styled($0, cursor: $1) },
          completing: { [unowned self] in completions($0, $1) }),
      host: host, isASCII: options.session.isASCII, unfinished: unfinished,
      isIncomplete: { [unowned self] text in
        isWorking && LessonWord(typed: text) == nil
          && (play?.session.isIncomplete(text) ?? false)
      })
    host.readLine = { [unowned self] in REPL.statementAtStop(reader, prompt: $0) }
    defer { host.readLine = nil }
    do { try progress.load() } catch { warn(error.message) }
    var next = chosen
    if next == nil {
      list()
      next = choose(suggesting: LessonShelf.builtin.first { progress.states[$0.key] != .done })
    }
    while let entry = next {
      switch play(entry) {
      case .failed(let status): return status
      case .left: return ending
      // A lesson from a file has no next one.
      case .done where entry.number == nil: return ending
      case .done: next = choose(suggesting: following(entry))
      }
    }
    return ending
  }

  private func following(_ entry: LessonShelf.Entry) -> LessonShelf.Entry? {
    entry.number.flatMap { number in LessonShelf.builtin.first { $0.number == number + 1 } }
  }

  // MARK: Choosing

  private func list() {
    let width = LessonShelf.builtin.map(\.name.count).max() ?? 0
    for entry in LessonShelf.builtin {
      let lesson = entry.read().lesson
      var mark = " "
      var note = ""
      switch progress.states[entry.key] {
      case .done: mark = options.session.isASCII ? "x" : "✓"
      case .begun(let count):
        note = "   (\(count) of \(lesson?.interactionCount ?? count) steps done)"
      case nil: break
      }
      let number = entry.number ?? 0
      let gap = String(repeating: " ", count: width - entry.name.count + 2)
      let row: StyledText = """
         \(.good, mark) \(number < 10 ? " " : "")\(number)  \(.heading, entry.name)\(gap)\
        \(lesson?.title ?? "")\(.quiet, note)
        """
      say(row, hanging: width + 9)
    }
    say("")
  }

  /// Asks for the next lesson; nil to leave.
  private func choose(suggesting suggestion: LessonShelf.Entry?) -> LessonShelf.Entry? {
    if let suggestion {
      let title = suggestion.read().lesson?.title ?? suggestion.name
      say(
        """
        \(.hint, "Enter") begins lesson \(suggestion.number ?? 0), \(title); or type a number or a \
        name; \(.hint, "quit") leaves.
        """)
    } else {
      say(
        """
        That was the last lesson. Type a number or a name to take one again; \(.hint, "quit") leaves.
        """)
    }
    while let text = ask("lesson> ") {
      switch text {
      case "": if let suggestion { return suggestion }
      case LessonWord.quit.rawValue, "q", "exit": return nil
      case LessonWord.lessons.rawValue: list()
      default:
        do { return try LessonShelf.entry(text, host.files) } catch {
          // Learners may also experiment with the objects of the finished lesson.
          guard let play, text.contains(where: { " .=({".contains($0) }) else {
            say("\(hint: error.message)")
            continue
          }
          reader.begin(text)
          play.tryOut(text, line: line)
          line += text.lineCount
        }
      }
    }
    return nil
  }

  /// A line that is not a statement; nil at the end of the input.
  private func ask(_ prompt: String) -> String? {
    isWorking = false
    while true {
      switch reader.next(prompt: prompt) {
      case .statement(let text): return text.trimmed
      case .invalid(let problem): host.report("error: \(problem)\n")
      case .endOfInput: return nil
      case .failed(let error):
        reportInput(error)
        return nil
      }
    }
  }

  private func reportInput(_ error: String) {
    host.report("bindlab: cannot read: \(error)\n")
    ending = .noInput
  }

  // MARK: Playing

  private func play(_ entry: LessonShelf.Entry) -> Outcome {
    let (lesson, problems) = entry.read()
    guard let lesson else {
      for problem in problems { host.report(problem) }
      return .failed(.scriptError)
    }
    let play = LessonPlay(
      lesson, host: host, options: options.session, interruption: Interruption.flag)
    self.play = play
    isPlaying = true
    defer { isPlaying = false }
    let number = entry.number.map { "Lesson \($0) of \(LessonShelf.builtin.count): " } ?? ""
    say("\n\(.heading, number + lesson.title)\n")
    if case .begun(let count)? = progress.states[entry.key], count > 0,
      count < lesson.interactionCount
    {
      say(
        """
        You have done \(count) of its \(lesson.interactionCount) steps. \(.hint, "Enter") goes on \
        from there, \(.hint, "again") starts over.
        """)
      guard let text = ask("lesson> ") else { return .left }
      if text == LessonWord.quit.rawValue { return .left }
      if text != LessonWord.again.rawValue { play.skip(to: count) }
    }
    showWords()
    line = 1
    while true {
      let demand = play.advance()
      if demand == .nothing { break }
      guard demand == .prediction ? predict(play) : work(play) else { return .left }
      note(play.done < lesson.interactionCount ? .begun(play.done) : .done, of: entry)
    }
    note(.done, of: entry)
    say("\(.heading, "That was \(lesson.title).")\n")
    return .done
  }

  private func showWords() {
    let words = LessonWord.allCases.map { StyledText(.hint, $0.rawValue) }.joined(by: ", ")
    say("(You can type statements, and also \(words).)\n")
  }

  /// - Returns: Whether the lesson continues.
  private func predict(_ play: LessonPlay) -> Bool {
    while true {
      guard let text = ask("prediction> ") else { return false }
      if let word = LessonWord(typed: text) {
        guard let goesOn = obey(word, play) else { continue }
        return goesOn
      }
      if !text.isEmpty, play.answer(text) != nil { return true }
    }
  }

  /// - Returns: Whether the lesson continues.
  private func work(_ play: LessonPlay) -> Bool {
    while true {
      isWorking = true
      switch reader.next(prompt: "> ") {
      case .statement(let text):
        if let word = LessonWord(typed: text) {
          guard let goesOn = obey(word, play) else { continue }
          return goesOn
        }
        guard !text.isBlank else { continue }
        reader.begin(text)
        var statement = text
        switch play.session.habit(in: text) {
        case .statement(let meant): statement = meant
        case .undo(let count): statement = "rewind \(play.session.undoing(count)?.turns ?? count)"
        case .clear:
          host.clearScreen()
          continue
        case .edit, .listTyped, .learn, nil: break
        }
        let isDone = play.run(statement, line: line)
        line += text.lineCount
        if play.session.isOver { return false }
        if isDone { return true }
      case .invalid(let problem): host.report("<repl>:\(line): error: \(problem)\n")
      case .endOfInput: return false
      case .failed(let error):
        reportInput(error)
        return false
      }
    }
  }

  /// - Returns: Whether the lesson continues with its next step; nil if it stays at this step.
  private func obey(_ word: LessonWord, _ play: LessonPlay) -> Bool? {
    switch word {
    case .hint: play.hint()
    case .solution: play.showSolution()
    case .task: play.repeatTask()
    case .again:
      play.again()
      say("everything is as it was before this task")
      return true
    case .skip:
      play.skip()
      return true
    case .lessons: list()
    case .quit: return false
    }
    return nil
  }

  private func note(_ state: LessonProgress.State, of entry: LessonShelf.Entry) {
    do { try progress.note(state, of: entry.key) } catch { warn(error.message) }
  }

  /// Reported once: if the progress cannot be saved, the learner need not read it at every step.
  private func warn(_ message: String) {
    if !hasWarned { host.report("warning: \(message)\n") }
    hasWarned = true
  }

  /// - Parameter column: Where what is left of a line goes on in the next one.
  private func say(_ text: StyledText, hanging column: Int? = nil) {
    let settings = options.session
    guard settings.isOnScreen else { return host.say(text, in: settings.theme) }
    let folded =
      column.map { text.folded(width: settings.width, hanging: $0) }
      ?? text.folded(width: settings.width)
    host.say(folded, in: settings.theme)
  }

  // MARK: Completing

  private func styled(_ text: String, cursor: Int) -> StyledText {
    guard isWorking, let session = play?.session, LessonWord(typed: text) == nil else {
      return StyledText(text)
    }
    return session.styled(text, cursor: cursor, behind: unfinished.text)
  }

  private func completions(_ text: String, _ cursor: Int) -> CompletionList {
    let words = LessonWord.allCases.map { ($0.rawValue, $0.summary) }
    guard isWorking, let session = play?.session else {
      var names: [(text: String, note: String)] = words.map { ($0.0, $0.1) }
      if !isPlaying { names += LessonShelf.builtin.map { ($0.name, "") } }
      let typed = String(decoding: text.utf8.prefix(cursor), as: UTF8.self)
      return CompletionList(
        replace: 0..<cursor, candidates: names.filter { $0.text.hasPrefix(typed) })
    }
    var found = session.completions(in: text, at: cursor, behind: unfinished.text)
    let typed = String(decoding: text.utf8.prefix(cursor), as: UTF8.self)
    if !typed.contains(" ") {
      found.candidates += words.filter { $0.0.hasPrefix(typed) }.map { ($0.0, $0.1) }
    }
    return found
  }
}
