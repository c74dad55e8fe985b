extension Semantics {
  /// BIND 1.4.7: depth first, nothing compared, each binding locked while it fires.
  public static let bind = Semantics(name: "bind")

  /// Plain key-value observing, and Goo where it does not compare: no lock, so a cycle recurses.
  ///
  /// The real thing overflows its stack; here 1,000 deep is called a runaway and put back.
  public static let kvo: Semantics = {
    var semantics = Semantics(name: "kvo")
    semantics.lock = .no
    semantics.again = .recurse
    semantics.limit = 1_000
    semantics.limitUnit = .depth
    return semantics
  }()

  /// The semantics that models a named system, in the order in which they are listed.
  public static let presets: [Semantics] = [.bind, .kvo]
}
