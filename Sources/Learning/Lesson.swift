import Interpreter
import Syntax

/// A lesson: explanations, questions and tasks, in this order.
public struct Lesson {
  /// Its name on the command line.
  public let name: String
  /// Its heading.
  public let title: String
  public let steps: [Step]
  /// The file that its places refer to.
  let file: SourceFile

  public enum Step {
    /// A heading or prose, line by line.
    case heading(String)
    case text([String])
    /// Statements that are shown and run.
    case code(Code)
    case prediction(Prediction)
    case task(Task)
    /// What must hold at this point, without being shown: it proves that the lesson is right.
    case proof([Check])

    /// Whether the learner has to do something.
    public var isInteraction: Bool {
      switch self {
      case .heading, .text, .code, .proof: false
      case .prediction, .task: true
      }
    }
  }

  /// Statements, with their place in the lesson.
  public struct Code {
    public var text: String
    /// Their first line, from 1.
    public var line: Int
    /// Whether they run without being shown.
    public var isHidden = false
    /// Whether it must fail.
    public var fails = false
  }

  /// A question, asked before the code runs that answers it.
  public struct Prediction {
    public var question: [String]
    public var choices: [Choice]

    public struct Choice {
      public var text: String
      public var isRight: Bool
      /// What is shown to a learner who chooses it.
      public var remark: [String]
    }
  }

  /// What the learner should reach at the prompt.
  public struct Task {
    public var text: [String]
    public var checks: [Check]
    public var hints: [[String]]
    public var solution: Code
  }

  /// Expectations that hold when a task is done, and the message as long as they do not.
  public struct Check {
    public var remark: String
    public var code: Code
  }

  /// How many of its steps ask something of the learner.
  public var interactionCount: Int { steps.count { $0.isInteraction } }

  /// A mistake in the lesson, with its line from 1.
  func problem(_ message: String, line: Int, help: String?) -> Diagnostic {
    let start = file.lines.starts[min(line, file.lines.starts.count) - 1]
    return Diagnostic(
      .error, message, file: file, span: SourceSpan(start, start),
      notes: help.map { [.init(.help, $0)] } ?? [])
  }
}
