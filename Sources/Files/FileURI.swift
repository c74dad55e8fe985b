/// File names as URIs.
package enum FileURI {
  private static let plain = Set(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/".utf8)

  /// A path as a reference of a URI: relative paths stay relative, and bytes that have no place in one
  /// are written as percent and two digits.
  package static func uri(_ path: String) -> String {
    let text = path.pathBytes.map { byte in
      if plain.contains(byte) { return String(UnicodeScalar(byte)) }
      let digits = String(byte, radix: 16, uppercase: true)
      return "%" + (digits.utf8.count < 2 ? "0" : "") + digits
    }.joined()
    return path.hasPrefix("/") ? "file://" + text : text
  }

  /// The path that a URI of this machine names; nil if it names no file.
  package static func path(_ uri: String) -> String? {
    let scheme = "file://"
    guard uri.lowercased().hasPrefix(scheme) else { return nil }
    var rest = Array(uri.utf8)[scheme.utf8.count...]
    // The machine's name comes first; usually it is left out.
    guard let slash = rest.firstIndex(of: UInt8(ascii: "/")) else { return nil }
    rest = rest[slash...].prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
    var bytes: [UInt8] = []
    var position = rest.startIndex
    while position < rest.endIndex {
      if rest[position] == UInt8(ascii: "%"), position + 2 < rest.endIndex,
        let byte = UInt8(
          String(decoding: rest[(position + 1)...(position + 2)], as: UTF8.self), radix: 16)
      {
        bytes.append(byte)
        position += 3
      } else {
        bytes.append(rest[position])
        position += 1
      }
    }
    return String(pathBytes: bytes)
  }
}
