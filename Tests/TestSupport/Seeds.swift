import Foundation

/// The seeds of a test of random programs: `usual` of them, or `BINDLAB_SEEDS` for a long run, from
/// `first` or `BINDLAB_SEED` on. `BINDLAB_SEED=1142 BINDLAB_SEEDS=1` runs a single one again.
public func seeds(_ usual: Int, from first: Int = 0) -> Range<Int> {
  let first = number("BINDLAB_SEED") ?? first
  return first..<(first + (number("BINDLAB_SEEDS") ?? usual))
}

private func number(_ name: String) -> Int? {
  ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
}

/// Whether a recorded program is run by the usual tests: every third is. With `BINDLAB_SEEDS` all are.
public func isInShare(_ seed: Int) -> Bool {
  number("BINDLAB_SEEDS") != nil || seed.isMultiple(of: 3)
}
