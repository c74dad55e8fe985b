import Files

/// Patterns for files and folders that a search leaves out, as `--exclude` and `.bindlabignore` have
/// them.
///
/// A pattern without a slash fits a name in any folder. One with a slash fits a path from the folder
/// that it belongs to. One that ends with a slash fits only folders. One with `!` before it takes back what
/// an earlier one leaves out.
package struct Exclusions {
  /// The name of the file with patterns for the folder that it is in.
  package static let fileName = ".bindlabignore"

  private struct Pattern {
    package var glob: Glob
    package var isForFolders: Bool
    /// Whether it takes back what an earlier one leaves out.
    package var isNegative: Bool
  }

  private var patterns: [Pattern] = []

  package init(_ patterns: [String] = []) {
    for pattern in patterns { add(pattern.pathBytes) }
  }

  /// - Parameter contents: The text of such a file: a pattern on each line; empty lines and lines that
  ///   begin with `#` mean nothing.
  package init(contents: [UInt8]) {
    for line in contents.split(whereSeparator: { $0 == UInt8(ascii: "\n") }) {
      var line = line
      while let last = line.last, last == 32 || last == 9 || last == 13 { line.removeLast() }
      if line.first != UInt8(ascii: "#") { add(Array(line)) }
    }
  }

  private mutating func add(_ pattern: [UInt8]) {
    var text = pattern[...]
    let isNegative = text.first == UInt8(ascii: "!")
    if isNegative { text.removeFirst() }
    let isForFolders = text.last == slash
    while text.last == slash { text.removeLast() }
    let isPath = text.contains(slash)
    if text.starts(with: [UInt8(ascii: "."), slash]) { text.removeFirst(2) }
    if text.first == slash { text.removeFirst() }
    guard !text.isEmpty, !text.contains(0) else { return }
    patterns.append(
      Pattern(
        glob: Glob(Array(text), isPath: isPath), isForFolders: isForFolders, isNegative: isNegative)
    )
  }

  /// Whether a file or folder is left out; nil if no pattern fits it.
  ///
  /// - Parameter path: Its path from the folder that the patterns belong to.
  package func verdict(on path: [UInt8], isFolder: Bool) -> Bool? {
    patterns.last { (isFolder || !$0.isForFolders) && $0.glob.fits(path) }.map { !$0.isNegative }
  }
}

private let slash = UInt8(ascii: "/")
