/// The texts of the statements that ran, for `save`.
///
/// They are stored as one text: the trees of the typed lines would take twenty times the memory.
struct StatementHistory {
  private var bytes: [UInt8] = []
  /// Where each text ends.
  private var ends: [Int] = []

  var count: Int { ends.count }

  /// All of them, each on a line of its own.
  var text: String {
    var start = 0
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count + ends.count)
    for end in ends {
      text += bytes[start..<end]
      text.append(UInt8(ascii: "\n"))
      start = end
    }
    return String(decoding: text, as: UTF8.self)
  }

  mutating func append(_ text: ArraySlice<UInt8>) {
    bytes += text
    ends.append(bytes.count)
  }

  mutating func removeLast(_ count: Int) {
    ends.removeLast(count)
    bytes.removeLast(bytes.count - (ends.last ?? 0))
  }
}
