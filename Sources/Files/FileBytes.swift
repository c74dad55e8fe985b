import Basics
import Platform

/// Reads and writes all bytes of a descriptor.
///
/// A signal does not interrupt a call, except Ctrl-C during a call that waits.
public enum FileBytes {
  private static let chunk = 1 << 16

  /// Opens a file; -1 with ``SystemError/last`` if that fails.
  ///
  /// A pipe that is opened for writing waits for somebody who reads it, and for reading does not wait:
  /// ``read(from:)`` does.
  package static func open(
    _ path: [UInt8], _ options: Descriptor.Options, mode: UInt32 = 0o666, isInherited: Bool = false
  ) -> Int32 {
    let options = isInherited ? options : options.union(.notInherited)
    while true {
      // A call that waits would not notice a signal that came just before it.
      let descriptor = Int32(
        unbroken { Int(Descriptor.open(path, options.union(.notWaiting), mode: mode)) })
      if descriptor >= 0 {
        Descriptor.setStatus(descriptor, options)
        return descriptor
      }
      guard SystemError.last == .noReader, options.isWritingOnly, isPipe(path) else { return -1 }
      _ = Waiting.forInput(nil, milliseconds: pipeReaderTick)
      if Interruption.isRaised {
        SystemError.last = .interrupted
        return -1
      }
    }
  }

  /// How often it is tried again to write to a pipe that nobody reads, in milliseconds.
  private static let pipeReaderTick = 20

  private static func isPipe(_ path: [UInt8]) -> Bool {
    let isPipe = FileStatus(at: path)?.kind == .pipe
    if !isPipe { SystemError.last = .noReader }
    return isPipe
  }

  /// All up to the end of the file. Ctrl-C ends it with ``SystemError/interrupted`` while it waits, and
  /// between two parts.
  public static func read(from descriptor: Int32) -> Result<[UInt8], FileError> {
    let status = FileStatus(of: descriptor)
    if status?.kind == .folder { return .failure(.folder) }
    var bytes: [UInt8] = []
    let size = status?.kind == .regular ? status?.size : nil
    var granted = ProcessMemory.free
    func refusal(of more: Int) -> ProcessMemory.Refusal? {
      granted -= more
      if granted >= 0 { return nil }
      do { granted = try ProcessMemory.grant(more) } catch { return error }
      return nil
    }
    if let size {
      if let refusal = refusal(of: size) { return .failure(.tooLarge(refusal)) }
      bytes.reserveCapacity(size)
    }
    while true {
      // What does not fit is moved to a place that is twice as large.
      if bytes.capacity - bytes.count < chunk, let refusal = refusal(of: 2 * bytes.capacity) {
        return .failure(.tooLarge(refusal))
      }
      var count = 0
      // Filling the room first would take longer than reading a script into it.
      let part = [UInt8](unsafeUninitializedCapacity: chunk) { room, used in
        count = unbroken {
          let isReady =
            size != nil
            ? bytes.isEmpty || !Interruption.isRaised
            : Waiting.forInput(descriptor) != .interrupted
          guard isReady else {
            SystemError.last = .interrupted
            return -1
          }
          return Descriptor.read(descriptor, into: room.baseAddress!, chunk)
        }
        used = max(count, 0)
      }
      if count < 0 { return .failure(.system(.last)) }
      if count == 0 { return .success(bytes) }
      bytes += part
    }
  }

  /// The content of the file at a path.
  public static func read(_ path: [UInt8]) -> Result<[UInt8], FileError> {
    let descriptor = open(path, .reading)
    guard descriptor >= 0 else { return .failure(.system(.last)) }
    defer { Descriptor.close(descriptor) }
    return read(from: descriptor)
  }

  /// Writes at the descriptor's position; nil when all bytes are written.
  ///
  /// Ctrl-C ends it with ``SystemError/interrupted`` while nothing reads what is written.
  public static func write(_ bytes: [UInt8], to descriptor: Int32) -> SystemError? {
    write(bytes, to: descriptor) { Waiting.forOutput(descriptor) != .interrupted }
  }

  /// Writes at the descriptor's position, where `wait` waits until the descriptor takes output; nil when
  /// all bytes are written.
  ///
  /// - Parameter wait: Returns false to end it with ``SystemError/interrupted``. A regular file is not
  ///   waited for.
  public static func write(
    _ bytes: [UInt8], to descriptor: Int32, waiting wait: () -> Bool
  ) -> SystemError? {
    let isFile = FileStatus(of: descriptor)?.kind == .regular
    return write(bytes) { start, count, _ in
      isFile
        ? Descriptor.write(start, count, to: descriptor)
        : writeWhenReady(descriptor, start, count, wait)
    }
  }

  /// Writes no more than is accepted at once: a call that waits would not notice a signal that came
  /// just before it.
  private static func writeWhenReady(
    _ descriptor: Int32, _ start: UnsafeRawPointer, _ count: Int, _ wait: () -> Bool
  ) -> Int {
    guard wait() else {
      SystemError.last = .interrupted
      return -1
    }
    let written = Descriptor.write(start, min(count, Descriptor.pipeBlock), to: descriptor)
    // Another program that shares the pipe made it non-blocking, so it waits again.
    if written < 0, SystemError.last == .wouldWait { SystemError.last = .interrupted }
    return written
  }

  /// Writes from the file's beginning; nil when all bytes are written.
  static func overwrite(_ bytes: [UInt8], in descriptor: Int32) -> SystemError? {
    write(bytes) { start, count, position in
      Descriptor.write(start, count, to: descriptor, at: position)
    }
  }

  private static func write(
    _ bytes: [UInt8], with call: (UnsafeRawPointer, Int, Int) -> Int
  ) -> SystemError? {
    bytes.withUnsafeBytes { buffer in
      var written = 0
      while written < buffer.count {
        let count = unbroken {
          call(buffer.baseAddress! + written, buffer.count - written, written)
        }
        if count < 0 { return .last }
        written += count
      }
      return nil
    }
  }

  /// Repeats a call that a signal interrupted, unless the signal was Ctrl-C.
  static func unbroken(_ call: () -> Int) -> Int {
    while true {
      let result = call()
      if result >= 0 || SystemError.last != .interrupted || Interruption.isRaised { return result }
    }
  }
}
