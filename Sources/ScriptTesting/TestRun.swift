import Exploring
import Interpreter
import Language
import Learning
import Syntax
import Text

/// How tests are run.
package struct TestOptions {
  package var session: SessionOptions
  /// Whether a warning that no expected output shows is a failure.
  package var treatsWarningsAsErrors = false
  /// Whether it matters if a test checks something.
  package var judgesRisk = true
  /// Whether a test that checks nothing, although it seems to, is a failure.
  package var failsRisky = false
  /// Whether different outputs become the expected ones.
  package var updates = false
  /// Whether the results say what the tests exercise.
  package var countsCoverage = false
  /// Whether a test runs under the semantics of ``session``, whatever it chooses itself.
  package var keepsSemantics = false
  /// Where the files go that a test writes; nil if they go where it says.
  package var files: TestFiles?
  /// A clock that never goes backwards, in nanoseconds.
  package var now: () -> UInt64 = { 0 }
  /// The session options that the words after `bind` stand for, or what is wrong with them.
  package var sessionOptions: ([String]) -> Result<SessionOptions, SessionFileError>

  package init(
    session: SessionOptions,
    sessionOptions: @escaping ([String]) -> Result<SessionOptions, SessionFileError>
  ) {
    self.session = session
    self.sessionOptions = sessionOptions
  }
}

/// One run of one test, in sessions of its own.
package final class TestRun {
  let path: String
  let options: TestOptions
  let host: TestHost
  let interruptFlag: UnsafePointer<Int32>
  /// The result of the test that is running.
  var result = TestResult()
  /// What the test that is running should check.
  var stated = StatedChecks()
  /// The results of the tests in the file that have ended.
  var results: [TestResult] = []
  /// The lines of the file.
  var lines = TextLines([])
  /// The changes that make the actual outputs the expected ones.
  var edits: [TextEdit] = []
  /// The new texts of the traces that are expected, by their places.
  var traces: [Int: String] = [:]
  /// Pieces of the test's file that are run, each with its file and place.
  private(set) var pieces: [ObjectIdentifier: (piece: SourceFile, origin: SourceFile)] = [:]
  /// The session that is running.
  private weak var session: Session?
  /// Counts what the sessions exercise; nil if nobody wants to know.
  private var counter: CoverageCounter?
  /// Other files, each under its whole path.
  private var others: [ObjectIdentifier: (file: SourceFile, whole: SourceFile)] = [:]

  /// - Parameters:
  ///   - path: The name of the test.
  ///   - host: Reads and writes files.
  ///   - interruptFlag: Stops the test when it is no longer 0.
  package init(
    _ path: String, options: TestOptions, host: any SessionHost,
    interruptFlag: UnsafePointer<Int32>
  ) {
    self.path = path
    self.options = options
    self.interruptFlag = interruptFlag
    let slash = path.lastIndex(of: "/")
    self.host = TestHost(
      host, folder: slash.map { String(path[...$0]) } ?? "", files: options.files)
    self.host.update = { [unowned self] in updateTrace($0) }
  }

  /// The lines of the tests in a file, as results have them: 0 for one that is the whole file.
  package static func lines(ofTestsIn path: String, _ bytes: [UInt8]) -> [Int] {
    guard isMarkdown(path, bytes), !LessonReader.isLesson(bytes) else { return [0] }
    let transcript = Transcript(bytes)
    guard transcript.isTest else { return [] }
    guard transcript.unclosed == nil, transcript.steps.count > 1 else { return [0] }
    return transcript.steps.map { $0.script.line + 1 }
  }

  /// Whether a file has blocks. One that is no text fails as a script does.
  private static func isMarkdown(_ path: String, _ bytes: [UInt8]) -> Bool {
    path.hasSuffix(".md") && ForeignBytes(bytes) == nil
  }

  /// Runs everything once, for ``results``, ``edits`` and what they are made from.
  func runOnce(_ bytes: [UInt8]) {
    (result, results, edits, traces) = (TestResult(), [], [], [:])
    lines = TextLines(bytes)
    (pieces, others) = ([:], [:])
    counter = options.countsCoverage ? CoverageCounter(isTrial: options.keepsSemantics) : nil
    defer {
      if !results.isEmpty {
        results[results.count - 1].reads = self.host.reads.sorted()
        results[results.count - 1].coverage = counter.map { [$0.record(origin: origin)] } ?? []
      }
    }
    if !TestRun.isMarkdown(path, bytes) {
      let file = SourceFile(name: path, bytes: bytes)
      runMarked(TestMark.find(inScript: file)) { runScript(bytes) }
      return
    }
    let mark = TestMark.find(inMarkdown: bytes)
    if LessonReader.isLesson(bytes) {
      runMarked(mark) { runLesson(bytes) }
    } else {
      runTranscript(bytes, mark)
    }
  }

  /// Runs a test as its mark says, and adds its result.
  ///
  /// - Parameter line: The line of the mark's text in the file, from 1.
  func runMarked(
    _ mark: TestMark?, block: Int = 0, from line: Int = 1, _ run: () -> Void
  ) {
    let start = options.now()
    result = TestResult()
    stated = StatedChecks()
    host.clearLog()
    result.line = block
    result.mark = mark
    if let mark, mark.reason.isEmpty {
      result.mark = nil
      result.add(
        TestFinding(
          .file, file: path, line: line + mark.line - 1,
          "'\(mark.kind.words):' without a reason", help: "write why after the colon"))
    } else if mark?.kind != .skipped {
      run()
    }
    if options.treatsWarningsAsErrors, result.outcome == .unexpectedPass, let mark {
      let title = "\(TestResult.unexpectedPassText): \(mark.reason)"
      result.add(TestFinding(.pass, file: path, line: line + mark.line - 1, title))
    }
    judgeRisk()
    result.nanoseconds = options.now() &- start
    if result.isFailure {
      result.output = host.log.lines(onlyBeginning: interruptFlag.pointee != 0)
    }
    results.append(result)
  }

  /// Notes if the test passes, but has checked nothing of what it should.
  private func judgeRisk() {
    guard options.judgesRisk, result.outcome == .passed, result.compared == 0,
      result.expectations == (0, 0), let risk = stated.risk
    else { return }
    result.risk = risk
    guard options.failsRisky || options.treatsWarningsAsErrors else { return }
    result.add(
      TestFinding(.risky, file: path, line: risk.line, "it checked nothing: \(risk.reason)"))
  }

  /// Plays a lesson with its own solutions.
  private func runLesson(_ bytes: [UInt8]) {
    let file = SourceFile(name: path, bytes: bytes)
    let (lesson, problems) = LessonReader.read(file, name: path)
    let found =
      lesson.map { LessonProof.problems(of: $0, interruption: interruptFlag) } ?? problems
    for problem in found { take(problem) }
  }

  /// A session of its own, which reports warnings as such: whether they count is decided here.
  func makeSession(_ settings: SessionOptions) -> Session {
    var settings = settings
    settings.theme = .plain
    if options.keepsSemantics { settings.semantics = options.session.semantics }
    let session = Session(host: host, options: settings)
    self.session = session
    // The trace that the command line asks for is for the log.
    let isOwn = settings.traceMode == .off
    host.comparesTrace = { [unowned session] in isOwn || session.hasChosenTrace }
    counter?.listen(to: session)
    session.watch(interruptFlag)
    return session
  }

  /// Text to run, with its place in the file of the test.
  func source(_ name: String, _ bytes: [UInt8], firstLine: Int = 1, at line: Int = 1) -> SourceFile
  {
    let file = SourceFile(name: name, bytes: bytes, firstLine: firstLine)
    let origin = SourceFile(name: path, bytes: bytes, firstLine: line)
    pieces[ObjectIdentifier(file)] = (file, origin)
    return file
  }

  /// Adds the results of the `expect`s of a session.
  ///
  /// - Parameter before: Those that are counted already.
  func count(_ session: Session, since before: (passed: Int, failed: Int) = (0, 0)) {
    result.expectations.passed += session.expectations.passed - before.passed
    result.expectations.failed += session.expectations.failed - before.failed
  }

  // MARK: Findings

  /// Takes a diagnostic that no expected output shows.
  func take(_ diagnostic: Diagnostic) {
    let isWarning = diagnostic.severity == .warning
    if isWarning, !options.treatsWarningsAsErrors {
      result.warnings += 1
      result.remark(text(of: diagnostic))
      return
    }
    var diagnostic = diagnostic
    diagnostic.severity = .error
    result.add(finding(for: diagnostic))
  }

  private func finding(for diagnostic: Diagnostic) -> TestFinding {
    if interruptFlag.pointee != 0 {
      // The place of the diagnostic depends on the moment, but not the statement that does not end.
      let stopped = session?.interruptedAt
      let file = stopped.map { origin($0.file) }
      let line = stopped.flatMap { place in
        file.map { $0.firstLine + $0.lines.line(of: place.span.start) }
      }
      return TestFinding(.timeout, file: file?.name ?? path, line: line ?? 0, "interrupted")
    }
    let file = diagnostic.file.map(origin)
    var line = 0
    if let file, let span = diagnostic.span {
      line = file.firstLine + file.lines.line(of: span.start)
    }
    let kind: TestFinding.Kind =
      diagnostic.isFailedExpectation ? .expectation : .error
    return TestFinding(
      kind, file: file?.name ?? path, line: line, title: diagnostic.message,
      text: text(of: diagnostic))
  }

  /// A diagnostic as lines, with places in a form that editors understand.
  func text(of diagnostic: Diagnostic) -> [String] {
    var diagnostic = diagnostic
    diagnostic.file = diagnostic.file.map(origin)
    for index in diagnostic.notes.indices {
      diagnostic.notes[index].file = diagnostic.notes[index].file.map(origin)
    }
    return diagnostic.text(options: .init(isASCII: options.session.isASCII))
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  /// The file as the user knows it: the document of a block, and the whole path.
  private func origin(_ file: SourceFile) -> SourceFile {
    if let known = pieces[ObjectIdentifier(file)] { return known.origin }
    if let known = others[ObjectIdentifier(file)] { return known.whole }
    guard !file.name.hasPrefix("/"), !file.name.hasPrefix("<"), !host.folder.isEmpty else {
      return file
    }
    let whole = SourceFile(
      name: host.folder + file.name, bytes: file.bytes, firstLine: file.firstLine)
    others[ObjectIdentifier(file)] = (file, whole)
    return whole
  }

  // MARK: Output

  /// Compares the actual with the expected output.
  ///
  /// - Parameters:
  ///   - line: The line where the expected output begins, from 1.
  ///   - what: The name of what has the output.
  ///   - diagnostics: What was reported at the same time.
  ///   - change: The change that makes `got` the expected output.
  /// - Returns: Whether they are the same.
  @discardableResult
  func compare(
    _ expected: [String], _ got: [String], at line: Int, of what: String,
    reported diagnostics: [Diagnostic], change: ([String]) -> [TextEdit]
  ) -> Bool {
    if host.hasTooMuch {
      result.add(
        TestFinding(
          .output, file: path, line: line,
          "\(what) is longer than \(TestHost.mostOutput >> 20) megabytes"))
      return false
    }
    result.compared += 1
    let expected = comparableLines(expected.joined(separator: "\n"))
    let patterns = LinePatterns(expected)
    guard expected != got, !patterns.fit(got) else { return true }
    // Output that is known to be wrong must not become the expected one.
    if options.updates, result.mark == nil {
      edits += change(patterns.updated(to: got, keeping: expected) { got[$0] })
      result.updated += 1
      let isError = { (line: String) in line.contains("error: ") }
      if got.filter(isError).count > expected.filter(isError).count { result.newErrors += 1 }
      return false
    }
    let title = "\(what) differs: - expected, + actual"
    var lines = ["\(path):\(line): error: \(title)"]
    lines += OutputDifference(expected: patterns, got: got).lines(firstLine: line)
    // The difference contains only the message; this adds its place.
    for diagnostic in diagnostics
    where diagnostic.severity == .error && !expected.contains(where: diagnostic.isShown) {
      lines += text(of: diagnostic)
    }
    result.add(TestFinding(.output, file: path, line: line, title: title, text: lines))
    return false
  }
}

extension Diagnostic {
  /// Whether a line of expected output is about this.
  func isShown(in line: String) -> Bool {
    let text = "\(severity): \(message)"
    if line.hasSuffix(text) { return true }
    guard let start = line.firstRange(of: "\(severity): ")?.lowerBound else { return false }
    return LinePattern(String(line[start...])).fits(text)
  }
}
