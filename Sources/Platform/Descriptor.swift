#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Open files, pipes and terminals, each known by a number.
///
/// The functions do what the system calls of nearly the same names do. If one fails, it says so by
/// false or -1, and `SystemError.last` says why.
public enum Descriptor {
  /// The number of standard input.
  public static let input: Int32 = 0
  /// The number of standard output.
  public static let output: Int32 = 1
  /// The number of standard error.
  public static let errors: Int32 = 2

  /// How a file is opened.
  package struct Options: OptionSet, Sendable {
    package let rawValue: Int32

    package init(rawValue: Int32) { self.rawValue = rawValue }

    package static let reading = Options(rawValue: O_RDONLY)
    package static let writing = Options(rawValue: O_WRONLY)
    package static let readingAndWriting = Options(rawValue: O_RDWR)
    /// Each write goes to the end of the file.
    package static let appending = Options(rawValue: O_APPEND)
    /// Makes the file if it is not there.
    package static let creating = Options(rawValue: O_CREAT)
    /// The file must not be there before.
    package static let onlyNew = Options(rawValue: O_EXCL)
    package static let notFollowingLinks = Options(rawValue: O_NOFOLLOW)
    package static let onlyFolder = Options(rawValue: O_DIRECTORY)
    /// No call waits for somebody at the other end of a pipe.
    package static let notWaiting = Options(rawValue: O_NONBLOCK)
    /// A terminal does not become that of this process.
    package static let notControlling = Options(rawValue: O_NOCTTY)
    /// Programs that this process starts do not get the descriptor.
    package static let notInherited = Options(rawValue: O_CLOEXEC)

    /// Whether it is opened for writing alone.
    package var isWritingOnly: Bool { rawValue & O_ACCMODE == O_WRONLY }
  }

  /// How many bytes a pipe takes whole, once it is ready.
  package static let pipeBlock = Int(PIPE_BUF)

  /// Opens a file; -1 if that fails.
  ///
  /// - Parameter mode: The permissions of a file that is made.
  package static func open(_ path: [UInt8], _ options: Options, mode: UInt32 = 0o666) -> Int32 {
    systemOpen(path.asCPath, options.rawValue, mode_t(mode))
  }

  /// Closes a descriptor. Some systems report only then that a disk is full.
  @discardableResult
  package static func close(_ descriptor: Int32) -> Bool { systemClose(descriptor) == 0 }

  /// Reads at most `count` bytes from the current position; 0 at the end.
  package static func read(
    _ descriptor: Int32, into room: UnsafeMutableRawPointer?, _ count: Int
  ) -> Int {
    systemRead(descriptor, room, count)
  }

  /// Reads at most `count` bytes from `position` on.
  package static func read(
    _ descriptor: Int32, into room: UnsafeMutableRawPointer, _ count: Int, at position: Int
  ) -> Int {
    pread(descriptor, room, count, off_t(position))
  }

  /// Writes some of `count` bytes at the current position, and returns how many.
  package static func write(_ bytes: UnsafeRawPointer?, _ count: Int, to descriptor: Int32) -> Int {
    systemWrite(descriptor, bytes, count)
  }

  /// Writes some of `count` bytes from `position` on, and returns how many.
  package static func write(
    _ bytes: UnsafeRawPointer, _ count: Int, to descriptor: Int32, at position: Int
  ) -> Int {
    pwrite(descriptor, bytes, count, off_t(position))
  }

  /// Moves the current position to an offset from the beginning.
  @discardableResult
  package static func seek(_ descriptor: Int32, to position: Int) -> Bool {
    lseek(descriptor, off_t(position), SEEK_SET) == off_t(position)
  }

  /// Makes a file as long as this.
  @discardableResult
  package static func truncate(_ descriptor: Int32, to size: Int) -> Bool {
    ftruncate(descriptor, off_t(size)) == 0
  }

  /// Waits until what was written is on the disk.
  @discardableResult
  package static func synchronize(_ descriptor: Int32) -> Bool { fsync(descriptor) == 0 }

  @discardableResult
  package static func setMode(_ descriptor: Int32, _ mode: UInt32) -> Bool {
    fchmod(descriptor, mode_t(mode)) == 0
  }

  package static func setOwner(_ descriptor: Int32, _ owner: UInt32, group: UInt32) -> Bool {
    fchown(descriptor, owner, group) == 0
  }

  /// Locks a file for this process alone, unless another process has locked it.
  package static func lock(_ descriptor: Int32) -> Bool {
    flock(descriptor, LOCK_EX | LOCK_NB) == 0
  }

  /// Whether the number belongs to something open.
  package static func isOpen(_ descriptor: Int32) -> Bool { fcntl(descriptor, F_GETFD) >= 0 }

  package static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

  /// Lets another number stand for what a descriptor stands for.
  package static func duplicate(_ descriptor: Int32, as other: Int32) { dup2(descriptor, other) }

  /// Programs that this process starts do not get the descriptor.
  package static func setNotInherited(_ descriptor: Int32) {
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  }

  /// Whether reading and writing wait, or append, from now on; the other options do not count.
  package static func setStatus(_ descriptor: Int32, _ options: Options) {
    _ = fcntl(descriptor, F_SETFL, options.rawValue)
  }

  /// The two ends of a new pipe; nil if it cannot be made.
  package static func makePipe() -> (reading: Int32, writing: Int32)? {
    var ends: [Int32] = [-1, -1]
    return pipe(&ends) == 0 ? (ends[0], ends[1]) : nil
  }
}

// The functions of C whose names are taken above.

private func systemOpen(_ path: [CChar], _ flags: Int32, _ mode: mode_t) -> Int32 {
  open(path, flags, mode)
}

private func systemClose(_ descriptor: Int32) -> Int32 { close(descriptor) }

private func systemRead(
  _ descriptor: Int32, _ room: UnsafeMutableRawPointer?, _ count: Int
) -> Int {
  read(descriptor, room, count)
}

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}
