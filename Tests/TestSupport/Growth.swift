import Foundation

/// How many times more processor time four times the work takes: about 4 if time is linear in the
/// work, 16 if it grows with the square.
///
/// Only this thread's time counts, so that neither the machine's speed nor its load matters.
///
/// - Parameter work: Does the work of the size that it gets.
public func growth(from size: Int, _ work: (Int) throws -> Void) rethrows -> Double {
  // The first setup must not count as work.
  try work(1)
  let few = try processorTime { try work(size) }
  let many = try processorTime { try work(4 * size) }
  return many / few
}

private func processorTime(of work: () throws -> Void) rethrows -> Double {
  func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
  let start = now()
  try work()
  return now() - start
}
