import CPlatform

/// Standard output in a block, which is written when it is full, and soon in any case.
package enum OutputBlock {
  /// From now on what waits is written within some milliseconds, whatever this thread does, as long as
  /// somebody reads it.
  package static func writeSoon() { platform_output_write_soon() }

  /// Adds bytes to what waits; false, with nothing changed, if they do not fit.
  package static func add(_ bytes: UnsafeRawBufferPointer) -> Bool {
    platform_output_add(bytes.baseAddress, bytes.count)
  }

  /// Empties the block, and hands what has waited to `write`.
  package static func empty<Result>(_ write: ([UInt8]) -> Result) -> Result {
    var count = 0
    let bytes = Array(UnsafeRawBufferPointer(start: platform_output_begin(&count), count: count))
    defer { platform_output_end() }
    return write(bytes)
  }
}
