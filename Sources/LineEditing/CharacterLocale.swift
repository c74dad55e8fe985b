import Glibc

/// The part of the C locale that tells libedit how to write characters and how wide they are.
enum CharacterLocale {
  /// Takes the user's locale when it is one of UTF-8, else the C locale with UTF-8.
  ///
  /// Source texts are UTF-8 whatever the locale says, and a terminal that shows anything else
  /// is not to be found any more.
  ///
  /// - Returns: False when the system has no locale of UTF-8; what is not ASCII is then
  ///   edited right and shown as escapes.
  static func prepare() -> Bool {
    for name in ["", "C.UTF-8", "C.utf8", "en_US.UTF-8"] {
      if setlocale(LC_CTYPE, name) != nil, String(cString: nl_langinfo(Int32(CODESET))) == "UTF-8" {
        return true
      }
    }
    setlocale(LC_CTYPE, "C")
    return false
  }
}
