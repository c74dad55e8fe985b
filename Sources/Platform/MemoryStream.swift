#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A stream of C that keeps in memory what is written to it.
package final class MemoryStream {
  #if canImport(Musl)
    package typealias Stream = OpaquePointer
  #else
    package typealias Stream = UnsafeMutablePointer<FILE>
  #endif

  /// The stream for functions of C.
  package let stream: Stream
  // C changes both at each flush.
  private let text = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: 1)
  private let size = UnsafeMutablePointer<Int>.allocate(capacity: 1)

  /// nil if there is no memory for it.
  package init?() {
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

  /// How many bytes have been written since the last ``drain()``.
  package var count: Int { Int(ftello(stream)) }

  package func write(_ text: String) { fputs(text, stream) }

  /// What has been written since the last time.
  package func drain() -> [UInt8] {
    fflush(stream)
    guard size.pointee > 0, let text = text.pointee else { return [] }
    let bytes = Array(UnsafeRawBufferPointer(start: text, count: size.pointee))
    rewind(stream)
    return bytes
  }
}
