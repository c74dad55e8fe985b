/// Which properties lie on a cycle with which others.
///
/// The name of a component is one of its members. The members are a chain through a flat table that
/// begins at the name, so that the smaller of two components is joined to the larger without moving
/// anything of the larger: in a random order, bindings join components many times.
struct CycleComponents {
  private struct Entry {
    /// The component of the property; 0 for none.
    var name: UInt32 = 0
    /// The next member of the same chain; 0 behind the last.
    var next: UInt32 = 0
    /// In the entry of a name: the last member, and how many there are. Both are 0 elsewhere.
    var last: UInt32 = 0
    var count: UInt32 = 0
  }

  /// By the slots of properties; as long as the highest slot needs that was ever on a cycle.
  private var entries: [Entry] = []
  private var named = 0

  /// Whether no property is in a component.
  var isEmpty: Bool { named == 0 }

  /// The component of a property; nil if it is in none.
  subscript(slot: UInt32) -> UInt32? {
    guard Int(slot) < entries.count else { return nil }
    let name = entries[Int(slot)].name
    return name == 0 ? nil : name
  }

  /// How many members a component lists; 0 if there is no such component. A component that has lost
  /// a binding may list properties that are gone.
  func count(of name: UInt32) -> Int {
    Int(name) < entries.count ? Int(entries[Int(name)].count) : 0
  }

  /// The member behind another one of the same component; 0 behind the last.
  func member(after member: UInt32) -> UInt32 { entries[Int(member)].next }

  /// What a component lists, in the order in which it came.
  func members(of name: UInt32) -> [UInt32] {
    var members: [UInt32] = []
    members.reserveCapacity(count(of: name))
    var member = count(of: name) > 0 ? name : 0
    while member != 0 {
      members.append(member)
      member = entries[Int(member)].next
    }
    return members
  }

  /// The names of all components, in ascending order.
  var names: [UInt32] {
    entries.indices.filter { entries[$0].count > 0 }.map { UInt32($0) }
  }

  /// Makes a property the first and only member of a new component, which has its name.
  mutating func begin(_ slot: UInt32) {
    let missing = Int(slot) + 1 - entries.count
    if missing > 0 {
      entries.append(contentsOf: repeatElement(Entry(), count: max(missing, entries.count)))
    }
    if entries[Int(slot)].name == 0 { named += 1 }
    entries[Int(slot)] = Entry(name: slot, next: 0, last: slot, count: 1)
  }

  /// Joins all members of a component to another.
  ///
  /// - Complexity: O(*n*) in the members of `component`.
  mutating func join(_ component: UInt32, to name: UInt32) {
    let joined = entries[Int(component)]
    entries[Int(component)].last = 0
    entries[Int(component)].count = 0
    var member = component
    while member != 0 {
      entries[Int(member)].name = name
      member = entries[Int(member)].next
    }
    entries[Int(entries[Int(name)].last)].next = component
    entries[Int(name)].last = joined.last
    entries[Int(name)].count += joined.count
  }

  /// Takes a property that is gone out of its component, which lists it still.
  ///
  /// - Returns: The component; nil if it was in none.
  mutating func leave(_ slot: UInt32) -> UInt32? {
    guard let name = self[slot] else { return nil }
    entries[Int(slot)].name = 0
    named -= 1
    return name
  }

  /// Ends a component.
  ///
  /// - Returns: The members that had not left it.
  mutating func end(_ name: UInt32) -> [UInt32] {
    let members = members(of: name).filter { entries[Int($0)].name == name }
    entries[Int(name)].last = 0
    entries[Int(name)].count = 0
    for slot in members { entries[Int(slot)].name = 0 }
    named -= members.count
    return members
  }
}
