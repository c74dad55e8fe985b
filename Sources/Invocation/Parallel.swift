import Platform

/// Work on all processors.
package enum Parallel {
  /// How many threads work at a time, this one included: as many as the process has processors.
  package static let threads = Process.processorCount

  /// The results of some work, in the order of the items.
  ///
  /// - Parameter work: Shares nothing between two items that it changes.
  package static func map<Item, Result>(_ items: [Item], _ work: @escaping (Item) -> Result)
    -> [Result]
  {
    let count = min(threads, items.count)
    guard count > 1 else { return items.map(work) }
    return [Result](unsafeUninitializedCapacity: items.count) { results, filled in
      let base = results.baseAddress
      // Neighbours are often alike, so each thread takes items from the whole list.
      let share = { first in
        for place in stride(from: first, to: items.count, by: count) {
          (base.unsafelyUnwrapped + place).initialize(to: work(items[place]))
        }
      }
      var running: [Thread] = []
      for first in 1..<count {
        // Without another thread, its part is done here.
        if let thread = Thread(stackSize: stackSize, { share(first) }) {
          running.append(thread)
        } else {
          share(first)
        }
      }
      share(0)
      for thread in running { thread.join() }
      filled = items.count
    }
  }

  /// As much as the main thread usually has: parsing nests.
  private static let stackSize = 16 << 20
}
