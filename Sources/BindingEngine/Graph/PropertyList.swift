/// The properties of a class by their ordinals. Copies share what they have in common.
///
/// A chain of *n* classes that each add a property would take *n*² / 2 places if each held a list of all
/// that it inherits. This is a tree with the properties at its leaves, sixteen to each: a copy with one
/// more takes O(log *n*).
package struct PropertyList: RandomAccessCollection, MutableCollection {
  private enum Branch {
    case leaf([PropertyInfo])
    case parts([Branch])
  }

  private var root = Branch.leaf([])
  /// How many bits of an ordinal decide the way from the root to a leaf.
  private var depth = 0
  package private(set) var endIndex = 0

  package var startIndex: Int { 0 }

  private static let bits = 4
  private static let parts = 1 << bits

  init() {}

  /// - Complexity: O(log *n*).
  package subscript(ordinal: Int) -> PropertyInfo {
    get {
      var branch = root
      var shift = depth
      while true {
        switch branch {
        case .leaf(let leaf): return leaf[ordinal % PropertyList.parts]
        case .parts(let parts):
          branch = parts[(ordinal >> shift) % PropertyList.parts]
          shift -= PropertyList.bits
        }
      }
    }
    set { PropertyList.set(ordinal, to: newValue, in: &root, shift: depth) }
  }

  /// - Complexity: O(log *n*).
  mutating func append(_ info: PropertyInfo) {
    if endIndex == PropertyList.parts << depth {
      root = .parts([root])
      depth += PropertyList.bits
    }
    PropertyList.set(endIndex, to: info, in: &root, shift: depth)
    endIndex += 1
  }

  /// Stores at an ordinal that has a property, or is the next that gets one.
  private static func set(
    _ ordinal: Int, to info: PropertyInfo, in branch: inout Branch, shift: Int
  ) {
    let place = (ordinal >> shift) % parts
    switch branch {
    case .leaf(var leaf):
      // Nothing else holds the leaf now, unless a copy of the list shares it.
      branch = .leaf([])
      if place == leaf.count { leaf.append(info) } else { leaf[place] = info }
      branch = .leaf(leaf)
    case .parts(var parts):
      branch = .leaf([])
      if place == parts.count { parts.append(shift > bits ? .parts([]) : .leaf([])) }
      set(ordinal, to: info, in: &parts[place], shift: shift - bits)
      branch = .parts(parts)
    }
  }
}
