import Exploring
import Interpreter
import Invocation
import Language
import LineEditing
import Platform
import Rendering
import Syntax
import Text

/// Reads statements one by one and answers each before it waits for the next one; on a pipe there is no
/// prompt.
struct REPL {
  let session: Session
  let host: StandardHost
  let options: CommandLineOptions
  let isTerminal: Bool
  /// Where the statements come from; nil for somebody who types them.
  var pipe: PlainLineReader?
  let typed = TypedLines()

  func run() -> ExitStatus {
    runInit()
    let unfinished = UnfinishedText()
    let lines = pipe ?? makeReader(unfinished)
    session.options.promptKeepsWatched = lines.keepsHeads
    let reader = StatementReader(
      lines, host: host, isASCII: options.session.isASCII,
      unfinished: unfinished,
      isIncomplete: { [session, typed] in
        session.habit(in: $0) == nil && typed.isIncomplete($0, in: session)
      })
    reader.opening = { [session] in session.opening(of: $0) }
    if isTerminal {
      reader.lack = { [session] in session.lack(of: $0) }
      reader.indentation = { [session] in session.indentation(after: $0) }
    }
    if isTerminal { host.breakMessages(width: session.options.width) }
    if isTerminal, !options.isQuiet {
      host.report("bindlab \(Version.text)   help explains, learn teaches, Ctrl-D leaves\n")
    }
    host.readLine = { prompt in REPL.statementAtStop(reader, prompt: prompt) }
    defer { host.readLine = nil }
    while !session.isOver {
      switch reader.next(prompt: head + "> ") {
      case .statement(let text):
        if !text.isBlank {
          reader.begin(text)
          answer(text, remembering: reader.begin)
        } else {
          typed.pass(text)
        }
      case .endOfInput: return finish()
      case .invalid(let problem):
        host.report("<repl>:\(typed.line): error: \(problem)\n")
        session.countUnreadableLine()
      case .failed(let error):
        host.report("bindlab: cannot read: \(error)\n")
        return .noInput
      }
    }
    return finish()
  }

  /// The line of watched values above the prompt.
  private var head: String {
    // A line up to the edge would be broken there when the window gets narrower.
    session.watchedHead(width: Environment.width - 1)
  }

  /// The statements typed while a turn is stopped.
  static func statementAtStop(_ reader: StatementReader, prompt: String) -> String? {
    while true {
      switch reader.next(prompt: prompt) {
      case .statement(let text):
        if !text.isEmpty { reader.begin(text) }
        return text
      case .invalid(let problem): reader.host.report("error: \(problem)\n")
      case .endOfInput, .failed: return nil
      }
    }
  }

  func finish() -> ExitStatus {
    // A typing mistake is not a failure of the session, but a program that drives it needs the status.
    isTerminal ? .success : RunCommand.status(of: session)
  }

  /// - Parameter remember: Is called with a text that runs in place of the one that was typed.
  /// - Returns: Whether it was interrupted.
  @discardableResult
  func answer(_ text: String, remembering remember: (String) -> Void) -> Bool {
    defer { typed.pass(text) }
    // The window may have another size by now.
    if host.answers == nil { Environment.fit(&session.options) }
    if isTerminal { host.breakMessages(width: session.options.width) }
    var statement = text
    switch session.habit(in: text) {
    case .statement(let meant): statement = meant
    case .clear:
      host.clearScreen()
      return false
    case .undo(let count):
      guard let rewinding = rewinding(count) else { return false }
      statement = rewinding
    case .listTyped(let count):
      listTyped(count)
      return false
    case .learn(let lesson):
      learn(lesson)
      return false
    case .edit(let subject):
      guard let edit = edited(subject) else { return false }
      statement = edit.text
      remember(edit.text)
      if !edit.before.isEmpty {
        host.write(edit.before + "\n")
        session.run(
          SourceFile(name: "<repl>", text: edit.before, firstLine: typed.line),
          isInteractive: true)
      }
      host.write(edit.text + "\n")
    case nil: break
    }
    let syntax = typed.add(statement, in: session)
    if isTerminal, host.hasScreen, let screen = Environment.screen, session.isQuestion(statement) {
      host.beginPage(screenRows: screen.rows)
    }
    defer { host.endPage() }
    session.run(syntax)
    defer {
      session.forgetInterruption()
      host.forgetInterruption()
    }
    return session.isInterrupted
  }

  /// Plays lessons, and comes back to this session.
  private func learn(_ lesson: String) {
    guard host.answers == nil else {
      return host.say(hint: "'learn' needs somebody who types; 'bindlab learn' starts it")
    }
    var options = options
    options.inputs = lesson.isEmpty ? [] : [.file(lesson)]
    let readLine = host.readLine
    // What was read ahead is for the lessons, and what they leave is for the session.
    _ = LearnCommand(options: options, host: host, lines: pipe).run()
    host.readLine = readLine
    host.say(hint: "back in your session")
  }

  func runInit() {
    guard !options.skipsInit, let path = Environment.initPath, FileSystem.exists(path.pathBytes)
    else {
      return
    }
    switch host.files.read(path) {
    case .success(let bytes):
      let mode = session.options.traceMode
      session.setTraceMode(.off)
      session.run(SourceFile(name: path, bytes: bytes))
      session.setTraceMode(mode)
    case .failure(let error): host.report("warning: cannot read '\(path)': \(error.message)\n")
    }
  }

  private func makeReader(_ unfinished: UnfinishedText) -> any LineReader {
    REPL.reader(
      isTerminal: isTerminal, host, options.session.theme, isASCII: options.session.isASCII,
      styling: { [session] in session.styled($0, cursor: $1, behind: unfinished.text) },
      completing: { line, cursor in
        let isIndenting = line.utf8.prefix(cursor).allSatisfy { $0 == 32 || $0 == 9 }
        if isIndenting, !unfinished.text.isEmpty {
          return CompletionList(replace: cursor..<cursor, candidates: [("  ", "")])
        }
        return completions(in: line, at: cursor, behind: unfinished.text)
      })
  }

  /// What can be written at a place: also files and lessons.
  func completions(in line: String, at cursor: Int, behind earlier: String) -> CompletionList {
    FileCandidates.find(in: line, at: cursor)
      ?? (session.isDeclared("learn") ? nil : LessonShelf.candidates(in: line, at: cursor))
      ?? session.completions(in: line, at: cursor, behind: earlier)
  }

  /// A reader of lines: on a terminal, with editing keys, a history and completion.
  static func reader(
    isTerminal: Bool, _ host: StandardHost, _ theme: Theme, isASCII: Bool,
    styling style: ((String, Int) -> StyledText)? = nil,
    completing complete: @escaping (String, Int) -> CompletionList
  ) -> any LineReader {
    guard isTerminal else { return PlainLineReader() }
    let history = History(path: History.path(in: Environment.homes))
    if let error = history.load() { host.report("warning: \(error)\n") }
    let completer: EditedLineReader.Completer = { line, cursor in
      let found = complete(line, cursor)
      return Completions(
        replace: found.replace,
        // A name with invisible characters could be confused with another one.
        candidates: found.candidates.filter { $0.text == $0.text.visible() }
          .map { candidate in
            let note = candidate.note.visible()
            return Candidate(candidate.text, note: isASCII ? TraceSigns.inASCII(note) : note)
          })
    }
    let painter = style.map { style -> EditedLineReader.Painter in
      { line, cursor in
        style(line, cursor).codes(theme).map { PaintedPart(range: $0.range, code: $0.code) }
      }
    }
    let reader = EditedLineReader(
      history: history, ellipsis: isASCII ? "..." : "…",
      suggestionStyle: theme.code(of: .quiet),
      painter: theme.isPlain ? nil : painter, completer: completer)
    return reader ?? PlainLineReader()
  }
}
