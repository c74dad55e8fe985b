import CEditLine
import Glibc

/// Ctrl-C while something runs, as a flag that the running code looks at; likewise SIGTERM and SIGHUP.
///
/// The flag belongs to the process, because the signal does. ``EditedLineReader`` keeps a
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
    cel_interruption_install(onlyKeyboard)
  }

  /// From now on, until ``install(onlyKeyboard:)``, these signals end the process at once, with 128
  /// and their number as its status.
  public static func leaveAtOnce() { cel_interruption_leave_at_once() }

  /// Makes the signals do again what they did at first; the flag stays as it is.
  public static func restore() { cel_interruption_restore() }

  /// Whether one of the signals came since the last ``take()``.
  public static var isRaised: Bool { cel_interrupt_signal() != 0 }

  /// Whether SIGTERM or SIGHUP came: the program is to end, and not only what runs in it.
  public static var endsProgram: Bool { isRaised && signal != SIGINT }

  /// The signal that came; 0 for none.
  public static var signal: Int32 { cel_interrupt_signal() }

  /// Lowers the flag, unless the program is to end.
  ///
  /// Call it before something starts to run, or a Ctrl-C from before will stop it.
  ///
  /// - Returns: Whether the flag was raised.
  @discardableResult
  public static func take() -> Bool { cel_interruption_take() != 0 }

  /// The flag itself, for a loop that cannot import this module: raised when not 0.
  ///
  /// Valid as long as the process lives. One load is all that a look costs; a loop that calls no
  /// function at all may have that load moved out of it by the compiler.
  public static var flag: UnsafePointer<sig_atomic_t> { UnsafePointer(cel_interrupt_flag()) }
}
