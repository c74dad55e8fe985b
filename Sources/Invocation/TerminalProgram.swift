import Files
import LineEditing
import Platform

/// A program that has the terminal for a while: an editor or a pager.
package struct TerminalProgram {
  private let process: Int32
  /// What it reads; -1 for the keyboard.
  private let input: Int32

  /// Starts a command of the shell.
  ///
  /// - Parameters:
  ///   - arguments: What stands behind the command, word for word.
  ///   - readsText: Whether it reads what is written to it, and not the keyboard.
  /// - Returns: nil if it could not be started.
  package init?(_ command: String, _ arguments: [String] = [], readsText: Bool = false) {
    var ends: [Int32] = []
    if readsText {
      guard let made = try? Pipes(1) else { return nil }
      ends = made.ends
    }
    let words = ["sh", "-c", command + " \"$@\"", "sh"] + arguments
    let start = ChildProcess.start(
      "sh", words.map(\.pathBytes), streams: (ends.first, nil, nil))
    guard case .success(let process) = start else {
      for end in ends { Descriptor.close(end) }
      return nil
    }
    self.process = process
    if let read = ends.first { Descriptor.close(read) }
    input = ends.last ?? -1
  }

  /// Writes to what it reads.
  ///
  /// - Returns: Whether it reads on.
  package func write(_ bytes: some Collection<UInt8>) -> Bool {
    let bytes = Array(bytes)
    return Signal.ignoringBrokenPipes {
      var written = 0
      while written < bytes.count {
        let count = bytes.withUnsafeBytes {
          Descriptor.write($0.baseAddress! + written, bytes.count - written, to: input)
        }
        if count < 0, SystemError.last != .interrupted { return false }
        written += max(count, 0)
      }
      return true
    }
  }

  /// Waits for its end.
  ///
  /// - Returns: Its exit status; nil if it was stopped by a signal.
  package func wait() -> Int32? {
    if input >= 0 { Descriptor.close(input) }
    let ended = ChildProcess.waitForEnd(of: process)
    // A Ctrl-C was for the program.
    Interruption.take()
    return ended.exitStatus
  }
}

/// The user's editor.
package enum TextEditor {
  /// Lets the user edit a text; nil if there is no file to edit or the editor fails.
  package static func edit(_ text: String) -> String? {
    let folder = Environment["TMPDIR"] ?? "/tmp"
    let pattern = "\(folder)/bindlab-XXXXXX.bind".pathBytes
    guard let file = FileSystem.makeTemporaryFile(pattern, suffix: 5) else { return nil }
    defer { FileSystem.remove(file: file.path) }
    let failure = FileBytes.write(Array((text + "\n").utf8), to: file.descriptor)
    Descriptor.close(file.descriptor)
    let path = String(pathBytes: file.path)
    let command = Environment["VISUAL"] ?? Environment["EDITOR"] ?? "vi"
    guard failure == nil, TerminalProgram(command, [path])?.wait() == 0,
      case .success(let bytes) = RunFiles().read(path)
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
    let command =
      EnvironmentVariables["PAGER"].map { String(decoding: $0, as: UTF8.self) } ?? "less"
    guard !command.isEmpty, command != "cat" else { return nil }
    // Leave at once if it fits, keep colours, keep the text on the screen.
    EnvironmentVariables.setIfMissing("LESS", "FRX")
    return TerminalProgram(command, readsText: true)
  }
}
