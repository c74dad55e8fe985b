import Foundation
import TestSupport

/// A text with examples in it, which can be run to see whether what it shows still comes.
///
/// In Markdown an example is a block fenced as `bind`, the options of `bindlab` after that word,
/// and what it prints is the `text` block that follows; a `console` block shows both. In mdoc the
/// comment lines `.\" example: run`, `output` and `session` stand before a literal display.
/// Without an output nothing may be printed. A `cd` in a session holds for those that follow.
struct ManualExamples {
  enum Format {
    case markdown, mdoc
  }

  let text: String
  let format: Format
  let runner: ExampleRunner

  enum Failure: Error {
    /// A script without an output behind it has printed something.
    case unexpectedOutput(of: String, String)
  }

  /// The text, with what every example prints now in the place of what it shows.
  func asRunNow() throws -> String {
    var lines: [String] = []
    var last: (source: String, options: [String])?
    var changesOfFolder: [String] = []
    var rest = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
    func finish() throws {
      guard let (source, options) = last else { return }
      last = nil
      let output = try runner.run(source, options: options)
      guard !output.isEmpty else { return }
      throw Failure.unexpectedOutput(of: source, output)
    }
    while let line = rest.popFirst() {
      guard let block = openedBlock(line, &rest, &lines) else {
        lines.append(String(line))
        continue
      }
      var shown: [String] = []
      while let inside = rest.first, inside != block.end {
        shown.append(unescaped(String(inside)))
        rest.removeFirst()
      }
      switch block.kind {
      case .run:
        try finish()
        last = (shown.joined(separator: "\n"), block.options)
      case .output:
        guard let (source, options) = last else { break }
        last = nil
        shown = try runner.run(source, options: options)
          .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        if shown.last == "" { shown.removeLast() }
      case .session:
        try finish()
        shown = try runner.transcript(shown, after: changesOfFolder)
        changesOfFolder += shown.filter { $0.hasPrefix("$ cd ") }.map { String($0.dropFirst(2)) }
      }
      lines += shown.map(escaped)
    }
    try finish()
    return lines.joined(separator: "\n")
  }

  private struct Block {
    enum Kind {
      case run, output, session
    }

    var kind: Kind
    var options: [String]
    var end: String
  }

  /// The block that begins at `line`, whose first lines go to `lines` as they are.
  private func openedBlock(
    _ line: Substring, _ rest: inout ArraySlice<Substring>, _ lines: inout [String]
  ) -> Block? {
    let start = format == .markdown ? "```" : ".\\\" example: "
    guard line.hasPrefix(start) else { return nil }
    let words = line.dropFirst(start.count).split(separator: " ").map(String.init)
    let kind: Block.Kind
    switch words.first {
    case "bind", "run": kind = .run
    case "text", "output": kind = .output
    case "console", "session": kind = .session
    default: return nil
    }
    lines.append(String(line))
    if format == .mdoc, let display = rest.popFirst() { lines.append(String(display)) }
    return Block(
      kind: kind, options: Array(words.dropFirst()), end: format == .markdown ? "```" : ".Ed")
  }

  // MARK: roff

  /// What mdoc's text must not have as it is: groff makes typographer's signs of them.
  private static let escapes: [(Character, String)] = [
    ("~", "\\(ti"), ("^", "\\(ha"), ("'", "\\(aq"), ("`", "\\(ga"), ("-", "\\-"),
  ]

  private func unescaped(_ line: String) -> String {
    guard format == .mdoc else { return line }
    var line = line.replacingOccurrences(of: "\\&", with: "")
    for (sign, escape) in Self.escapes {
      line = line.replacingOccurrences(of: escape, with: String(sign))
    }
    return line.replacingOccurrences(of: "\\e", with: "\\")
  }

  private func escaped(_ line: String) -> String {
    guard format == .mdoc else { return line }
    var line = line.replacingOccurrences(of: "\\", with: "\\e")
    for (sign, escape) in Self.escapes {
      line = line.replacingOccurrences(of: String(sign), with: escape)
    }
    return line.hasPrefix(".") ? "\\&" + line : line
  }
}

/// Runs examples as a reader would: in the project's folder, with `bindlab` to be found by its name.
struct ExampleRunner {
  /// The project's folder.
  static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path

  let executable = builtExecutable("bindlab")

  /// What a script prints, errors among the output.
  func run(_ script: String, options: [String] = []) throws -> String {
    try shell("exec bindlab \"$@\" 2>&1", options, input: script + "\n").output
  }

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
      """
  }
}
