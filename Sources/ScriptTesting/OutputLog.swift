/// The output of a test for its log: its beginning, and its end if it is long.
struct OutputLog {
  /// The most bytes of each that are kept.
  private static let most = 1 << 14

  private var head: [UInt8] = []
  private var tail: [UInt8] = []
  private var count = 0

  mutating func add(_ text: String) {
    let bytes = Array(text.utf8)
    count += bytes.count
    let room = OutputLog.most - head.count
    head += bytes.prefix(room)
    guard bytes.count > room else { return }
    tail += bytes.dropFirst(room).suffix(OutputLog.most)
    // Cut only now and then, so that many short lines cost little.
    if tail.count > 2 * OutputLog.most { tail.removeFirst(tail.count - OutputLog.most) }
  }

  /// What was written, by lines.
  ///
  /// - Parameter onlyBeginning: Whether the end is left out, which depends on the moment at which a test
  ///   was stopped.
  func lines(onlyBeginning: Bool) -> [String] {
    guard count > 0 else { return [] }
    let end = tail.suffix(OutputLog.most)
    let isWhole = head.count + end.count == count
    var bytes = head
    if isWhole, !onlyBeginning { bytes += end }
    var lines = OutputLog.lines(of: bytes)
    guard !isWhole || onlyBeginning && !end.isEmpty else { return lines }
    // The last line of the beginning is cut.
    if lines.count > 1 { lines.removeLast() }
    lines.append(onlyBeginning ? "…" : "… \(count - head.count - end.count) bytes are left out …")
    return onlyBeginning ? lines : lines + OutputLog.lines(of: Array(end)).dropFirst()
  }

  private static func lines(of bytes: [UInt8]) -> [String] {
    var lines = String(decoding: bytes, as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }
}
