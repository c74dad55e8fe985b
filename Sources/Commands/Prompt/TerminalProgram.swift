import Files
import Glibc
import LineEditing

/// A program that has the terminal for a while: an editor or a pager.
enum TerminalProgram {
  /// Runs a command of the shell and waits for its end.
  ///
  /// - Parameters:
  ///   - arguments: What stands behind the command, word for word.
  ///   - input: What it reads; nil for the keyboard.
  /// - Returns: Its exit status; nil if it could not be started or was stopped by a signal.
  static func run(_ command: String, _ arguments: [String] = [], input: [UInt8]? = nil) -> Int32? {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    var pipes: Pipes?
    if input != nil {
      guard let made = try? Pipes(1) else { return nil }
      pipes = made
      posix_spawn_file_actions_adddup2(&actions, made.ends[0], STDIN_FILENO)
    }
    let words = ["sh", "-c", command + " \"$@\"", "sh"] + arguments
    let texts: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0.cPath) } + [nil]
    defer { for text in texts { free(text) } }
    var process: pid_t = 0
    guard posix_spawnp(&process, "sh", &actions, nil, texts, environ) == 0 else {
      pipes?.closeAll()
      return nil
    }
    if let pipes, let input {
      pipes.close([pipes.ends[0]])
      write(input, to: pipes.ends[1])
      pipes.close([pipes.ends[1]])
    }
    let status = waitForEnd(of: process)
    // A Ctrl-C was for the program.
    Interruption.take()
    return status & 0x7F == 0 ? (status >> 8) & 0xFF : nil
  }

  /// Writes until all is written, or until nobody reads any more.
  private static func write(_ bytes: [UInt8], to descriptor: Int32) {
    let handler = signal(SIGPIPE, SIG_IGN)
    defer { signal(SIGPIPE, handler) }
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes {
        Glibc.write(descriptor, $0.baseAddress! + written, bytes.count - written)
      }
      if count < 0, errno != EINTR { return }
      written += max(count, 0)
    }
  }
}

/// The user's editor.
enum TextEditor {
  /// Lets the user edit a text; nil if there is no file to edit or the editor fails.
  static func edit(_ text: String) -> String? {
    let folder = Environment["TMPDIR"] ?? "/tmp"
    var path = "\(folder)/bindlab-XXXXXX.bind".cPath
    let file = mkstemps(&path, 5)
    guard file >= 0 else { return nil }
    defer { unlink(path) }
    let failure = FileBytes.write(Array((text + "\n").utf8), to: file)
    close(file)
    let command = Environment["VISUAL"] ?? Environment["EDITOR"] ?? "vi"
    guard failure == nil, TerminalProgram.run(command, [String(cPath: path)]) == 0,
      case .success(let bytes) = RunFiles().read(String(cPath: path))
    else { return nil }
    var edited = String(decoding: bytes, as: UTF8.self)
    while edited.hasSuffix("\n") { edited.removeLast() }
    return edited
  }
}

/// Shows answers that are longer than the screen, as git does.
enum Pager {
  /// - Returns: Whether a pager has shown the text.
  static func show(_ text: [UInt8]) -> Bool {
    // Set and empty means none.
    let command = getenv("PAGER").map { String(cPath: $0) } ?? "less"
    guard !command.isEmpty, command != "cat" else { return false }
    // Leave at once if it fits, keep colours, keep the text on the screen.
    setenv("LESS", "FRX", 0)
    // 127: there is no such program.
    return TerminalProgram.run(command, input: text).map { $0 < 126 } ?? false
  }
}
