import BindingEngine

/// What can be known of a script without running it.
public enum Checker {
  /// Everything that is wrong, in the order of the places.
  ///
  /// - Parameters:
  ///   - host: For the files that `source` names.
  public static func check(
    _ file: SourceFile, host: any SessionHost, options: SessionOptions
  ) -> [Diagnostic] {
    Parser.parse(file, names: NameTable()).diagnostics
  }
}
