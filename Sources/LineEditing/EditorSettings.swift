import CEditLine
import Platform

/// The user's settings for everything that uses libedit: `$EDITRC`, else `~/.editrc`.
///
/// Not libedit's own `el_source`: that one crashes at a quote without its counterpart, and
/// leaves out what follows a line that it does not understand.
enum EditorSettings {
  /// Does what the file says, line by line; without a file, nothing.
  static func apply(to editor: OpaquePointer) {
    guard let path, let text = contents(of: path) else { return }
    for line in commands(in: text) {
      guard let tokenizer = tok_winit(nil) else { return }
      defer { tok_wend(tokenizer) }
      var count: Int32 = 0
      var words: UnsafeMutablePointer<UnsafePointer<wchar_t>?>?
      // Not 0: a quote is open at the end of the line.
      guard tok_wstr(tokenizer, line.wide, &count, &words) == 0, count > 0 else { continue }
      el_wparse(editor, count, words)
    }
  }

  /// The lines that say something: without comments, and with those in one that end in a backslash.
  static func commands(in text: String) -> [String] {
    var commands: [String] = []
    var command = ""
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      command += withoutComment(line)
      if command.hasSuffix("\\"), !command.hasSuffix("\\\\") {
        command.removeLast()
        continue
      }
      if !command.allSatisfy(\.isWhitespace) { commands.append(command) }
      command = ""
    }
    return commands
  }

  private static func withoutComment(_ line: Substring) -> Substring {
    var isEscaped = false
    for index in line.indices {
      if line[index] == "#", !isEscaped { return line[..<index] }
      isEscaped = line[index] == "\\" && !isEscaped
    }
    return line
  }

  private static var path: String? {
    if let path = EnvironmentVariables["EDITRC"] { return String(pathBytes: path) }
    return EnvironmentVariables["HOME"].map { String(pathBytes: $0) + "/.editrc" }
  }

  private static func contents(of path: String) -> String? {
    // Otherwise opening a pipe would wait for a writer.
    let descriptor = Descriptor.open(path.pathBytes, [.reading, .notInherited, .notWaiting])
    guard descriptor >= 0 else { return nil }
    defer { Descriptor.close(descriptor) }
    // No settings fill 64 KiB; whatever does is something else.
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = Descriptor.read(descriptor, into: &bytes, bytes.count)
    return count > 0 ? String(decoding: bytes[..<count], as: UTF8.self) : nil
  }
}
