import Glibc

/// The shortest sample: reading the clock and one timer interrupt do not matter in it.
private let sampleNanoseconds = 20e6
private let sampleCount = 15

func nanoseconds() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
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
  guard let file = fopen("/proc/self/statm", "r") else { return 0 }
  defer { fclose(file) }
  var line = [CChar](repeating: 0, count: 256)
  guard fgets(&line, Int32(line.count), file) != nil else { return 0 }
  let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  let fields = text.split(separator: " ")
  return fields.count > 1 ? (Int(fields[1]) ?? 0) * Int(sysconf(Int32(_SC_PAGESIZE))) : 0
}
