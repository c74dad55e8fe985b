extension Graph {
  /// Chooses what the closure of a `computed` property, or of a binding's expression, reads.
  ///
  /// Only under `passed = kept` it matters whether a closure says that it chooses: then each value of
  /// the condition ends what it has chosen before, and begins what it chooses now.
  ///
  /// - Parameters:
  ///   - number: Distinguishes the choices of one closure, below 64.
  ///   - condition: What decides.
  ///   - then: Evaluated if it is true.
  ///   - otherwise: Evaluated if it is false.
  /// - Returns: The value of what was chosen.
  /// - Throws: What the closures throw.
  public func choose<Result>(
    _ number: Int = 0, if condition: () throws -> Bool, then: () throws -> Result,
    otherwise: () throws -> Result
  ) rethrows -> Result {
    core.pointee.enter(.condition, of: number)
    let isTrue = try condition()
    core.pointee.enter(.branch, of: number)
    let result = try isTrue ? then() : otherwise()
    core.pointee.enter(.end, of: number)
    return result
  }
}
