/// What the text before the cursor can become.
public struct Completions: Equatable, Sendable {
  /// What a candidate takes the place of: offsets in the line's UTF-8, between characters.
  public var replace: Range<Int>

  /// The possibilities, in the order in which they are to be shown.
  public var candidates: [Candidate]

  /// - Parameters:
  ///   - replace: What a candidate takes the place of, as UTF-8 offsets in the line.
  ///   - candidates: The possibilities; none when nothing fits.
  public init(replace: Range<Int>, candidates: [Candidate]) {
    self.replace = replace
    self.candidates = candidates
  }

  /// Nothing fits.
  public static let none = Completions(replace: 0..<0, candidates: [])
}

/// One possibility.
public struct Candidate: Equatable, Sendable {
  /// What is put into the line, with what is to follow it, such as a space or a dot.
  public var text: String

  /// A few words beside it in the list; empty for none.
  public var note: String

  /// - Parameters:
  ///   - text: What is put into the line.
  ///   - note: A few words beside it in the list.
  public init(_ text: String, note: String = "") {
    self.text = text
    self.note = note
  }
}

extension Completions {
  /// The longest text that all candidates begin with.
  var commonPrefix: String {
    guard let first = candidates.first?.text else { return "" }
    let count = candidates.dropFirst().reduce(first.count) { count, candidate in
      min(count, zip(first, candidate.text).prefix { $0 == $1 }.count)
    }
    return String(first.prefix(count))
  }
}
