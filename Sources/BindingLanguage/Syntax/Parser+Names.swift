import BindingEngine

/// Which names are words, by the index of the name.
struct WordTable {
  private struct Entry {
    var word = Word.other
    var traits: WordTraits = []
  }

  private var entries: [Entry] = []

  /// Interns all words: in a new table they get the lowest indices, so that this stays small.
  init(_ names: NameTable) {
    entries.reserveCapacity(Word.allCases.count + 1)
    for word in Word.allCases where word != .other {
      let index = Int(names.intern(word.rawValue).index)
      if index >= entries.count {
        entries += repeatElement(Entry(), count: index + 1 - entries.count)
      }
      entries[index].word = word
    }
    for word in Word.reservedInside {
      entries[Int(names.intern(word.rawValue).index)].traits = .reserved
    }
    for statement in StatementWord.all where statement.place == .statement {
      var traits: WordTraits = .statement
      if statement.isReserved { traits.insert(.reserved) }
      if statement.since == .later { traits.insert(.later) }
      entries[Int(names.intern(statement.word).index)].traits = traits
    }
  }

  /// Says of a name token which word it is.
  func identify(_ token: inout Token, _ name: Name) {
    let index = Int(name.index)
    guard index < entries.count else { return }
    token.word = entries[index].word
    token.traits = entries[index].traits
  }
}

/// The names met last, by their bytes, so that a name which comes again is found by one comparison.
///
/// Names of more than eight bytes go to the name table each time.
struct NameCache {
  private struct Entry {
    /// The bytes of the name as one integer; 0 is no name.
    var key: UInt64
    var name: Name
  }

  private let entries: UnsafeMutableBufferPointer<Entry>
  private let shift: UInt64

  /// A cache for a text of `count` bytes: one line typed must not pay for a table of 64 KB.
  init(forTextOf count: Int) {
    let bits: UInt64 = count < 4096 ? 5 : 12
    entries = .allocate(capacity: 1 << bits)
    entries.initialize(repeating: Entry(key: 0, name: .none))
    shift = 64 - bits
  }

  func deallocate() { entries.deallocate() }

  func name(of token: Token, in bytes: UnsafeBufferPointer<UInt8>, _ names: NameTable) -> Name {
    let start = Int(token.start)
    let count = Int(token.end) - start
    guard count <= 8 else { return intern(start, count, bytes, names) }
    var key: UInt64 = 0
    if start + 8 <= bytes.count {
      let word = UnsafeRawPointer(bytes.baseAddress! + start).loadUnaligned(as: UInt64.self)
      key = UInt64(littleEndian: word) & (UInt64.max >> UInt64(64 - 8 * count))
    } else {
      for offset in 0..<count { key |= UInt64(bytes[start + offset]) << UInt64(8 * offset) }
    }
    // Fibonacci hashing: the high bits of the product depend on all bits of the key.
    let slot = Int((key &* 0x9E37_79B9_7F4A_7C15) >> shift)
    if entries[slot].key == key { return entries[slot].name }
    let name = intern(start, count, bytes, names)
    entries[slot] = Entry(key: key, name: name)
    return name
  }

  private func intern(
    _ start: Int, _ count: Int, _ bytes: UnsafeBufferPointer<UInt8>, _ names: NameTable
  ) -> Name {
    names.intern(UnsafeBufferPointer(rebasing: bytes[start..<(start + count)]))
  }
}
