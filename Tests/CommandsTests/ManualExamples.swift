import Foundation
import TestSupport

/// A text with sessions in it, which can be held once more to see whether what it shows still comes.
///
/// In Markdown a session is a block fenced as `console`; in mdoc the comment line
/// `.\" example: session` stands before a literal display. A `cd` holds for the sessions that follow.
/// Scripts and their output are for `bindlab test`: see `ManualTranscript`.
struct ManualExamples {
  enum Format {
    case markdown, mdoc
  }

  let text: String
  let format: Format
  let runner: ExampleRunner

  /// The text, with what every session answers now in the place of what it shows.
  func asRunNow() throws -> String {
    var lines: [String] = []
    var changesOfFolder: [String] = []
    var rest = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
    let (start, end) =
      format == .markdown ? ("```console", "```") : (".\\\" example: session", ".Ed")
    while let line = rest.popFirst() {
      lines.append(String(line))
      guard line == start else { continue }
      if format == .mdoc, let display = rest.popFirst() { lines.append(String(display)) }
      var shown: [String] = []
      while let inside = rest.first, inside != end {
        shown.append(format == .mdoc ? Roff.unescaped(String(inside)) : String(inside))
        rest.removeFirst()
      }
      shown = try runner.transcript(shown, after: changesOfFolder)
      changesOfFolder += shown.filter { $0.hasPrefix("$ cd ") }.map { String($0.dropFirst(2)) }
      lines += format == .mdoc ? shown.map(Roff.escaped) : shown
    }
    return lines.joined(separator: "\n")
  }
}

/// Runs examples as a reader would: in the project's folder, with `bindlab` to be found by its name.
struct ExampleRunner {
  /// The project's folder.
  static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path

  let executable = builtExecutable("bindlab")

  /// The lines of a transcript with the answers that come now.
  ///
  /// Lines that begin with `$ ` are given to a shell. After `$ bindlab` alone come lines for the
  /// REPL, with its prompts.
  ///
  /// - Parameter preparation: Commands for the shell whose output is not shown.
  func transcript(_ lines: [String], after preparation: [String] = []) throws -> [String] {
    let isREPL = lines.first == "$ bindlab"
    let prompts = isREPL ? ["> ", "… "] : ["$ "]
    var lines = lines[...]
    var shown = isREPL ? [String(lines.removeFirst())] : []
    // Each statement with the lines that it was typed in.
    var statements: [[String]] = []
    for line in lines {
      if line.hasPrefix(prompts[0]) {
        statements.append([line])
      } else if isREPL, line.hasPrefix(prompts[1]), !statements.isEmpty {
        statements[statements.count - 1].append(line)
      }
    }
    let prepared = preparation.map { $0 + "\n" }.joined()
    var typed = ""
    var before = ""
    for statement in statements {
      shown += statement
      typed += statement.map { $0.dropFirst(2) + "\n" }.joined()
      // All from the start once more, so that each answer stands where it came.
      let all =
        isREPL
        ? try shell("exec bindlab -i 2>&1", [], input: typed).output
        : try shell("exec 2>&1\n" + prepared + typed, [], input: "").output
      let answer = all.dropFirst(before.count)
      before = all
      shown += answer.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        .map(String.init)
    }
    return shown
  }

  private func shell(_ command: String, _ arguments: [String], input: String) throws
    -> ProcessResult
  {
    let path = URL(fileURLWithPath: executable).deletingLastPathComponent().path
    let runner = ProcessRunner(
      "/bin/sh", arguments: ["-c", "cd '\(Self.folder)' || exit\n\(command)", "sh"] + arguments,
      environment: [
        "PATH": "\(path):/usr/local/bin:/usr/bin:/bin", "LC_ALL": "C.UTF-8",
        "HOME": "/nonexistent", "SWIFT_BACKTRACE": "enable=no",
      ])
    return try runner.run(input: input)
  }
}

/// A document of the project, compared with what its examples print now.
struct ExampleDocument {
  let path: String
  let format: ManualExamples.Format

  enum Failure: Error {
    case recorded(String)
  }

  /// The first line that differs, or nil.
  ///
  /// With `BINDLAB_RECORD` in the environment the document is written anew where it differs; that
  /// run fails, so that a record is never taken for a test.
  func difference() throws -> String? {
    let file = ExampleRunner.folder + "/" + path
    let text = try String(contentsOfFile: file, encoding: .utf8)
    let now = try ManualExamples(text: text, format: format, runner: ExampleRunner()).asRunNow()
    guard now != text else { return nil }
    if ProcessInfo.processInfo.environment["BINDLAB_RECORD"] != nil {
      try now.write(toFile: file, atomically: true, encoding: .utf8)
      throw Failure.recorded(path)
    }
    let old = text.split(separator: "\n", omittingEmptySubsequences: false)
    let new = now.split(separator: "\n", omittingEmptySubsequences: false)
    let first = zip(old, new).enumerated().first { $0.element.0 != $0.element.1 }
    let number = first?.offset ?? min(old.count, new.count)
    return """
      \(path):\(number + 1) shows
        \(old.indices.contains(number) ? old[number] : "nothing more")
      and what comes is
        \(new.indices.contains(number) ? new[number] : "nothing more")
      where that is right, BINDLAB_RECORD=1 writes it there
      """
  }
}
