import CPlatform

/// The signals that concern an editor of lines: they are noted while it edits, and not acted upon. Those
/// that were ignored stay ignored.
package enum EditingSignals {
  package static func begin() { platform_editing_begin() }

  /// Restores what the signals did before ``begin()``.
  package static func end() { platform_editing_end() }

  /// A noted signal, which is forgotten with that; nil if there is none.
  package static func next() -> Int32? {
    let signal = platform_editing_take_signal()
    return signal == 0 ? nil : signal
  }

  /// Sends a signal to this process as if no editor had noted it.
  ///
  /// Returns when the process has been stopped and continued, or when the program's own handler
  /// returned.
  package static func deliver(_ signal: Int32) { platform_editing_deliver(signal) }
}
