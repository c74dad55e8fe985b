/// The log of one run of a scenario: by a program of another system, or by bindlab.
struct RunRecord {
  /// The log of one step.
  struct StepRecord {
    /// Each firing and each call of an observer.
    var events: [String] = []
    var hasFailed = false
    var hasLoop = false
    /// Whether it was stopped, and the run with it.
    var hasRunAway = false
    /// Whether the system continued in an unpredictable way, and the run was given up.
    var isUndefined = false
    var values = ""

    /// In the format of the programs.
    var lines: [String] {
      events + (hasFailed ? ["error"] : []) + (hasLoop ? ["loop"] : [])
        + [hasRunAway ? "runaway" : values]
    }
  }

  var steps: [StepRecord] = []

  /// The most events of one step; then it is stopped.
  static let mostEvents = 3_000

  /// Reads the output of a program, by the names of the scenarios.
  static func records(from output: String) -> [String: RunRecord] {
    var records: [String: RunRecord] = [:]
    var name = ""
    var record = RunRecord()
    for line in output.split(separator: "\n") {
      if line.hasPrefix("scenario ") {
        records[name] = record
        name = String(line.dropFirst("scenario ".count))
        record = RunRecord()
      } else if line.hasPrefix("step ") {
        record.steps.append(StepRecord())
      } else {
        record.steps[record.steps.count - 1].add(String(line))
      }
    }
    records[name] = record
    return records
  }
}

extension RunRecord.StepRecord {
  fileprivate mutating func add(_ line: String) {
    switch line {
    case "error": hasFailed = true
    case "loop": hasLoop = true
    case "runaway": hasRunAway = true
    case "undefined": isUndefined = true
    case _ where line.hasPrefix("="): values = line
    default: events.append(line)
    }
  }
}

extension RunRecord {
  /// The first difference of two runs.
  struct Difference {
    var step: Int
    /// The line within the step.
    var line: Int
  }

  /// The first difference of `other`, which bindlab made, from this run; nil if there is none.
  func difference(from other: RunRecord) -> Difference? {
    var hasLooped = false
    for (number, (mine, theirs)) in zip(steps, other.steps).enumerated() {
      if mine.isUndefined {
        return RunRecord.firstDifference(
          mine.events, Array(theirs.events.prefix(mine.events.count))
        ).map { Difference(step: number, line: $0) }
      }
      if mine.hasRunAway || theirs.hasRunAway {
        return mine.runawayDifference(from: theirs).map { Difference(step: number, line: $0) }
      }
      var (mine, theirs) = (mine, theirs)
      hasLooped = hasLooped || mine.hasLoop
      // Qt reports only the first loop of a binding.
      if hasLooped, !mine.hasLoop { theirs.hasLoop = false }
      if let line = RunRecord.firstDifference(mine.lines, theirs.lines) {
        return Difference(step: number, line: line)
      }
    }
    guard steps.count == other.steps.count else {
      return Difference(step: min(steps.count, other.steps.count), line: 0)
    }
    return nil
  }

  static func firstDifference(_ mine: [String], _ theirs: [String]) -> Int? {
    if let line = zip(mine, theirs).enumerated().first(where: { $1.0 != $1.1 })?.offset {
      return line
    }
    return mine.count == theirs.count ? nil : min(mine.count, theirs.count)
  }
}

extension RunRecord.StepRecord {
  /// The two are stopped at different places, but must agree up to the earlier one.
  fileprivate func runawayDifference(from other: Self) -> Int? {
    let common = min(events.count, other.events.count)
    if let line = zip(events, other.events).enumerated().first(where: { $1.0 != $1.1 })?.offset {
      return line
    }
    // A turn that ends late is a runaway by bindlab's limits.
    let bothAreLong = min(events.count, other.events.count) >= RunRecord.mostEvents / 6
    return hasRunAway == other.hasRunAway || bothAreLong ? nil : common
  }
}
