import Synchronization

/// What was found out about places of one text that may be of another language.
///
/// A search is a thousand times as long as the check of the statement. A statement that fails in a
/// loop is searched once, and a text with very many mistakes only in its first statements.
final class KnownRewritings: Sendable {
  /// What there is to say instead of the finding at a place.
  enum Answer {
    case suggestion(Rewriting.Suggestion)
    case obstacle(Rewriting.Obstacle)
    case none
  }

  private struct Place: Hashable {
    let span: SourceSpan
    let mistake: Rewriting.Mistake
  }

  /// How many places are searched.
  private static let most = 500

  private let answers = Mutex<[Place: Answer]>([:])

  /// - Parameters:
  ///   - bytes: The text, always the same.
  ///   - span: The place of a mistake in a statement whose syntax is right.
  func answer(in bytes: [UInt8], at span: SourceSpan, _ mistake: Rewriting.Mistake) -> Answer {
    let place = Place(span: span, mistake: mistake)
    let (known, isFull) = answers.withLock { ($0[place], $0.count >= KnownRewritings.most) }
    if let known { return known }
    guard !isFull else { return .none }
    let answer: Answer
    if let suggestion = Rewriting.suggestion(
      in: bytes, at: Int(span.start), meaning: span, mistake: mistake)
    {
      answer = .suggestion(suggestion)
    } else if let obstacle = Rewriting.obstacle(in: bytes, at: Int(span.start)) {
      answer = .obstacle(obstacle)
    } else {
      answer = .none
    }
    answers.withLock { $0[place] = answer }
    return answer
  }
}
