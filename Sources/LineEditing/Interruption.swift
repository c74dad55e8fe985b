import CEditLine
import Glibc

/// Ctrl-C while something runs, as a flag that the running code looks at.
///
/// The flag belongs to the process, because the signal does. ``EditedLineReader`` keeps a
/// Ctrl-C that was typed into a line to itself; the flag is for all others.
public enum Interruption {
  /// From now on SIGINT raises the flag instead of ending the process.
  ///
  /// Calls that wait, such as `read`, then fail with `EINTR`.
  ///
  /// - Returns: False, with nothing changed, when SIGINT was ignored before: a shell starts
  ///   background jobs so.
  @discardableResult
  public static func install() -> Bool { cel_interruption_install() }

  /// Makes SIGINT do again what it did before ``install()``; the flag stays as it is.
  public static func restore() { cel_interruption_restore() }

  /// Whether SIGINT came since the last ``take()``.
  public static var isRaised: Bool { cel_interrupt_flag().pointee != 0 }

  /// Lowers the flag.
  ///
  /// Call it before something starts to run, or a Ctrl-C from before will stop it.
  ///
  /// - Returns: Whether the flag was raised.
  @discardableResult
  public static func take() -> Bool {
    let flag = cel_interrupt_flag()!
    defer { flag.pointee = 0 }
    return flag.pointee != 0
  }

  /// The flag itself, for a loop that cannot import this module: raised when not 0.
  ///
  /// Valid as long as the process lives. One load is all that a look costs; a loop that calls no
  /// function at all may have that load moved out of it by the compiler.
  public static var flag: UnsafePointer<sig_atomic_t> { UnsafePointer(cel_interrupt_flag()) }
}
