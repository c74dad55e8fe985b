import CEditLine
import Glibc

/// Reads and writes all bytes of a descriptor.
///
/// A signal does not interrupt a call, except Ctrl-C during a call that waits.
public enum FileBytes {
  private static let chunk = 1 << 16

  /// Opens a file; -1 with `errno` if that fails.
  public static func open(
    _ path: [UInt8], _ flags: Int32, mode: mode_t = 0o666, isInherited: Bool = false
  ) -> Int32 {
    let path = path.asCPath
    let flags = isInherited ? flags : flags | O_CLOEXEC
    return Int32(unbroken { Int(Glibc.open(path, flags, mode)) })
  }

  /// All up to the end of the file.
  public static func read(from descriptor: Int32) -> Result<[UInt8], FileError> {
    var status = stat()
    if fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
      return .failure(.folder)
    }
    var bytes: [UInt8] = []
    if status.st_mode & S_IFMT == S_IFREG { bytes.reserveCapacity(Int(status.st_size)) }
    while true {
      var count = 0
      // Filling the room first would take longer than reading a script into it.
      let part = [UInt8](unsafeUninitializedCapacity: chunk) { room, used in
        count = unbroken { Glibc.read(descriptor, room.baseAddress!, chunk) }
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
      if result >= 0 || errno != EINTR || cel_interrupt_flag().pointee != 0 { return result }
    }
  }
}
