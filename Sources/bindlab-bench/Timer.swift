import Platform

/// The shortest sample: reading the clock and one timer interrupt do not matter in it.
private let sampleNanoseconds = 20e6
private let sampleCount = 15

func nanoseconds() -> Double {
  Double(MonotonicClock.now)
}

/// Samples of nanoseconds per unit; `turns` makes the given number of writes, each of a new value.
///
/// The number of writes doubles until a sample is long enough, which is also the warm-up.
func time(unitsPerTurn: Int, _ turns: (Int) -> Void) -> [Double] {
  var count = 1
  while true {
    let start = nanoseconds()
    turns(count)
    if nanoseconds() - start >= sampleNanoseconds { break }
    count *= 2
  }
  return (0..<sampleCount).map { _ in
    let start = nanoseconds()
    turns(count)
    return (nanoseconds() - start) / Double(count * unitsPerTurn)
  }
}

/// The resident memory of this process that is in use.
func residentBytes() -> Int {
  let file = Descriptor.open(Array("/proc/self/statm".utf8), .reading)
  guard file >= 0 else { return 0 }
  defer { Descriptor.close(file) }
  var line = [UInt8](repeating: 0, count: 256)
  let count = Descriptor.read(file, into: &line, line.count)
  let text = String(decoding: line.prefix(max(count, 0)), as: UTF8.self)
  let fields = text.split(separator: " ")
  return fields.count > 1 ? (Int(fields[1]) ?? 0) * Process.pageSize : 0
}
