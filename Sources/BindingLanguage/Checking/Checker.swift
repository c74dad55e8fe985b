import BindingEngine

/// What can be known of a script without running it.
public enum Checker {
  /// Everything that is wrong, in the order of the places: syntax; where that is right also names,
  /// types and cycles. What is not certain is not told.
  ///
  /// - Parameters:
  ///   - host: For the files that `source` names.
  /// - Complexity: O(*n*) in the length of the text, for all but the search for the name that was
  ///   meant by an unknown one, and for cycles.
  public static func check(
    _ file: SourceFile, host: any SessionHost, options: SessionOptions
  ) -> [Diagnostic] {
    CheckRun(file, host: host, options: options).result()
  }
}
