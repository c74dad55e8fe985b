/// Numbers and durations: `42 1_000 0xFF 3.5 1e-3 150ms`.
extension Lexer {
  /// The number at the position, which begins with a digit.
  mutating func number(_ startsLine: Bool) -> Token {
    let start = position
    if bytes[start] == UInt8(ascii: "0"), byteAfter(start) | 0x20 == UInt8(ascii: "x") {
      return hexadecimal(startsLine)
    }
    var value: UInt64 = 0
    var isTooLarge = false
    while position < end {
      let digit = bytes[position] &- UInt8(ascii: "0")
      if digit < 10 {
        // The test for an overflow is not on the path of numbers of usual length.
        if value >= UInt64.max / 10 { isTooLarge = true }
        value = value &* 10 &+ UInt64(digit)
      } else if bytes[position] != UInt8(ascii: "_") {
        break
      }
      position += 1
    }
    guard position < end else {
      return integer(value, isTooLarge, from: start, startsLine)
    }
    let isDecimal = skipFraction() || skipExponent()
    if isDecimal { _ = skipExponent() }
    let numberEnd = position
    let `class` = position < end ? classes[Int(bytes[position])] : .blank
    if `class` == .letter || `class` == .digit || (`class` == .high && startsName(position)) {
      skipName()
      return withUnit(
        value, isDecimal: isDecimal, isTooLarge, start..<numberEnd, startsLine)
    }
    guard isDecimal else { return integer(value, isTooLarge, from: start, startsLine) }
    let double = decimal(start..<numberEnd)
    return token(
      .decimal, from: start, startsLine, problem: double.isFinite ? .none : .numberTooLarge,
      value: double.bitPattern)
  }

  private func integer(
    _ value: UInt64, _ isTooLarge: Bool, from start: Int, _ startsLine: Bool
  ) -> Token {
    // 2⁶³ is accepted here: the parser allows it after a minus sign.
    let isTooLarge = isTooLarge || value > 1 << 63
    return token(
      .integer, from: start, startsLine, problem: isTooLarge ? .numberTooLarge : .none,
      value: isTooLarge ? 0 : value)
  }

  private mutating func hexadecimal(_ startsLine: Bool) -> Token {
    let start = position
    position += 2
    var value: UInt64 = 0
    var digits = 0
    var isTooLarge = false
    while position < end {
      let byte = bytes[position]
      if byte != UInt8(ascii: "_") {
        guard let digit = Lexer.hexadecimalDigit(byte) else { break }
        if value >> 60 != 0 { isTooLarge = true }
        value = value << 4 | UInt64(digit)
        digits += 1
      }
      position += 1
    }
    let hasMore = position < end && classes[Int(bytes[position])] == .letter
    if digits == 0 || hasMore {
      skipName()
      return token(.integer, from: start, startsLine, problem: .malformedNumber)
    }
    return integer(value, isTooLarge, from: start, startsLine)
  }

  /// The value of a hexadecimal digit, or nil.
  static func hexadecimalDigit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  /// Skips `.5`; a dot before anything except a digit belongs to a key path.
  private mutating func skipFraction() -> Bool {
    guard bytes[position] == UInt8(ascii: "."), isDigit(position + 1) else { return false }
    position += 1
    skipDigits()
    return true
  }

  private mutating func skipExponent() -> Bool {
    guard position < end, bytes[position] | 0x20 == UInt8(ascii: "e") else { return false }
    var digits = position + 1
    if digits < end, bytes[digits] == UInt8(ascii: "+") || bytes[digits] == UInt8(ascii: "-") {
      digits += 1
    }
    guard isDigit(digits) else { return false }
    position = digits
    skipDigits()
    return true
  }

  private func isDigit(_ offset: Int) -> Bool {
    offset < end && classes[Int(bytes[offset])] == .digit
  }

  private mutating func skipDigits() {
    while position < end, isDigit(position) || bytes[position] == UInt8(ascii: "_") {
      position += 1
    }
  }

  private func decimal(_ range: Range<Int>) -> Double {
    let digits = bytes[range].filter { $0 != UInt8(ascii: "_") }
    return Double(String(decoding: digits, as: UTF8.self)) ?? .infinity
  }

  /// A number with letters after it; a duration in microseconds if they are a unit.
  private func withUnit(
    _ value: UInt64, isDecimal: Bool, _ isTooLarge: Bool, _ number: Range<Int>, _ startsLine: Bool
  ) -> Token {
    let start = number.lowerBound
    guard let factor = microseconds(number.upperBound..<position) else {
      return token(.integer, from: start, startsLine, problem: .unknownUnit)
    }
    if isDecimal {
      let exact = decimal(number) * Double(factor)
      guard exact < 0x1p63 else {
        return token(.duration, from: start, startsLine, problem: .numberTooLarge)
      }
      // Not `rounded()`, since a debug build would have to link the C library's mathematics.
      return token(.duration, from: start, startsLine, value: UInt64(exact + 0.5))
    }
    let (product, overflow) = value.multipliedReportingOverflow(by: factor)
    guard !isTooLarge, !overflow, product <= UInt64(Int64.max) else {
      return token(.duration, from: start, startsLine, problem: .numberTooLarge)
    }
    return token(.duration, from: start, startsLine, value: product)
  }

  private func microseconds(_ unit: Range<Int>) -> UInt64? {
    switch (unit.count, bytes[unit.lowerBound], bytes[unit.upperBound - 1]) {
    case (1, UInt8(ascii: "s"), _): 1_000_000
    case (1, UInt8(ascii: "m"), _): 60_000_000
    case (2, UInt8(ascii: "m"), UInt8(ascii: "s")): 1000
    default: nil
    }
  }
}
