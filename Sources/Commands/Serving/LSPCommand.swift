import CEditLine
import Exploring
import Files
import Glibc
import LanguageServer

/// `bindlab lsp`: a language server on standard input and output.
struct LSPCommand {
  let options: CommandLineOptions
  let host: StandardHost

  func run() -> ExitStatus {
    guard options.inputs.isEmpty else {
      return host.refuse("lsp takes no FILE", "an editor starts it and speaks to it in pipes")
    }
    var surroundings = LanguageServer.Surroundings(
      host: host, options: options.session.checking,
      send: { [host] bytes in
        // A client that is gone ends the server.
        if let failure = FileBytes.write(bytes, to: STDOUT_FILENO) {
          host.failed("to the client", failure)
        }
      },
      receive: { LSPCommand.isReadable ? LSPCommand.read() ?? [] : [] })
    surroundings.scripts = LSPCommand.scripts
    surroundings.run = { [options] task, file, files in
      ServedRun(task: task, settings: options.session, files: files).result(of: file)
    }
    let server = LanguageServer(surroundings)
    while !server.ending.isEnded, !host.hasFailed, !host.hasGivenUp {
      guard let bytes = LSPCommand.read() else {
        return server.isShutDown ? .success : .scriptError
      }
      server.take(bytes)
      server.work()
    }
    return server.ending.isOrderly ? .success : .scriptError
  }

  /// What has come on standard input, after waiting for something; nil at its end.
  private static func read() -> [UInt8]? {
    guard cel_wait_readable(STDIN_FILENO, cel_interrupt_flag()) != 0 else { return nil }
    let size = 1 << 16
    var bytes = [UInt8](repeating: 0, count: size)
    let count = Glibc.read(STDIN_FILENO, &bytes, size)
    guard count > 0 else { return count < 0 && (errno == EAGAIN || errno == EINTR) ? [] : nil }
    bytes.removeLast(size - count)
    return bytes
  }

  /// More scripts in the folders of an editor are not looked at.
  private static let mostScripts = 1_000

  private static func scripts(in folder: String) -> [String] {
    guard var files = try? ScriptFiles([folder], leavingOut: Exclusions([])) else { return [] }
    var found: [String] = []
    while found.count < mostScripts, let item = files.next() {
      if case .file(let file) = item, file.name.hasSuffix(".bind") { found.append(file.name) }
    }
    return found
  }

  /// Whether a read would not wait.
  private static var isReadable: Bool {
    var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    return poll(&input, 1, 0) > 0 && input.revents & Int16(POLLIN) != 0
  }
}
