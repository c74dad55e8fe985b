import Foundation
import TestSupport

/// The scripts of a manual page as a transcript for `bindlab test`.
///
/// The comment line `.\" example: run` comes before a literal display that is a script, with options
/// after that word, and `.\" example: output` before its output. In the transcript each is on the same
/// line as in the page, so that the lines of messages are right for both.
struct ManualTranscript {
  let page: String

  private static let fence = "~~~~~~"

  /// The page as Markdown: the contents of displays that are examples, and empty lines for all else.
  func markdown() -> String {
    var lines: [String] = []
    var rest = page.split(separator: "\n", omittingEmptySubsequences: false)[...]
    while let line = rest.popFirst() {
      lines.append("")
      guard let heading = ManualTranscript.heading(of: line), rest.popFirst() != nil else {
        continue
      }
      lines.append(ManualTranscript.fence + heading)
      while let inside = rest.popFirst(), inside != ".Ed" {
        lines.append(Roff.unescaped(String(inside)))
      }
      lines.append(ManualTranscript.fence)
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// `bind new` and options, or `text`.
  private static func heading(of line: Substring) -> String? {
    let words = line.split(separator: " ")
    guard words.count > 2, words[0] == ".\\\"", words[1] == "example:" else { return nil }
    switch words[2] {
    case "run": return (["bind", "new"] + words[3...]).joined(separator: " ")
    case "output": return "text"
    default: return nil
    }
  }

  /// The page with the output that the transcript has.
  func page(showing markdown: String) -> String {
    var outputs: [[Substring]] = []
    var rest = markdown.split(separator: "\n", omittingEmptySubsequences: false)[...]
    while let line = rest.popFirst() {
      guard line == ManualTranscript.fence + "text" else { continue }
      let output = rest.prefix { $0 != ManualTranscript.fence }
      outputs.append(Array(output))
      rest = rest.dropFirst(output.count)
    }
    var lines: [String] = []
    var next = outputs[...]
    rest = page.split(separator: "\n", omittingEmptySubsequences: false)[...]
    while let line = rest.popFirst() {
      lines.append(String(line))
      guard ManualTranscript.heading(of: line) == "text", let display = rest.popFirst() else {
        continue
      }
      lines.append(String(display))
      rest = rest.drop { $0 != ".Ed" }
      lines += (next.popFirst() ?? []).map { Roff.escaped(String($0)) }
    }
    return lines.joined(separator: "\n")
  }
}

/// Characters that mdoc must have as escapes, since groff makes typographic signs of them.
enum Roff {
  private static let escapes: [(Character, String)] = [
    ("~", "\\(ti"), ("^", "\\(ha"), ("'", "\\(aq"), ("`", "\\(ga"), ("-", "\\-"),
  ]

  static func unescaped(_ line: String) -> String {
    var line = line.replacingOccurrences(of: "\\&", with: "")
    for (sign, escape) in escapes {
      line = line.replacingOccurrences(of: escape, with: String(sign))
    }
    return line.replacingOccurrences(of: "\\e", with: "\\")
  }

  static func escaped(_ line: String) -> String {
    var line = line.replacingOccurrences(of: "\\", with: "\\e")
    for (sign, escape) in escapes {
      line = line.replacingOccurrences(of: String(sign), with: escape)
    }
    return line.hasPrefix(".") ? "\\&" + line : line
  }
}
