/// A number for each of many handles, which are small numbers themselves; -1 for none.
struct HandleNumbers {
  private var numbers: [Int32] = []

  subscript(handle: UInt32) -> Int32 {
    get { Int(handle) < numbers.count ? numbers[Int(handle)] : -1 }
    set {
      if numbers.count <= Int(handle) {
        numbers.append(
          contentsOf: repeatElement(-1, count: max(64, Int(handle) + 1 - numbers.count)))
      }
      numbers[Int(handle)] = newValue
    }
  }
}

/// A number for each of many places; -1 for none.
struct PlaceNumbers {
  private var slots = HandleNumbers()
  /// The places that belong to no object, of which there are few.
  private var others: [CodePlace: Int32] = [:]

  subscript(place: CodePlace) -> Int32 {
    get {
      if let slot = place.slot { return slots[slot] }
      return others[place] ?? -1
    }
    set {
      if let slot = place.slot { slots[slot] = newValue } else { others[place] = newValue }
    }
  }
}
