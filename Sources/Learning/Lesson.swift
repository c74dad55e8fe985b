import Interpreter
import Syntax

/// A lesson: what is explained, asked and to be done, in this order.
public struct Lesson {
  /// What it is called on the command line.
  public let name: String
  /// Its heading.
  public let title: String
  public let steps: [Step]
  /// What its places are places of.
  let file: SourceFile

  public enum Step {
    /// A heading or prose, line by line.
    case heading(String)
    case text([String])
    /// Statements that are shown and run.
    case code(Code)
    case prediction(Prediction)
    case task(Task)
    /// What must be so at this place, which nobody sees: it proves that the lesson tells the truth.
    case proof([Check])

    /// Whether the learner has to do something.
    public var isInteraction: Bool {
      switch self {
      case .heading, .text, .code, .proof: false
      case .prediction, .task: true
      }
    }
  }

  /// Statements, with where they stand in the lesson.
  public struct Code {
    public var text: String
    /// Their first line, from 1.
    public var line: Int
    /// Whether they are run without being shown.
    public var isHidden = false
    /// Whether it is to fail.
    public var fails = false
  }

  /// A question, asked before the code that answers it is run.
  public struct Prediction {
    public var question: [String]
    public var choices: [Choice]

    public struct Choice {
      public var text: String
      public var isRight: Bool
      /// What is said to whoever chooses it.
      public var remark: [String]
    }
  }

  /// What the learner is to reach at the prompt.
  public struct Task {
    public var text: [String]
    public var checks: [Check]
    public var hints: [[String]]
    public var solution: Code
  }

  /// Expectations that hold when a task is done, and what is said while they do not.
  public struct Check {
    public var remark: String
    public var code: Code
  }

  /// How many of its steps ask something of the learner.
  public var interactionCount: Int { steps.count { $0.isInteraction } }

  /// A mistake in the lesson, in a line from 1.
  func problem(_ message: String, line: Int, help: String?) -> Diagnostic {
    let start = file.lines.starts[min(line, file.lines.starts.count) - 1]
    return Diagnostic(
      .error, message, file: file, span: SourceSpan(start, start),
      notes: help.map { [.init(.help, $0)] } ?? [])
  }
}
