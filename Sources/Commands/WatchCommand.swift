import Exploring
import Files
import Interpreter
import Invocation
import Language
import LineEditing
import Names
import Platform
import Syntax
import Text

/// `bindlab watch FILE...`: runs scripts whenever they change, and shows what differs from the run
/// before.
struct WatchCommand {
  let options: CommandLineOptions
  let host: StandardHost
  private let loop: WatchLoop

  init(options: CommandLineOptions, host: StandardHost) {
    self.options = options
    self.host = host
    loop = WatchLoop(options, host)
  }

  private var paths: [String] {
    options.inputs.compactMap { if case .file(let path) = $0 { path } else { nil } }
  }

  func run() throws(ExitStatus) -> ExitStatus {
    guard !paths.isEmpty else {
      return host.refuse("watch needs a FILE", "bindlab --help lists the options")
    }
    if paths.contains("-") {
      return host.refuse("watch needs files: standard input can be read only once")
    }
    Interruption.install()
    for path in paths {
      _ = try RunCommand.source(.file(path), host)
      if FileIdentity(at: path.pathBytes) == nil {
        host.report(cannot: "watch", path, "it is not a regular file")
        return .noInput
      }
    }
    var last: (number: Int, record: RunRecord)?
    return try loop.run(needing: paths) { (number) throws(ExitStatus) in
      loop.watcher.forgetAll()
      guard let settings = loop.settings(options, for: paths, host) else { return }
      let record = try run(number, after: last, settings.session)
      if let record { last = (number, record) }
    }
  }

  /// Runs the scripts once, and shows what differs.
  ///
  /// - Returns: nil if they cannot be parsed.
  private func run(
    _ number: Int, after last: (number: Int, record: RunRecord)?, _ session: SessionOptions
  ) throws(ExitStatus) -> RunRecord? {
    var settings = session
    Environment.fit(&settings)
    let record = RunRecord()
    let files = RunFiles(like: host.files)
    let runHost = WatchedHost(
      host, files, record, loop.watcher, isASCII: settings.isASCII)
    if host.hasScreen { host.breakMessages(width: settings.width) }
    let session = Session(host: runHost, options: settings)
    session.watch(Interruption.flag)
    record.listen(to: session)
    for path in paths {
      // One that vanishes at this moment is a change.
      guard case .success(let bytes) = runHost.read(path: path) else { continue }
      let file = SourceFile(name: path, bytes: bytes)
      let (_, diagnostics, _) = Parser.parse(file, names: NameTable())
      session.run(file)
      if session.isInterrupted || Interruption.isRaised { throw .interrupted }
      if diagnostics.contains(where: { $0.severity == .error }) {
        let next = last.map { "; the next run is compared with run \($0.number)" } ?? ""
        end("\(.error, "cannot be parsed")\(next)")
        return nil
      }
      if session.isOver || session.errors > 0 && !settings.keepsGoing { break }
    }
    record.finish(session)
    if let note = session.dueNote { host.report("bindlab: \(note)\n") }
    if let last {
      loop.say("")
      let lines = record.differences(
        from: last.record, names: ("run \(last.number)", "run \(number)"), width: settings.width,
        isASCII: settings.isASCII)
      for line in lines { loop.say(line) }
    }
    switch RunCommand.status(of: session) {
    case .success: end("\(.good, "succeeded")")
    case .expectationFailed: end("\(.error, "an expectation failed")")
    default: end("\(.error, "failed")")
    }
    return record
  }

  private func end(_ outcome: StyledText) {
    loop.watchSettings(of: paths)
    loop.say("")
    loop.end(outcome)
  }
}

/// Shows what a run shows, records it, and notes which files it reads.
private final class WatchedHost: SessionHost {
  private let host: StandardHost
  private let files: RunFiles
  private let record: RunRecord
  private let watcher: FileWatcher
  private let isASCII: Bool

  init(
    _ host: StandardHost, _ files: RunFiles, _ record: RunRecord, _ watcher: FileWatcher,
    isASCII: Bool
  ) {
    (self.host, self.files, self.record, self.watcher) = (host, files, record, watcher)
    self.isASCII = isASCII
  }

  func write(_ text: String) {
    record.write(text)
    host.write(text)
  }

  func trace(_ lines: String) { host.trace(lines) }

  func report(_ diagnostic: Diagnostic) {
    record.write(diagnostic, isASCII: isASCII)
    host.report(diagnostic)
  }

  func read(path: String) -> Result<[UInt8], SessionFileError> {
    let isRegular = FileIdentity(at: path.pathBytes) != nil
    let result = files.read(path)
    // What is not there may come.
    if isRegular || (try? result.get()) == nil {
      watcher.watch(path.pathBytes, content: try? result.get())
    }
    return result
  }

  func save(path: String, text: String) -> SessionFileError? {
    host.flush()
    return files.save(text, to: path)
  }

  func layout(_ dot: String) -> Result<String, SessionFileError> { host.layout(dot) }
}
