import Names

/// Which names are words of the language, by the index of the name.
struct WordTable {
  struct Entry {
    var word = Word.other
    var isReserved = false
    /// The position in `StatementWord.all`; `noStatement` for a word that begins no statement.
    var statement = noStatement
  }

  static let noStatement = UInt8.max

  private let entries: [Entry]

  /// Interns all words: in a new table they get the lowest indices, so this stays small.
  init(_ names: NameTable) {
    let texts = WordTable.texts
    if names.count == 1 {
      for text in texts.dropFirst() { _ = names.intern(text) }
    }
    // Parsing a typed line must not cost a hundred lookups of known words.
    if names.intern(texts[1]).index == 1,
      names.intern(texts[texts.count - 1]).index == UInt32(texts.count - 1)
    {
      entries = WordTable.inOrder
      return
    }
    var entries: [Entry] = []
    for (position, text) in texts.enumerated().dropFirst() {
      let index = Int(names.intern(text).index)
      if index >= entries.count {
        entries += repeatElement(Entry(), count: index + 1 - entries.count)
      }
      entries[index] = WordTable.inOrder[position]
    }
    self.entries = entries
  }

  /// What is known about a name.
  subscript(name: Name) -> Entry {
    let index = Int(name.index)
    return index < entries.count ? entries[index] : Entry()
  }

  /// All words, those that the parser asks for before those that only begin a statement, and what is
  /// said of each.
  ///
  /// A table of names finds them: a dictionary, or making a word of a text, takes longer to set up
  /// than all the rest.
  private static let (texts, inOrder): ([String], [Entry]) = {
    let names = NameTable()
    var texts = [""]
    var entries = [Entry()]
    func position(_ text: String) -> Int {
      let position = Int(names.intern(text).index)
      if position == texts.count {
        texts.append(text)
        entries.append(Entry())
      }
      return position
    }
    for word in Word.allCases where word != .other { entries[position(word.rawValue)].word = word }
    for word in Word.reservedInside { entries[position(word.rawValue)].isReserved = true }
    for (number, statement) in StatementWord.all.enumerated()
    where statement.place == .statement {
      let position = position(statement.word)
      entries[position].isReserved = statement.isReserved
      entries[position].statement = UInt8(number)
    }
    return (texts, entries)
  }()
}

/// The most recent names, by their bytes, so that a repeated name is found by one comparison.
///
/// Names of more than eight bytes are looked up in the name table each time.
struct NameCache {
  struct Entry {
    /// The bytes of the name as one integer; 0 is no name.
    var key: UInt64
    var name: Name
    var word: WordTable.Entry
  }

  private let entries: UnsafeMutableBufferPointer<Entry>
  private let shift: UInt64

  /// A cache for a text of `count` bytes: a typed line must not pay for a table of 32 KB.
  init(forTextOf count: Int) {
    let bits: UInt64 = count < 4096 ? 5 : 11
    entries = .allocate(capacity: 1 << bits)
    entries.initialize(repeating: Entry(key: 0, name: .none, word: WordTable.Entry()))
    shift = 64 - bits
  }

  func deallocate() { entries.deallocate() }

  /// The entry of the name at `span`, interned if it is new.
  @inline(__always)
  func entry(
    of span: SourceSpan, in bytes: UnsafeBufferPointer<UInt8>, _ names: NameTable,
    _ words: WordTable
  ) -> Entry {
    let key = NameCache.key(of: span, in: bytes)
    let slot = slot(of: key)
    if key != 0, entries[slot].key == key { return entries[slot] }
    return find(span, key: key, slot: slot, in: bytes, names, words)
  }

  /// The bytes of a name as one integer; 0 if there are more than eight.
  @inline(__always)
  private static func key(of span: SourceSpan, in bytes: UnsafeBufferPointer<UInt8>) -> UInt64 {
    let start = Int(span.start)
    let count = Int(span.end) &- start
    guard count <= 8, start &+ 8 <= bytes.count else { return 0 }
    let word = UnsafeRawPointer(bytes.baseAddress! + start).loadUnaligned(as: UInt64.self)
    let unused = UInt64(truncatingIfNeeded: 64 &- 8 &* count)
    return UInt64(littleEndian: word) & (UInt64.max &>> unused)
  }

  @inline(__always)
  private func slot(of key: UInt64) -> Int {
    // Fibonacci hashing: the high bits of the product depend on all bits of the key.
    Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) &>> shift)
  }

  /// Looks in the neighbouring slot, where a name is stored if its own slot is taken, and then interns.
  private func find(
    _ span: SourceSpan, key: UInt64, slot: Int, in bytes: UnsafeBufferPointer<UInt8>,
    _ names: NameTable, _ words: WordTable
  ) -> Entry {
    var slot = slot
    if key != 0 {
      if entries[slot].key != 0 { slot ^= 1 }
      if entries[slot].key == key { return entries[slot] }
    }
    let range = Int(span.start)..<Int(span.end)
    let name = names.intern(UnsafeBufferPointer(rebasing: bytes[range]))
    let entry = Entry(key: key, name: name, word: words[name])
    if key != 0 { entries[slot] = entry }
    return entry
  }
}
