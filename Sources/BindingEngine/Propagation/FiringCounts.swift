/// How often each link has fired in the running turn, for the limits of the semantics.
struct FiringCounts {
  /// Distinguishes this turn's counts, which the details of links keep, from those of earlier
  /// turns.
  private(set) var epoch: UInt32 = 0
  /// Firings of links without a detail, by link. They are counted only in a turn with more than
  /// `limit` firings in all.
  private var byLink: [UInt32: Int] = [:]
  /// How often the delivery of a property has started over.
  private var restarts: [UInt32: Int] = [:]
  /// Whether `byLink` contains the firings of the log.
  var hasLog = false { didSet { isUsed = true } }
  /// Most turns count nothing here, and look at one flag.
  private var isUsed = false

  /// Starts counting from 0.
  @inline(__always)
  mutating func begin() {
    epoch &+= 1
    if isUsed { self = FiringCounts(epoch: epoch) }
  }

  /// - Returns: How often it has fired, including this firing.
  @discardableResult
  mutating func countFiring(of link: UInt32) -> Int {
    isUsed = true
    byLink[link, default: 0] += 1
    return byLink[link, default: 0]
  }

  /// - Returns: How often it has started over, including this time.
  mutating func countRestart(of slot: UInt32) -> Int {
    isUsed = true
    restarts[slot, default: 0] += 1
    return restarts[slot, default: 0]
  }
}

extension FiringCounts {
  private init(epoch: UInt32) { self.epoch = epoch }
}
