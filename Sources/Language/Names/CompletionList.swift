/// The candidates for the text before the cursor.
public struct CompletionList {
  /// The UTF-8 offsets of the text that a candidate replaces.
  public var replace: Range<Int>
  public var candidates: [(text: String, note: String)]

  public init(replace: Range<Int>, candidates: [(text: String, note: String)]) {
    self.replace = replace
    self.candidates = candidates
  }
}
