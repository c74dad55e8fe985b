import BindingEngine
import BindingLanguage

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
    let session = Session(host: host, options: options)
    Watchdog.begin()
    session.watch(Watchdog.flag)
    if choice & 32 != 0 {
      runLineByLine(text, session)
    } else {
      session.run(SourceFile(name: "fuzz.bind", bytes: text))
    }
    Watchdog.end()
    let broken = session.checkInvariants()
    guard broken.isEmpty else { fatalError(broken.joined(separator: "\n")) }
  }

  /// As typed: each statement on its own, questions at the cursor between them.
  private static func runLineByLine(_ bytes: [UInt8], _ session: Session) {
    var text = ""
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      guard let next = String(validating: line, as: UTF8.self) else { continue }
      _ = session.completions(in: next, at: next.utf8.count)
      text += text.isEmpty ? next : "\n" + next
      if session.isIncomplete(text) { continue }
      session.run(SourceFile(name: "<repl>", text: text), isInteractive: true)
      let broken = session.checkInvariants()
      guard broken.isEmpty else { fatalError(broken.joined(separator: "\n")) }
      text = ""
      if session.isOver { return }
    }
    session.run(SourceFile(name: "<repl>", text: text), isInteractive: true)
  }
}

/// Takes everything and gives nothing. Texts are made all the same: that is where a bad place or a
/// stale handle shows.
private final class SilentHost: SessionHost {
  private var length = 0

  func write(_ text: String) { length &+= text.utf8.count }
  func trace(_ line: String) { length &+= line.utf8.count }
  func report(_ diagnostic: Diagnostic) { length &+= diagnostic.text(options: .init()).utf8.count }
  func read(path: String) -> Result<[UInt8], SessionFileError> { .failure(.init("no files here")) }
  func save(path: String, text: String) -> SessionFileError? { .init("no files here") }
}
