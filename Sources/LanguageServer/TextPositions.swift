import Basics
import Syntax
import Text

/// What a column of a position counts.
enum PositionEncoding: String {
  case utf8 = "utf-8"
  case utf16 = "utf-16"
}

/// The lines of a text as the protocol counts them: they end with LF, CR LF or CR.
struct TextPositions {
  /// Where each line begins.
  private(set) var starts: [Int]
  let encoding: PositionEncoding

  /// A line and a column, both from 0.
  struct Position: Equatable, Comparable {
    var line: Int
    var column: Int

    static func < (one: Position, other: Position) -> Bool {
      (one.line, one.column) < (other.line, other.column)
    }
  }

  /// - Complexity: O(*n*) in the length of the text.
  init(_ bytes: [UInt8], _ encoding: PositionEncoding) {
    self.encoding = encoding
    starts = [0]
    bytes.withUnsafeBufferPointer { bytes in
      var offset = 0
      while offset < bytes.count {
        let byte = bytes[offset]
        offset += 1
        guard byte == 10 || byte == 13 else { continue }
        if byte == 13, offset < bytes.count, bytes[offset] == 10 { offset += 1 }
        starts.append(offset)
      }
    }
  }

  /// The zero-based line of an offset.
  func line(of offset: Int) -> Int {
    max(0, starts.indices.partitionPoint { starts[$0] > offset } - 1)
  }

  /// The zero-based line of an offset, faster if it is `near` or soon after it.
  func line(of offset: Int, near line: Int) -> Int {
    for candidate in line..<min(line + 8, starts.count) where starts[candidate] <= offset {
      guard candidate + 1 < starts.count, starts[candidate + 1] <= offset else { return candidate }
    }
    return self.line(of: offset)
  }

  /// Where the text of a line ends, without what ends the line.
  func end(ofLine line: Int, in bytes: [UInt8]) -> Int {
    guard line + 1 < starts.count else { return bytes.count }
    var end = starts[line + 1]
    if end > starts[line], bytes[end - 1] == 10 { end -= 1 }
    if end > starts[line], bytes[end - 1] == 13 { end -= 1 }
    return end
  }

  /// - Complexity: O(*n*) in the length of the line.
  func position(of offset: Int, in bytes: [UInt8]) -> Position {
    let offset = min(max(offset, 0), bytes.count)
    let line = line(of: offset)
    return Position(line: line, column: columns(in: starts[line]..<offset, of: bytes))
  }

  /// How many columns a part of a line has.
  ///
  /// - Complexity: O(*n*) in the length of the part.
  func columns(in part: Range<Int>, of bytes: [UInt8]) -> Int {
    if encoding == .utf8 { return part.count }
    var columns = 0
    for byte in bytes[part] {
      // Each scalar has one first byte, and those of four bytes are two units.
      if byte & 0xC0 != 0x80 { columns += byte >= 0xF0 ? 2 : 1 }
    }
    return columns
  }

  /// The offset of a position; one behind the end of its line, or of the text, is that end.
  ///
  /// - Complexity: O(*n*) in the length of the line.
  func offset(of position: Position, in bytes: [UInt8]) -> Int {
    guard position.line >= 0 else { return 0 }
    guard position.line < starts.count else { return bytes.count }
    let start = starts[position.line]
    let end = end(ofLine: position.line, in: bytes)
    var offset = start
    if encoding == .utf8 {
      offset = start + min(max(position.column, 0), end - start)
      // A position inside of a character is that character's beginning.
      while offset > start, offset < end, bytes[offset] & 0xC0 == 0x80 { offset -= 1 }
      return offset
    }
    var column = 0
    while offset < end {
      let byte = bytes[offset]
      let width = byte >= 0xF0 ? 2 : 1
      if column + width > position.column { break }
      column += width
      offset += 1
      while offset < end, bytes[offset] & 0xC0 == 0x80 { offset += 1 }
    }
    return offset
  }
}

extension TextPositions.Position {
  /// A position of a message; nil if it is none.
  init?(_ value: JSONTree?) {
    guard let line = value?["line"]?.int, let column = value?["character"]?.int, line >= 0,
      column >= 0
    else { return nil }
    self.init(line: line, column: column)
  }

  var json: JSONObject { ["line": line, "character": column] }
}
