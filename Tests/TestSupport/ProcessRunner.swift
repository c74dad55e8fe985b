import Foundation

/// Runs an executable to its end, with pipes for its three streams.
public struct ProcessRunner: Sendable {
  /// The path of the executable.
  public var executable: String
  /// The arguments after the executable's name.
  public var arguments: [String]
  /// All of the environment.
  public var environment: [String: String]
  /// The longest time of a run.
  public var timeout: Duration
  /// When the process gets SIGINT: this long after it has begun to listen for it. However slow the
  /// machine is, the signal never arrives before.
  public var interruption: Duration?

  /// - Parameters:
  ///   - executable: A path, for instance from ``builtExecutable(_:)``.
  ///   - environment: All of the environment; the tests' own by default.
  ///   - timeout: The longest time of a run, after which it is ended and fails.
  public init(
    _ executable: String, arguments: [String] = [],
    environment: [String: String] = ProcessInfo.processInfo.environment,
    timeout: Duration = .seconds(30)
  ) {
    self.executable = executable
    self.arguments = arguments
    self.environment = environment
    self.timeout = timeout
  }

  /// Runs with text as standard input.
  public func run(input: String, closingOutputAfter limit: Int? = nil) throws -> ProcessResult {
    try run(input: Array(input.utf8), closingOutputAfter: limit)
  }

  /// Runs with bytes as standard input, and an end after them.
  ///
  /// Input and output flow at the same time, so neither can block the other, whatever their size.
  ///
  /// - Parameters:
  ///   - input: What the process reads from standard input.
  ///   - limit: After this many bytes of standard output its pipe is closed, as `head` does.
  public func run(
    input: [UInt8] = [], closingOutputAfter limit: Int? = nil
  ) throws -> ProcessResult {
    let deadline = ContinuousClock.now + timeout
    var streams = try ProcessStreams(input: input, outputLimit: limit)
    let spawning = ProcessSpawning(
      executable: executable, arguments: arguments, environment: environment)
    let process: pid_t
    do {
      process = try spawning.start(startsSession: false) { streams.connect(&$0) }
    } catch {
      streams.closeAll()
      throw error
    }
    streams.closeChildEnds()
    streams.exchange(
      until: deadline,
      interruption: interruption.map { ProcessInterruption(process: process, delay: $0) })
    streams.closeAll()
    let ending = ProcessEnding.wait(for: process, until: deadline)
    if let ending {
      return ProcessResult(ending: ending, outputBytes: streams.output, errorBytes: streams.errors)
    }
    kill(process, SIGKILL)
    waitpid(process, nil, 0)
    throw ProcessFailure.timedOut(
      executable: executable, output: String(decoding: streams.output, as: UTF8.self),
      errors: String(decoding: streams.errors, as: UTF8.self))
  }
}

/// The results of a process.
public struct ProcessResult: Equatable, Sendable {
  public var ending: ProcessEnding
  public var outputBytes: [UInt8]
  public var errorBytes: [UInt8]

  /// Standard output as text.
  public var output: String { String(decoding: outputBytes, as: UTF8.self) }
  /// Standard error as text.
  public var errors: String { String(decoding: errorBytes, as: UTF8.self) }
  /// The exit status; nil when a signal ended the process.
  public var status: Int32? {
    if case .exited(let status) = ending { status } else { nil }
  }
}
