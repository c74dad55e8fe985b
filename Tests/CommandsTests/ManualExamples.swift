import Foundation
import TestSupport

/// A text with sessions, which can be run again to see whether their output is still the same.
///
/// In Markdown a session is a block fenced as `console`; in mdoc the comment line
/// `.\" example: session` comes before a literal display. A `cd` applies to the sessions that follow.
/// Scripts and their output are for `bindlab test`: see `ManualTranscript`.
struct ManualExamples {
  enum Format {
    case markdown, mdoc
  }

  let text: String
  let format: Format
  let runner: ExampleRunner

  /// The text, with the present output of every session.
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

/// Runs examples like a reader: in the project's folder, with `bindlab` in the PATH.
struct ExampleRunner {
  /// The project's folder.
  static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path

  let executable = builtExecutable("bindlab")

  /// The lines of a transcript with their present output.
  ///
  /// Lines that begin with `$ ` are run by a shell. After `$ bindlab` alone come lines for the
  /// REPL, with its prompts.
  ///
  /// - Parameter preparation: Commands for the shell whose output is not shown.
  func transcript(_ lines: [String], after preparation: [String] = []) throws -> [String] {
    let isREPL = lines.first == "$ bindlab"
    let prompts = isREPL ? ["> ", "… "] : ["$ "]
    var lines = lines[...]
    var shown = isREPL ? [String(lines.removeFirst())] : []
    // Each statement with its typed lines.
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
      // Everything is run again from the start, so that each answer comes after its statement.
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

/// A document of the project, compared with the present output of its examples.
struct ExampleDocument {
  let path: String
  let format: ManualExamples.Format

  enum Failure: Error {
    case recorded(String)
  }

  /// The first line that differs, or nil.
  ///
  /// With `BINDLAB_RECORD` in the environment a document that differs is written again; that
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
