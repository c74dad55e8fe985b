import Files
import Platform

/// A pattern with `*`, `?` or `[…]`, as a shell has them: for a name in any folder, or if it contains a
/// slash, for a whole path.
package struct Glob {
  private let text: [UInt8]
  private let isPath: Bool

  /// - Parameter isPath: Whether it is for a path; nil if that depends on its slashes.
  package init(_ text: [UInt8], isPath: Bool? = nil) {
    self.text = text
    self.isPath = isPath ?? text.contains(slash)
  }

  /// Whether a path, or the last part of it, is what the pattern describes.
  package func fits(_ path: [UInt8]) -> Bool {
    let name = path.lastIndex(of: slash).map { Array(path[($0 + 1)...]) } ?? path
    return FileSystem.fits(isPath ? path : name, pattern: text)
  }
}

private let slash = UInt8(ascii: "/")
