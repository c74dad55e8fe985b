import Basics
import CEditLine
import Glibc

/// Reads and writes all bytes of a descriptor.
///
/// A signal does not interrupt a call, except Ctrl-C during a call that waits.
public enum FileBytes {
  private static let chunk = 1 << 16

  /// Opens a file; -1 with `errno` if that fails.
  ///
  /// A pipe that is opened for writing waits for somebody who reads it, and for reading does not wait:
  /// ``read(from:)`` does.
  public static func open(
    _ path: [UInt8], _ flags: Int32, mode: mode_t = 0o666, isInherited: Bool = false
  ) -> Int32 {
    let path = path.asCPath
    let flags = isInherited ? flags : flags | O_CLOEXEC
    while true {
      // A call that waits would not notice a signal that came just before it.
      let descriptor = Int32(unbroken { Int(Glibc.open(path, flags | O_NONBLOCK, mode)) })
      if descriptor >= 0 {
        _ = fcntl(descriptor, F_SETFL, flags)
        return descriptor
      }
      guard errno == ENXIO, flags & O_ACCMODE == O_WRONLY, isPipe(path) else { return -1 }
      let flag = cel_interrupt_flag()!
      _ = cel_wait_readable_or_time(-1, pipeReaderTick, flag)
      if flag.pointee != 0 {
        errno = EINTR
        return -1
      }
    }
  }

  /// How often it is tried again to write to a pipe that nobody reads, in milliseconds.
  private static let pipeReaderTick: Int32 = 20

  private static func isPipe(_ path: [CChar]) -> Bool {
    var status = stat()
    let isPipe = stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
    if !isPipe { errno = ENXIO }
    return isPipe
  }

  /// All up to the end of the file. Ctrl-C ends it with `EINTR` while it waits, and between two parts.
  public static func read(from descriptor: Int32) -> Result<[UInt8], FileError> {
    var status = stat()
    if fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
      return .failure(.folder)
    }
    var bytes: [UInt8] = []
    let isFile = status.st_mode & S_IFMT == S_IFREG
    var granted = ProcessMemory.free
    func refusal(of more: Int) -> ProcessMemory.Refusal? {
      granted -= more
      if granted >= 0 { return nil }
      do { granted = try ProcessMemory.grant(more) } catch { return error }
      return nil
    }
    if isFile {
      if let refusal = refusal(of: Int(status.st_size)) { return .failure(.tooLarge(refusal)) }
      bytes.reserveCapacity(Int(status.st_size))
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
            isFile
            ? bytes.isEmpty || cel_interrupt_signal() == 0
            : cel_wait_readable(descriptor, cel_interrupt_flag()) != 0
          guard isReady else {
            errno = EINTR
            return -1
          }
          return Glibc.read(descriptor, room.baseAddress!, chunk)
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
    let descriptor = open(path, O_RDONLY)
    guard descriptor >= 0 else { return .failure(.system(.last)) }
    defer { close(descriptor) }
    return read(from: descriptor)
  }

  /// `PIPE_BUF` of Linux: how much a pipe takes whole, once it is ready.
  private static let pipeChunk = 4096

  /// Writes at the descriptor's position; nil when all bytes are written.
  ///
  /// Ctrl-C ends it with `EINTR` while nothing reads what is written.
  public static func write(_ bytes: [UInt8], to descriptor: Int32) -> SystemError? {
    write(bytes, to: descriptor) { cel_wait_writable(descriptor, cel_interrupt_flag()) != 0 }
  }

  /// The same, where `wait` waits until the descriptor takes output.
  ///
  /// - Parameter wait: Returns false to end it with `EINTR`. A regular file is not waited for.
  public static func write(
    _ bytes: [UInt8], to descriptor: Int32, waiting wait: () -> Bool
  ) -> SystemError? {
    var status = stat()
    let isFile = fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    return write(bytes) { start, count, _ in
      isFile
        ? Glibc.write(descriptor, start, count) : writeWhenReady(descriptor, start, count, wait)
    }
  }

  /// Writes no more than is accepted at once: a call that waits would not notice a signal that came
  /// just before it.
  private static func writeWhenReady(
    _ descriptor: Int32, _ start: UnsafeRawPointer, _ count: Int, _ wait: () -> Bool
  ) -> Int {
    guard wait() else {
      errno = EINTR
      return -1
    }
    let written = Glibc.write(descriptor, start, min(count, pipeChunk))
    // Another program that shares the pipe made it non-blocking, so it waits again.
    if written < 0, errno == EAGAIN { errno = EINTR }
    return written
  }

  /// Writes from the file's beginning; nil when all bytes are written.
  static func overwrite(_ bytes: [UInt8], in descriptor: Int32) -> SystemError? {
    write(bytes) { start, count, place in pwrite(descriptor, start, count, off_t(place)) }
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
      if result >= 0 || errno != EINTR || cel_interrupt_signal() != 0 { return result }
    }
  }
}
