/// The result of one test.
package struct TestResult: Equatable {
  /// Whether there was anything to run: a Markdown text without `bind` blocks is not a test.
  package var isTest = true
  package var findings: [TestFinding] = []
  /// How many findings there were beyond those that are kept.
  package var leftOut = 0
  /// The number of `expect`s that held, and of those that did not.
  package var expectations = (passed: 0, failed: 0)
  /// Warnings that no expected output shows.
  package var warnings = 0
  /// The warnings, as text.
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

/// What a worker reports of a test goes through a pipe, as numbers of eight bytes and texts with their
/// lengths.
extension TestResult {
  package func encoded() -> [UInt8] {
    var result = self
    var coder = ResultCoder()
    result.code(&coder)
    return coder.bytes
  }

  /// nil for bytes that no ``encoded()`` gives.
  package init?(decoding bytes: [UInt8]) {
    var coder = ResultCoder(reading: bytes)
    code(&coder)
    guard !coder.hasFailed, coder.isAtEnd else { return nil }
  }

  /// Writes all fields, or reads them, in their order.
  private mutating func code(_ coder: inout ResultCoder) {
    coder.code(&isTest)
    coder.code(&leftOut)
    coder.code(&expectations.passed)
    coder.code(&expectations.failed)
    coder.code(&warnings)
    coder.code(&updated)
    coder.code(&newErrors)
    coder.code(&nanoseconds)
    coder.code(&remarks, "") { $0.code(&$1) }
    coder.code(&findings, TestFinding(.crash, file: "", line: 0, title: "", text: [])) {
      coder, finding in
      coder.code(&finding.kind)
      coder.code(&finding.file)
      coder.code(&finding.line)
      coder.code(&finding.title)
      coder.code(&finding.text, "") { $0.code(&$1) }
    }
  }
}

/// Writes values one after another, or reads them in the same order, so that the order is stated
/// only once.
private struct ResultCoder {
  private(set) var bytes: [UInt8]
  private let isReading: Bool
  private var position = 0
  private(set) var hasFailed = false

  init() { (bytes, isReading) = ([], false) }
  init(reading bytes: [UInt8]) { (self.bytes, isReading) = (bytes, true) }

  var isAtEnd: Bool { position == bytes.count }

  mutating func code(_ value: inout UInt64) {
    if !isReading {
      withUnsafeBytes(of: value.littleEndian) { bytes += $0 }
    } else if bytes.count - position >= 8 {
      value = bytes[position..<position + 8].reversed().reduce(0) { $0 << 8 | UInt64($1) }
      position += 8
    } else {
      hasFailed = true
    }
  }

  mutating func code(_ value: inout Int) {
    var bits = UInt64(bitPattern: Int64(value))
    code(&bits)
    value = Int(Int64(bitPattern: bits))
  }

  mutating func code(_ value: inout Bool) {
    var number = value ? 1 : 0
    code(&number)
    value = number == 1
  }

  mutating func code(_ value: inout TestFinding.Kind) {
    var number = Int(value.rawValue)
    code(&number)
    let kind = UInt8(exactly: number).flatMap(TestFinding.Kind.init)
    hasFailed = hasFailed || kind == nil
    value = kind ?? value
  }

  mutating func code(_ value: inout String) {
    guard let count = count(value.utf8.count, each: 1) else { return }
    if isReading {
      value = String(decoding: bytes[position..<position + count], as: UTF8.self)
      position += count
    } else {
      bytes += Array(value.utf8)
    }
  }

  /// - Parameter new: The value of an element before it is read.
  mutating func code<Element>(
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
