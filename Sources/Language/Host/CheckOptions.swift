import Values

/// What `check` needs to know besides the text.
public struct CheckOptions {
  /// The semantics at the beginning of the script.
  public var semantics = Semantics.bind
  /// Whether findings are written in ASCII only.
  public var isASCII = false
  /// Whether `source` is an error, so that no other file is read.
  public var refusesFiles = false
  /// Runs transformers on sample values; without it round trips are not tried.
  public var trials: (any RoundTripTrials)?
  /// Whether the process ends after it, so that nothing has to be freed: that takes a tenth of the time
  /// of a large script.
  public var isLast = false
  /// Whether all findings are wanted, however many there are: they are to be fixed.
  public var wantsAll = false

  public init() {}
}
