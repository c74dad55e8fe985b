import BindingEngine
import Checking
import Exploring
import Interpreter
import Language
import Syntax

/// Runs one input as a script in a session of its own.
///
/// The first byte chooses the options, so that a corpus covers them all. Input that is beyond
/// bounds ends by the step limit or by the watchdog's interrupt, never by a timeout of the fuzzer.
enum FuzzedSession {
  static func run(_ bytes: [UInt8]) {
    guard let choice = bytes.first else { return }
    let text = Array(bytes.dropFirst())
    var options = SessionOptions()
    options.refusesFiles = true
    options.maximumSteps = 5_000
    options.keepsGoing = choice & 1 != 0
    options.isASCII = choice & 2 != 0
    options.semantics = choice & 4 != 0 ? .kvo : .bind
    options.traceMode = choice & 8 != 0 ? .full : .off
    options.traceStyle = choice & 16 != 0 ? .json : .tree
    let host = SilentHost()
    if choice & 128 != 0 { host.typist = typist(of: bytes) }
    if choice & 32 != 0 { options.journalLimit = Int(choice & 3) * 5 }
    let session = Session(host: host, options: options)
    session.openJournal(options.journalLimit ?? 0)
    if choice & 64 != 0 {
      let file = SourceFile(name: "fuzz.bind", bytes: text)
      let findings = Checker.check(file, host: host, options: options.checking)
      for finding in findings { host.report(finding) }
    }
    Watchdog.begin()
    session.watch(Watchdog.flag)
    if choice & 32 != 0 {
      runLineByLine(text, session)
    } else {
      session.run(SourceFile(name: "fuzz.bind", bytes: text))
    }
    for due in session.stillDue { host.write(due) }
    Watchdog.end()
    let broken = session.checkInvariants()
    guard broken.isEmpty else { fatalError(broken.joined(separator: "\n")) }
  }

  /// Who types where a turn is stopped: always the same for the same input.
  private static func typist(of bytes: [UInt8]) -> Grammar {
    var state: UInt64 = 14_695_981_039_346_656_037
    for byte in bytes { state = (state ^ UInt64(byte)) &* 1_099_511_628_211 }
    return Grammar(random: Random(state: state))
  }

  /// As typed: each statement on its own, questions at the cursor between them.
  private static func runLineByLine(_ bytes: [UInt8], _ session: Session) {
    var text = ""
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      guard let next = String(validating: line, as: UTF8.self) else { continue }
      _ = session.completions(in: next, at: next.utf8.count)
      text += text.isEmpty ? next : "\n" + next
      if session.isIncomplete(text) { continue }
      let before = (turn: session.lastTurnEnd.number, state: session.state())
      session.run(SourceFile(name: "<repl>", text: text), isInteractive: true)
      var broken = session.checkInvariants()
      let end = session.lastTurnEnd
      if end.isPutBack, end.number == before.turn + 1, !passesTime(text) {
        broken += differences(from: before.state, to: session.state())
      }
      guard broken.isEmpty else { fatalError(broken.joined(separator: "\n")) }
      text = ""
      if session.isOver { return }
    }
    session.run(SourceFile(name: "<repl>", text: text), isInteractive: true)
  }
}

extension FuzzedSession {
  /// What falls due is not due again where its turn is put back, and a new session is another one.
  private static func passesTime(_ text: String) -> Bool {
    ["wait", "advance", "reset", "source", "rewind", "replay"].contains(where: text.contains)
  }

  /// What a turn that was put back has left behind.
  private static func differences(
    from before: [String: String], to after: [String: String]
  ) -> [String] {
    let changed = before.filter { after[$0.key, default: "nil"] != $0.value }.map {
      "\($0.key): \($0.value), then \(after[$0.key] ?? "none")"
    }
    // The places of what was made are kept for others.
    let left = after.filter {
      before[$0.key] == nil && $0.value != "[]" && !$0.key.hasPrefix("value")
    }
    return changed + left.map { "\($0.key): \($0.value)" }
  }
}

/// Takes everything and gives nothing. Texts are made all the same: that is where a bad place or a
/// stale handle shows.
private final class SilentHost: SessionHost {
  private var length = 0
  /// Who types where a turn is stopped, and how many lines are left.
  var typist: Grammar?
  private var patience = 200

  func write(_ text: String) { length &+= text.utf8.count }
  func trace(_ line: String) { length &+= line.utf8.count }
  func report(_ diagnostic: Diagnostic) { length &+= diagnostic.text(options: .init()).utf8.count }
  func read(path: String) -> Result<[UInt8], SessionFileError> { .failure(.init("no files here")) }
  func save(path: String, text: String) -> SessionFileError? { .init("no files here") }
  var isInteractive: Bool { typist != nil }
  func nextLine(prompt: String) -> String? {
    patience -= 1
    return patience >= 0 ? typist?.stopped() : nil
  }
}
