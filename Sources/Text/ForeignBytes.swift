/// Why bytes are not a text in UTF-8 at all, so that no single place in them is wrong.
package enum ForeignBytes: Equatable, Sendable {
  /// Another encoding of Unicode, with its name.
  case encoding(String)
  /// A picture, a program or the like.
  case binary

  /// How many bytes are looked at.
  private static let sampleSize = 1_024
  /// Fewer bytes that do not belong into a text are mistakes, and have places.
  private static let fewest = 4

  /// What the bytes are; nil if they may be UTF-8, perhaps with mistakes.
  ///
  /// - Complexity: O(1): the beginning tells.
  package init?(_ bytes: UnsafeBufferPointer<UInt8>) {
    let sample = bytes.prefix(Self.sampleSize)
    if sample.starts(with: [0, 0, 0xFE, 0xFF]) || sample.starts(with: [0xFF, 0xFE, 0, 0]) {
      self = .encoding("UTF-32")
      return
    }
    if sample.starts(with: [0xFE, 0xFF]) || sample.starts(with: [0xFF, 0xFE]) {
      self = .encoding("UTF-16")
      return
    }
    if sample.allSatisfy({ $0 >= 0x20 && $0 < 0x80 || $0 == 9 || $0 == 10 || $0 == 13 }) {
      return nil
    }
    var nulls = [0, 0]
    for (offset, byte) in sample.enumerated() where byte == 0 { nulls[offset % 2] += 1 }
    // Without a mark of the byte order: each letter of ASCII is one byte and a NUL.
    if nulls.min() == 0, nulls[0] + nulls[1] >= max(Self.fewest, sample.count / 3) {
      self = .encoding("UTF-16")
      return
    }
    let strange = Self.strangeBytes(in: sample)
    let hasNull = nulls != [0, 0]
    guard strange >= Self.fewest, strange * (hasNull ? 10 : 3) > sample.count else { return nil }
    self = .binary
  }

  /// Looks at an array of bytes.
  package init?(_ bytes: [UInt8]) {
    guard let found = bytes.withUnsafeBufferPointer({ ForeignBytes($0) }) else { return nil }
    self = found
  }

  /// How many bytes are not UTF-8, or control something other than the layout of a text.
  private static func strangeBytes(in sample: Slice<UnsafeBufferPointer<UInt8>>) -> Int {
    var count = 0
    var decoder = UTF8()
    var bytes = sample.makeIterator()
    while true {
      switch decoder.decode(&bytes) {
      case .emptyInput: return count
      case .error: count += 1
      case .scalarValue(let scalar):
        if scalar.value < 0x20, !(7...13 ~= scalar.value), scalar != "\u{1B}" { count += 1 }
      }
    }
  }

  /// What is wrong.
  package var message: String {
    switch self {
    case .encoding(let name): "this is \(name), not UTF-8"
    case .binary: "this is not text"
    }
  }

  /// What helps; nil if nothing does.
  package var help: String? {
    switch self {
    case .encoding: "save it as UTF-8"
    case .binary: nil
    }
  }
}
