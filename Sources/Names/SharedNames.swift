/// Names with a number each. Copies share what they have in common.
///
/// A class sees the names of all its members, inherited ones too. In a chain of *n* classes that each add
/// one, a dictionary for each would take *n*² / 2 places; a copy of this one takes O(log *n*) more.
///
/// A tree: a few names are in a list, and more of them are divided by four bits of their index, the lowest
/// first, because names that are declared together have indexes that follow each other.
package struct SharedNames: ExpressibleByArrayLiteral {
  private typealias Entry = (name: Name, number: UInt32)

  private enum Branch {
    case list([Entry])
    case parts([Branch])
  }

  private var root = Branch.list([])
  package private(set) var count = 0

  /// A linear search is faster than dividing for a few names.
  private static let longest = 8
  private static let bits: UInt32 = 4
  private static let parts = 1 << bits

  package init() {}

  package init(arrayLiteral names: Name...) { self.init(names) }

  /// These names, each with the number 0.
  package init(_ names: some Sequence<Name>) {
    for name in names { insert(name) }
  }

  /// The number of a name; nil if it is not there.
  ///
  /// - Complexity: O(log *n*).
  package subscript(name: Name) -> UInt32? {
    var branch = root
    var key = name.index
    while true {
      switch branch {
      case .list(let entries): return entries.first { $0.name == name }?.number
      case .parts(let parts):
        branch = parts[Int(key) % SharedNames.parts]
        key >>= SharedNames.bits
      }
    }
  }

  package func contains(_ name: Name) -> Bool { self[name] != nil }

  /// All names, in an order that depends on nothing but the names and when they were inserted.
  package var names: [Name] {
    var found: [Name] = []
    found.reserveCapacity(count)
    SharedNames.collect(root, into: &found)
    return found
  }

  private static func collect(_ branch: Branch, into found: inout [Name]) {
    switch branch {
    case .list(let entries): found += entries.map(\.name)
    case .parts(let parts): for part in parts { collect(part, into: &found) }
    }
  }

  /// Adds a name, or gives it another number.
  ///
  /// - Complexity: O(log *n*).
  package mutating func insert(_ name: Name, _ number: UInt32 = 0) {
    if SharedNames.insert((name, number), into: &root, used: 0) { count += 1 }
  }

  package mutating func formUnion(_ other: SharedNames) {
    if count == 0 {
      self = other
    } else {
      for name in other.names { insert(name, other[name]!) }
    }
  }

  /// Returns whether the name is new. `used` is how many bits of its index have decided the way to `branch`.
  private static func insert(_ entry: Entry, into branch: inout Branch, used: UInt32) -> Bool {
    switch branch {
    case .list(var entries):
      branch = .list([])
      if let known = entries.firstIndex(where: { $0.name == entry.name }) {
        entries[known] = entry
        branch = .list(entries)
        return false
      }
      entries.append(entry)
      branch = entries.count > longest ? divided(entries, used: used) : .list(entries)
      return true
    case .parts(var parts):
      // Nothing else holds the parts now, unless a copy shares them.
      branch = .list([])
      let place = Int(entry.name.index >> used) % SharedNames.parts
      let isNew = insert(entry, into: &parts[place], used: used + bits)
      branch = .parts(parts)
      return isNew
    }
  }

  private static func divided(_ entries: [Entry], used: UInt32) -> Branch {
    var branch = Branch.parts([Branch](repeating: .list([]), count: parts))
    for entry in entries { _ = insert(entry, into: &branch, used: used) }
    return branch
  }
}
