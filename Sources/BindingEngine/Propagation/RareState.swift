/// What few turns have: a batch, a tick, values that were pulled. The others only check `isEmpty`.
struct RareState {
  /// A new one represents the end of a turn.
  private(set) var isEmpty = true
  /// What waited for the tick that the turn runs, for a rollback; nil if it runs none.
  private(set) var ticking: Waiting?
  /// For properties that were read through before their binding fired, the log entry with the
  /// previous value: see `SweepOrder.pullThrough`.
  private(set) var pulled: [UInt32: UInt32] = [:]

  mutating func noteBatch() { isEmpty = false }

  mutating func noteTick(of waiting: Waiting) {
    isEmpty = false
    ticking = waiting
  }

  /// Notes what observers know of a property, unless it was read through before.
  mutating func notePulled(_ slot: UInt32, entry: UInt32) {
    isEmpty = false
    if pulled[slot] == nil { pulled[slot] = entry }
  }

  /// Where the value is that observers know of a property which was read through before its binding
  /// fired; nil if it was not.
  mutating func takePulled(_ slot: UInt32) -> UInt32? {
    pulled.isEmpty ? nil : pulled.removeValue(forKey: slot)
  }

  /// Forgets what refers to entries of the log from `entry` on.
  mutating func forgetPulled(from entry: Int) {
    if !pulled.isEmpty { pulled = pulled.filter { Int($0.value) < entry } }
  }
}

/// What waits for a tick.
struct Waiting {
  var dues: [Due] = []
  /// The values to which its entries point. A flush forgets them when it ends.
  var oldValues: [Value] = []
}
