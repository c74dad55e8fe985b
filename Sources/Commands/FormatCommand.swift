import Glibc
import ScriptTesting
import Syntax
import Text

/// `bindlab format PATH...`: writes scripts in the standard layout.
struct FormatCommand {
  let options: CommandLineOptions
  let host: StandardHost

  func run() -> ExitStatus {
    guard !options.inputs.isEmpty else {
      return host.refuse("format needs a PATH", "bindlab format --help explains it")
    }
    var status = ExitStatus.success
    options.forEachFile(host) { input in
      let outcome = input.map { self.outcome(of: $0) } ?? .noInput
      // An unreadable file takes precedence over a syntax error, and that over another layout.
      if outcome.rawValue > status.rawValue { status = outcome }
    }
    return status
  }

  private func outcome(of input: CommandLineOptions.Input) -> ExitStatus {
    do { return try format(input) } catch { return error }
  }

  private func format(_ input: CommandLineOptions.Input) throws(ExitStatus) -> ExitStatus {
    if case .file(let path) = input, path != "-", let reason = reasonNotToFormat(path) {
      host.report(cannot: "format", path, reason)
      return .noInput
    }
    let file = try RunCommand.source(input, host, standardInput: options.standardInputName)
    let isMarkdown = file.name.hasSuffix(".md")
    let (text, diagnostics) =
      isMarkdown ? MarkdownScripts.format(file) : ScriptFormatter.format(file)
    guard let text else {
      for diagnostic in diagnostics where diagnostic.severity == .error { host.report(diagnostic) }
      return .scriptError
    }
    if options.showsDifference { return showDifference(file, text) }
    if options.checksOnly { return check(file, text) }
    guard case .file(let path) = input, path != "-" else {
      host.write(String(decoding: text, as: UTF8.self))
      return .success
    }
    guard text != file.bytes else { return .success }
    let error = host.files.rewrite(path.pathBytes, from: file.bytes, to: text)
    guard let error else { return .success }
    host.report(cannot: "write", path, error.message)
    return .noInput
  }

  /// For a device or a pipe, the output would go to the place where the input came from.
  private func reasonNotToFormat(_ path: String) -> String? {
    var status = stat()
    guard stat(path.cPath, &status) == 0 else { return nil }
    switch status.st_mode & S_IFMT {
    case S_IFREG, S_IFDIR: return nil
    default: return "it is not a regular file; '-' formats standard input"
    }
  }

  // MARK: Checking

  private func showDifference(_ file: SourceFile, _ text: [UInt8]) -> ExitStatus {
    guard text != file.bytes else { return .success }
    let difference = UnifiedDiff(
      String(decoding: file.bytes, as: UTF8.self), String(decoding: text, as: UTF8.self))
    host.write(difference.text(name: file.name))
    return .expectationFailed
  }

  /// Reports where a file first differs from the standard layout.
  private func check(_ file: SourceFile, _ text: [UInt8]) -> ExitStatus {
    guard text != file.bytes else { return .success }
    let difference = FirstDifference(file.bytes, text)
    host.say(
      """
      \(file.name.visible()):\(difference.line): not in the standard layout
      - \(difference.old)
      + \(difference.new)

      """)
    return .expectationFailed
  }
}

/// The first line in which two texts differ.
private struct FirstDifference {
  let line: Int
  let old: String
  let new: String

  init(_ old: [UInt8], _ new: [UInt8]) {
    var offset = 0
    while offset < old.count, offset < new.count, old[offset] == new[offset] { offset += 1 }
    var start = offset
    while start > 0, old[start - 1] != UInt8(ascii: "\n") { start -= 1 }
    line = 1 + old[..<start].count { $0 == UInt8(ascii: "\n") }
    self.old = FirstDifference.text(old, from: start, differingAt: offset)
    self.new = FirstDifference.text(new, from: start, differingAt: offset)
  }

  private static let longest = 200

  /// The line from `start`, with invisible characters spelled out, and cut if it is long.
  private static func text(_ bytes: [UInt8], from start: Int, differingAt offset: Int) -> String {
    guard start < bytes.count else { return "(end of the file)" }
    let first = max(start, offset - longest / 2)
    var end = first
    while end < bytes.count, bytes[end] != UInt8(ascii: "\n") { end += 1 }
    let shown = String(decoding: bytes[first..<min(end, first + longest)], as: UTF8.self)
    var text = (first > start ? "…" : "") + shown.visible()
    if end > first + longest { return text + "…" }
    if text.isEmpty { text = "(empty line)" } else if text.last == " " { text += "(space)" }
    return end == bytes.count ? text + "(no line end)" : text
  }
}
