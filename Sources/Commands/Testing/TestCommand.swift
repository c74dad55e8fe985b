import Files
import Glibc
import Interpreter
import Language
import LineEditing
import ScriptTesting

/// `bindlab test PATH...`: runs scripts and transcripts as tests.
struct TestCommand {
  let options: CommandLineOptions
  let host: StandardHost

  func run() -> ExitStatus {
    let paths = options.inputs.compactMap { if case .file(let path) = $0 { path } else { nil } }
    guard !paths.isEmpty else {
      return host.refuse("test needs a PATH", "bindlab test --help lists the options")
    }
    if options.tests.updates, Environment["CI"] != nil {
      return host.refuse(
        "--update is refused when CI is set: a job should check the expected output,"
          + " not change it")
    }
    if options.outputPath != nil, options.format == nil || options.format == .pretty {
      return host.refuse("-o needs --format tap or junit")
    }
    let files: ScriptFiles
    do {
      files = try ScriptFiles(paths, leavingOut: Exclusions(options.exclusions))
    } catch {
      host.report("bindlab: \(error.message)\n")
      return .noInput
    }
    var output: OutputFile?
    if let path = options.outputPath, path != "-" {
      expectTests(files, ifOver: path)
      switch host.files.open(path) {
      case .success(let file): output = file
      case .failure(let error):
        host.report(cannot: "write", path, error.message)
        return .noInput
      }
    }
    Interruption.install()
    return TestCommandRun(options: options, host: host, files: files, output: output).run()
  }

  /// Registers everything that the tests will read, if the output could overwrite it.
  private func expectTests(_ files: ScriptFiles, ifOver path: String) {
    guard FileIdentity(at: path.pathBytes) != nil else { return }
    var files = files
    while let item = files.next() {
      if case .file(let file) = item { host.files.expect(file.path, withSources: true) }
    }
  }

}

/// A run of tests, from the first file to the summary.
private final class TestCommandRun {
  private let options: CommandLineOptions
  private let host: StandardHost
  private var files: ScriptFiles
  private var outputs: [TestOutput] = []
  private var progress = TestProgress()
  private let showsProgress: Bool
  private var summary = TestSummary()
  private let file: OutputFile?
  /// How many tests each path contained, before the filter by name.
  private var found: [Int]
  private var hasProblem = false
  private var hasStopped = false

  init(options: CommandLineOptions, host: StandardHost, files: ScriptFiles, output: OutputFile?) {
    self.options = options
    self.host = host
    self.files = files
    file = output
    found = files.roots.map { _ in 0 }
    let isTerminal = isatty(STDOUT_FILENO) == 1
    let showsPretty = output != nil || [nil, .pretty].contains(options.format)
    showsProgress = isTerminal && showsPretty && Environment["TERM"] != "dumb"
    if showsPretty {
      let report = PrettyReport(theme: options.session.theme, showsTime: isTerminal)
      outputs.append(TestOutput(report) { [host] in host.write($0) })
    }
    guard let report = TestCommandRun.report(options) else { return }
    guard let output else {
      outputs.append(TestOutput(report) { [host] in host.write($0) })
      return
    }
    outputs.append(
      TestOutput(report) { [host] text in
        output.write(text)
        if let failure = output.failure { host.failed("'\(output.path)'", failure) }
      })
  }

  private static func report(_ options: CommandLineOptions) -> (any TestReport)? {
    switch options.format {
    case .tap: return TAPReport(harnessVersion: Environment["TAP_VERSION"])
    // Users who need the same bytes in every run set this variable.
    case .junit: return JUnitReport(showsTimes: Environment["SOURCE_DATE_EPOCH"] == nil)
    default: return nil
    }
  }

  func run() -> ExitStatus {
    let processors = max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
    let jobs = options.tests.jobs ?? min(TestSettings.mostJobs, processors)
    let pool = TestPool(
      options: testOptions, files: host.files, jobs: jobs, timeLimit: options.tests.timeLimit)
    pool.run(
      next: nextFile,
      deliver: { file, result in take(file, result) },
      look: {
        guard showsProgress else { return }
        let text = progress.text(summary, oldest: pool.oldest)
        if !text.isEmpty { show(text) }
      })
    return finish()
  }

  /// On a terminal it is written at once, in order with the rest of the output.
  private func show(_ text: String) {
    host.write(text)
    host.flush()
  }

  private var testOptions: TestOptions {
    var session = options.session
    session.theme = .plain
    // A warning counts where no expected output shows it, which the session does not know.
    session.treatsWarningsAsErrors = false
    var result = TestOptions(session: session) { words in
      do throws(CommandLineOptions.UsageError) {
        return .success(try CommandLineOptions.sessionOptions(words, basedOn: session))
      } catch {
        return .failure(SessionFileError(error.message))
      }
    }
    result.treatsWarningsAsErrors = options.session.treatsWarningsAsErrors
    result.updates = options.tests.updates
    return result
  }

  private func nextFile() -> ScriptFile? {
    while let item = files.next() {
      switch item {
      case .problem(let text):
        hasProblem = true
        showMessage(text)
      case .file(let file):
        guard let filter = options.tests.filter, !file.name.contains(filter) else { return file }
        // A script is recognized by its name, and a transcript only by its contents.
        if file.path.suffix(5).elementsEqual(".bind".utf8) { found[file.root] += 1 }
      }
    }
    return nil
  }

  private func showMessage(_ text: String) {
    if progress.isShown { show(progress.erasure()) }
    host.report("bindlab: \(text)\n")
  }

  private func take(_ file: ScriptFile, _ result: TestResult) -> Bool {
    guard result.isTest else { return true }
    found[file.root] += 1
    summary.add(result)
    if progress.isShown, !result.hasPassed || result.updated > 0 { show(progress.erasure()) }
    for output in outputs { output.add(file.name, result) }
    hasStopped = options.tests.endsWithFirstFailure && !result.hasPassed
    return !hasStopped
  }

  private func finish() -> ExitStatus {
    if progress.isShown { show(progress.erasure()) }
    let isInterrupted = Interruption.isRaised
    summary.nanoseconds = progress.elapsed
    let ending: TestRunEnding? =
      isInterrupted ? .interrupted : hasStopped ? .firstFailure : nil
    if !isInterrupted, !hasStopped { reportNothing() }
    for output in outputs { output.finish(summary, ending: ending) }
    file?.finish()
    if let file, let failure = file.failure { host.failed("'\(file.path)'", failure) }
    if isInterrupted { return .interrupted }
    if hasProblem { return .noInput }
    return summary.failed > 0 ? .expectationFailed : .success
  }

  /// A path without tests is an error: a job that tests nothing must not pass.
  private func reportNothing() {
    if let filter = options.tests.filter, summary.tests == 0 {
      hasProblem = true
      showMessage("nothing was tested: no test has '\(filter)' in its name")
      return
    }
    guard options.tests.filter == nil else { return }
    for (root, count) in zip(files.roots, found) where count == 0 {
      hasProblem = true
      let missing =
        root.isFolder
        ? "it has no script, *.bind, and no transcript, *.md with a block ```bind"
        : "it has no block ```bind"
      showMessage("nothing was tested in '\(root.shownPath)': \(missing)")
    }
  }
}

extension CommandLineOptions {
  /// The session options that the words after `bind` in a transcript stand for.
  static func sessionOptions(
    _ words: [String], basedOn base: SessionOptions
  ) throws(UsageError) -> SessionOptions {
    let options = try parse(["bindlab"] + words, session: base)
    guard options.request == .work, options.subcommand == .run, options.inputs.isEmpty,
      !options.isInteractive,
      options.tracePath == nil, options.recordedTracePath == nil
    else {
      throw UsageError(
        message: "'\(words.joined(separator: " "))' after 'bind' is not a session option;"
          + " write 'new' or options such as '-s qt'")
    }
    return options.session
  }
}
