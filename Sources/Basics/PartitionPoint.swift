extension Range<Int> {
  /// The first number for which `isBehind` holds, by binary search: it must hold for all larger
  /// ones as well. The upper bound if it holds for none.
  ///
  /// - Complexity: O(log *n*) calls.
  @inlinable
  package func partitionPoint(_ isBehind: (Int) -> Bool) -> Int {
    var (low, high) = (lowerBound, upperBound)
    while low < high {
      let middle = low + (high - low) / 2
      if isBehind(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
