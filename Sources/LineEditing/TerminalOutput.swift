import Files
import Platform

/// What is to be shown on the terminal: it is collected, and sent in one piece, so that a line never
/// appears first as libedit draws it and then in its colours.
final class TerminalOutput {
  /// Where libedit writes.
  let memory: MemoryStream

  /// nil if there is no memory for it.
  init?() {
    guard let memory = MemoryStream() else { return nil }
    self.memory = memory
  }

  /// How many bytes have been written that were not sent.
  var count: Int { memory.count }

  func write(_ text: String) { memory.write(text) }

  /// Sends what has been written.
  func send() {
    let bytes = memory.drain()
    // A terminal that is gone ends the input, too.
    if !bytes.isEmpty { _ = FileBytes.write(bytes, to: Descriptor.output) }
  }
}
