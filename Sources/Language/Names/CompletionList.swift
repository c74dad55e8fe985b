/// What the text before the cursor can become.
public struct CompletionList {
  /// The UTF-8 offsets of what a candidate takes the place of.
  public var replace: Range<Int>
  public var candidates: [(text: String, note: String)]

  public init(replace: Range<Int>, candidates: [(text: String, note: String)]) {
    self.replace = replace
    self.candidates = candidates
  }
}
