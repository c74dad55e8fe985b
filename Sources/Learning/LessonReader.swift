import Names
import Syntax
import Text

/// Reads lessons: Markdown, with fenced blocks for code, questions and checks.
///
/// man 7 bindlab-teaching describes the format.
public struct LessonReader {
  private let file: SourceFile
  private let lines: TextLines
  private var steps: [Lesson.Step] = []
  private var title: String?
  private var problems: [Diagnostic] = []
  /// The task whose parts are being read, and the line of its fence.
  private var task: (task: Lesson.Task, line: Int, hasSolution: Bool)?

  /// The words that a block can begin with.
  package static let words = ["bind", "predict", "task", "check", "hint", "solution", "text"]

  /// Reads a lesson.
  ///
  /// - Parameters:
  ///   - file: The text, with the name that problems are reported under.
  ///   - name: What the lesson is called.
  /// - Returns: The lesson, which is nil if there are problems, and these, each with its place.
  /// - Complexity: O(*n*) in the length of the text.
  public static func read(
    _ file: SourceFile, name: String
  ) -> (lesson: Lesson?, problems: [Diagnostic]) {
    var reader = LessonReader(file)
    reader.run()
    guard reader.problems.isEmpty else { return (nil, reader.problems) }
    let lesson = Lesson(name: name, title: reader.title ?? name, steps: reader.steps, file: file)
    return (lesson, [])
  }

  /// Whether a Markdown text asks or sets tasks, which a transcript does not.
  package static func isLesson(_ bytes: [UInt8]) -> Bool {
    FencedBlocks.find(in: TextLines(bytes)).contains {
      $0.words.first == "predict" || $0.words.first == "task"
    }
  }

  private init(_ file: SourceFile) {
    self.file = file
    lines = TextLines(file.bytes)
  }

  private mutating func run() {
    if let error = file.foreignText {
      problems = [error]
      return
    }
    guard String(validating: file.bytes, as: UTF8.self) != nil else {
      problems = [
        Diagnostic(
          .error, "the lesson is not UTF-8", file: file, span: nil,
          notes: [.init(.help, "'iconv -t UTF-8' converts it")])
      ]
      return
    }
    var line = 0
    for block in FencedBlocks.find(in: lines) {
      readProse(line..<block.line)
      read(block)
      line = block.content.upperBound + (block.isClosed ? 1 : 0)
    }
    readProse(line..<lines.count)
    endTask()
    if title == nil { report("expected a heading, '# TITLE', which names the lesson", line: 0) }
    if !steps.contains(where: \.isInteraction) {
      report("the lesson has no question: expected a block 'predict' or 'task'", line: 0)
    }
  }

  // MARK: Prose

  private mutating func readProse(_ range: Range<Int>) {
    var paragraph: [String] = []
    for line in range {
      let text = lines.text(lines.range(line))
      if text.hasPrefix("#") {
        endParagraph(&paragraph)
        let heading = String(text.drop { $0 == "#" }.drop { $0 == " " })
        if title == nil { title = heading } else { add(.heading(heading)) }
      } else if text.allSatisfy({ $0 == " " || $0 == "\t" }) {
        endParagraph(&paragraph)
      } else {
        paragraph.append(text)
      }
    }
    endParagraph(&paragraph)
  }

  private mutating func endParagraph(_ paragraph: inout [String]) {
    if !paragraph.isEmpty { add(.text(paragraph)) }
    paragraph = []
  }

  private mutating func add(_ step: Lesson.Step) {
    endTask()
    steps.append(step)
  }

  // MARK: Blocks

  private mutating func read(_ block: FencedBlock) {
    guard let word = block.words.first else {
      return report(
        "expected a word after the fence: \(LessonReader.alternatives)", line: block.line)
    }
    guard LessonReader.words.contains(word) else {
      let near = nearest(to: word, among: LessonReader.words).map { "did you mean '\($0)'?" }
      return report(
        "unknown kind of block '\(word)'; \(near ?? "there are \(LessonReader.alternatives)")",
        line: block.line)
    }
    guard block.isClosed else {
      return report("the block '\(word)' is not closed", line: block.line)
    }
    let rest = Set(block.words.dropFirst())
    if let extra = rest.subtracting(word == "bind" ? ["hidden", "fails"] : []).min() {
      return report(
        "unknown word '\(extra)' after '\(word)'; 'bind' may be followed by 'hidden' or 'fails'",
        line: block.line)
    }
    switch word {
    case "bind":
      var code = code(of: block)
      code.isHidden = rest.contains("hidden")
      code.fails = rest.contains("fails")
      checkSyntax(code)
      add(.code(code))
    case "predict": readPrediction(block)
    case "task":
      endTask()
      let solution = Lesson.Code(text: "", line: block.line + 1)
      task = (
        Lesson.Task(text: text(of: block), checks: [], hints: [], solution: solution), block.line,
        false
      )
    case "check", "hint", "solution": readPart(word, block)
    // The output in a transcript; a lesson shows the actual output.
    default: break
    }
  }

  private static var alternatives: String { words.joined(separator: ", ") }

  private mutating func readPart(_ word: String, _ block: FencedBlock) {
    guard task != nil else {
      if word == "check" { return add(.proof(checks(of: block))) }
      return report("'\(word)' belongs to a task, and there is none before it", line: block.line)
    }
    switch word {
    case "check":
      let checks = checks(of: block)
      task?.task.checks += checks
    case "hint":
      let hint = text(of: block)
      task?.task.hints.append(hint)
    default:
      let code = code(of: block)
      checkSyntax(code)
      task?.task.solution = code
      task?.hasSolution = true
    }
  }

  /// A task with all its parts is complete.
  private mutating func endTask() {
    guard let (task, line, hasSolution) = task else { return }
    self.task = nil
    if task.checks.isEmpty { report("the task has no block 'check'", line: line) }
    if !hasSolution { report("the task has no block 'solution'", line: line) }
    if task.text.isEmpty { report("the task has no text", line: line) }
    steps.append(.task(task))
  }

  private mutating func readPrediction(_ block: FencedBlock) {
    var prediction = Lesson.Prediction(question: [], choices: [])
    for line in text(of: block) {
      if line.hasPrefix("* ") || line.hasPrefix("- ") {
        let answer = String(line.dropFirst(2).drop { $0 == " " })
        prediction.choices.append(.init(text: answer, isRight: line.first == "*", remark: []))
      } else if prediction.choices.isEmpty {
        prediction.question.append(line)
      } else {
        let remark = String(line.drop { $0 == " " })
        prediction.choices[prediction.choices.count - 1].remark.append(remark)
      }
    }
    while prediction.question.last?.isEmpty ?? false { prediction.question.removeLast() }
    if prediction.choices.count > 26 {
      report("'predict' has more than 26 answers", line: block.line)
    }
    if prediction.question.isEmpty { report("'predict' has no question", line: block.line) }
    if !prediction.choices.contains(where: \.isRight) {
      report("'predict' has no right answer, a line that begins with '* '", line: block.line)
    }
    add(.prediction(prediction))
  }

  // MARK: What blocks hold

  /// The lines of a block, without its indentation and without surrounding empty lines.
  private func text(of block: FencedBlock) -> [String] {
    var text = code(of: block).text.split(separator: "\n", omittingEmptySubsequences: false)
      .map(String.init)
    while let last = text.last, last.allSatisfy({ $0 == " " }) { text.removeLast() }
    return Array(text.drop { $0.allSatisfy { $0 == " " } })
  }

  private func code(of block: FencedBlock) -> Lesson.Code {
    // The line feed of the last line is not part of the block's text.
    let text = String(decoding: lines.content(of: block).dropLast(), as: UTF8.self)
    return Lesson.Code(text: text, line: block.content.lowerBound + 1)
  }

  /// The expectations of a block, split at the comments above them.
  private mutating func checks(of block: FencedBlock) -> [Lesson.Check] {
    let code = code(of: block)
    checkSyntax(code, isCheck: true)
    var checks: [Lesson.Check] = []
    var isOpen = false
    for (offset, line) in code.text.split(separator: "\n", omittingEmptySubsequences: false)
      .enumerated()
    {
      if line.hasPrefix("// ") {
        let remark = String(line.dropFirst(3))
        if isOpen || checks.isEmpty {
          checks.append(.init(remark: remark, code: .init(text: "", line: code.line + offset + 1)))
        } else {
          checks[checks.count - 1].remark += " " + remark
          checks[checks.count - 1].code.line = code.line + offset + 1
        }
        isOpen = false
      } else {
        if checks.isEmpty {
          guard !line.allSatisfy({ $0 == " " }) else { continue }
          checks.append(.init(remark: "", code: .init(text: "", line: code.line + offset)))
        }
        checks[checks.count - 1].code.text += line + "\n"
        isOpen = true
      }
    }
    if checks.isEmpty { report("'check' expects nothing", line: block.line) }
    return checks
  }

  // MARK: Problems

  /// Reports what cannot be parsed, and in checks statements that would change more than a turn
  /// can.
  private mutating func checkSyntax(_ code: Lesson.Code, isCheck: Bool = false) {
    let source = SourceFile(name: file.name, text: code.text, firstLine: code.line)
    let (tree, found, _) = Parser.parse(source, names: NameTable())
    let errors = found.filter { $0.severity == .error }
    problems += errors
    guard isCheck, errors.isEmpty else { return }
    let refused: Set<NodeKind> = [
      .reset, .quit, .save, .source, .rewind, .replay, .breakpoint, .watch, .compare, .whatif,
    ]
    for node in tree.nodes where refused.contains(node.kind) {
      problems.append(
        Diagnostic(
          .error, "a check only tries things out, and this cannot be rolled back", file: source,
          span: node.span))
    }
  }

  private mutating func report(_ message: String, line: Int) {
    let range = lines.range(min(line, lines.count - 1))
    problems.append(Diagnostic(.error, message, file: file, span: SourceSpan(range)))
  }
}
