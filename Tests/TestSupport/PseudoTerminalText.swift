/// Removes what a terminal takes as a command: sequences that start with ESC, and the bell.
///
/// It keeps its state between pieces, because a sequence may be read in two.
struct PseudoTerminalText {
  /// What is left, as UTF-8.
  private(set) var bytes: [UInt8] = []

  private enum State { case text, escape, parameters, character }
  private var state = State.text

  mutating func add(_ piece: some Sequence<UInt8>) {
    for byte in piece {
      switch (state, byte) {
      case (.text, 0x1B): state = .escape
      case (.text, 0x07): break
      case (.text, _): bytes.append(byte)
      case (.escape, UInt8(ascii: "[")): state = .parameters
      case (.escape, UInt8(ascii: "(")), (.escape, UInt8(ascii: ")")): state = .character
      case (.parameters, 0x20..<0x40): break
      default: state = .text
      }
    }
  }
}

extension PseudoTerminal {
  /// Text without escape sequences and bells.
  public static func withoutEscapeSequences(_ text: String) -> String {
    var filter = PseudoTerminalText()
    filter.add(text.utf8)
    return String(decoding: filter.bytes, as: UTF8.self)
  }
}
