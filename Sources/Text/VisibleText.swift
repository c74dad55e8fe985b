import Basics

/// Text as people may see it, wherever it comes from.
///
/// A script, a trace of another run and the name of a file can contain characters that control a
/// terminal, turn the direction of writing, or are invisible. All output for people shows them
/// as the escapes of the language; only the output of `print` is written as it is.
extension String {
  /// Which characters of layout stay as they are.
  package enum Layout: Sendable {
    /// None: the text is one line, or a part of one.
    case none
    /// Tabs.
    case tabs
    /// Tabs and line feeds: the text is whole lines.
    case lines
  }

  /// The text with invisible characters as escapes. Doing so twice is the same as doing so once.
  ///
  /// - Complexity: O(*n*); text with nothing to escape is not copied.
  package func visible(_ layout: Layout = .none) -> String {
    if utf8.allSatisfy({ 0x20..<0x7F ~= $0 }) { return self }
    func stays(_ scalar: Unicode.Scalar) -> Bool {
      switch scalar {
      case "\n": layout == .lines
      case "\t": layout != .none
      default: !scalar.isUnseen
      }
    }
    if unicodeScalars.allSatisfy(stays) { return self }
    var text = ""
    for scalar in unicodeScalars {
      if stays(scalar) {
        text.unicodeScalars.append(scalar)
      } else if scalar.value >= 0x10FF80 {
        // A byte of a file's name that is not a text, as the module Files keeps it.
        text += "\\x" + String(scalar.value & 0xFF, radix: 16, uppercase: true)
      } else {
        text += scalar.escape
      }
    }
    return text
  }
}
