/// What a comment is, by how it begins. A layout keeps the lines of some comments.
package enum ScriptComment {
  /// Whether a comment begins with `// allow`, and silences findings on the line below it.
  package static func isAllowance(_ comment: some Collection<UInt8>) -> Bool {
    isLine(comment, beginningWith: "allow")
  }

  /// Whether a comment begins with `// =>`.
  package static func isExpectedOutput(_ comment: some Collection<UInt8>) -> Bool {
    isLine(comment, beginningWith: "=>")
  }

  /// Whether a comment begins with `//`, blanks and a text.
  private static func isLine(
    _ comment: some Collection<UInt8>, beginningWith text: StaticString
  ) -> Bool {
    guard comment.starts(with: "//".utf8) else { return false }
    return comment.dropFirst(2).drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
      .starts(with: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }
}
