import Names

/// The properties that were added to one object later, in that order.
///
/// Most objects have none and most others a few, which are searched. Only many are found by a table.
package struct ObjectExtension: RandomAccessCollection {
  package typealias Member = (info: PropertyInfo, slot: UInt32)

  private var members: [Member] = []
  /// Made only if there are many.
  private var placesBySlot: [UInt32: Int] = [:]
  /// The first one with each name.
  private var placesByName: [Name: Int] = [:]

  /// A linear search is faster than hashing for a few.
  private static let longest = 8

  package var startIndex: Int { 0 }
  package var endIndex: Int { members.count }
  package subscript(place: Int) -> Member { members[place] }

  /// - Complexity: O(1) amortized.
  mutating func append(_ info: PropertyInfo, at slot: UInt32) {
    members.append((info, slot))
    guard members.count > ObjectExtension.longest else { return }
    let first = placesBySlot.isEmpty ? 0 : members.count - 1
    for place in first..<members.count { enter(place) }
  }

  private mutating func enter(_ place: Int) {
    placesBySlot[members[place].slot] = place
    let name = members[place].info.name
    if placesByName[name] == nil { placesByName[name] = place }
  }

  mutating func popLast() -> Member? {
    guard let member = members.popLast() else { return nil }
    if members.count <= ObjectExtension.longest {
      (placesBySlot, placesByName) = ([:], [:])
    } else {
      placesBySlot[member.slot] = nil
      if placesByName[member.info.name] == members.count { placesByName[member.info.name] = nil }
    }
    return member
  }

  /// - Complexity: O(1).
  func place(of slot: UInt32) -> Int? {
    placesBySlot.isEmpty ? members.firstIndex { $0.slot == slot } : placesBySlot[slot]
  }

  /// - Complexity: O(1).
  func first(named name: Name) -> Member? {
    guard !placesByName.isEmpty else { return members.first { $0.info.name == name } }
    return placesByName[name].map { members[$0] }
  }

  /// Declares the property at a place otherwise, with the same name.
  mutating func setInfo(_ info: PropertyInfo, at place: Int) { members[place].info = info }
}
