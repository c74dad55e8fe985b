/// The operators on the way, naively: closures that call each other, and a list of timers. At one tick
/// come the values of `a`, those of `b`, and then the timers, in the order in which they were set.
final class OperatorModel {
  private typealias Input = (Int) -> Void

  private(set) var log: [String] = []
  private var now = 0
  private var timers: [(due: Int, run: () -> Void)] = []
  /// What `b` tells before the rest.
  private var first: [Input] = []
  private var rest: [Input] = []

  init(_ timeline: OperatorTimeline) {
    var start: Input = { [unowned self] in log.append("\(now) \($0)") }
    for step in timeline.ops.reversed() {
      let (before, after) = (first, rest)
      (first, rest) = ([], [])
      start = input(of: step, start)
      // An operator subscribes to `b` before those behind it; one that takes the latest of `b` comes first.
      (first, rest) = (before + first, rest + after)
    }
    run(timeline, start)
  }

  private func run(_ timeline: OperatorTimeline, _ start: Input) {
    var ticks = Set((timeline.a + timeline.b).map { $0[0] })
    while let tick = (ticks.union(timers.map(\.due))).min() {
      now = tick
      if ticks.remove(tick) != nil {
        for told in timeline.a where told[0] == tick { start(told[1]) }
        for told in timeline.b where told[0] == tick {
          for input in first + rest { input(told[1]) }
        }
      }
      while let position = timers.firstIndex(where: { $0.due == tick }) {
        timers.remove(at: position).run()
      }
    }
  }

  private func set(after delay: Int, _ run: @escaping () -> Void) {
    timers.append((now + delay, run))
  }

  private func input(of step: OperatorTimeline.Operator, _ next: @escaping Input) -> Input {
    let count = step.count
    switch step.kind {
    case .debounce: return newest(after: count, next)
    case .switch: return newest(after: count) { next($0 * 100) }
    case .throttle: return throttle(count, next)
    case .throttleFirst:
      var last: Int?
      return { [unowned self] value in
        if let last, now - last < count { return }
        last = now
        next(value)
      }
    case .delay: return delay(count, next)
    case .distinct:
      var last: Int?
      return { value in
        if value == last { return }
        last = value
        next(value)
      }
    case .skip:
      var left = count
      return { value in if left > 0 { left -= 1 } else { next(value) } }
    case .even: return { if $0.isMultiple(of: 2) { next($0) } }
    case .inc: return { next($0 + 1) }
    case .sum:
      var sum = 0
      return { value in
        sum += value
        next(sum)
      }
    case .merge:
      rest.append(next)
      return next
    case .combine:
      var (one, other) = (Int?.none, Int?.none)
      let tell = { if let one, let other { next(one * 10 + other) } }
      rest.append { value in
        other = value
        tell()
      }
      return { value in
        one = value
        tell()
      }
    case .withLatest:
      var latest: Int?
      first.append { latest = $0 }
      return { value in if let latest { next(value * 10 + latest) } }
    case .sample:
      var fresh: Int?
      rest.append { _ in
        guard let value = fresh else { return }
        fresh = nil
        next(value)
      }
      return { fresh = $0 }
    }
  }

  /// Each value sets a timer and drops the one before.
  private func newest(after delay: Int, _ next: @escaping Input) -> Input {
    var number = 0
    return { [unowned self] value in
      number += 1
      let own = number
      set(after: delay) { if own == number { next(value) } }
    }
  }

  private func throttle(_ time: Int, _ next: @escaping Input) -> Input {
    var (last, kept, number) = (Int?.none, Int?.none, 0)
    func pass(_ value: Int) {
      kept = nil
      next(value)
      last = now
    }
    return { [unowned self] value in
      guard let before = last, now - before < time else { return pass(value) }
      let isSet = kept != nil
      kept = value
      if isSet { return }
      number += 1
      let own = number
      set(after: before + time - now) { if own == number, let value = kept { pass(value) } }
    }
  }

  /// One timer: the next is set when the value before has been passed on.
  private func delay(_ time: Int, _ next: @escaping Input) -> Input {
    var queue: [(value: Int, due: Int)] = []
    func passFirst() {
      next(queue[0].value)
      queue.removeFirst()
      if let first = queue.first { set(after: max(0, first.due - now), passFirst) }
    }
    return { [unowned self] value in
      queue.append((value, now + time))
      if queue.count == 1 { set(after: time, passFirst) }
    }
  }
}
