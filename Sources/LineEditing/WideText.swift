import Glibc

// glibc's `wchar_t` is a Unicode scalar in every locale, so no locale takes part in this.

extension String {
  /// The text of wide characters; what is no Unicode scalar becomes U+FFFD.
  init(wide characters: UnsafeBufferPointer<wchar_t>) {
    var scalars = UnicodeScalarView()
    for character in characters {
      scalars.append(Unicode.Scalar(UInt32(truncatingIfNeeded: character)) ?? "\u{FFFD}")
    }
    self.init(scalars)
  }

  /// The text as wide characters, with the NUL that C wants at the end.
  var wide: [wchar_t] {
    var characters = unicodeScalars.map(\.wide)
    characters.append(0)
    return characters
  }
}

extension Unicode.Scalar {
  /// The scalar as C has it.
  var wide: wchar_t { wchar_t(truncatingIfNeeded: value) }
}
