extension ValueTail {
  /// The members that only a String has, without those that other values have, too.
  static let ofStrings = [
    ValueTail("capitalized", keepsKinds: true) { value, _ in mapString(value, capitalized) },
    ValueTail("lines", keepsKinds: true) { value, _ in
      parts(of: value) { text in
        var lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        // A line end terminates its line and does not begin another one.
        if lines.last?.isEmpty == true { lines.removeLast() }
        return lines.map(String.init)
      }
    },
    ValueTail("words", keepsKinds: true) { value, _ in
      parts(of: value) { $0.split(whereSeparator: \.isWhitespace).map(String.init) }
    },
    ValueTail("characters", keepsKinds: true) { value, _ in
      parts(of: value) { $0.map { String($0) } }
    },
    ValueTail("isNumber", keepsKinds: true) { value, _ in
      guard case .string(let text) = value else { return value.isNil ? .nil : nil }
      return .bool(Double(trim(text)) != nil)
    },
  ]

  private static func parts(of value: Value, _ cut: (String) -> [String]) -> Value? {
    switch value {
    case .nil: .nil
    case .string(let text): ListValue(cut(text).map(Value.string)).map(Value.list)
    default: nil
    }
  }

  /// Each word with an initial capital and lower case letters after it.
  @Sendable private static func capitalized(_ text: String) -> String {
    var result = ""
    var isInWord = false
    for character in text {
      let isOfWord = !character.isWhitespace
      result += isOfWord && !isInWord ? character.uppercased() : character.lowercased()
      isInWord = isOfWord
    }
    return result
  }
}

extension Value {
  var isNil: Bool {
    if case .nil = self { true } else { false }
  }
}
