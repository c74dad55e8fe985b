import CPlatform

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Waiting until a descriptor has input or takes output.
package enum Waiting {
  /// How a wait ended.
  package enum Outcome {
    /// There is input, or room for output. Also at the end of the input.
    case ready
    /// A signal came, or the flag was raised.
    case interrupted
    /// ``SystemError/last`` says why.
    case failed

    fileprivate init(_ result: Int32) {
      self = result < 0 ? .failed : result == 0 ? .interrupted : .ready
    }
  }

  /// A flag that a signal raises.
  package struct Flag {
    fileprivate let pointer: UnsafeMutablePointer<sig_atomic_t>

    /// Raised by what ``Interruption`` is about.
    package static var interruption: Flag { Flag(pointer: platform_interrupt_flag()) }
    /// Raised by what ``EditingSignals`` is about.
    package static var editing: Flag { Flag(pointer: platform_editing_flag()) }

    package var isRaised: Bool { pointer.pointee != 0 }
  }

  /// Waits until a descriptor has input or is at its end. No signal is lost between the look at the flag
  /// and the wait.
  package static func forInput(
    _ descriptor: Int32, unless flag: Flag = .interruption
  ) -> Outcome {
    Outcome(platform_wait_readable(descriptor, flag.pointer))
  }

  /// Waits for input, but no longer than so many milliseconds: ready then, too.
  ///
  /// - Parameter descriptor: nil to wait for time alone.
  package static func forInput(
    _ descriptor: Int32?, milliseconds: Int, unless flag: Flag = .interruption
  ) -> Outcome {
    Outcome(platform_wait_readable_or_time(descriptor ?? -1, Int32(milliseconds), flag.pointer))
  }

  /// Waits until a descriptor takes output. If it takes some at once, or a moment later, it is ready even
  /// when the flag is raised.
  package static func forOutput(
    _ descriptor: Int32, unless flag: Flag = .interruption
  ) -> Outcome {
    Outcome(platform_wait_writable(descriptor, flag.pointer))
  }

  /// Waits until `output` takes output or `input` can be read.
  ///
  /// - Parameters:
  ///   - input: nil to wait for nothing else.
  ///   - flag: nil if only a signal itself ends the wait.
  /// - Returns: How the wait ended, and whether it was the input that was ready first.
  package static func forOutput(
    _ output: Int32, orInput input: Int32?, unless flag: Flag?
  ) -> (outcome: Outcome, isInput: Bool) {
    let result = platform_wait_writable_or_readable(output, input ?? -1, flag?.pointer)
    return (Outcome(result), result == 2)
  }

  /// Whether a read would not wait: something has come, or nothing more can come.
  ///
  /// - Returns: nil if a signal came first.
  package static func hasInput(_ descriptor: Int32, within milliseconds: Int32 = 0) -> Bool? {
    var file = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    let count = poll(&file, 1, milliseconds)
    return count < 0 ? nil : count > 0
  }

  /// Which of some descriptors are ready, after at most so many milliseconds; empty if none is.
  ///
  /// - Parameters:
  ///   - outputs: They are ready when they take output. -1 is passed over.
  ///   - inputs: They are ready when they have input or are at their end. -1 is passed over.
  /// - Returns: Whether each is ready: first the outputs, then the inputs.
  package static func forAny(
    outputs: [Int32] = [], inputs: [Int32], milliseconds: Int32
  ) -> [Bool] {
    var files = outputs.map { pollfd(fd: $0, events: Int16(POLLOUT), revents: 0) }
    files += inputs.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    guard poll(&files, nfds_t(files.count), milliseconds) > 0 else { return [] }
    return files.map { $0.revents != 0 }
  }

  /// Does nothing for so many microseconds.
  package static func pause(microseconds: UInt32) { usleep(microseconds) }
}
