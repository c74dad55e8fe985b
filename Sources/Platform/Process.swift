import CPlatform

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// This process.
package enum Process {
  /// Its number.
  package static var number: Int32 { getpid() }

  /// Ends it after what must be done at its end, such as writing what `print` keeps.
  package static func exit(_ status: Int32) -> Never { systemExit(status) }

  /// Ends it at once.
  package static func leave(_ status: Int32) -> Never { _exit(status) }

  /// Writes what `print` keeps.
  package static func flush() { fflush(nil) }

  /// Makes a copy of this process, which must have one thread. Linux ends the copy when this process ends.
  ///
  /// - Returns: The number of the copy, and 0 in the copy; -1 with ``SystemError/last`` if it fails.
  package static func fork() -> Int32 { platform_fork() }

  /// If this process crashes, it leaves no core behind.
  package static func refuseCore() { platform_refuse_core() }

  /// How many processors it may use, at least 1.
  package static var processorCount: Int { Int(platform_processor_count()) }

  /// How many bytes of memory are allocated and not freed.
  package static var memoryInUse: Int { Int(platform_memory_in_use()) }

  /// Whether the system would give so many bytes more: the limits of the process may forbid it.
  package static func canAllocate(_ bytes: Int) -> Bool { platform_can_allocate(bytes) != 0 }

  /// How many bytes of memory the machine has, or the control group of the process allows if that is
  /// less; `Int.max` if neither is known.
  package static var memoryOfMachine: Int { Int(clamping: platform_memory_of_machine()) }

  /// How many bytes a page of memory has.
  package static var pageSize: Int { Int(sysconf(Int32(_SC_PAGESIZE))) }
}

private func systemExit(_ status: Int32) -> Never { exit(status) }

/// A process that this one has started.
package enum ChildProcess {
  /// Starts a program with the environment of this process.
  ///
  /// - Parameters:
  ///   - words: The arguments, its name first.
  ///   - streams: The descriptors that become its standard input, output and error; nil for those of
  ///     this process.
  ///   - searches: Whether the program is looked for in PATH.
  /// - Returns: Its number.
  package static func start(
    _ program: String, _ words: [[UInt8]], streams: (Int32?, Int32?, Int32?),
    searches: Bool = true
  ) -> Result<Int32, SystemError> {
    let arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0.asCPath) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var process: Int32 = 0
    let failure = platform_start(
      program, arguments, [streams.0 ?? -1, streams.1 ?? -1, streams.2 ?? -1], searches, &process)
    return failure == 0 ? .success(process) : .failure(SystemError(code: failure))
  }

  /// How a process ended.
  package struct Ending {
    fileprivate var status: Int32 = 0
    /// The most resident memory that it had, in bytes.
    package fileprivate(set) var peakMemory = 0

    /// The signal that ended it.
    package var signal: Int32? { status & 0x7F == 0 ? nil : status & 0x7F }

    /// Its exit status, unless a signal ended it.
    package var exitStatus: Int32? { signal == nil ? (status >> 8) & 0xFF : nil }

    /// `signal 6, Aborted` or `exit status 1`.
    package var text: String {
      signal.map { "signal \($0), \(Signal.name($0))" } ?? "exit status \(exitStatus ?? 0)"
    }
  }

  /// Waits for the end of a process. A signal to this process does not interrupt the waiting, but one
  /// that ends this process is passed on.
  @discardableResult
  package static func waitForEnd(of process: Int32) -> Ending {
    var ending = Ending()
    var usage = rusage()
    while wait4(process, &ending.status, 0, &usage) < 0, errno == EINTR {
      if Interruption.endsProgram { kill(process, Interruption.signal) }
    }
    ending.peakMemory = Int(platform_peak_memory(&usage))
    return ending
  }
}
