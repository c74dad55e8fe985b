/// What began a turn without a call or a statement: a timer, an answer or a tick that fell due.
public struct TurnTimer: Sendable, Equatable {
  /// When it fell due, in microseconds of virtual time.
  public var due: Int
  /// What had set it; nil if that was not recorded, and for a tick, which nothing sets.
  public var setting: Setting?

  public init(due: Int, setting: Setting? = nil) {
    self.due = due
    self.setting = setting
  }

  /// The event that scheduled something for later: of the kind `timer` or `request`.
  public struct Setting: Sendable, Equatable {
    /// The number of its turn.
    public var turn: Int
    /// Its number in the turn.
    public var sequence: UInt32

    public init(turn: Int, sequence: UInt32) {
      self.turn = turn
      self.sequence = sequence
    }
  }
}

extension GraphCore {
  /// Records what has just been scheduled, and lets the timer remember the event.
  ///
  /// - Parameters:
  ///   - kind: `timer` or `request`.
  ///   - text: What is due, in words; for a request its transformer.
  package mutating func recordSetting(
    of timer: UInt32, _ kind: TraceEvent.Kind = .timer, cause: UInt32, link: UInt32 = 0,
    old: Value = .nil, text: String?, reason: TraceEvent.Reason = .none
  ) {
    guard isTracing else { return }
    let event = record(
      kind, reason, cause: cause, link: link, old: old, new: .duration(clock[timer].due), text: text
    )
    clock.timers[timer].setting = TurnTimer.Setting(turn: turn.number, sequence: event)
  }

  /// Notes what began the running turn. Must be called as soon as it has begun.
  ///
  /// - Returns: The same, for the driver.
  @discardableResult
  package mutating func noteTimer(_ timer: TimerRecord) -> TurnTimer {
    let began = TurnTimer(due: clock.now, setting: timer.setting)
    if isTracing { recording.timer = began }
    return began
  }
}
