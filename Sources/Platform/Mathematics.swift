#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The functions of numbers that Swift itself does not have.
@usableFromInline package enum Mathematics {
  @inlinable package static func power(_ base: Double, _ exponent: Double) -> Double {
    pow(base, exponent)
  }

  /// e to the power of `x`.
  @inlinable package static func exponential(_ x: Double) -> Double { exp(x) }

  @inlinable package static func naturalLogarithm(_ x: Double) -> Double { log(x) }

  /// Angles are in radians.
  @inlinable package static func sine(_ x: Double) -> Double { sin(x) }
  @inlinable package static func cosine(_ x: Double) -> Double { cos(x) }
  @inlinable package static func tangent(_ x: Double) -> Double { tan(x) }
}
