import Files
import Glibc

/// What is to be shown on the terminal: it is collected, and sent in one piece, so that a line never
/// appears first as libedit draws it and then in its colours.
final class TerminalOutput {
  /// Where libedit writes.
  let stream: UnsafeMutablePointer<FILE>
  // C changes both at each flush.
  private let text = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: 1)
  private let size = UnsafeMutablePointer<Int>.allocate(capacity: 1)

  /// nil if there is no memory for it.
  init?() {
    text.initialize(to: nil)
    size.initialize(to: 0)
    guard let stream = open_memstream(text, size) else {
      text.deallocate()
      size.deallocate()
      return nil
    }
    self.stream = stream
  }

  deinit {
    fclose(stream)
    free(text.pointee)
    text.deallocate()
    size.deallocate()
  }

  /// How many bytes have been written that were not sent.
  var count: Int { ftello(stream) }

  func write(_ text: String) { fputs(text, stream) }

  /// Sends what has been written.
  func send() {
    fflush(stream)
    guard size.pointee > 0, let text = text.pointee else { return }
    let bytes = UnsafeRawBufferPointer(start: text, count: size.pointee)
    // A terminal that is gone ends the input, too.
    _ = FileBytes.write(Array(bytes), to: STDOUT_FILENO)
    rewind(stream)
  }
}
