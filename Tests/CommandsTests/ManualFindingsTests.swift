import Exploring
import Foundation
import Interpreter
import Language
import Syntax
import TestSupport
import Testing

/// bindlab-check(7), whose list of findings is made from the table that `help` reads.
struct ManualFindingsTests {
  private static let path = ExampleRunner.folder + "/man/bindlab-check.7"
  private static let begin = ".\\\" findings: begin\n"
  private static let end = ".\\\" findings: end\n"

  private enum Failure: Error {
    case recorded
  }

  /// With `BINDLAB_RECORD` in the environment the list is written again; that run fails.
  @Test func `bindlab-check(7) lists every finding as help explains it`() throws {
    let text = try String(contentsOfFile: Self.path, encoding: .utf8)
    let parts = text.components(separatedBy: Self.begin)
    let rest = try #require(parts.last).components(separatedBy: Self.end)
    try #require(parts.count == 2 && rest.count == 2)
    let list = FindingNote.all.map(item).joined()
    guard rest[0] != list else { return }
    if ProcessInfo.processInfo.environment["BINDLAB_RECORD"] != nil {
      try (parts[0] + Self.begin + list + Self.end + rest[1]).write(
        toFile: Self.path, atomically: true, encoding: .utf8)
      throw Failure.recorded
    }
    #expect(rest[0] == list)
  }

  private func item(_ note: FindingNote) -> String {
    var lines = [".It Sy \(note.code.text) Pq \(note.code.severity)"]
    lines.append(prose(note.title.prefix(1).uppercased() + note.title.dropFirst()) + ".")
    // In mdoc each sentence begins a new line.
    lines += note.explanation.replacingOccurrences(of: "\n", with: " ")
      .replacingOccurrences(of: ". ", with: ".\n").split(separator: "\n")
      .map { prose(String($0)) }
    for (lead, example) in [("Found in:", note.bad), ("Not found in:", note.good)]
    where !example.isEmpty {
      lines += [".Pp", lead, ".Bd -literal -offset indent"]
      lines += example.split(separator: "\n").map { escaped(String($0)) }
      lines.append(".Ed")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// A line of text without a meaning for roff.
  private func prose(_ line: String) -> String {
    let line = line.replacingOccurrences(of: "~", with: "\\(ti")
      .replacingOccurrences(of: "'", with: "\\(aq")
    return line.hasPrefix(".") ? "\\&" + line : line
  }

  private func escaped(_ line: String) -> String {
    var line = line.replacingOccurrences(of: "\\", with: "\\e")
    for (sign, escape) in [("~", "\\(ti"), ("'", "\\(aq"), ("-", "\\-")] {
      line = line.replacingOccurrences(of: sign, with: escape)
    }
    return line.hasPrefix(".") ? "\\&" + line : line
  }

  @Test func `bindlab-check(7) has every field of a finding`() throws {
    let text = try String(contentsOfFile: Self.path, encoding: .utf8)
    let fields = try #require(text.components(separatedBy: ".Sh JSON\n").last)
      .components(separatedBy: "\n.Sh ")[0]
    let listed = Set(
      fields.split(separator: "\n").filter { $0.hasPrefix(".It Va ") }
        .flatMap { $0.dropFirst(7).split(separator: ",") }
        .map { $0.trimmingCharacters(in: .whitespaces) })
    let script = "object a { x = 1 }\nbind a.x -> a.x\nprint k // allow B999"
    let output = try bindlab("check", "--format", "json", "-e", script).output
    var found: Set<String> = []
    func gather(_ value: Any) {
      if let object = value as? [String: Any] {
        for (key, value) in object {
          found.insert(key)
          gather(value)
        }
      } else if let list = value as? [Any] {
        list.forEach(gather)
      }
    }
    for line in output.split(separator: "\n") {
      gather(try JSONSerialization.jsonObject(with: Data(line.utf8)))
    }
    #expect(listed == found)
  }
}
