import Foundation
import TestSupport
import Testing

/// One system call fails, and nothing is lost: each file has its old or its new content, no draft is
/// left, and the run reports what went wrong.
///
/// `BINDLAB_FAULTS=all` in the environment tries every call with every fault.
@Suite struct FaultTests {
  /// It changes nothing.
  nonisolated(unsafe) private static let runner = try? FaultRunner()
  private static let isComplete = ProcessInfo.processInfo.environment["BINDLAB_FAULTS"] == "all"
  /// How many faults each case has in a normal run.
  private static let sample = 3

  @Test(.enabled(if: runner != nil, "a C compiler is not installed"))
  func `the arguments are available even if no file can be opened`() throws {
    let test = FaultCase(name: "-e", files: [:], arguments: ["-e", "expect 1 == 2"])
    let result = try #require(Self.runner).runWithoutFiles(test)
    #expect(result.status == 1)
    #expect(result.errors.contains("expectation failed"))
  }

  @Test(
    .enabled(if: runner != nil, "a C compiler is not installed"),
    arguments: FaultCase.all.enumerated().map(Numbered.init))
  func `a system call that fails loses nothing`(_ numbered: Numbered) throws {
    let (runner, test) = (try #require(Self.runner), numbered.test)
    let (calls, usual) = try runner.calls(of: test)
    #expect(!calls.isEmpty)
    var pairs: [(number: Int, fault: Fault)] = []
    for number in 1...calls.count {
      for fault in Fault.allCases where fault.can(befall: calls[number - 1]) {
        pairs.append((number, fault))
      }
    }
    if !Self.isComplete {
      var random = SeededRandom(seed: numbered.number)
      pairs = (0..<Self.sample).map { _ in pairs[random.below(pairs.count)] }
    }
    for (number, fault) in pairs {
      let outcome = try runner.run(test, number: number, fault)
      let problem = Self.problem(test, fault, calls[number - 1], usual, outcome)
      #expect(
        problem == nil,
        "\(test.name): call \(number), \(calls[number - 1]), \(fault): \(problem ?? "")")
    }
    if Self.isComplete { print("\(test.name): \(pairs.count) faults over \(calls.count) calls") }
  }

  struct Numbered: CustomTestStringConvertible {
    let number: Int
    let test: FaultCase
    var testDescription: String { test.name }
  }

  /// What is wrong with an outcome; nil if nothing is.
  private static func problem(
    _ test: FaultCase, _ fault: Fault, _ call: String, _ usual: FaultOutcome,
    _ outcome: FaultOutcome
  ) -> String? {
    if fault == .kill {
      guard outcome.result.ending == .signalled(SIGKILL) || outcome.result.status != nil else {
        return "ended with \(outcome.result.ending)"
      }
    } else {
      guard let status = outcome.result.status else { return "ended with \(outcome.result.ending)" }
      if outcome.result.errors.contains("Fatal error") { return outcome.result.errors }
      // Data that matters only to the next session is worth a warning.
      let isWarned = outcome.result.errors.contains("warning: ")
      if status == usual.result.status, !isWarned {
        let isSame =
          outcome.contents == usual.contents && outcome.result.output == usual.result.output
        if !isSame { return "status \(status), but not all was done" }
      } else if status != usual.result.status, outcome.result.errors.isEmpty,
        outcome.result.output == usual.result.output, call != "write"
      {
        return "status \(status) without a word"
      }
    }
    for (name, content) in outcome.contents {
      if [test.files[name], usual.contents[name]].contains(content) { continue }
      if test.link == name, [test.files["a.bind"], usual.contents[name]].contains(content) {
        continue
      }
      if test.streams.contains(name) { continue }
      if fault == .kill, name.contains(".bindlab-") { continue }
      // A file that is rewritten in place has its old content beside it during that time.
      if fault == .kill, outcome.contents["a.bind.bindlab-backup"] == test.files["a.bind"] {
        continue
      }
      return "'\(name)' is \(content.debugDescription)"
    }
    for name in test.files.keys where outcome.contents[name] == nil { return "'\(name)' is gone" }
    return nil
  }
}

extension Fault {
  /// Whether this can happen to such a call.
  fileprivate func can(befall call: String) -> Bool {
    switch self {
    case .short: ["read", "write", "pread", "pwrite"].contains(call)
    case .interrupted: !["mmap", "mkdir", "rename", "fchmod", "fchown"].contains(call)
    case .diskFull, .quota: !["read", "pread", "mmap", "fchmod", "fchown"].contains(call)
    case .refused: ["open", "rename", "mkdir", "fchmod", "fchown", "mmap"].contains(call)
    case .ioError, .kill: true
    }
  }
}
