import Exploring

/// The result of one test: of a script, or of one block of a transcript that has several.
package struct TestResult: Equatable {
  /// The line of the block, from 1; 0 if the whole file is the test.
  package var line = 0
  /// What a comment in the test says about it.
  package var mark: TestMark?
  package var findings: [TestFinding] = []
  /// How many findings there were beyond those that are kept.
  package var leftOut = 0
  /// The number of `expect`s that held, and of those that did not.
  package var expectations = (passed: 0, failed: 0)
  /// How many expected outputs were compared.
  package var compared = 0
  /// Why it passes without having checked anything; nil if it has, or need not.
  package var risk: TestRisk?
  /// Warnings that no expected output shows.
  package var warnings = 0
  /// The warnings, as text.
  package var remarks: [String] = []
  /// What it wrote, by lines; only of a failed test.
  package var output: [String] = []
  /// How many expected outputs have been rewritten.
  package var updated = 0
  /// How many of these show an error that was not expected before.
  package var newErrors = 0
  /// How long it took.
  package var nanoseconds: UInt64 = 0
  /// How often it was run.
  package var attempts = 1
  /// Why the attempt before the last one failed; empty if there was none.
  package var earlierFailure = ""
  /// The paths of other files that the tests of its file have read; only in the last result of a file.
  package var reads: [String] = []
  /// What the tests of its file exercised, under each semantics; only in the last result of a file.
  package var coverage: [CoverageRecord] = []

  package init() {}

  package enum Outcome {
    case passed
    /// It passed, but none of what it should check was checked.
    case risky
    /// It ran to its end and failed.
    case failed
    /// It could not be run to its end.
    case stopped
    case skipped
    /// It failed, as its mark says.
    case knownFailure
    /// It passed, although its mark says that it fails.
    case unexpectedPass
  }

  package var outcome: Outcome {
    // A mark says that something does not hold, and not that the process may crash.
    let isStopped = findings.contains {
      [.crash, .timeout, .file, .interruption].contains($0.kind)
    }
    if isStopped { return .stopped }
    switch mark?.kind {
    case .skipped: return .skipped
    case .knownFailure where findings.isEmpty: return .unexpectedPass
    case .knownFailure where !findings.contains { $0.kind == .pass }: return .knownFailure
    default: return !findings.isEmpty ? .failed : risk != nil ? .risky : .passed
    }
  }

  /// Whether it makes the whole run fail.
  package var isFailure: Bool { outcome == .failed || outcome == .stopped }

  static let unexpectedPassText = "it passed, but is marked as a known failure"

  /// What is reported of a test that checked nothing; nil for any other.
  package var riskText: String? {
    outcome == .risky ? risk.map { "it checked nothing: line \($0.line): \($0.reason)" } : nil
  }

  /// The name of the test: its file, and the line of its block.
  package func name(in file: String) -> String { line > 0 ? "\(file):\(line)" : file }

  /// What is reported about its attempts; nil if it ran only once.
  package var attemptsText: String? {
    guard attempts > 1 else { return nil }
    return isFailure
      ? "failed \(attempts) times" : "passed on attempt \(attempts), after: \(earlierFailure)"
  }

  package static func == (left: TestResult, right: TestResult) -> Bool {
    [left].encoded() == [right].encoded()
  }

  /// The most findings that are kept.
  private static let mostFindings = 50
  /// The most lines of remarks that are kept.
  private static let mostRemarks = 100

  mutating func add(_ finding: TestFinding) {
    if findings.count < TestResult.mostFindings {
      findings.append(finding)
    } else {
      leftOut += 1
    }
  }

  mutating func remark(_ lines: [String]) {
    if remarks.count < TestResult.mostRemarks { remarks += lines }
  }
}

// MARK: As bytes

/// What a worker reports of a file goes through a pipe, as numbers of eight bytes and texts with their
/// lengths.
extension [TestResult] {
  package func encoded() -> [UInt8] {
    var results = self
    var coder = ResultCoder()
    coder.code(&results, TestResult()) { $1.code(&$0) }
    return coder.bytes
  }

  /// nil for bytes that no ``encoded()`` gives.
  package init?(decoding bytes: [UInt8]) {
    self = []
    var coder = ResultCoder(reading: bytes)
    coder.code(&self, TestResult()) { $1.code(&$0) }
    guard !coder.hasFailed, coder.isAtEnd else { return nil }
  }
}

extension TestResult {
  /// Writes all fields, or reads them, in their order.
  fileprivate mutating func code(_ coder: inout ResultCoder) {
    coder.code(&line)
    coder.code(&mark, TestMark(.skipped, "")) { coder, mark in
      coder.code(&mark.kind)
      coder.code(&mark.reason)
      coder.code(&mark.line)
    }
    coder.code(&leftOut)
    coder.code(&expectations.passed)
    coder.code(&expectations.failed)
    coder.code(&compared)
    coder.code(&risk, TestRisk(line: 0, reason: "")) { coder, risk in
      coder.code(&risk.line)
      coder.code(&risk.reason)
    }
    coder.code(&warnings)
    coder.code(&updated)
    coder.code(&newErrors)
    coder.code(&nanoseconds)
    coder.code(&attempts)
    coder.code(&earlierFailure)
    coder.code(&remarks, "") { $0.code(&$1) }
    coder.code(&output, "") { $0.code(&$1) }
    coder.code(&findings, TestFinding(.crash, file: "", line: 0, title: "", text: [])) {
      coder, finding in
      coder.code(&finding.kind)
      coder.code(&finding.file)
      coder.code(&finding.line)
      coder.code(&finding.title)
      coder.code(&finding.text, "") { $0.code(&$1) }
    }
    coder.code(&reads, "") { $0.code(&$1) }
    coder.code(&coverage, CoverageRecord()) { $1.code(&$0) }
  }
}

extension CoverageRecord {
  fileprivate mutating func code(_ coder: inout ResultCoder) {
    coder.code(&leftOut)
    coder.code(&files, File(path: "", parts: [])) { coder, file in
      coder.code(&file.path)
      coder.code(&file.parts, CoveredPart(.binding, line: 0, column: 0, text: "")) { coder, part in
        coder.code(&part.kind)
        coder.code(&part.line)
        coder.code(&part.column)
        coder.code(&part.text)
        coder.code(&part.counts, CoveredPart.Count()) { coder, count in
          coder.code(&count.whenMade)
          coder.code(&count.later)
          coder.code(&count.idle)
          coder.code(&count.verdicts, "") { $0.code(&$1) }
        }
      }
    }
  }
}

/// Writes values one after another, or reads them in the same order, so that the order is stated
/// only once.
package struct ResultCoder {
  package private(set) var bytes: [UInt8]
  private let isReading: Bool
  private var position = 0
  package private(set) var hasFailed = false

  package init() { (bytes, isReading) = ([], false) }
  package init(reading bytes: [UInt8]) { (self.bytes, isReading) = (bytes, true) }

  package var isAtEnd: Bool { position == bytes.count }

  package mutating func code(_ value: inout UInt64) {
    if !isReading {
      withUnsafeBytes(of: value.littleEndian) { bytes += $0 }
    } else if bytes.count - position >= 8 {
      value = bytes[position..<position + 8].reversed().reduce(0) { $0 << 8 | UInt64($1) }
      position += 8
    } else {
      hasFailed = true
    }
  }

  package mutating func code(_ value: inout Int) {
    var bits = UInt64(bitPattern: Int64(value))
    code(&bits)
    value = Int(Int64(bitPattern: bits))
  }

  package mutating func code(_ value: inout Bool) {
    var number = value ? 1 : 0
    code(&number)
    value = number == 1
  }

  package mutating func code<Kind: RawRepresentable<UInt8>>(_ value: inout Kind) {
    var number = Int(value.rawValue)
    code(&number)
    let kind = UInt8(exactly: number).flatMap(Kind.init)
    hasFailed = hasFailed || kind == nil
    value = kind ?? value
  }

  /// - Parameter new: The value before it is read, if there is one.
  package mutating func code<Value>(
    _ value: inout Value?, _ new: Value, each code: (inout ResultCoder, inout Value) -> Void
  ) {
    var isThere = value != nil
    self.code(&isThere)
    guard isThere else {
      value = nil
      return
    }
    var known = value ?? new
    code(&self, &known)
    value = known
  }

  package mutating func code(_ value: inout String) {
    guard let count = count(value.utf8.count, each: 1) else { return }
    if isReading {
      value = String(decoding: bytes[position..<position + count], as: UTF8.self)
      position += count
    } else {
      bytes += Array(value.utf8)
    }
  }

  /// - Parameter new: The value of an element before it is read.
  package mutating func code<Element>(
    _ values: inout [Element], _ new: Element, each code: (inout ResultCoder, inout Element) -> Void
  ) {
    guard let count = count(values.count, each: 8) else { return }
    if isReading { values = Array(repeating: new, count: count) }
    for position in values.indices { code(&self, &values[position]) }
  }

  /// How many elements follow; nil if there are fewer bytes than `each` of them needs at least.
  private mutating func count(_ count: Int, each size: Int) -> Int? {
    var count = count
    code(&count)
    guard !isReading || (0...(bytes.count - position) / size).contains(count) else {
      hasFailed = true
      return nil
    }
    return count
  }
}
