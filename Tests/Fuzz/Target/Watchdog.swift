import Glibc
import Synchronization

/// Interrupts a run that takes too long, as Ctrl-C does.
enum Watchdog {
  /// Raised when not 0.
  nonisolated(unsafe) static let flag: UnsafePointer<Int32> = UnsafePointer(raised)
  nonisolated(unsafe) private static let raised = {
    let flag = UnsafeMutablePointer<Int32>.allocate(capacity: 1)
    flag.initialize(to: 0)
    return flag
  }()

  /// Ticks left of the current run; below 0 when none is running.
  private static let ticks = Atomic<Int>(-1)
  private static let tick: UInt32 = 20_000
  private static let ticksARun = 25

  static func start() {
    var thread = pthread_t()
    pthread_create(
      &thread, nil,
      { _ in
        while true {
          usleep(Watchdog.tick)
          let left = Watchdog.ticks.load(ordering: .relaxed)
          if left > 0 { Watchdog.ticks.store(left - 1, ordering: .relaxed) }
          if left == 0 { Watchdog.raised.pointee = 1 }
        }
      }, nil)
  }

  static func begin() {
    raised.pointee = 0
    ticks.store(ticksARun, ordering: .relaxed)
  }

  static func end() {
    ticks.store(-1, ordering: .relaxed)
    raised.pointee = 0
  }
}
