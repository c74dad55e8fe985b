#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The variables that this process got when it was started.
package enum EnvironmentVariables {
  /// The bytes of a variable, which need not be valid text; nil if it is not set.
  package static subscript(name: String) -> [UInt8]? { getenv(name).map { [UInt8](cPath: $0) } }

  /// Sets a variable that is not set, for this process and those that it starts.
  package static func setIfMissing(_ name: String, _ value: String) { setenv(name, value, 0) }
}
