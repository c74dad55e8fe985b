import Basics

/// The lines of a text as ranges of its bytes, so that invalid UTF-8 is kept.
package struct TextLines {
  package let bytes: [UInt8]
  /// Where each line begins; a byte order mark is not part of the first.
  private let starts: [Int]

  /// - Complexity: O(*n*) in the length of the text.
  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
    var starts = [bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0]
    for (offset, byte) in bytes.enumerated()
    where byte == UInt8(ascii: "\n") && offset + 1 < bytes.count { starts.append(offset + 1) }
    self.starts = starts
  }

  package var count: Int { starts.count }

  /// A line without its end.
  package func range(_ line: Int) -> Range<Int> {
    let start = starts[line]
    var end = start < wholeEnd(line) ? wholeEnd(line) : start
    if end > start, bytes[end - 1] == UInt8(ascii: "\n") { end -= 1 }
    if end > start, bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
    return start..<end
  }

  /// Where the line ends, its line feed included.
  func wholeEnd(_ line: Int) -> Int { line + 1 < starts.count ? starts[line + 1] : bytes.count }

  /// Where the line begins.
  package func start(_ line: Int) -> Int { line < starts.count ? starts[line] : bytes.count }

  /// The zero-based line that holds `offset`.
  package func line(of offset: Int) -> Int {
    max(0, starts.indices.partitionPoint { starts[$0] > offset } - 1)
  }

  /// What ends a line; for the last one, what ends the previous line if the text ends with it.
  package func lineEnd(_ line: Int) -> String {
    let isUnended = line > 0 && range(line).upperBound == bytes.count
    let line = isUnended ? line - 1 : line
    let end = wholeEnd(line)
    let isWindows = end >= 2 && bytes[end - 2] == UInt8(ascii: "\r")
    return isWindows && bytes[end - 1] == UInt8(ascii: "\n") ? "\r\n" : "\n"
  }

  package func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
}

/// A change of a text: these bytes are replaced.
package struct TextEdit {
  package var range: Range<Int>
  var text: String

  package init(range: Range<Int>, text: String) {
    self.range = range
    self.text = text
  }

  /// - Parameter edits: In order, and apart from each other.
  package static func apply(_ edits: [TextEdit], to bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var position = 0
    for edit in edits {
      result += bytes[position..<edit.range.lowerBound]
      result += Array(edit.text.utf8)
      position = edit.range.upperBound
    }
    return result + bytes[position...]
  }
}

/// Lines of output for comparison: without blanks at their ends, which editors remove, and without
/// empty lines at the end.
package func comparableLines(_ text: String) -> [String] {
  var lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    .map { line -> String in
      var line = line
      while let last = line.last, last == 32 || last == 9 || last == 13 { line.removeLast() }
      return String(Substring(line))
    }
  while lines.last == "" { lines.removeLast() }
  return lines
}
