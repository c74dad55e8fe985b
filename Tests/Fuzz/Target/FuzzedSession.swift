import BindingEngine
import Checking
import Exploring
import Interpreter
import Language
import RecordedTraces
import ScriptGrammar
import Syntax

/// Runs one input as a script in a session of its own, and checks what must be true of every session.
///
/// The first two bytes choose the options, so that a corpus covers them all. Input that takes too long
/// ends by the step limit or by the watchdog's interrupt, never by a timeout of the fuzzer.
struct FuzzedSession {
  let choices: Choices
  let text: [UInt8]
  let host: CountingHost
  let session: Session

  static func run(_ bytes: [UInt8]) {
    guard bytes.count >= Choices.count else { return }
    let run = FuzzedSession(bytes)
    Watchdog.begin()
    run.session.watch(Watchdog.flag)
    run.runAll()
    for due in run.session.stillDue { run.host.write(due) }
    run.require(run.session.checkInvariants())
    run.checkUse()
    Watchdog.end()
    if run.choices.comparesWays { WaysCompared.check(run.text, run.choices.options) }
  }

  private init(_ bytes: [UInt8]) {
    choices = Choices(bytes)
    text = Array(bytes.dropFirst(Choices.count))
    host = CountingHost()
    host.keepsTrace = choices.options.traceStyle == .json
    if choices.isTyped { host.typist = FuzzedSession.typist(of: bytes) }
    session = Session(host: host, options: choices.options)
  }

  /// The lines typed while a turn is stopped, always the same for the same input.
  private static func typist(of bytes: [UInt8]) -> Grammar {
    var state: UInt64 = 14_695_981_039_346_656_037
    for byte in bytes { state = (state ^ UInt64(byte)) &* 1_099_511_628_211 }
    return Grammar(random: Random(state: state))
  }

  private func runAll() {
    if choices.checksFirst {
      let file = SourceFile(name: "fuzz.bind", bytes: text)
      for finding in Checker.check(file, host: host, options: choices.options.checking) {
        host.report(finding)
      }
    }
    if choices.runsLineByLine {
      runLineByLine()
    } else {
      session.run(SourceFile(name: "fuzz.bind", bytes: text))
    }
  }

  /// As if typed: each statement separately, with questions at the cursor between them.
  private func runLineByLine() {
    for statement in TypedStatements(text, session) {
      _ = session.completions(in: statement.text, at: statement.text.utf8.count)
      let before = (turn: session.lastTurnEnd.number, state: session.state())
      session.run(statement.file(named: "<repl>"), isInteractive: true)
      require(session.checkInvariants())
      let end = session.lastTurnEnd
      if end.isRolledBack, end.number == before.turn + 1, !passesTime(statement.text) {
        require(differences(from: before.state, to: session.state()))
      }
      if session.isOver { return }
    }
  }

  /// Ends the process if a condition does not hold.
  func require(_ broken: [String]) {
    guard broken.isEmpty else { fatalError(broken.joined(separator: "\n")) }
  }
}

/// The options that an input's first bytes choose.
struct Choices {
  static let count = 2

  var options = SessionOptions()
  let checksFirst: Bool
  let runsLineByLine: Bool
  let isTyped: Bool
  let comparesWays: Bool

  init(_ bytes: [UInt8]) {
    let (first, second) = (bytes[0], bytes[1])
    options.refusesFiles = true
    options.maximumSteps = 5_000
    options.keepsGoing = first & 1 != 0
    options.isASCII = first & 2 != 0
    options.semantics = first & 4 != 0 ? .kvo : .bind
    options.traceMode = first & 8 != 0 ? .full : .off
    options.traceStyle = first & 16 != 0 ? .json : .tree
    runsLineByLine = first & 32 != 0
    checksFirst = first & 64 != 0
    isTyped = first & 128 != 0
    options.journalLimit = [nil, 0, 1, 2, 5, 10, 100, 1_000][Int(second & 7)]
    options.treatsWarningsAsErrors = second & 8 != 0
    comparesWays = second & 48 == 48
    options.width = second & 64 != 0 ? 40 : 100
    options.seed = UInt64(second >> 7)
  }
}
