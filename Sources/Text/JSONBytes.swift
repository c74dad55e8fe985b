/// JSON that is written byte by byte: for an answer with a million numbers, joining strings would take
/// several times as long.
package struct JSONBytes {
  private var bytes: [UInt8] = []

  /// - Parameter capacity: How many bytes are expected.
  package init(capacity: Int = 0) { bytes.reserveCapacity(capacity) }

  /// - Parameter count: How many more bytes are expected.
  package mutating func reserve(_ count: Int) { bytes.reserveCapacity(bytes.count + count) }

  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The last byte; nil at the beginning.
  package var last: UInt8? { bytes.last }

  package mutating func append(_ text: StaticString) {
    bytes.append(
      contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  package mutating func append(_ number: Int) {
    guard number >= 0 else {
      bytes += number.description.utf8
      return
    }
    var low = bytes.count
    var rest = number
    repeat {
      bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
      rest /= 10
    } while rest > 0
    // The digits came from the last to the first.
    var high = bytes.count - 1
    while low < high {
      bytes.swapAt(low, high)
      (low, high) = (low + 1, high - 1)
    }
  }

  /// Appends a part of a UTF-8 text as a string.
  package mutating func append(quoted text: ArraySlice<UInt8>) {
    guard text.allSatisfy(JSONBytes.isPlain) else {
      bytes += String(decoding: text, as: UTF8.self).json.utf8
      return
    }
    bytes.append(UInt8(ascii: "\""))
    bytes += text
    bytes.append(UInt8(ascii: "\""))
  }

  /// Whether a byte of a text stands for itself in a string.
  static func isPlain(_ byte: UInt8) -> Bool {
    byte >= 32 && byte < 127 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
  }
}

/// A list of many numbers.
package func jsonArray(_ numbers: ArraySlice<Int32>) -> String {
  var json = JSONBytes(capacity: 4 * numbers.count)
  json.append("[")
  for number in numbers {
    if json.last != UInt8(ascii: "[") { json.append(",") }
    json.append(Int(number))
  }
  json.append("]")
  return json.text
}
