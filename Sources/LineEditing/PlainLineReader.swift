import Basics
import CEditLine
import Files
import Platform

/// Lines from a file descriptor, byte for byte: no prompt, no editing.
///
/// Each line is returned as soon as its end is there, so that a program can talk to a session
/// through a pipe. A last line needs no line feed. Ctrl-C while it waits is
/// ``LineInput/interrupted`` if ``Interruption`` is installed; bytes that came before stay.
public final class PlainLineReader: LineReader {
  /// As much as a pipe holds on Linux, so that one call empties it.
  private static let chunkSize = 65_536

  private let descriptor: Int32
  private let longest: Int
  private let chunk = UnsafeMutableRawBufferPointer.allocate(
    byteCount: PlainLineReader.chunkSize, alignment: 16)

  private var bytes: [UInt8] = []
  /// Where the next line starts in `bytes`.
  private var start = 0
  /// No line ends in `bytes` between `start` and here; keeps a long line from being searched
  /// again at every chunk.
  private var searched = 0
  private var isAtEnd = false
  /// The beginning of the line was too long, and its rest is dropped as it comes.
  private var isSkipping = false

  /// A reader that takes all that there is to read from `descriptor`, and does not close it.
  ///
  /// - Parameter longest: The bytes of the longest line; a longer one is ``LineInput/tooLong``, and
  ///   takes no more memory than that.
  public init(descriptor: Int32 = Descriptor.input, longest: Int = .max) {
    self.descriptor = descriptor
    self.longest = longest
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
        guard start < bytes.count || isSkipping else { return .endOfInput }
        return take(upTo: bytes.count, continuingAt: bytes.count)
      }
      skipIfTooLong()
      if let reasonToStop = readChunk() { return reasonToStop }
    }
  }

  public var hasLine: Bool { indexOfLineFeed() != nil }

  private func indexOfLineFeed() -> Int? {
    let index = bytes.withUnsafeBytes { bytes -> Int? in
      guard let base = bytes.baseAddress, searched < bytes.count else { return nil }
      let found = Memory.find(UInt8(ascii: "\n"), in: base + searched, bytes.count - searched)
      return found.map { base.distance(to: $0) }
    }
    searched = index ?? bytes.count
    return index
  }

  private func take(upTo end: Int, continuingAt next: Int) -> LineInput {
    let isTooLong = isSkipping || end - start > longest
    let line = isTooLong ? .tooLong : LineInput(bytes: bytes[start..<end])
    start = next
    searched = next
    isSkipping = false
    return line
  }

  /// Drops the beginning of a line that is too long already.
  private func skipIfTooLong() {
    guard bytes.count - start > longest else { return }
    isSkipping = true
    start = bytes.count
    searched = start
  }

  /// Nil once there are more bytes, or the end is reached.
  private func readChunk() -> LineInput? {
    dropTakenBytes()
    while true {
      // Not `read` alone: a signal between the look at the flag and the call would be missed.
      switch Waiting.forInput(descriptor) {
      case .interrupted:
        if Interruption.take() { return .interrupted }
        continue
      case .ready: break
      case .failed: return .failed(.system(.last))
      }
      // What does not fit is moved to a place that is twice as large.
      if bytes.capacity - bytes.count < chunk.count, bytes.capacity > ProcessMemory.free,
        let refusal = ProcessMemory.refusal(of: 2 * bytes.capacity)
      {
        return .failed(.tooLarge(refusal))
      }
      if takeChunk() { return nil }
      // It would wait if another program that shares the pipe made it non-blocking.
      let failure = SystemError.last
      guard failure == .interrupted || failure == .wouldWait else {
        return .failed(.system(failure))
      }
    }
  }

  /// - Returns: false with ``SystemError/last`` if nothing could be read.
  private func takeChunk() -> Bool {
    let count = Descriptor.read(descriptor, into: chunk.baseAddress, chunk.count)
    guard count >= 0 else { return false }
    if count == 0 { isAtEnd = true }
    bytes.append(contentsOf: chunk[..<count])
    return true
  }

  // MARK: Reading ahead

  /// How many bytes are read before somebody asks for them.
  private static let mostAhead = 1 << 26

  /// Writes to a descriptor, and reads the lines that come meanwhile.
  ///
  /// A program that writes all its lines before it reads an answer would wait for this one without
  /// end otherwise, when both pipes are full.
  ///
  /// - Parameter givesUp: Whether Ctrl-C ends it, with ``SystemError/interrupted``, as SIGTERM and SIGHUP
  ///   always do.
  public func write(_ bytes: [UInt8], to output: Int32, givesUp: Bool) -> SystemError? {
    FileBytes.write(bytes, to: output) { waitForRoom(in: output, givesUp: givesUp) }
  }

  private func waitForRoom(in output: Int32, givesUp: Bool) -> Bool {
    var canRead = true
    while true {
      let isWanted = canRead && !isAtEnd && bytes.count - start < PlainLineReader.mostAhead
      // A flag that is raised and does not count would end each wait at once.
      let counts = givesUp || !Interruption.isRaised || Interruption.endsProgram
      switch Waiting.forOutput(
        output, orInput: isWanted ? descriptor : nil, unless: counts ? .interruption : nil)
      {
      case (.interrupted, _):
        if givesUp && Interruption.isRaised || Interruption.endsProgram { return false }
      case (_, isInput: true):
        dropTakenBytes()
        // Who asks for a line finds again what is wrong.
        canRead = takeChunk()
      default: return true
      }
    }
  }

  private func dropTakenBytes() {
    // Not for each of many short lines: what is left would be moved each time.
    guard start > bytes.count / 2 else { return }
    bytes.removeFirst(start)
    searched -= start
    start = 0
  }
}
