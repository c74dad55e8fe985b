/// Names, and characters outside ASCII.
extension Lexer {
  /// The name from `start`, whose first character is before the position.
  mutating func name(from start: Int, _ startsLine: Bool) -> Token {
    while position < end {
      switch classes[Int(bytes[position])] {
      case .letter, .digit:
        position += 1
        continue
      case .high:
        skipName()
      default:
        break
      }
      break
    }
    return token(.name, from: start, startsLine)
  }

  /// Skips the characters that a name can contain.
  mutating func skipName() {
    while position < end {
      switch classes[Int(bytes[position])] {
      case .letter, .digit:
        position += 1
      case .high:
        guard let (scalar, length) = scalar(at: position), scalar.properties.isXIDContinue else {
          return
        }
        position += length
      default:
        return
      }
    }
  }

  /// Whether the character at `offset`, outside ASCII, can begin a name.
  func startsName(_ offset: Int) -> Bool {
    scalar(at: offset)?.0.properties.isXIDStart ?? false
  }

  /// The token at a byte outside ASCII.
  mutating func highToken(_ startsLine: Bool) -> Token {
    let start = position
    guard let (scalar, length) = scalar(at: start) else {
      return take(1, .invalid, startsLine, problem: .notUTF8)
    }
    if scalar.properties.isXIDStart {
      position += length
      return name(from: start, startsLine)
    }
    if Lexer.closingQuote(of: scalar) != nil { return wronglyQuoted(startsLine) }
    return take(length, .invalid, startsLine, problem: .unexpectedCharacter)
  }

  /// The Unicode scalar whose encoding begins at `offset` and its length, nil if there is none.
  func scalar(at offset: Int) -> (Unicode.Scalar, Int)? {
    let first = bytes[offset]
    if first < 0x80 { return (Unicode.Scalar(first), 1) }
    let length: Int
    var value: UInt32
    // The smallest value excludes the overlong encodings, which are invalid.
    let least: UInt32
    switch first {
    case 0xC2...0xDF: (length, value, least) = (2, UInt32(first & 0x1F), 0x80)
    case 0xE0...0xEF: (length, value, least) = (3, UInt32(first & 0x0F), 0x800)
    case 0xF0...0xF4: (length, value, least) = (4, UInt32(first & 0x07), 0x10000)
    default: return nil
    }
    guard offset + length <= bytes.count else { return nil }
    for next in bytes[(offset + 1)..<(offset + length)] {
      guard next & 0xC0 == 0x80 else { return nil }
      value = value << 6 | UInt32(next & 0x3F)
    }
    guard value >= least, let scalar = Unicode.Scalar(value) else { return nil }
    return (scalar, length)
  }

  /// The bytes that are not UTF-8, and NUL bytes: one range for each sequence of them.
  ///
  /// - Complexity: O(*n*), with eight bytes at a time if they are ASCII.
  func brokenBytes() -> [Range<Int>] {
    var broken: [Range<Int>] = []
    let raw = UnsafeRawBufferPointer(bytes)
    var offset = 0
    while offset < raw.count {
      while offset + 8 <= raw.count {
        let word = raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        // The classic test for a zero byte, which is right for words of ASCII.
        let hasZero = (word &- 0x0101_0101_0101_0101) & ~word & 0x8080_8080_8080_8080
        guard word & 0x8080_8080_8080_8080 == 0, hasZero == 0 else { break }
        offset += 8
      }
      guard offset < raw.count else { break }
      if raw[offset] != 0, let (_, length) = scalar(at: offset) {
        offset += length
      } else {
        let isNUL = raw[offset] == 0
        if let last = broken.last, last.upperBound == offset, (raw[offset - 1] == 0) == isNUL {
          broken[broken.count - 1] = last.lowerBound..<(offset + 1)
        } else {
          broken.append(offset..<(offset + 1))
        }
        offset += 1
      }
    }
    return broken
  }
}
