/// A line of expected output, in which `...` stands for any text, `{int}` for a whole number and
/// `{number}` for any number.
package struct LinePattern {
  fileprivate enum Part: Equatable {
    case text([UInt8])
    case anything
    case integer
    case number
  }

  private let text: String
  /// Empty if the line has no pattern.
  private let parts: [Part]
  /// Whether only the same line fits.
  package var isPlain: Bool { parts.isEmpty }
  /// Whether the line stands for any number of lines, because there is nothing but `...` on it.
  package let isAnyLines: Bool

  private static let signs: [(sign: [UInt8], part: Part)] = [
    (Array("...".utf8), .anything), (Array("{int}".utf8), .integer),
    (Array("{number}".utf8), .number),
  ]

  /// - Complexity: O(*n*) in the length of the line.
  package init(_ text: String) {
    self.text = text
    let bytes = Array(text.utf8)
    var parts: [Part] = []
    var plain: [UInt8] = []
    var position = 0
    while position < bytes.count {
      let rest = bytes[position...]
      guard let (sign, part) = LinePattern.signs.first(where: { rest.starts(with: $0.sign) }) else {
        plain.append(bytes[position])
        position += 1
        continue
      }
      if !plain.isEmpty { parts.append(.text(plain)) }
      plain = []
      if parts.last != .anything || part != .anything { parts.append(part) }
      position += sign.count
    }
    isAnyLines =
      parts == [.anything] && plain.allSatisfy { $0 == 32 }
      || parts.count == 2 && parts[1] == .anything && plain.isEmpty && parts[0].isBlank
    if !plain.isEmpty, !parts.isEmpty { parts.append(.text(plain)) }
    self.parts = parts
  }

  /// Whether a line is as the pattern says. A line always fits the pattern with the same text.
  ///
  /// - Complexity: O(*n* *m*) in the lengths of the two; O(*n*) without `...`.
  package func fits(_ line: String) -> Bool {
    if text == line { return true }
    guard !parts.isEmpty else { return false }
    let bytes = Array(line.utf8)
    var (place, position) = (0, 0)
    // Where to continue if what follows the last `...` does not fit.
    var retry: (place: Int, position: Int)?
    while place < parts.count || position < bytes.count {
      if place < parts.count, parts[place] == .anything {
        place += 1
        if place == parts.count { return true }
        retry = (place, position)
      } else if place < parts.count, let end = parts[place].end(in: bytes, from: position) {
        (place, position) = (place + 1, end)
      } else if let last = retry, last.position < bytes.count {
        retry = (last.place, last.position + 1)
        (place, position) = (last.place, last.position + 1)
      } else {
        return false
      }
    }
    return true
  }
}

extension LinePattern.Part {
  fileprivate var isBlank: Bool {
    if case .text(let text) = self { text.allSatisfy { $0 == 32 } } else { false }
  }

  /// Where the part of a line ends that begins at `start` and fits; nil if none does.
  fileprivate func end(in line: [UInt8], from start: Int) -> Int? {
    switch self {
    case .text(let text): line[start...].starts(with: text) ? start + text.count : nil
    case .anything: start
    case .integer: Self.integerEnd(line, start)
    case .number: Self.numberEnd(line, start)
    }
  }

  private static func integerEnd(_ line: [UInt8], _ start: Int) -> Int? {
    let first = start < line.count && line[start] == UInt8(ascii: "-") ? start + 1 : start
    let end = digitsEnd(line, first)
    return end > first ? end : nil
  }

  private static func numberEnd(_ line: [UInt8], _ start: Int) -> Int? {
    guard var end = integerEnd(line, start) else { return nil }
    if end < line.count, line[end] == UInt8(ascii: ".") {
      let digits = digitsEnd(line, end + 1)
      if digits > end + 1 { end = digits }
    }
    guard end < line.count, line[end] | 32 == UInt8(ascii: "e") else { return end }
    let isSigned =
      end + 1 < line.count && [UInt8(ascii: "+"), UInt8(ascii: "-")].contains(line[end + 1])
    let first = end + (isSigned ? 2 : 1)
    let digits = digitsEnd(line, first)
    return digits > first ? digits : end
  }

  /// Where the digits end that begin at `start`.
  private static func digitsEnd(_ line: [UInt8], _ start: Int) -> Int {
    var end = start
    while end < line.count, UInt8(ascii: "0")...UInt8(ascii: "9") ~= line[end] { end += 1 }
    return end
  }
}
