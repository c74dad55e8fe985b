import CPlatform

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Ctrl-C while something runs, as a flag that the running code looks at; likewise SIGTERM and SIGHUP.
///
/// The flag belongs to the process, because the signal does. A line editor keeps a
/// Ctrl-C that was typed into a line to itself; the flag is for all others.
public enum Interruption {
  /// From now on SIGINT, SIGTERM and SIGHUP raise the flag instead of ending the process.
  ///
  /// Calls that wait, such as `read`, then fail with `EINTR`.
  ///
  /// - Parameter onlyKeyboard: Whether SIGTERM and SIGHUP stay as they are.
  /// - Returns: False when SIGINT was ignored before: a shell starts background jobs so.
  @discardableResult
  public static func install(onlyKeyboard: Bool = false) -> Bool {
    platform_interruption_install(onlyKeyboard)
  }

  /// From now on, until ``install(onlyKeyboard:)``, these signals end the process at once, with 128
  /// and their number as its status.
  public static func leaveAtOnce() { platform_interruption_leave_at_once() }

  /// Makes the signals do again what they did at first; the flag stays as it is.
  public static func restore() { platform_interruption_restore() }

  /// Whether one of the signals came since the last ``take()``.
  public static var isRaised: Bool { platform_interrupt_signal() != 0 }

  /// Whether SIGTERM or SIGHUP came: the program is to end, and not only what runs in it.
  public static var endsProgram: Bool { isRaised && signal != SIGINT }

  /// The signal that came; 0 for none.
  public static var signal: Int32 { platform_interrupt_signal() }

  /// Lowers the flag, unless the program is to end.
  ///
  /// Call it before something starts to run, or a Ctrl-C from before will stop it.
  ///
  /// - Returns: Whether the flag was raised.
  @discardableResult
  public static func take() -> Bool { platform_interruption_take() != 0 }

  /// The flag itself, for a loop that cannot import this module: raised when not 0.
  ///
  /// Valid as long as the process lives. One load is all that a look costs; a loop that calls no
  /// function at all may have that load moved out of it by the compiler.
  public static var flag: UnsafePointer<Int32> { UnsafePointer(platform_interrupt_flag()) }
}
