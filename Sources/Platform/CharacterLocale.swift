#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The part of the C locale that decides how a line editor writes characters, and how wide they are.
package enum CharacterLocale {
  /// Uses the user's locale if its encoding is UTF-8, and otherwise the C locale with UTF-8.
  ///
  /// Source texts are UTF-8 whatever the locale is, and nearly every terminal shows UTF-8 today.
  ///
  /// - Returns: False if the system has no locale with UTF-8; other characters than ASCII are then
  ///   edited correctly, but shown as escapes.
  package static func prepare() -> Bool {
    for name in ["", "C.UTF-8", "C.utf8", "en_US.UTF-8"] {
      if setlocale(LC_CTYPE, name) != nil, String(cString: nl_langinfo(Int32(CODESET))) == "UTF-8" {
        return true
      }
    }
    setlocale(LC_CTYPE, "C")
    return false
  }
}
