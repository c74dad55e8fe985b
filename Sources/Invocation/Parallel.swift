import CEditLine
import Glibc

/// Work on all processors.
package enum Parallel {
  /// How many threads work at a time, this one included: as many as the process has processors.
  package static let threads = Int(cel_processor_count())

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
      let share = Share { first in
        for place in stride(from: first, to: items.count, by: count) {
          (base.unsafelyUnwrapped + place).initialize(to: work(items[place]))
        }
      }
      var running: [pthread_t] = []
      for first in 1..<count {
        // Without another thread, its part is done here.
        if let thread = start(share, first) { running.append(thread) } else { share.run(first) }
      }
      share.run(0)
      for thread in running { pthread_join(thread, nil) }
      filled = items.count
    }
  }

  private final class Share {
    package let run: (Int) -> Void
    package init(_ run: @escaping (Int) -> Void) { self.run = run }
  }

  /// What a thread is given.
  private final class Part {
    package let share: Share
    package let first: Int
    package init(_ share: Share, _ first: Int) { (self.share, self.first) = (share, first) }
  }

  /// As much as the main thread usually has: parsing nests.
  private static let stackSize = 16 << 20

  private static func start(_ share: Share, _ first: Int) -> pthread_t? {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setstacksize(&attributes, stackSize)
    let part = Unmanaged.passRetained(Part(share, first))
    var thread = pthread_t()
    let failure = pthread_create(
      &thread, &attributes,
      { pointer in
        if let pointer {
          let part = Unmanaged<Part>.fromOpaque(pointer).takeRetainedValue()
          part.share.run(part.first)
        }
        return nil
      }, part.toOpaque())
    guard failure == 0 else {
      part.release()
      return nil
    }
    return thread
  }
}
