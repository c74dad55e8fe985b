import Foundation

/// The seeds of a test of random programs: this many, or `BINDLAB_SEEDS` of them, for a long run.
public func seeds(_ usual: Int) -> Range<Int> {
  0..<(ProcessInfo.processInfo.environment["BINDLAB_SEEDS"].flatMap { Int($0) } ?? usual)
}
