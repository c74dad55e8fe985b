extension Unicode.Scalar {
  /// Whether the scalar controls the terminal, turns the direction of writing, is invisible, or
  /// is not a character.
  ///
  /// The joiners U+200C and U+200D and the selectors of variants stay: words and emoji need them.
  package var isUnseen: Bool {
    if value < 0x7F { return value < 0x20 }
    if value < 0xA0 { return true }
    switch value {
    // Direction marks, the vowel separator, spaces and joiners without width, line and paragraph
    // separators, embeddings, isolates, operators without a sign.
    case 0x61C, 0x180E, 0x200B, 0x200E...0x200F, 0x2028...0x202E, 0x2060...0x206F: return true
    // Hangul fillers, letters that are blank.
    case 0x3164, 0xFFA0: return true
    // The mark of the byte order, and of annotations.
    case 0xFEFF, 0xFFF9...0xFFFB: return true
    // Beams and slurs of music without a picture; tags.
    case 0x1D173...0x1D17A, 0xE0000...0xE007F: return true
    // No characters, and what stands for bytes of a file's name.
    case 0xFDD0...0xFDEF, 0x10FF80...0x10FFFF: return true
    default: return value & 0xFFFE == 0xFFFE
    }
  }

  /// The scalar as the language writes it in a string: `\n`, `\t` or `\u{1B}`.
  package var escape: String {
    switch self {
    case "\n": "\\n"
    case "\t": "\\t"
    default: "\\u{" + String(value, radix: 16, uppercase: true) + "}"
    }
  }
}
