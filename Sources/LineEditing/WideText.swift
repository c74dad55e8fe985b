import Basics
import CEditLine

// `wchar_t` is a Unicode scalar in every locale of glibc, and in those with UTF-8 elsewhere, so no locale
// takes part in this.

extension String {
  /// The text of wide characters, which may stand for unseen ones; what is no Unicode scalar becomes
  /// U+FFFD.
  init(wide characters: UnsafeBufferPointer<wchar_t>) {
    var scalars = UnicodeScalarView()
    for character in characters {
      var value = UInt32(truncatingIfNeeded: character)
      if value & Unicode.Scalar.unseenMark != 0 { value ^= Unicode.Scalar.unseenMark }
      scalars.append(Unicode.Scalar(value) ?? "\u{FFFD}")
    }
    self.init(scalars)
  }

  /// The text as wide characters, with the NUL that C wants at the end.
  var wide: [wchar_t] {
    var characters = unicodeScalars.map(\.wide)
    characters.append(0)
    return characters
  }

  /// The text as libedit is to show it, with the NUL that C wants at the end.
  var editable: [wchar_t] { unicodeScalars.map(\.editable) + [0] }
}

extension Unicode.Scalar {
  /// The scalar as C has it.
  var wide: wchar_t { wchar_t(truncatingIfNeeded: value) }

  /// What marks a character that people must not be shown as it is, such as one that turns the
  /// direction of writing. No locale can print a character with this bit, so libedit writes its code
  /// instead: `\U+0202E`.
  fileprivate static let unseenMark: UInt32 = 1 << 21

  /// The scalar in a line that is edited. The ones of ASCII stay: they are keys, which libedit shows as
  /// `^A`.
  var editable: wchar_t {
    value >= 0x80 && isUnseen ? wchar_t(truncatingIfNeeded: value | Self.unseenMark) : wide
  }
}
