#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Bytes in memory.
@usableFromInline package enum Memory {
  /// Memory of this size with the bytes of the old one, which may have moved; nil if there is none.
  ///
  /// - Complexity: O(*n*); the pages of large memory are moved and not copied on Linux.
  @inlinable
  package static func resize(
    _ old: UnsafeMutableRawPointer?, to size: Int
  ) -> UnsafeMutableRawPointer? {
    realloc(old, size)
  }

  /// Frees what ``resize(_:to:)`` gave.
  @inlinable
  package static func release(_ memory: UnsafeMutableRawPointer) { free(memory) }

  /// The first byte of this value; nil if there is none.
  ///
  /// - Complexity: O(*n*), many bytes at a time.
  @inlinable
  package static func find(
    _ byte: UInt8, in start: UnsafeRawPointer, _ count: Int
  ) -> UnsafeRawPointer? {
    memchr(start, Int32(byte), count).map { UnsafeRawPointer($0) }
  }

  /// Whether the bytes at both addresses are equal.
  @inlinable
  package static func isEqual(
    _ one: UnsafeRawPointer, _ other: UnsafeRawPointer, _ count: Int
  ) -> Bool {
    memcmp(one, other, count) == 0
  }
}
