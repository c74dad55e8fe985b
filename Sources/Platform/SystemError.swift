#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Why a system call failed.
public struct SystemError: Error, Equatable, Sendable {
  /// A value of `errno`.
  public let code: Int32

  /// A failure that is known by its `errno`.
  public init(code: Int32) {
    self.code = code
  }

  /// The failure of the previous call. Must be read at once, because any call may change it.
  package static var last: SystemError {
    get { SystemError(code: errno) }
    set { errno = newValue.code }
  }
}

extension SystemError {
  /// A signal came while the call waited.
  package static let interrupted = SystemError(code: EINTR)
  /// The call would have to wait, and must not.
  package static let wouldWait = SystemError(code: EAGAIN)
  package static let notFound = SystemError(code: ENOENT)
  package static let alreadyExists = SystemError(code: EEXIST)
  package static let isFolder = SystemError(code: EISDIR)
  /// The file was replaced while it was used.
  package static let stale = SystemError(code: ESTALE)
  package static let tooManyLinks = SystemError(code: ELOOP)
  package static let notPermitted = SystemError(code: EPERM)
  package static let accessDenied = SystemError(code: EACCES)
  package static let busy = SystemError(code: EBUSY)
  package static let otherFileSystem = SystemError(code: EXDEV)
  /// The file system cannot do that.
  package static let notSupported = SystemError(code: EOPNOTSUPP)
  /// The system cannot do that.
  package static let notImplemented = SystemError(code: ENOSYS)
  package static let invalid = SystemError(code: EINVAL)
  /// Nobody reads from the pipe that is opened for writing.
  package static let noReader = SystemError(code: ENXIO)
  /// Nobody reads any more what is written.
  package static let brokenPipe = SystemError(code: EPIPE)
}

extension SystemError: CustomStringConvertible {
  /// The system's own words, such as `No space left on device`.
  public var description: String { String(cString: strerror(code)) }
}
