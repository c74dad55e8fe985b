import Glibc

/// Why a system call failed.
public struct SystemError: Error, Equatable, Sendable {
  /// A value of `errno`.
  public let code: Int32

  /// A failure that is known by its `errno`.
  public init(code: Int32) {
    self.code = code
  }

  /// The failure of the previous call. Must be read at once, because any call may change it.
  package static var last: SystemError { SystemError(code: errno) }
}

extension SystemError: CustomStringConvertible {
  /// The system's own words, such as `No space left on device`.
  public var description: String { String(cString: strerror(code)) }
}
