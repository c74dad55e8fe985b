/// Cuts the bytes of a stream into messages: a header with `Content-Length`, an empty line, and as many
/// bytes.
///
/// A header that cannot be used is reported, and reading goes on behind its empty line.
struct MessageFraming {
  enum Piece: Equatable {
    case message([UInt8])
    /// Says what is wrong with a header.
    case malformed(String)
  }

  private var bytes: [UInt8] = []
  /// Where the bytes begin that belong to no message yet.
  private var start = 0

  /// A header is a few lines, and a message is no larger than this many bytes: a number out of nowhere
  /// must not make the server wait for all memory.
  private static let longestHeader = 16_384
  private static let longestMessage = 1 << 30

  mutating func add(_ more: [UInt8]) {
    if start > 0, start == bytes.count || start > 1 << 20 {
      bytes.removeFirst(start)
      start = 0
    }
    bytes += more
  }

  /// The next piece; nil if it is not complete yet.
  mutating func next() -> Piece? {
    guard start < bytes.count else { return nil }
    guard let header = endOfHeader() else {
      guard bytes.count - start > MessageFraming.longestHeader else { return nil }
      // What is this long is no header, and something that looks like one may come behind it.
      start = nextHeader(before: bytes.count) ?? bytes.count
      return .malformed("a header has no end")
    }
    let length: Int
    do throws(Problem) {
      length = try contentLength(start..<header.end)
    } catch {
      // The rest of what could not be read may stand before a good header, on the same line.
      start = nextHeader(before: header.next) ?? header.next
      return .malformed(error.text)
    }
    guard bytes.count - header.next >= length else { return nil }
    let message = Array(bytes[header.next..<header.next + length])
    start = header.next + length
    return .message(message)
  }

  private struct Problem: Error {
    var text: String
  }

  /// Where the fields of the header end, and what comes after its empty line.
  private func endOfHeader() -> (end: Int, next: Int)? {
    var position = start
    let last = min(bytes.count, start + MessageFraming.longestHeader)
    while position < last {
      if bytes[position] == 10 {
        var next = position + 1
        if next < bytes.count, bytes[next] == 13 { next += 1 }
        if next < bytes.count, bytes[next] == 10 { return (position + 1, next + 1) }
      }
      position += 1
    }
    return nil
  }

  /// Where the next header may begin, after the one that cannot be used.
  private func nextHeader(before end: Int) -> Int? {
    let name = Array("Content-Length:".utf8)
    var position = start + 1
    while position + name.count <= end {
      if bytes[position...].starts(with: name) { return position }
      position += 1
    }
    return nil
  }

  private func contentLength(_ range: Range<Int>) throws(Problem) -> Int {
    var found: Int?
    for line in bytes[range].split(whereSeparator: { $0 == 10 || $0 == 13 }) {
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else {
        throw Problem(text: "a line of a header has no ':'")
      }
      let name = String(decoding: line[..<colon], as: UTF8.self).lowercased()
      let value = line[(colon + 1)...].drop { $0 == 32 || $0 == 9 }
      guard name == "content-length" else { continue }
      let digits = String(decoding: value, as: UTF8.self)
      guard digits.utf8.allSatisfy({ $0 >= 48 && $0 <= 57 }), let length = Int(digits),
        length <= MessageFraming.longestMessage
      else { throw Problem(text: "Content-Length is '\(digits)', not a number of bytes") }
      found = length
    }
    guard let found else { throw Problem(text: "a header without Content-Length") }
    return found
  }

  /// A message as it is sent.
  static func framed(_ body: String) -> [UInt8] {
    let bytes = Array(body.utf8)
    return Array("Content-Length: \(bytes.count)\r\n\r\n".utf8) + bytes
  }
}
