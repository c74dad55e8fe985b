import Exploring
import Files
import Invocation
import LanguageServer
import Platform
import ScriptTesting

/// `bindlab lsp`: a language server on standard input and output.
struct LSPCommand {
  let options: CommandLineOptions
  let host: StandardHost

  func run() -> ExitStatus {
    guard options.inputs.isEmpty else {
      return host.refuse("lsp takes no FILE", "an editor starts it and speaks to it in pipes")
    }
    var surroundings = LanguageServer.Surroundings(
      host: TextHost(host),
      settings: ServedSettings(options: options, words: Bindlab.words, disk: host).folder,
      send: { [host] bytes in
        // A client that is gone ends the server.
        if let failure = FileBytes.write(bytes, to: Descriptor.output) {
          host.failed("to the client", failure)
        }
      },
      receive: { LSPCommand.isReadable() ? LSPCommand.read() ?? [] : [] })
    surroundings.receiveSoon = {
      LSPCommand.isReadable(within: LSPCommand.typingPause) ? LSPCommand.read() ?? [] : []
    }
    surroundings.layOutMarkdown = { MarkdownScripts.format($0, $1).text }
    let results = ServedResults(host)
    surroundings.files = ServedFiles.workspace
    surroundings.files.keepResult = results.keep
    surroundings.settingsName = SettingsFile.name
    let server = LanguageServer(surroundings)
    while !server.ending.isEnded, !host.hasFailed, !host.hasGivenUp {
      guard let bytes = LSPCommand.read(waitingShortly: server.isRunning) else {
        return server.isShutDown ? .success : .notShutDown
      }
      server.take(bytes)
      server.work()
    }
    return server.ending.isOrderly ? .success : .notShutDown
  }

  /// How long a run may be over before this is noticed, in milliseconds.
  private static let shortWait = 20
  /// Between two keys less time passes than this.
  private static let typingPause: Int32 = 200

  /// What has come on standard input, after waiting for something; nil at its end.
  private static func read(waitingShortly isShort: Bool = false) -> [UInt8]? {
    let outcome =
      isShort
      ? Waiting.forInput(Descriptor.input, milliseconds: shortWait)
      : Waiting.forInput(Descriptor.input)
    guard outcome != .interrupted else { return nil }
    if isShort, !isReadable() { return [] }
    let size = 1 << 16
    var bytes = [UInt8](repeating: 0, count: size)
    let count = Descriptor.read(Descriptor.input, into: &bytes, size)
    let failure = SystemError.last
    guard count > 0 else {
      return count < 0 && [.wouldWait, .interrupted].contains(failure) ? [] : nil
    }
    bytes.removeLast(size - count)
    return bytes
  }

  /// Whether a read would not wait: something has come, or nothing more can come.
  private static func isReadable(within milliseconds: Int32 = 0) -> Bool {
    Waiting.hasInput(Descriptor.input, within: milliseconds) ?? false
  }
}
