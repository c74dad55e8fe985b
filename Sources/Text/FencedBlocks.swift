/// A fenced code block of a Markdown text.
package struct FencedBlock {
  /// The words after the opening fence.
  package var words: [String]
  /// The line of the opening fence, from 0.
  package var line: Int
  /// The lines between the fences.
  package var content: Range<Int>
  /// Blanks before the opening fence, which the lines inside may have, too.
  package var indentation: Int
  /// The character of the fences, and how many there are.
  package var fence: (sign: UInt8, count: Int)
  /// Whether there is a closing fence; without one the block goes to the end of what it stands in.
  package var isClosed: Bool
}

/// Finds the fenced code blocks of a Markdown text, as CommonMark defines them: of backticks or
/// tildes, indented by up to three blanks, in lists by as much as their items, and not in comments.
/// Blocks in quotations are not found.
package struct FencedBlocks {
  private let lines: TextLines
  /// The columns at which the contents of the open list items begin.
  private var items: [Int] = []
  private var blocks: [FencedBlock] = []
  private var isInComment = false

  /// - Complexity: O(*n*) in the length of the text.
  package static func find(in lines: TextLines) -> [FencedBlock] {
    var finder = FencedBlocks(lines: lines)
    finder.run()
    return finder.blocks
  }

  private init(lines: TextLines) { self.lines = lines }

  private mutating func run() {
    var line = 0
    while line < lines.count {
      let range = lines.range(line)
      if isInComment {
        isInComment = !contains("-->", range)
        line += 1
      } else if let block = openedBlock(line, range) {
        blocks.append(block)
        // The closing fence, if there is one, is no beginning of another block.
        line = block.content.upperBound + (block.isClosed ? 1 : 0)
      } else {
        line += 1
      }
    }
  }

  private func contains(_ text: String, _ range: Range<Int>) -> Bool {
    let sought = Array(text.utf8)
    guard range.count >= sought.count else { return false }
    return (range.lowerBound...range.upperBound - sought.count).contains {
      lines.bytes[$0...].starts(with: sought)
    }
  }

  /// How far the line is indented, and where its text begins.
  private func indentation(_ range: Range<Int>) -> (columns: Int, start: Int) {
    var (columns, start) = (0, range.lowerBound)
    while start < range.upperBound {
      switch lines.bytes[start] {
      case UInt8(ascii: " "): columns += 1
      case UInt8(ascii: "\t"): columns += 4 - columns % 4
      default: return (columns, start)
      }
      start += 1
    }
    return (columns, start)
  }

  private mutating func openedBlock(_ line: Int, _ range: Range<Int>) -> FencedBlock? {
    var (columns, start) = indentation(range)
    guard start < range.upperBound else { return nil }
    while let item = items.last, columns < item { items.removeLast() }
    // `- ```bind` begins an item and a block at once.
    while columns - (items.last ?? 0) < 4, let marker = listMarker(start, range.upperBound) {
      let after = start + marker.length
      let (blanks, next) = indentation(after..<range.upperBound)
      let isEmpty = next == range.upperBound
      items.append(columns + marker.length + (isEmpty || blanks > 4 ? 1 : blanks))
      if isEmpty { return nil }
      (columns, start) = (columns + marker.length + blanks, next)
    }
    guard columns - (items.last ?? 0) < 4 else { return nil }
    if lines.bytes[start..<range.upperBound].starts(with: Array("<!--".utf8)) {
      isInComment = !contains("-->", start..<range.upperBound)
      return nil
    }
    guard let fence = fence(start, range.upperBound) else { return nil }
    let info = lines.text(start + fence.count..<range.upperBound)
    // Backticks behind backticks are code within a line.
    if fence.sign == UInt8(ascii: "`"), info.contains("`") { return nil }
    let (end, isClosed) = self.end(of: fence, from: line + 1)
    return FencedBlock(
      words: info.split { $0 == " " || $0 == "\t" }.map(String.init), line: line,
      content: line + 1..<end, indentation: columns, fence: fence, isClosed: isClosed)
  }

  /// `-`, `12.` and so on, followed by a blank or nothing.
  private func listMarker(_ start: Int, _ end: Int) -> (length: Int, Void)? {
    let bytes = lines.bytes
    var length = 1
    switch bytes[start] {
    case UInt8(ascii: "-"), UInt8(ascii: "*"), UInt8(ascii: "+"): break
    case UInt8(ascii: "0")...UInt8(ascii: "9"):
      while start + length < end, length < 10,
        UInt8(ascii: "0")...UInt8(ascii: "9") ~= bytes[start + length]
      { length += 1 }
      guard start + length < end, length < 10,
        bytes[start + length] == UInt8(ascii: ".") || bytes[start + length] == UInt8(ascii: ")")
      else { return nil }
      length += 1
    default: return nil
    }
    guard start + length == end || bytes[start + length] == 32 || bytes[start + length] == 9 else {
      return nil
    }
    return (length, ())
  }

  private func fence(_ start: Int, _ end: Int) -> (sign: UInt8, count: Int)? {
    let sign = lines.bytes[start]
    guard sign == UInt8(ascii: "`") || sign == UInt8(ascii: "~") else { return nil }
    let count = lines.bytes[start..<end].prefix { $0 == sign }.count
    return count >= 3 ? (sign, count) : nil
  }

  /// The line of the closing fence, or the one after the block's last line.
  private func end(
    of opening: (sign: UInt8, count: Int), from first: Int
  ) -> (line: Int, isClosed: Bool) {
    var line = first
    while line < lines.count {
      let range = lines.range(line)
      let (columns, start) = indentation(range)
      if start < range.upperBound {
        // A list item ends with what stands further left, and its blocks end with it.
        if columns < items.last ?? 0 { return (line, false) }
        if columns - (items.last ?? 0) < 4, let closing = fence(start, range.upperBound),
          closing.sign == opening.sign, closing.count >= opening.count,
          indentation(start + closing.count..<range.upperBound).start == range.upperBound
        {
          return (line, true)
        }
      }
      line += 1
    }
    return (line, false)
  }
}

extension TextLines {
  /// What stands in a block, without the indentation of its fences.
  package func content(of block: FencedBlock) -> [UInt8] {
    var result: [UInt8] = []
    for line in block.content {
      var range = self.range(line)
      var columns = 0
      while columns < block.indentation, let first = range.first {
        if bytes[first] == UInt8(ascii: " ") {
          columns += 1
        } else if bytes[first] == UInt8(ascii: "\t") {
          columns += 4 - columns % 4
        } else {
          break
        }
        range = range.dropFirst()
      }
      result += bytes[range]
      result.append(UInt8(ascii: "\n"))
    }
    return result
  }
}
