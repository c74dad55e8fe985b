/// What came of one test.
package struct TestResult: Equatable {
  /// Whether there was anything to run: a Markdown text without `bind` blocks is no test.
  package var isTest = true
  package var findings: [TestFinding] = []
  /// How many findings there were beyond those that are kept.
  package var leftOut = 0
  /// The `expect`s that held, and those that did not.
  package var expectations = (passed: 0, failed: 0)
  /// Warnings that no expected output shows.
  package var warnings = 0
  /// What was warned of, as text.
  package var remarks: [String] = []
  /// How many expected outputs have been rewritten.
  package var updated = 0
  /// How many of these show an error that was not expected before.
  package var newErrors = 0
  /// How long it took.
  package var nanoseconds: UInt64 = 0

  package init() {}

  package var hasPassed: Bool { findings.isEmpty }

  package static func == (left: TestResult, right: TestResult) -> Bool {
    left.encoded() == right.encoded()
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

/// What a worker tells of a test goes through a pipe, as numbers of eight bytes and texts with their
/// lengths.
extension TestResult {
  package func encoded() -> [UInt8] {
    var bytes: [UInt8] = []
    func number(_ value: Int) {
      for shift in stride(from: 0, to: 64, by: 8) {
        bytes.append(UInt8(truncatingIfNeeded: value >> shift))
      }
    }
    func text(_ value: String) {
      number(value.utf8.count)
      bytes += Array(value.utf8)
    }
    func texts(_ values: [String]) {
      number(values.count)
      for value in values { text(value) }
    }
    number(isTest ? 1 : 0)
    number(leftOut)
    number(expectations.passed)
    number(expectations.failed)
    number(warnings)
    number(updated)
    number(newErrors)
    number(Int(truncatingIfNeeded: nanoseconds))
    texts(remarks)
    number(findings.count)
    for finding in findings {
      number(Int(finding.kind.rawValue))
      text(finding.file)
      number(finding.line)
      text(finding.title)
      texts(finding.text)
    }
    return bytes
  }

  /// nil for bytes that no ``encoded()`` gives.
  package init?(decoding bytes: [UInt8]) {
    var reader = EncodedReader(bytes: bytes)
    isTest = reader.number() == 1
    leftOut = reader.number()
    expectations = (reader.number(), reader.number())
    warnings = reader.number()
    updated = reader.number()
    newErrors = reader.number()
    nanoseconds = UInt64(bitPattern: Int64(reader.number()))
    remarks = reader.texts()
    for _ in 0..<reader.count() {
      guard let kind = TestFinding.Kind(rawValue: UInt8(truncatingIfNeeded: reader.number())) else {
        return nil
      }
      let (file, line) = (reader.text(), reader.number())
      let title = reader.text()
      findings.append(
        TestFinding(kind, file: file, line: line, title: title, text: reader.texts()))
    }
    guard !reader.hasFailed, reader.isAtEnd else { return nil }
  }
}

private struct EncodedReader {
  let bytes: [UInt8]
  private var position = 0
  private(set) var hasFailed = false

  init(bytes: [UInt8]) { self.bytes = bytes }

  var isAtEnd: Bool { position == bytes.count }

  mutating func number() -> Int {
    guard bytes.count - position >= 8 else {
      hasFailed = true
      return 0
    }
    var value: UInt64 = 0
    for offset in 0..<8 { value |= UInt64(bytes[position + offset]) << UInt64(8 * offset) }
    position += 8
    return Int(Int64(bitPattern: value))
  }

  /// A number of things that follow, each of which takes eight bytes at least.
  mutating func count() -> Int {
    let count = number()
    guard (0...(bytes.count - position) / 8).contains(count) else {
      hasFailed = true
      return 0
    }
    return count
  }

  mutating func text() -> String {
    let count = number()
    guard (0...bytes.count - position).contains(count) else {
      hasFailed = true
      return ""
    }
    defer { position += count }
    return String(decoding: bytes[position..<position + count], as: UTF8.self)
  }

  mutating func texts() -> [String] { (0..<count()).map { _ in text() } }
}
