import Files
import Glibc
import LineEditing

/// A program that has the terminal for a while: an editor or a pager.
package struct TerminalProgram {
  private let process: pid_t
  /// What it reads; -1 for the keyboard.
  private let input: Int32

  /// Starts a command of the shell.
  ///
  /// - Parameters:
  ///   - arguments: What stands behind the command, word for word.
  ///   - readsText: Whether it reads what is written to it, and not the keyboard.
  /// - Returns: nil if it could not be started.
  package init?(_ command: String, _ arguments: [String] = [], readsText: Bool = false) {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    var ends: [Int32] = []
    if readsText {
      guard let made = try? Pipes(1) else { return nil }
      ends = made.ends
      posix_spawn_file_actions_adddup2(&actions, ends[0], STDIN_FILENO)
    }
    let words = ["sh", "-c", command + " \"$@\"", "sh"] + arguments
    let texts: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0.cPath) } + [nil]
    defer { for text in texts { free(text) } }
    var process: pid_t = 0
    guard posix_spawnp(&process, "sh", &actions, nil, texts, environ) == 0 else {
      for end in ends { close(end) }
      return nil
    }
    self.process = process
    if let read = ends.first { close(read) }
    input = ends.last ?? -1
  }

  /// Writes to what it reads.
  ///
  /// - Returns: Whether it reads on.
  package func write(_ bytes: some Collection<UInt8>) -> Bool {
    let handler = signal(SIGPIPE, SIG_IGN)
    defer { signal(SIGPIPE, handler) }
    let bytes = Array(bytes)
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes {
        Glibc.write(input, $0.baseAddress! + written, bytes.count - written)
      }
      if count < 0, errno != EINTR { return false }
      written += max(count, 0)
    }
    return true
  }

  /// Waits for its end.
  ///
  /// - Returns: Its exit status; nil if it was stopped by a signal.
  package func wait() -> Int32? {
    if input >= 0 { close(input) }
    let status = waitForEnd(of: process)
    // A Ctrl-C was for the program.
    Interruption.take()
    return status & 0x7F == 0 ? (status >> 8) & 0xFF : nil
  }
}

/// The user's editor.
package enum TextEditor {
  /// Lets the user edit a text; nil if there is no file to edit or the editor fails.
  package static func edit(_ text: String) -> String? {
    let folder = Environment["TMPDIR"] ?? "/tmp"
    var path = "\(folder)/bindlab-XXXXXX.bind".cPath
    let file = mkstemps(&path, 5)
    guard file >= 0 else { return nil }
    defer { unlink(path) }
    let failure = FileBytes.write(Array((text + "\n").utf8), to: file)
    close(file)
    let command = Environment["VISUAL"] ?? Environment["EDITOR"] ?? "vi"
    guard failure == nil, TerminalProgram(command, [String(cPath: path)])?.wait() == 0,
      case .success(let bytes) = RunFiles().read(String(cPath: path))
    else { return nil }
    var edited = String(decoding: bytes, as: UTF8.self)
    while edited.hasSuffix("\n") { edited.removeLast() }
    return edited
  }
}

/// An answer, which a pager shows if it is longer than the screen, as git does.
package final class Page {
  private var text: [UInt8] = []
  private var rows = 0
  private let screenRows: Int
  private var pager: TerminalProgram?
  private var isRead = true

  /// - Parameter screenRows: More rows go to the pager; it is started with the first that is too much.
  package init(screenRows: Int) { self.screenRows = screenRows }

  /// - Returns: Whether more can be written: not if a pager is needed and there is none.
  package func write(_ more: String) -> Bool {
    text += more.utf8
    rows += more.utf8.count { $0 == 10 }
    if let pager {
      isRead = isRead && pager.write(more.utf8)
    } else if rows >= screenRows {
      pager = Page.startPager()
      guard let pager else { return false }
      isRead = pager.write(text)
    }
    return true
  }

  /// Waits until the pager is left.
  ///
  /// - Returns: What no pager has shown.
  package func finish() -> [UInt8] {
    // 127: there is no such program.
    if let status = pager?.wait(), status < 126 { return [] }
    return text
  }

  private static func startPager() -> TerminalProgram? {
    // Set and empty means none.
    let command = getenv("PAGER").map { String(cString: $0) } ?? "less"
    guard !command.isEmpty, command != "cat" else { return nil }
    // Leave at once if it fits, keep colours, keep the text on the screen.
    setenv("LESS", "FRX", 0)
    return TerminalProgram(command, readsText: true)
  }
}
