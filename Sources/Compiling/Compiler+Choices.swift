import BindingEngine
import Syntax

// Where an expression that is followed chooses what it reads: see `GraphCore.enter`.
extension Compiler {
  /// Begins the condition of a choice.
  ///
  /// - Returns: Its number in the expression.
  mutating func beginChoice(at span: SourceSpan) -> Int32 {
    guard follows else { return 0 }
    code.choiceCount += 1
    reach(.condition, of: code.choiceCount - 1, at: span)
    return code.choiceCount - 1
  }

  mutating func reach(_ part: ChoicePart, of choice: Int32, at span: SourceSpan) {
    if follows { emit(.choice, a: choice, b: UInt16(part.rawValue), at: span) }
  }

  private var follows: Bool { role?.followsWhatItReads ?? false }
}
