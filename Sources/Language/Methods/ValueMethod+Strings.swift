import Values

extension ValueMethod {
  /// Methods of a String and of a List.
  static let ofBoth = [
    ValueMethod(
      "contains", of: [.string, .list, .dictionary], [""], "contains(x)",
      "whether it has that text, element or key",
      example: ("\"Kim\".contains(\"i\")", "true"), gives: .bool
    ) { (call, _) throws(ScriptFailure) in
      if let list = call.elements { return .bool(list.contains(call.arguments[0])) }
      if case .dictionary(let dictionary) = call.receiver {
        return .bool(dictionary[call.arguments[0]] != nil)
      }
      return .bool(position(of: try call.string(at: 0), in: call.string) != nil)
    },
    ValueMethod(
      "indexOf", of: [.string, .list], [""], "indexOf(x)",
      "the place of its first occurrence, or nil",
      example: ("[5, 6, 7].indexOf(6)", "1"), gives: [.int, .nil]
    ) { (call, _) throws(ScriptFailure) in
      if let list = call.elements {
        return list.firstIndex(of: call.arguments[0]).map(Value.int) ?? .nil
      }
      return position(of: try call.string(at: 0), in: call.string).map(Value.int) ?? .nil
    },
    part(
      "prefix", "at most n characters or elements from the beginning",
      example: ("\"binding\".prefix(4)", "\"bind\""),
      { $0.part(0..<Swift.min($1, $0.count)) }, { $0.prefix($1) }),
    part(
      "suffix", "at most n characters or elements from the end",
      example: ("[1, 2, 3].suffix(2)", "[2, 3]"),
      { $0.part(Swift.max(0, $0.count - $1)..<$0.count) }, { $0.suffix($1) }),
    part(
      "dropFirst", "all but the first n characters or elements",
      example: ("\"#tag\".dropFirst(1)", "\"tag\""),
      { $0.part(Swift.min($1, $0.count)..<$0.count) }, { $0.dropFirst($1) }),
    part(
      "dropLast", "all but the last n characters or elements",
      example: ("[1, 2, 3].dropLast(1)", "[1, 2]"),
      { $0.part(0..<Swift.max(0, $0.count - $1)) }, { $0.dropLast($1) }),
    ValueMethod(
      "repeated", of: [.string, .list], [""], "repeated(n)", "n copies, one after the other",
      example: ("\"-\".repeated(3)", "\"---\""), gives: [.string, .list],
      bytes: MethodCall.asCopies
    ) { (call, _) throws(ScriptFailure) in
      let count = try call.count(at: 0, most: MethodCall.mostMade)
      if let list = call.elements {
        guard list.size <= ListValue.maximumSize / Swift.max(count, 1) else {
          throw Operators.tooDeep
        }
        return try MethodCall.list((0..<count).flatMap { _ in Array(list) })
      }
      guard call.string.utf8.count <= Operators.longestString / Swift.max(count, 1) else {
        throw Operators.tooLong
      }
      return .string(String(repeating: call.string, count: count))
    },
  ]

  static let ofStrings = [
    ValueMethod(
      "hasPrefix", of: .string, [""], "hasPrefix(text)", "whether it begins with the text",
      example: ("\"Kim\".hasPrefix(\"K\")", "true"), gives: .bool
    ) { (call, _) throws(ScriptFailure) in .bool(call.string.hasPrefix(try call.string(at: 0))) },
    ValueMethod(
      "hasSuffix", of: .string, [""], "hasSuffix(text)", "whether it ends with the text",
      example: ("\"a.bind\".hasSuffix(\".bind\")", "true"), gives: .bool
    ) { (call, _) throws(ScriptFailure) in .bool(call.string.hasSuffix(try call.string(at: 0))) },
    ValueMethod(
      "split", of: .string, ["by"], "split(by: text)",
      "the parts of the text between the separators",
      example: ("\"a,b\".split(by: \",\")", "[\"a\", \"b\"]"), gives: .list,
      bytes: MethodCall.asList
    ) { (call, _) throws(ScriptFailure) in
      .list(.flat(parts(of: call.string, at: try call.piece(at: 0)).map { .string(String($0)) }))
    },
    ValueMethod(
      "replacing", of: .string, ["", "with"], "replacing(a, with: b)",
      "the text with each a replaced by b",
      example: ("\"1,5\".replacing(\",\", with: \".\")", "\"1.5\""), gives: .string,
      bytes: MethodCall.withLastArgumentBetween
    ) { (call, _) throws(ScriptFailure) in
      let (old, new) = (try call.piece(at: 0), try call.string(at: 1))
      let parts = parts(of: call.string, at: old)
      guard new.utf8.count <= Operators.longestString / parts.count else { throw Operators.tooLong }
      return try MethodCall.text(parts.joined(separator: new))
    },
    ValueMethod(
      "padded", of: .string, ["to"], "padded(to: n)",
      "the text with blanks added up to n characters",
      example: ("\"a\".padded(to: 3) + \"|\"", "\"a  |\""), gives: .string,
      bytes: MethodCall.asPadding
    ) { (call, _) throws(ScriptFailure) in
      let missing = try call.count(at: 0, most: MethodCall.mostMade) - call.string.count
      return .string(call.string + String(repeating: " ", count: Swift.max(missing, 0)))
    },
  ]

  /// A method that takes a number of characters or elements.
  private static func part(
    _ name: String, _ summary: String, example: (String, String),
    _ elements: @escaping @Sendable (ListValue, Int) -> ListValue,
    _ characters: @escaping @Sendable (String, Int) -> Substring
  ) -> ValueMethod {
    ValueMethod(
      name, of: [.string, .list], [""], "\(name)(n)", summary, example: example,
      gives: [.string, .list]
    ) { (call, _) throws(ScriptFailure) in
      let count = try call.count(at: 0)
      if let list = call.elements { return .list(elements(list, count)) }
      return .string(String(characters(call.string, count)))
    }
  }

  /// The characters before the first occurrence of `piece`; nil if there is none.
  private static func position(of piece: String, in text: String) -> Int? {
    if piece.isEmpty { return 0 }
    let first = parts(of: text, at: piece, most: 1)
    return first.count == 1 ? nil : first[0].count
  }

  /// The parts of `text` between occurrences of `piece`, which begin and end at character boundaries.
  ///
  /// - Parameter most: The most occurrences to look for.
  /// - Complexity: O(*n* · *m*) in the lengths of the two.
  private static func parts(of text: String, at piece: String, most: Int = .max) -> [Substring] {
    var parts: [Substring] = []
    var start = text.startIndex
    var position = start
    let first = piece.first
    while position < text.endIndex, parts.count < most {
      if text[position] == first, text[position...].hasPrefix(piece) {
        parts.append(text[start..<position])
        position = text.index(position, offsetBy: piece.count)
        start = position
      } else {
        position = text.index(after: position)
      }
    }
    parts.append(text[start...])
    return parts
  }
}
