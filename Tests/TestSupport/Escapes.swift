extension String {
  /// The text without the escapes of colours.
  public var withoutEscapes: String {
    split(separator: "\u{1B}", omittingEmptySubsequences: false).enumerated()
      .map { $0.offset == 0 ? $0.element : $0.element.drop { $0 != "m" }.dropFirst() }.joined()
  }
}
