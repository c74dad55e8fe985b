import Files
import Interpreter
import Invocation
import Language
import LineEditing
import Platform
import ScriptTesting
import Text

/// `bindlab test PATH...`: runs scripts and transcripts as tests.
struct TestCommand {
  let options: CommandLineOptions
  let host: StandardHost

  func run() throws(ExitStatus) -> ExitStatus {
    let paths = options.inputs.compactMap { if case .file(let path) = $0 { path } else { nil } }
    guard !paths.isEmpty else {
      return host.refuse(
        "\(options.subcommand) needs a PATH",
        "bindlab \(options.subcommand) --help lists the options")
    }
    if options.tests.updates, Environment.isJob {
      return host.refuse(
        "--update is refused when CI is set: a job should check the expected output,"
          + " not change it")
    }
    if options.tests.updates, options.tests.filter.hasPlaces {
      return host.refuse("--update rewrites whole files, so --filter cannot name a line with it")
    }
    if options.tests.updates, options.tests.retries > 0 {
      return host.refuse("--retry cannot be used with --update")
    }
    if options.tests.lists, options.format != nil || options.outputPath != nil {
      return host.refuse("--list cannot be used with --format or --output")
    }
    if let refusal = options.refusalOfOutput { return host.refuse(refusal) }
    if options.tests.watches { return try watch(paths) }
    let files = try files(paths)
    let output = try host.open(resultsAt: options.outputPath, over: files)
    let coverage = try host.open(resultsAt: options.coverage.path, over: files)
    Interruption.install()
    return TestCommandRun(
      options: options, host: host, files: files, output: output, coverage: coverage
    ).run()
  }

  /// Runs the tests whenever one of them, or a file that they read, has changed; first those that
  /// failed.
  private func watch(_ paths: [String]) throws(ExitStatus) -> ExitStatus {
    if options.tests.updates || options.tests.lists || options.coverage.path != nil
      || options.outputPath != nil || ![nil, .pretty].contains(options.format)
    {
      return host.refuse(
        "--watch cannot be used with --update, --list, --format, --output or --coverage-file")
    }
    Interruption.install()
    let loop = WatchLoop(options, host)
    var failed: Set<[UInt8]> = []
    return try loop.run(needing: paths) { (_) throws(ExitStatus) in
      guard let options = loop.settings(options, for: paths, host) else { return }
      let files = try TestCommand(options: options, host: host).files(paths)
      let run = TestCommandRun(
        options: options, host: host, files: files, watcher: loop.watcher, first: failed)
      let status = run.run()
      failed = run.failed
      if run.isComplete {
        loop.watchOnly(paths, scripts: run.scripts, files: run.scripts.union(run.sources))
      }
      loop.end(status == .success ? "\(.good, "passed")" : "\(.error, "failed")")
    }
  }

  fileprivate func files(_ paths: [String]) throws(ExitStatus) -> ScriptFiles {
    do {
      return try options.scriptFiles(paths)
    } catch {
      host.report("bindlab: \(error.message)\n")
      throw .noInput
    }
  }
}

/// A run of tests, from the first file to the summary.
private final class TestCommandRun {
  private let options: CommandLineOptions
  private let host: StandardHost
  private var files: TestSelection
  private var outputs: [TestOutput] = []
  private var progress = TestProgress()
  private let showsProgress: Bool
  private var summary: TestSummary
  private let file: OutputFile?
  private let coverage: CoverageOutput?
  private let coverageFile: (format: OutputFormat, file: OutputFile)?
  /// How many tests of each path were run.
  private var found: [Int]
  /// The status of what could not be tested.
  private var problem = ExitStatus.success
  private var hasStopped = false
  /// Notes the content that each file has before it is run; nil if nobody waits for changes.
  private let watcher: FileWatcher?
  /// The tests that have run, the other files that they have read, and those that failed.
  private(set) var scripts: Set<[UInt8]> = []
  private(set) var sources: Set<[UInt8]> = []
  private(set) var failed: Set<[UInt8]> = []

  /// - Parameter first: The tests that run before all others.
  init(
    options: CommandLineOptions, host: StandardHost, files: ScriptFiles, output: OutputFile? = nil,
    coverage: OutputFile? = nil, watcher: FileWatcher? = nil, first: Set<[UInt8]> = []
  ) {
    self.options = options
    self.host = host
    self.watcher = watcher
    self.files = TestSelection(files, options.tests, first: first)
    summary = TestSummary(seed: self.files.seed, slowest: options.tests.slowest)
    found = files.roots.map { _ in 0 }
    let isTerminal = Descriptor.isTerminal(Descriptor.output)
    if options.subcommand == .coverage {
      file = nil
      coverageFile = output.map { (options.format ?? .lcov, $0) }
      self.coverage = CoverageOutput(options, host)
      showsProgress = isTerminal && Environment["TERM"] != "dumb"
      let report = PrettyReport(theme: .plain, showsTime: false, showsSummary: false)
      outputs.append(
        TestOutput(report, summary) { [host] text in if !text.isEmpty { host.report(text) } })
      return
    }
    file = output
    coverageFile = coverage.map { (CoverageSettings.format(of: $0.path), $0) }
    self.coverage = options.coverage.isCounted ? CoverageOutput(options, host) : nil
    let showsPretty = output != nil || [nil, .pretty, .github].contains(options.format)
    showsProgress = isTerminal && showsPretty && Environment["TERM"] != "dumb"
    if showsPretty {
      let report = PrettyReport(theme: options.session.theme, showsTime: isTerminal)
      outputs.append(TestOutput(report, summary) { [host] in host.write($0) })
    }
    // The log of a job shows failures at their lines, too, also next to results in a file.
    if showsPretty, isGitHubJob, ![.pretty, .github].contains(options.format) {
      outputs.append(
        TestOutput(GitHubReport(path: relativePath), summary) { [host] in host.write($0) })
    }
    guard let report = TestCommandRun.report(options) else { return }
    guard let output else {
      outputs.append(TestOutput(report, summary) { [host] in host.write($0) })
      return
    }
    outputs.append(
      TestOutput(report, summary) { [host] text in
        output.write(text)
        if let failure = output.failure { host.failed("'\(output.path)'", failure) }
      })
  }

  private static func report(_ options: CommandLineOptions) -> (any TestReport)? {
    switch options.format {
    case .tap: return TAPReport(harnessVersion: Environment["TAP_VERSION"])
    // Users who need the same bytes in every run set this variable.
    case .junit: return JUnitReport(showsTimes: Environment["SOURCE_DATE_EPOCH"] == nil)
    case .github: return GitHubReport(path: relativePath)
    case .json: return JSONReport(showsTimes: Environment["SOURCE_DATE_EPOCH"] == nil)
    default: return nil
    }
  }

  func run() -> ExitStatus {
    if options.tests.lists { return list() }
    let jobs = options.tests.jobs ?? min(TestSettings.mostJobs, Parallel.threads)
    let folder = TestFolder()
    defer { folder.finish(keeping: options.tests.keepsFiles, host) }
    let pool = TestPool(
      options: { [options] file in
        var settings = TestCommandRun.testOptions(options, for: file)
        settings.files = folder.files(of: file.name)
        return settings
      },
      trials: options.coverage.trials, files: host.files, jobs: jobs, memory: options.memoryLimit)
    pool.run(
      next: nextTest,
      deliver: { file, results in take(file, results) },
      look: {
        // What is known stands in the log, also while the next test takes its time.
        host.flush()
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

  /// How a test is run: as the settings of its folder say.
  private static func testOptions(_ options: CommandLineOptions, for file: ScriptFile)
    -> TestOptions
  {
    // Settings that are wrong have been reported, or have changed at this moment.
    let settings = (try? options.settings(for: .file(file.name))) ?? options
    var session = settings.session
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
    result.treatsWarningsAsErrors = settings.session.treatsWarningsAsErrors
    result.judgesRisk = options.subcommand == .test
    result.failsRisky = settings.tests.failsRisky
    result.updates = options.tests.updates
    result.countsCoverage = options.coverage.isCounted || options.subcommand == .coverage
    result.now = { MonotonicClock.now }
    return result
  }

  /// The next test with its limits; one with wrong settings is not run.
  private func nextTest() -> (file: ScriptFile, settings: TestSettings)? {
    while let file = nextFile() {
      do throws(CommandLineOptions.UsageError) {
        return (file, try options.settings(for: .file(file.name)).tests)
      } catch {
        found[file.root] += 1
        note(.usage)
        if options.fileSettings?.isNew(error) ?? true { showMessage(error.text) }
      }
    }
    return nil
  }

  private func note(_ status: ExitStatus) {
    if problem.rawValue < status.rawValue { problem = status }
  }

  private func nextFile() -> ScriptFile? {
    let file = files.next { text in
      note(.noInput)
      showMessage(text)
    }
    if let watcher, let file {
      watcher.watch(file.path)
      scripts.insert(file.path)
    }
    return file
  }

  /// Whether all tests have run.
  var isComplete: Bool { !hasStopped && !Interruption.isRaised }

  /// Shows the names of the tests that would be run.
  private func list() -> ExitStatus {
    var count = 0
    while let file = nextFile() {
      // What cannot be read is a test that fails.
      let bytes = try? host.files.read(file.path).get()
      let lines = bytes.map { TestRun.lines(ofTestsIn: file.name, $0) } ?? [0]
      let wanted = options.tests.filter.wanted(at: lines, in: file.name)
      for (line, isWanted) in zip(lines, wanted) where isWanted {
        var result = TestResult()
        result.line = line
        host.write(result.name(in: file.name).visible(.tabs) + "\n")
        count += 1
      }
      if !lines.isEmpty { found[file.root] += 1 }
    }
    reportNothing(count)
    return problem
  }

  private func showMessage(_ text: String) {
    if progress.isShown { show(progress.erasure()) }
    host.report("bindlab: \(text)\n")
  }

  private func take(_ file: ScriptFile, _ results: [TestResult]) -> Bool {
    coverage?.add(results)
    if watcher != nil { sources.formUnion(results.flatMap(\.reads).map(\.pathBytes)) }
    let areWanted = options.tests.filter.wanted(at: results.map(\.line), in: file.name)
    // The tests before a wanted one have run, too, since they share a session. The end of a process
    // is no matter of one test.
    let results = zip(results, areWanted).filter { $0.outcome == .stopped || $1 }.map(\.0)
    guard !results.isEmpty else { return true }
    found[file.root] += 1
    if watcher != nil, results.contains(where: \.isFailure) { failed.insert(file.path) }
    for result in results {
      summary.add(file.name, result)
      if progress.isShown, result.outcome != .passed || result.updated > 0 {
        show(progress.erasure())
      }
      for output in outputs { output.add(file.name, result) }
    }
    hasStopped = options.tests.endsWithFirstFailure && results.contains(where: \.isFailure)
    return !hasStopped
  }

  private func finish() -> ExitStatus {
    if progress.isShown { show(progress.erasure()) }
    let isInterrupted = Interruption.isRaised
    summary.nanoseconds = progress.elapsed
    let ending: TestRunEnding? =
      isInterrupted ? .interrupted : hasStopped ? .firstFailure : nil
    if !isInterrupted, !hasStopped { reportNothing(summary.tests) }
    for output in outputs { output.finish(summary, ending: ending) }
    file?.finish()
    if let file, let failure = file.failure { host.failed("'\(file.path)'", failure) }
    let isCovered = coverage?.finish(coverageFile, isComplete: !isInterrupted) ?? true
    if isInterrupted { return .interrupted }
    if problem != .success { return problem }
    return summary.failed > 0 || !isCovered ? .expectationFailed : .success
  }

  /// A path without tests is an error: a job that tests nothing must not pass.
  ///
  /// - Parameter count: How many tests there were.
  private func reportNothing(_ count: Int) {
    // The tests of a small folder may all be in other shards.
    guard files.elsewhere == 0 else { return }
    if !options.tests.filter.isEmpty {
      guard count == 0 else { return }
      note(.noInput)
      return showMessage("nothing was tested: \(options.tests.filter.nothingFound)")
    }
    for (root, count) in zip(files.roots, found) where count == 0 {
      note(.noInput)
      let missing =
        root.isFolder
        ? "it has no script, *.bind, and no transcript, *.md with a block ```bind"
        : "it has no block ```bind"
      showMessage("nothing was tested in '\(root.shownPath)': \(missing)")
    }
  }
}
