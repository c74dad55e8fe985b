/// The candidates for the text before the cursor.
public struct Completions: Equatable, Sendable {
  /// The text that a candidate replaces: offsets in the line's UTF-8, between characters.
  public var replace: Range<Int>

  /// The candidates, in the order in which they are shown.
  public var candidates: [Candidate]

  /// - Parameters:
  ///   - replace: The text that a candidate replaces, as UTF-8 offsets in the line.
  ///   - candidates: The candidates; none if nothing fits.
  public init(replace: Range<Int>, candidates: [Candidate]) {
    self.replace = replace
    self.candidates = candidates
  }

  /// Nothing fits.
  public static let none = Completions(replace: 0..<0, candidates: [])
}

/// One possibility.
public struct Candidate: Equatable, Sendable {
  /// The text for the line, with what follows it, such as a space or a dot.
  public var text: String

  /// A few words beside it in the list; empty for none.
  public var note: String

  /// - Parameters:
  ///   - text: The text for the line.
  ///   - note: A few words beside it in the list.
  public init(_ text: String, note: String = "") {
    self.text = text
    self.note = note
  }
}

extension Completions {
  /// The longest text that all candidates begin with.
  var commonPrefix: String {
    var prefix = candidates.first?.text ?? ""
    for candidate in candidates where !candidate.text.hasPrefix(prefix) {
      prefix = String(zip(prefix, candidate.text).prefix { $0 == $1 }.map(\.0))
    }
    return prefix
  }
}
