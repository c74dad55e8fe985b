import Basics
import BindingEngine
import Invocation
import Language
import LineEditing
import Platform
import ScriptTesting

/// Runs tests in several workers at a time, and returns their results in the order of the tests.
final class TestPool {
  private let options: (ScriptFile) -> TestOptions
  private let trials: [Semantics]
  private let files: RunFiles
  private let jobs: Int
  private let memory: ProcessMemory.Measures
  private var slots: [Slot] = []
  /// Results that wait for those of earlier tests.
  private var finished: [Int: (file: ScriptFile, results: [TestResult])] = [:]
  private var started = 0
  private var delivered = 0
  /// Tests that failed and are run again.
  private var retries: [Retry] = []
  private var startFailure: SessionFileError?

  /// After a request to stop, how long a test has to report where it was.
  private static let grace: UInt64 = 1_000_000_000
  /// The most tests whose results may wait for an earlier one.
  private static let mostAhead = 256
  /// The most bytes that are kept of a worker's own output.
  private static let mostMessages = 1 << 14
  /// How often the time is checked.
  private static let tick: UInt64 = 100_000_000

  private struct Slot {
    var worker: TestWorker
    var task: Task?
    var answer: [UInt8] = []
    var messages: [UInt8] = []
  }

  struct Task {
    var number: Int
    var file: ScriptFile
    var settings: TestSettings
    var start: UInt64
    var deadline: UInt64
    /// Whether it has been asked to stop.
    var isLate = false
    /// The earlier attempts; nil for the first one.
    var earlier: Retry?
  }

  struct Retry {
    var number: Int
    var file: ScriptFile
    var settings: TestSettings
    var attempts: Int
    /// Why the last of them failed: the title, and the line of the block.
    var failures: [(line: Int, title: String)]
  }

  /// - Parameters:
  ///   - options: How a test is run.
  ///   - trials: The semantics under which each test only counts what it exercises; none for a test as
  ///     it is written.
  init(
    options: @escaping (ScriptFile) -> TestOptions, trials: [Semantics], files: RunFiles, jobs: Int,
    memory: MemoryLimit
  ) {
    self.options = options
    self.trials = trials
    self.files = files
    self.jobs = jobs
    self.memory = memory.shared(by: jobs).measures
  }

  /// The test that has been running for the longest time.
  var oldest: Task? { slots.compactMap(\.task).min { $0.start < $1.start } }

  /// Runs all tests.
  ///
  /// - Parameters:
  ///   - next: Returns the next test with its limits; nil after the last one.
  ///   - deliver: Takes a result, and returns whether to continue.
  ///   - look: Called a few times a second.
  func run(
    next: () -> (file: ScriptFile, settings: TestSettings)?,
    deliver: (ScriptFile, [TestResult]) -> Bool, look: () -> Void
  ) {
    // If a worker is gone, that is an error here, and must not end this process.
    Signal.ignoringBrokenPipes { runAll(next, deliver, look) }
  }

  private func runAll(
    _ next: () -> (file: ScriptFile, settings: TestSettings)?,
    _ deliver: (ScriptFile, [TestResult]) -> Bool, _ look: () -> Void
  ) {
    var isAtEnd = false
    var last = MonotonicClock.now
    while !Interruption.isRaised {
      while !retries.isEmpty, let slot = idleSlot() {
        let retry = retries.removeFirst()
        give(retry.file, retry.settings, retry.number, after: retry, to: slot)
      }
      while !isAtEnd, started - delivered < TestPool.mostAhead, let slot = idleSlot() {
        guard let test = next() else {
          isAtEnd = true
          break
        }
        give(test.file, test.settings, started, to: slot)
        started += 1
      }
      if isAtEnd, started == delivered { break }
      wait()
      let now = MonotonicClock.now
      // If this process was stopped, for example with Ctrl-Z, so were the tests.
      if now - last > 10 * TestPool.tick { shiftDeadlines(by: now - last) }
      last = now
      endLateTests(now)
      while let (file, results) = finished.removeValue(forKey: delivered) {
        delivered += 1
        guard deliver(file, results) else { return endAll(Signal.kill) }
      }
      look()
    }
    guard Interruption.isRaised else { return endAll(nil) }
    let running = slots.compactMap(\.task)
    endAll(Signal.kill)
    for task in running { finishInterrupted(task) }
    for retry in retries { finished[retry.number] = (retry.file, [.interrupted(retry.file)]) }
    while let (file, results) = finished.removeValue(forKey: delivered) {
      delivered += 1
      guard deliver(file, results) else { return }
    }
  }

  private func finishInterrupted(_ task: Task) {
    var result = TestResult.interrupted(task.file)
    result.nanoseconds = MonotonicClock.now - task.start
    finished[task.number] = (task.file, [result])
  }

  // MARK: Giving

  /// A worker that is free, or a new one; nil if all are busy.
  private func idleSlot() -> Int? {
    if let slot = slots.firstIndex(where: { $0.task == nil }) { return slot }
    guard slots.count < jobs else { return nil }
    do {
      slots.append(
        Slot(
          worker: try TestWorker.start(
            options: options, trials: trials, files: files, memory: memory,
            besides: slots.map(\.worker))))
    } catch {
      startFailure = error
      // With fewer workers it takes longer; without any, nothing can run.
      guard slots.isEmpty else { return nil }
      return -1
    }
    return slots.count - 1
  }

  private func give(
    _ file: ScriptFile, _ settings: TestSettings, _ number: Int, after earlier: Retry? = nil,
    to slot: Int
  ) {
    guard slot >= 0 else {
      var result = TestResult()
      let title = "cannot start a process for the test: \(startFailure?.message ?? "")"
      result.findings = [TestFinding(.crash, file: file.name, line: 0, title)]
      finished[number] = (file, [result])
      return
    }
    let now = MonotonicClock.now
    slots[slot].task = Task(
      number: number, file: file, settings: settings, start: now,
      deadline: now &+ settings.timeLimit, earlier: earlier)
    // If it is already gone, its pipe shows that.
    _ = slots[slot].worker.run(file.path)
  }

  // MARK: Waiting

  private func wait() {
    guard !slots.isEmpty else { return }
    let ready = Waiting.forAny(
      inputs: slots.flatMap { [$0.worker.answers, $0.worker.messages] },
      milliseconds: Int32(TestPool.tick / 1_000_000))
    if ready.isEmpty { return }
    // From last to first, since the slot of a worker that has ended is removed.
    for slot in slots.indices.reversed() {
      if ready[2 * slot + 1] { readMessages(slot) }
      if ready[2 * slot] { readAnswer(slot) }
    }
  }

  private func readMessages(_ slot: Int) {
    var chunk = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = Descriptor.read(slots[slot].worker.messages, into: &chunk, chunk.count)
      guard count > 0 else { return }
      let room = max(0, TestPool.mostMessages - slots[slot].messages.count)
      slots[slot].messages += chunk.prefix(min(count, room))
    }
  }

  private func readAnswer(_ slot: Int) {
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = Descriptor.read(slots[slot].worker.answers, into: &chunk, chunk.count)
      if count < 0, SystemError.last == .interrupted { continue }
      if count < 0 { break }
      if count == 0 { return workerHasEnded(slot) }
      slots[slot].answer += chunk.prefix(count)
    }
    let answer = slots[slot].answer
    guard answer.count > 8, answer.count == 8 + TestWorker.length(answer[...]),
      let task = slots[slot].task
    else { return }
    guard var results = [TestResult](decoding: Array(answer.dropFirst(9))) else {
      Signal.send(Signal.kill, to: slots[slot].worker.process)
      return
    }
    slots[slot].answer = []
    slots[slot].task = nil
    // A terminal sends Ctrl-C to the workers, too.
    let isStopped = results.contains { $0.findings.contains { $0.kind == .timeout } }
    if isStopped, !task.isLate, Interruption.isRaised { return finishInterrupted(task) }
    // The test that was running is the last one that was not skipped.
    if task.isLate, let last = results.lastIndex(where: { $0.outcome != .skipped }) {
      results[last].wasLate(task.file.name, limit: task.settings.timeLimit)
    }
    if !results.isEmpty {
      results[results.firstIndex(where: \.isFailure) ?? 0].addMessages(slots[slot].messages)
    }
    slots[slot].messages = []
    finish(task, results)
    if answer[8] == TestWorker.isLastAnswer { retire(slot) }
  }

  private func retire(_ slot: Int) {
    let worker = slots.remove(at: slot).worker
    worker.closePipes()
    ChildProcess.waitForEnd(of: worker.process)
  }

  /// Keeps the results of a file, or runs it again if it failed.
  private func finish(_ task: Task, _ results: [TestResult]) {
    var results = results
    let attempts = (task.earlier?.attempts ?? 0) + 1
    let failures = results.filter(\.isFailure)
    if !failures.isEmpty, attempts <= task.settings.retries {
      let retry = Retry(
        number: task.number, file: task.file, settings: task.settings, attempts: attempts,
        failures: failures.map { ($0.line, $0.findings.first?.title ?? "") })
      return retries.append(retry)
    }
    if let earlier = task.earlier {
      for index in results.indices where results[index].isFailure {
        results[index].attempts = attempts
      }
      for (line, title) in earlier.failures {
        // A process that crashed does not say in which block.
        guard let index = results.firstIndex(where: { $0.line == line || line == 0 }),
          !results[index].isFailure
        else { continue }
        (results[index].attempts, results[index].earlierFailure) = (attempts, title)
      }
    }
    finished[task.number] = (task.file, results)
  }

  /// If a worker ends by itself, its test fails with it.
  private func workerHasEnded(_ slot: Int) {
    readMessages(slot)
    let ended = slots.remove(at: slot)
    ended.worker.closePipes()
    let ending = ChildProcess.waitForEnd(of: ended.worker.process)
    guard let task = ended.task else { return }
    if !task.isLate, Interruption.isRaised { return finishInterrupted(task) }
    var result = TestResult()
    result.nanoseconds = MonotonicClock.now - task.start
    let name = task.file.name
    if task.isLate {
      result.wasLate(name, limit: task.settings.timeLimit)
    } else {
      let title = "its process ended early: \(ending.text)"
      result.findings = [TestFinding(.crash, file: name, line: 0, title)]
    }
    result.addMessages(ended.messages)
    finish(task, [result])
  }

  // MARK: Time

  private func shiftDeadlines(by time: UInt64) {
    for slot in slots.indices { slots[slot].task?.deadline &+= time }
  }

  /// A test is first asked where it is, and then ended.
  private func endLateTests(_ now: UInt64) {
    for slot in slots.indices {
      guard let task = slots[slot].task else { continue }
      guard now > task.deadline else {
        // A worker that was only about to begin has not noticed the first request.
        if task.isLate { Signal.send(Signal.interrupt, to: slots[slot].worker.process) }
        continue
      }
      Signal.send(task.isLate ? Signal.kill : Signal.interrupt, to: slots[slot].worker.process)
      slots[slot].task?.isLate = true
      slots[slot].task?.deadline = now + TestPool.grace
    }
  }

  private func endAll(_ signal: Int32?) {
    for slot in slots {
      if let signal { Signal.send(signal, to: slot.worker.process) }
      slot.worker.closePipes()
    }
    for slot in slots { ChildProcess.waitForEnd(of: slot.worker.process) }
    slots = []
  }
}

extension TestResult {
  /// It has not run to its end, and nobody knows how it would have ended.
  fileprivate static func interrupted(_ file: ScriptFile) -> TestResult {
    var result = TestResult()
    let title = "interrupted while it was running"
    result.findings = [TestFinding(.interruption, file: file.name, line: 0, title)]
    return result
  }

  /// The test was asked to stop, and may have reported where it was.
  fileprivate mutating func wasLate(_ name: String, limit: UInt64) {
    let title = "it took longer than \(TestPool.text(ofSeconds: limit)) and was stopped"
    let stopped = findings.first { $0.kind == .timeout }
    findings.removeAll { $0.kind == .timeout }
    findings.insert(
      TestFinding(.timeout, file: stopped?.file ?? name, line: stopped?.line ?? 0, title), at: 0)
  }

  /// Adds the worker's own output, such as the message of a system library before it ends the process.
  fileprivate mutating func addMessages(_ bytes: [UInt8]) {
    guard !bytes.isEmpty else { return }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    guard !findings.isEmpty else {
      remarks += lines
      return
    }
    findings[0].text += ["note: written to standard error:"] + lines
  }
}

extension TestPool {
  /// `10 s`, `0.5 s`.
  static func text(ofSeconds nanoseconds: UInt64) -> String {
    let thousandths = nanoseconds / 1_000_000
    guard thousandths % 1000 != 0 else { return "\(thousandths / 1000) s" }
    var digits = String(1000 + thousandths % 1000).dropFirst()
    while digits.last == "0" { digits.removeLast() }
    return "\(thousandths / 1000).\(digits) s"
  }
}
