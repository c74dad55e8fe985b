import Basics
import Syntax
import Text

/// The texts of statements: of those that ran, for `save`, or of those that were typed.
///
/// The texts that were typed are copied one behind the other: the trees of the typed lines would take
/// twenty times the memory, and a string for each of them four times as much. Those of a file are not
/// copied.
public struct StatementHistory {
  /// Texts that stand in the same bytes.
  private struct Part {
    /// The number of its first text.
    var first: Int
    var bytes: [UInt8]
    /// The file with these bytes; nil if they are copies.
    var file: SourceFile?
  }

  private var parts: [Part] = []
  /// The file of the last part; nil if that has copies. Not a reference, which would be counted for each
  /// statement.
  private var lastFile: ObjectIdentifier?
  /// Where each text is in the bytes of its part.
  private var spans: [SourceSpan] = []

  /// A shorter file is copied, since all of it would stay for a few statements. No part with copies
  /// gets much larger, so that a long history is not moved when it grows.
  private static let partSize = 65_536

  public init() {}

  public var count: Int { spans.count }

  public subscript(position: Int) -> String {
    let part = parts[parts.indices.partitionPoint { parts[$0].first > position } - 1]
    return String(decoding: part.bytes[range(position)], as: UTF8.self)
  }

  private func range(_ position: Int) -> Range<Int> {
    Int(spans[position].start)..<Int(spans[position].end)
  }

  /// All of them, each on a line of its own.
  var text: String {
    var text: [UInt8] = []
    for (number, part) in parts.enumerated() {
      let end = number + 1 < parts.count ? parts[number + 1].first : spans.count
      for position in part.first..<end {
        text += part.bytes[range(position)]
        text.append(UInt8(ascii: "\n"))
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  mutating func append(_ span: SourceSpan, of file: SourceFile) {
    if lastFile == ObjectIdentifier(file) {
      spans.append(span)
    } else if file.bytes.count < StatementHistory.partSize {
      let start = beginCopy()
      parts[parts.count - 1].bytes += file.bytes[Int(span.start)..<Int(span.end)]
      endCopy(from: start)
    } else {
      parts.append(Part(first: spans.count, bytes: file.bytes, file: file))
      lastFile = ObjectIdentifier(file)
      spans.append(span)
    }
  }

  public mutating func append(_ text: String) {
    let start = beginCopy()
    parts[parts.count - 1].bytes += text.utf8
    endCopy(from: start)
  }

  private mutating func beginCopy() -> Int {
    if let last = parts.last, last.file == nil, last.bytes.count < StatementHistory.partSize {
      return last.bytes.count
    }
    parts.append(Part(first: spans.count, bytes: []))
    lastFile = nil
    return 0
  }

  private mutating func endCopy(from start: Int) {
    spans.append(SourceSpan(start..<parts[parts.count - 1].bytes.count))
  }

  mutating func removeLast(_ count: Int) {
    spans.removeLast(count)
    while let last = parts.last, last.first >= spans.count { parts.removeLast() }
    lastFile = parts.last?.file.map { ObjectIdentifier($0) }
    guard let last = parts.last, last.file == nil, let end = spans.last?.end else { return }
    parts[parts.count - 1].bytes.removeSubrange(Int(end)...)
  }
}
