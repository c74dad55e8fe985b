import Platform

/// How the time for many things grows with their number.
///
/// Each case is measured with 1,000 to 100,000 things. Time is nearly always a power of the number: 1
/// if each thing costs the same, 2 if each of them visits all the others.
struct Growth {
  let name: String
  /// The most things that it is tried with.
  var most = Int.max
  /// Prepares `count` things, and returns the code to be measured.
  let prepare: (_ count: Int) -> () -> Void

  static let sizes = [1_000, 3_162, 10_000, 31_623, 100_000]
  /// Above this, something visits more than it should; caches that are too small for the largest sizes
  /// account for up to 0.15.
  static let highest = 1.2
  /// A case that takes longer is not tried with more things.
  private static let longest = 5e9

  /// The time for the largest number, and the exponent from the last ten-fold growth.
  func measure() -> [Figures] {
    var times: [(count: Int, best: Double)] = []
    for size in Growth.sizes where size <= most {
      let best = (0..<3).map { _ in sample(size) }.min()!
      times.append((size, best))
      if best > Growth.longest { break }
    }
    let last = times[times.count - 1]
    let first = times[max(0, times.count - 3)]
    let exponent =
      Mathematics.naturalLogarithm(last.best / first.best)
      / Mathematics.naturalLogarithm(Double(last.count) / Double(first.count))
    return [
      Figures(
        "growth-\(name)", unit: "exponent", samples: [exponent],
        note: "\(last.count) in \(Int((last.best / 1e3).rounded())) µs"
          + (exponent > Growth.highest ? ", grows too fast" : ""))
    ]
  }

  private func sample(_ count: Int) -> Double {
    let body = prepare(count)
    let start = nanoseconds()
    body()
    return nanoseconds() - start
  }

  static var all: [Growth] { ofShapes + ofParts + ofScripts }
}
