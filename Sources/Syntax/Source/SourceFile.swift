import Basics
import Synchronization

/// A program text, with its name for diagnostics.
public final class SourceFile: Sendable {
  /// Its name in diagnostics: a path as it was given, `<stdin>`, `<repl>` or `<-e>`.
  public let name: String

  /// The text, UTF-8, as it was read.
  public let bytes: [UInt8]

  /// The number of its first line; the entries in the REPL continue one numbering.
  public let firstLine: Int

  /// The bytes that are the program: all, or a block of a longer text.
  package let part: Range<Int>

  /// The longer text, which knows where its lines begin.
  private let whole: SourceFile?

  private let lineMap = Mutex<LineMap?>(nil)

  /// What its statements are in this language, where they are of another one.
  let rewritings = KnownRewritings()

  /// Where lines begin; found when it is first needed.
  public var lines: LineMap {
    if let whole { return whole.lines }
    return lineMap.withLock { known in
      if let known { return known }
      let found = LineMap(bytes)
      known = found
      return found
    }
  }

  public init(name: String, bytes: [UInt8], firstLine: Int = 1) {
    self.name = name
    self.bytes = bytes
    self.firstLine = firstLine
    part = 0..<bytes.count
    whole = nil
  }

  /// A program that is a part of a longer text. Places in it are those of the text.
  package init(part: Range<Int>, of whole: SourceFile) {
    name = whole.name
    bytes = whole.bytes
    firstLine = whole.firstLine
    self.part = part
    self.whole = whole
  }

  /// This program after a change within it.
  ///
  /// - Parameter bytes: The whole text after that.
  package func changed(to bytes: [UInt8]) -> SourceFile {
    guard whole != nil else { return SourceFile(name: name, bytes: bytes, firstLine: firstLine) }
    let end = max(part.lowerBound, part.upperBound + bytes.count - self.bytes.count)
    return SourceFile(
      part: part.lowerBound..<end,
      of: SourceFile(name: name, bytes: bytes, firstLine: firstLine))
  }

  public convenience init(name: String, text: String, firstLine: Int = 1) {
    self.init(name: name, bytes: Array(text.utf8), firstLine: firstLine)
  }
}

/// A range of UTF-8 bytes in one source file: the only type for locations.
public struct SourceSpan: Hashable, Sendable {
  public var start: UInt32
  public var end: UInt32

  public init(_ start: UInt32, _ end: UInt32) {
    self.start = start
    self.end = end
  }

  public init(_ range: Range<Int>) {
    self.init(UInt32(range.lowerBound), UInt32(range.upperBound))
  }

  /// The bytes.
  package var range: Range<Int> { Int(start)..<Int(end) }
}

/// Where the lines of a text begin.
public struct LineMap: Sendable {
  /// The byte offset of each line's first byte, in order.
  public let starts: [UInt32]

  /// - Complexity: O(*n*) in the length of the text.
  public init(_ bytes: [UInt8]) {
    var starts: [UInt32] = [0]
    for (offset, byte) in bytes.enumerated() where byte == UInt8(ascii: "\n") {
      starts.append(UInt32(offset + 1))
    }
    self.starts = starts
  }

  /// The zero-based line that contains `offset`.
  ///
  /// - Complexity: O(log *n*) in the number of lines.
  public func line(of offset: UInt32) -> Int {
    max(0, starts.indices.partitionPoint { starts[$0] > offset } - 1)
  }
}
