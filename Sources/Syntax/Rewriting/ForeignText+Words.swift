// Words, quotes and interpolations of other languages.
extension ForeignText {
  /// The text with strings and words as they are written here, whatever is around them.
  var withPlainWords: String { withPlainWords(keepsNumbers: hasSecondParameter) }

  /// Whether `$1` is used, also in a string.
  private var hasSecondParameter: Bool {
    tokens.contains { $0.text == "$1" || ($0.kind == .string && $0.text.contains("\\($1")) }
  }

  /// - Parameter keepsNumbers: Whether a block has several parameters: then rules say what each of them is.
  private func withPlainWords(keepsNumbers: Bool) -> String {
    var result: [UInt8] = []
    var end = 0
    for (index, token) in tokens.enumerated() {
      let gap = token.range.lowerBound > end ? Array(bytes[end..<token.range.lowerBound]) : []
      result += gap
      end = token.range.upperBound
      switch token.kind {
      case .string:
        let prefix = isJoined(index) ? tokens[index - 1].text : ""
        if ["f", "$", "r", "b", "u"].contains(prefix) { result.removeLast() }
        let plain = ForeignText.plainString(
          Array(bytes[token.range]), bracesInterpolate: prefix == "f" || prefix == "$")
        let string = ForeignText.mappingInterpolations(of: String(decoding: plain, as: UTF8.self)) {
          ForeignText($0).withPlainWords(keepsNumbers: keepsNumbers)
        }
        result += Array(string.utf8)
      // `name$` of RxJS
      case .sign
      where token.text == "$" && index > 0 && isJoined(index) && tokens[index - 1].kind == .word:
        break
      case .word where keepsNumbers && token.isParameter: result += bytes[token.range]
      case .word where token.text == "$0": result += Array("value".utf8)
      case .word where token.text.utf8.first == 0x24: result += bytes[token.range].dropFirst()
      case .sign where ["“", "”", "„", "«", "»", "‘", "’"].contains(token.text): result.append(0x22)
      default: result += bytes[token.range]
      }
    }
    result += bytes[end...]
    return String(decoding: result, as: UTF8.self)
  }

  /// A string in straight quotes, with `\( )` for what is evaluated.
  private static func plainString(_ bytes: [UInt8], bracesInterpolate: Bool) -> [UInt8] {
    // One that is not closed stays as it is.
    guard let quote = bytes.first, bytes.count > 1, bytes.last == quote,
      quote != 0x22 || bracesInterpolate
    else { return bytes }
    var result: [UInt8] = [0x22]
    var index = 1
    while index < bytes.count - 1 {
      let byte = bytes[index]
      let isTemplate = quote == 0x60 && byte == 0x24 && bytes[index + 1] == 0x7B
      if isTemplate || (bracesInterpolate && byte == 0x7B) {
        let start = index + (isTemplate ? 2 : 1)
        let last = max(start, bytes.count - 1)
        let end = bytes[min(start, last)...].firstIndex(of: 0x7D) ?? last
        result += [0x5C, 0x28] + bytes[start..<min(end, last)] + [0x29]
        index = end + 1
        continue
      }
      if byte == 0x22 { result.append(0x5C) }
      result.append(byte)
      index += 1
    }
    return result + [0x22]
  }
}
