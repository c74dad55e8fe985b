/// A property, class or variable name, interned: equal names have equal handles.
public struct Name: Hashable, Sendable {
  /// The position in the table that made it; 0 is no name.
  public let index: UInt32

  @inlinable
  public init(index: UInt32) { self.index = index }

  /// The name that stands for "none".
  public static let none = Name(index: 0)
}

/// Interns names, so that the rest of the engine compares and looks up 32-bit handles.
///
/// Open addressing over the names' UTF-8 bytes: a name that is already there is found without
/// making a `String`. A parser looks up each name of a text, and checking each look-up for overlapping
/// accesses took a third of its time.
public final class NameTable {
  @exclusivity(unchecked) private var texts: [String] = [""]
  @exclusivity(unchecked) private var hashes: [UInt32] = [0]
  @exclusivity(unchecked) private var buckets: [UInt32]

  public init() {
    buckets = [UInt32](repeating: 0, count: 1024)
  }

  /// The number of names, the empty one included.
  public var count: Int { texts.count }

  /// The text of `name`; nothing for a name of another table that this one does not have.
  ///
  /// - Complexity: O(1).
  public func text(of name: Name) -> String {
    texts.indices.contains(Int(name.index)) ? texts[Int(name.index)] : ""
  }

  /// The handle of `text`; nil if there is none.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  public func name(_ text: String) -> Name? {
    var text = text
    return text.withUTF8 { bytes in
      let found = buckets[bucket(of: bytes, hash: NameTable.hash(bytes))]
      return found == 0 ? nil : Name(index: found)
    }
  }

  /// The handle of `text`, made if it is new.
  ///
  /// - Complexity: O(*n*) in the length of the text, amortized.
  public func intern(_ text: String) -> Name {
    var text = text
    return text.withUTF8 { intern($0) }
  }

  /// The handle of the name with these UTF-8 bytes, made if it is new.
  public func intern(_ bytes: UnsafeBufferPointer<UInt8>) -> Name {
    let hash = NameTable.hash(bytes)
    let at = bucket(of: bytes, hash: hash)
    if buckets[at] != 0 { return Name(index: buckets[at]) }
    let index = UInt32(texts.count)
    texts.append(String(decoding: bytes, as: UTF8.self))
    hashes.append(hash)
    buckets[at] = index
    if texts.count * 2 > buckets.count { grow() }
    return Name(index: index)
  }

  /// Where a name is, or where it belongs.
  @inline(__always)
  private func bucket(of bytes: UnsafeBufferPointer<UInt8>, hash: UInt32) -> Int {
    let mask = buckets.count - 1
    var at = Int(hash) & mask
    while buckets[at] != 0 {
      let candidate = Int(buckets[at])
      if hashes[candidate] == hash, equals(candidate, bytes) { break }
      at = (at + 1) & mask
    }
    return at
  }

  private func equals(_ index: Int, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    let utf8 = texts[index].utf8
    let same = utf8.withContiguousStorageIfAvailable { stored in
      guard stored.count == bytes.count else { return false }
      for i in 0..<stored.count where stored[i] != bytes[i] { return false }
      return true
    }
    return same ?? utf8.elementsEqual(bytes)
  }

  private func grow() {
    buckets = [UInt32](repeating: 0, count: buckets.count * 2)
    let mask = buckets.count - 1
    for index in 1..<texts.count {
      var at = Int(hashes[index]) & mask
      while buckets[at] != 0 { at = (at + 1) & mask }
      buckets[at] = UInt32(index)
    }
  }

  /// FNV-1a: names are short, and the order of names never reaches any output.
  private static func hash(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt32 {
    var hash: UInt32 = 2_166_136_261
    for byte in bytes { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
    return hash ^ (hash >> 15)
  }
}
