import CEditLine
import Glibc

/// Lines from a file descriptor, byte for byte: no prompt, no editing, no limit to their length.
///
/// Each line is returned as soon as its end is there, so that a program can talk to a session
/// through a pipe. A last line needs no line feed. Ctrl-C while it waits is
/// ``LineInput/interrupted`` if ``Interruption`` is installed; bytes that came before stay.
public final class PlainLineReader: LineReader {
  /// As much as a pipe holds on Linux, so that one call empties it.
  private static let chunkSize = 65_536

  private let descriptor: Int32
  private let chunk = UnsafeMutableRawBufferPointer.allocate(
    byteCount: PlainLineReader.chunkSize, alignment: 16)

  private var bytes: [UInt8] = []
  /// Where the next line starts in `bytes`.
  private var start = 0
  /// No line ends in `bytes` between `start` and here; keeps a long line from being searched
  /// again at every chunk.
  private var searched = 0
  private var isAtEnd = false

  /// A reader that takes all that there is to read from `descriptor`, and does not close it.
  public init(descriptor: Int32 = STDIN_FILENO) {
    self.descriptor = descriptor
  }

  deinit {
    chunk.deallocate()
  }

  /// Waits for the next line.
  ///
  /// - Parameter prompt: Ignored.
  /// - Complexity: O(*n*) in the length of the line.
  public func readLine(prompt: String = "") -> LineInput {
    while true {
      if let lineFeed = indexOfLineFeed() {
        let hasReturn = lineFeed > start && bytes[lineFeed - 1] == UInt8(ascii: "\r")
        return take(upTo: hasReturn ? lineFeed - 1 : lineFeed, continuingAt: lineFeed + 1)
      }
      if isAtEnd {
        guard start < bytes.count else { return .endOfInput }
        return take(upTo: bytes.count, continuingAt: bytes.count)
      }
      if let reasonToStop = readChunk() { return reasonToStop }
    }
  }

  public var hasLine: Bool { indexOfLineFeed() != nil }

  private func indexOfLineFeed() -> Int? {
    let index = bytes.withUnsafeBytes { bytes -> Int? in
      guard let base = bytes.baseAddress, searched < bytes.count else { return nil }
      let found = memchr(base + searched, Int32(UInt8(ascii: "\n")), bytes.count - searched)
      return found.map { base.distance(to: UnsafeRawPointer($0)) }
    }
    searched = index ?? bytes.count
    return index
  }

  private func take(upTo end: Int, continuingAt next: Int) -> LineInput {
    let line = LineInput(bytes: bytes[start..<end])
    start = next
    searched = next
    return line
  }

  /// Nil once there are more bytes, or the end is reached.
  private func readChunk() -> LineInput? {
    dropTakenBytes()
    while true {
      // Not `read` alone: a signal between the look at the flag and the call would be missed.
      switch cel_wait_readable(descriptor, cel_interrupt_flag()) {
      case 0:
        if Interruption.take() { return .interrupted }
        continue
      case 1: break
      default: return .failed(.last)
      }
      let count = read(descriptor, chunk.baseAddress, chunk.count)
      if count > 0 {
        bytes.append(contentsOf: chunk[..<count])
        return nil
      }
      if count == 0 {
        isAtEnd = true
        return nil
      }
      // EAGAIN: another program that shares the pipe made it non-blocking.
      guard errno == EINTR || errno == EAGAIN else { return .failed(.last) }
    }
  }

  private func dropTakenBytes() {
    bytes.removeFirst(start)
    searched -= start
    start = 0
  }
}
