/// One entry as one line of the history file: line feeds and backslashes are escaped.
///
/// Not libedit's format, which writes a header and octal codes: this one can be read and
/// searched with `grep`, and appended to without reading it.
enum HistoryEntry {
  /// The line for an entry, without a line feed.
  static func encoded(_ entry: String) -> String {
    var line = ""
    line.reserveCapacity(entry.utf8.count)
    for scalar in entry.unicodeScalars {
      switch scalar {
      case "\\": line += "\\\\"
      case "\n": line += "\\n"
      case "\r": line += "\\r"
      case "\0": line += "\\0"
      default: line.unicodeScalars.append(scalar)
      }
    }
    return line
  }

  /// The entry of a line; an escape that is not ours stands for itself.
  static func decoded(_ line: String) -> String {
    var entry = ""
    entry.reserveCapacity(line.utf8.count)
    var isEscaped = false
    for scalar in line.unicodeScalars {
      if !isEscaped {
        if scalar == "\\" { isEscaped = true } else { entry.unicodeScalars.append(scalar) }
        continue
      }
      isEscaped = false
      switch scalar {
      case "\\": entry += "\\"
      case "n": entry += "\n"
      case "r": entry += "\r"
      case "0": entry += "\0"
      default:
        entry += "\\"
        entry.unicodeScalars.append(scalar)
      }
    }
    if isEscaped { entry += "\\" }
    return entry
  }
}
