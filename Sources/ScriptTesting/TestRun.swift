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
  /// Whether different outputs become the expected ones.
  package var updates = false
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
  var result = TestResult()
  /// The changes that make the actual outputs the expected ones.
  var edits: [TextEdit] = []
  /// Pieces of the test's file that are run, each with its file and place.
  private var origins: [ObjectIdentifier: (piece: SourceFile, origin: SourceFile)] = [:]

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
    self.host = TestHost(host, folder: slash.map { String(path[...$0]) } ?? "")
  }

  /// How often expected output is rewritten: the output of a script can contain line numbers, which
  /// change when output is written.
  private static let mostRounds = 5

  /// Runs the test.
  ///
  /// - Returns: Its result, and with ``TestOptions/updates`` the new content of the file; nil if
  ///   the file stays as it is.
  package func run(_ bytes: [UInt8]) -> (result: TestResult, updated: [UInt8]?) {
    var bytes = bytes
    var (updated, newErrors) = (0, 0)
    for _ in 0..<TestRun.mostRounds {
      result = TestResult()
      edits = []
      if !path.hasSuffix(".md") {
        runScript(bytes)
      } else if LessonReader.isLesson(bytes) {
        runLesson(bytes)
      } else {
        runTranscript(bytes)
      }
      guard options.updates, !edits.isEmpty, interruptFlag.pointee == 0 else { break }
      bytes = TextEdit.apply(edits, to: bytes)
      updated = max(updated, result.updated)
      newErrors = max(newErrors, result.newErrors)
    }
    result.updated = updated
    result.newErrors = newErrors
    return (result, updated > 0 ? bytes : nil)
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
    let session = Session(host: host, options: settings)
    session.watch(interruptFlag)
    return session
  }

  /// Text to run, with its place in the file of the test.
  func source(_ name: String, _ bytes: [UInt8], firstLine: Int = 1, at line: Int = 1) -> SourceFile
  {
    let file = SourceFile(name: name, bytes: bytes, firstLine: firstLine)
    let origin = SourceFile(name: path, bytes: bytes, firstLine: line)
    origins[ObjectIdentifier(file)] = (file, origin)
    return file
  }

  /// Adds the results of the `expect`s of a session that is over.
  func count(_ session: Session) {
    result.expectations.passed += session.expectations.passed
    result.expectations.failed += session.expectations.failed
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
    let file = diagnostic.file.map(origin)
    var line = 0
    if let file, let span = diagnostic.span {
      line = file.firstLine + file.lines.line(of: span.start)
    }
    let isExpectation = diagnostic.message.hasPrefix("expectation failed: ")
    let kind: TestFinding.Kind =
      interruptFlag.pointee != 0 ? .timeout : isExpectation ? .expectation : .error
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
    if let known = origins[ObjectIdentifier(file)] { return known.origin }
    guard !file.name.hasPrefix("/"), !file.name.hasPrefix("<"), !host.folder.isEmpty else {
      return file
    }
    let whole = SourceFile(
      name: host.folder + file.name, bytes: file.bytes, firstLine: file.firstLine)
    origins[ObjectIdentifier(file)] = (file, whole)
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
    let expected = comparableLines(expected.joined(separator: "\n"))
    guard expected != got else { return true }
    if options.updates {
      edits += change(got)
      result.updated += 1
      let isError = { (line: String) in line.contains("error: ") }
      if got.filter(isError).count > expected.filter(isError).count { result.newErrors += 1 }
      return false
    }
    let title = "\(what) differs: - is expected, + came"
    var lines = ["\(path):\(line): error: \(title)"]
    lines += OutputDifference(expected: expected, got: got).lines(firstLine: line)
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
  /// Whether a line of output is about this.
  fileprivate func isShown(in line: String) -> Bool { line.hasSuffix("\(severity): \(message)") }
}
