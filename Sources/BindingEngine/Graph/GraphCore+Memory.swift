// The memory of the tables, for a driver that limits memory.
extension GraphCore {
  /// What one property takes in the tables.
  private static let bytesOfProperty =
    MemoryLayout<PropertyRecord>.stride + MemoryLayout<UInt32>.stride

  /// How much memory an instance of the class takes in the tables, which double when they grow.
  package func bytes(ofInstancesOf classID: ClassID) -> Int {
    let count = Int(shapes[classID.index].count)
    return 2 * (MemoryLayout<ObjectRecord>.stride + count * GraphCore.bytesOfProperty)
  }

  /// What the tables hold, and the room for what will be made: free places, and room to grow.
  ///
  /// - Complexity: O(1), apart from the sizes of the objects that exist.
  package var spareBytes: Int {
    let growing =
      properties.spareBytes + firstIncoming.spareBytes + objects.spareBytes + links.spareBytes
      + details.spareBytes + log.spareBytes + frames.spareBytes + makingOrder.spareBytes
      + ordinals.spareBytes + clock.timers.spareBytes
    let free = freePlaces
    let slots = free.blocks.reduce(0) { $0 + Int($1.key) * $1.value.count }
    return growing + slots * GraphCore.bytesOfProperty
      + free.objects.count * MemoryLayout<ObjectRecord>.stride
      + (free.links.count + 2 * free.pairs.count) * MemoryLayout<LinkRecord>.stride
      + free.details.count * MemoryLayout<LinkDetail>.stride
  }
}
