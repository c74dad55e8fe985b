/// A command for the log of a job of GitHub, which shows a message at a line of a file.
///
/// Written after <https://docs.github.com/actions/reference/workflow-commands-for-github-actions>.
package struct Annotation {
  package enum Kind: String {
    case error, warning, notice
  }

  package var kind: Kind
  package var file: String?
  /// The first and the last line, from 1.
  package var lines: ClosedRange<Int>?
  /// The first column and the one behind the last, from 1.
  package var columns: (start: Int, end: Int)?
  package var title: String?
  package var message: String

  package init(_ kind: Kind, file: String?, message: String) {
    (self.kind, self.file, self.message) = (kind, file, message)
  }

  package var text: String {
    var properties: [(String, String)] = []
    if let file { properties.append(("file", file)) }
    if let lines {
      properties += [("line", "\(lines.lowerBound)"), ("endLine", "\(lines.upperBound)")]
    }
    if let columns {
      properties += [("col", "\(columns.start)"), ("endColumn", "\(columns.end)")]
    }
    if let title { properties.append(("title", title)) }
    let list = properties.map { "\($0)=\(escaped($1, in: .property))" }.joined(separator: ",")
    return "::\(kind.rawValue) \(list)::\(escaped(message, in: .message))"
  }

  private enum Part {
    case property, message
  }

  private func escaped(_ text: String, in part: Part) -> String {
    text.unicodeScalars.map { scalar in
      switch scalar {
      case "%": "%25"
      case "\r": "%0D"
      case "\n": "%0A"
      case ":" where part == .property: "%3A"
      case "," where part == .property: "%2C"
      default: String(scalar)
      }
    }.joined()
  }
}
