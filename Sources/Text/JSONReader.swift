import Platform

/// A JSON value in one line of a trace. A text is a range of the line's bytes until it is needed.
package enum JSONValue {
  case null
  case bool(Bool)
  case int(Int)
  case double(Double)
  case string(JSONText)
  case array([JSONValue])
  case object([(key: JSONText, value: JSONValue)])

  /// Its kind, in a message.
  package var kindText: String {
    switch self {
    case .null: "null"
    case .bool: "a boolean"
    case .int, .double: "a number"
    case .string: "a string"
    case .array: "a list"
    case .object: "an object"
    }
  }
}

/// The bytes between the quotes of a string.
package struct JSONText {
  package var start: Int
  package var end: Int
  /// Whether it has escapes, or bytes beyond ASCII that must be checked.
  package var isPlain: Bool
}

/// What is wrong with a line, and at which byte of the text.
package struct JSONError: Error {
  package var message: String
  package var offset: Int

  package init(message: String, offset: Int) {
    self.message = message
    self.offset = offset
  }
}

/// Reads JSON values from bytes, one after the other.
///
/// Lists and objects are read by recursion, to a limited depth.
package struct JSONReader {
  package let bytes: UnsafeBufferPointer<UInt8>
  package var position: Int
  /// Where the line ends.
  let end: Int
  /// Whether half of a surrogate pair becomes U+FFFD, which is one unit of UTF-16, too; otherwise it is an
  /// error.
  package var replacesHalfPairs = false
  private static let deepest = 1_000

  package init(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) {
    self.bytes = bytes
    position = range.lowerBound
    end = range.upperBound
  }

  /// The only value of the line.
  package mutating func readLine() throws(JSONError) -> JSONValue {
    let value = try read(depth: 0)
    try endLine()
    return value
  }

  package mutating func endLine() throws(JSONError) {
    skipBlanks()
    guard position == end else { throw error("expected the end of the line") }
  }

  private func error(_ message: String) -> JSONError {
    JSONError(message: message, offset: position)
  }

  private mutating func skipBlanks() {
    while position < end {
      let byte = bytes[position]
      guard byte == 32 || byte == 9 || byte == 13 || byte == 10 else { return }
      position += 1
    }
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard position < end, bytes[position] == byte else { return false }
    position += 1
    return true
  }

  private mutating func read(depth: Int) throws(JSONError) -> JSONValue {
    guard depth < JSONReader.deepest else {
      throw error("lists and objects nest deeper than \(JSONReader.deepest)")
    }
    skipBlanks()
    guard position < end else { throw error("expected a value, found the end of the line") }
    switch bytes[position] {
    case UInt8(ascii: "\""): return .string(try readText())
    case UInt8(ascii: "{"): return try readObject(depth)
    case UInt8(ascii: "["): return try readArray(depth)
    case UInt8(ascii: "t"): return try readWord("true", .bool(true))
    case UInt8(ascii: "f"): return try readWord("false", .bool(false))
    case UInt8(ascii: "n"): return try readWord("null", .null)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try readNumber()
    default: throw error("expected a JSON value")
    }
  }

  private mutating func readWord(_ word: StaticString, _ value: JSONValue) throws(JSONError)
    -> JSONValue
  {
    for offset in 0..<word.utf8CodeUnitCount {
      guard take(word.utf8Start[offset]) else { throw error("expected '\(word)'") }
    }
    return value
  }

  private mutating func readObject(_ depth: Int) throws(JSONError) -> JSONValue {
    var members: [(key: JSONText, value: JSONValue)] = []
    members.reserveCapacity(12)
    try readMembers(depth) { (key, value) throws(JSONError) in
      members.append((key, value))
      return true
    }
    return .object(members)
  }

  /// Reads the members of an object until `take` needs no more.
  package mutating func readMembers(
    _ depth: Int = 0, _ take: (JSONText, JSONValue) throws(JSONError) -> Bool
  ) throws(JSONError) {
    skipBlanks()
    position += 1
    skipBlanks()
    if self.take(UInt8(ascii: "}")) { return }
    while true {
      skipBlanks()
      guard position < end, bytes[position] == UInt8(ascii: "\"") else {
        throw error("expected the name of a field in quotes")
      }
      let key = try readText()
      skipBlanks()
      guard self.take(UInt8(ascii: ":")) else { throw error("expected ':'") }
      guard try take(key, try read(depth: depth + 1)) else { return }
      skipBlanks()
      if self.take(UInt8(ascii: "}")) { return }
      guard self.take(UInt8(ascii: ",")) else { throw error("expected ',' or '}'") }
    }
  }

  private mutating func readArray(_ depth: Int) throws(JSONError) -> JSONValue {
    position += 1
    var elements: [JSONValue] = []
    skipBlanks()
    if take(UInt8(ascii: "]")) { return .array([]) }
    while true {
      elements.append(try read(depth: depth + 1))
      skipBlanks()
      if take(UInt8(ascii: "]")) { return .array(elements) }
      guard take(UInt8(ascii: ",")) else { throw error("expected ',' or ']'") }
    }
  }

  private mutating func readText() throws(JSONError) -> JSONText {
    position += 1
    let start = position
    var isPlain = true
    while position < end {
      let byte = bytes[position]
      if byte == UInt8(ascii: "\"") {
        position += 1
        return JSONText(start: start, end: position - 1, isPlain: isPlain)
      }
      if byte == UInt8(ascii: "\\") {
        isPlain = false
        position += 1
        guard position < end else { break }
      } else if byte >= 0x80 {
        isPlain = false
      } else if byte < 0x20 {
        throw error("a control character in a string must be an escape")
      }
      position += 1
    }
    position = min(position, end)
    throw error("expected the closing '\"' of a string")
  }

  private mutating func readNumber() throws(JSONError) -> JSONValue {
    let start = position
    let isNegative = take(UInt8(ascii: "-"))
    let first = position
    var magnitude: UInt64 = 0
    var isTooGreat = false
    while position < end, case let digit = bytes[position] &- UInt8(ascii: "0"), digit < 10 {
      let (product, overflow) = magnitude.multipliedReportingOverflow(by: 10)
      let (sum, carry) = product.addingReportingOverflow(UInt64(digit))
      isTooGreat = isTooGreat || overflow || carry
      magnitude = sum
      position += 1
    }
    guard position > first else { throw error("expected a digit") }
    guard position == first + 1 || bytes[first] != UInt8(ascii: "0") else {
      throw error("a number does not begin with 0")
    }
    var isWhole = true
    if take(UInt8(ascii: ".")) {
      isWhole = false
      try takeDigits()
    }
    if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
      isWhole = false
      if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
      try takeDigits()
    }
    if isWhole, !isTooGreat {
      if isNegative, magnitude == UInt64(Int.max) + 1 { return .int(.min) }
      if magnitude <= UInt64(Int.max) {
        return .int(isNegative ? -Int(magnitude) : Int(magnitude))
      }
    }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    // A number beyond all others is infinite, as everywhere.
    return .double(Double(text) ?? (isNegative ? -.infinity : .infinity))
  }

  private mutating func takeDigits() throws(JSONError) {
    let start = position
    while position < end, bytes[position] &- UInt8(ascii: "0") < 10 { position += 1 }
    guard position > start else { throw error("expected a digit") }
  }
}

// MARK: Text

extension JSONReader {
  /// The text of a string, with its escapes resolved.
  package func text(_ text: JSONText) throws(JSONError) -> String {
    let range = text.start..<text.end
    if text.isPlain { return String(decoding: bytes[range], as: UTF8.self) }
    var decoded: [UInt8] = []
    decoded.reserveCapacity(range.count)
    var offset = text.start
    while offset < text.end {
      let byte = bytes[offset]
      offset += 1
      guard byte == UInt8(ascii: "\\") else {
        decoded.append(byte)
        continue
      }
      let escape = bytes[offset]
      offset += 1
      switch escape {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): decoded.append(escape)
      case UInt8(ascii: "b"): decoded.append(8)
      case UInt8(ascii: "f"): decoded.append(12)
      case UInt8(ascii: "n"): decoded.append(10)
      case UInt8(ascii: "r"): decoded.append(13)
      case UInt8(ascii: "t"): decoded.append(9)
      case UInt8(ascii: "u"): decoded += Array(try scalar(at: &offset, text.end).utf8)
      default:
        throw JSONError(message: "an unknown escape in a string", offset: offset - 1)
      }
    }
    guard let checked = String(validating: decoded, as: UTF8.self) else {
      throw JSONError(message: "a string is not UTF-8", offset: text.start)
    }
    return checked
  }

  /// The scalar of `\u`, where two escapes make one scalar beyond the first 65,536.
  private func scalar(at offset: inout Int, _ end: Int) throws(JSONError) -> String {
    let first = try unit(at: &offset, end)
    if let scalar = Unicode.Scalar(UInt32(first)) { return String(scalar) }
    guard first < 0xDC00, offset + 1 < end, bytes[offset] == UInt8(ascii: "\\"),
      bytes[offset + 1] == UInt8(ascii: "u")
    else {
      return try halfPair(at: offset)
    }
    let behindFirst = offset
    offset += 2
    let second = try unit(at: &offset, end)
    guard 0xDC00...0xDFFF ~= second,
      let scalar = Unicode.Scalar(
        0x10000 + (UInt32(first) - 0xD800) << 10 + (UInt32(second) - 0xDC00))
    else {
      defer { offset = behindFirst }
      return try halfPair(at: offset)
    }
    return String(scalar)
  }

  private func halfPair(at offset: Int) throws(JSONError) -> String {
    if replacesHalfPairs { return "\u{FFFD}" }
    throw JSONError(message: "half of a surrogate pair in a string", offset: offset)
  }

  private func unit(at offset: inout Int, _ end: Int) throws(JSONError) -> UInt16 {
    var unit: UInt16 = 0
    for _ in 0..<4 {
      guard offset < end, let digit = Character(Unicode.Scalar(bytes[offset])).hexDigitValue else {
        throw JSONError(message: "expected four hexadecimal digits after '\\u'", offset: offset)
      }
      unit = unit << 4 | UInt16(digit)
      offset += 1
    }
    return unit
  }

  /// A text that is compared with words without escapes.
  package func word(_ text: JSONText) -> JSONWord {
    JSONWord(bytes: UnsafeBufferPointer(rebasing: bytes[text.start..<text.end]))
  }
}

/// A text that is only compared: a line of a trace has ten names of fields, and no strings are made of
/// them.
package struct JSONWord {
  fileprivate let bytes: UnsafeBufferPointer<UInt8>

  package static func ~= (word: StaticString, text: JSONWord) -> Bool {
    word.utf8CodeUnitCount == text.bytes.count
      && Memory.isEqual(word.utf8Start, text.bytes.baseAddress!, text.bytes.count)
  }
}
