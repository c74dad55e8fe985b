import Layout
import Learning
import Syntax
import Text

/// The scripts of a Markdown file: one for each session of its `bind` blocks, and one for all that a
/// lesson runs.
///
/// A place in each is that place in the file: each is as long as the file, with blanks for everything
/// that is not of the session. Or a script of one block shares the text of the file.
package struct MarkdownScripts {
  /// A session, and the options after the `bind` of its first block.
  package struct Script {
    package var file: SourceFile
    package var options: [String]
    /// The bytes of its blocks, which are those of the file.
    package var blocks: [Range<Int>]
    /// The line of its first block's fence, from 1.
    package var line: Int
    /// The output that the file says the session has.
    fileprivate var output: [String]

    /// Whether the file itself shows this finding as what the session reports.
    package func expects(_ finding: Diagnostic) -> Bool {
      output.contains(where: finding.isShown)
    }
  }

  private let sharesText: Bool
  package private(set) var scripts: [Script] = []
  /// What is wrong with a lesson, or with a file that is no text, which then has no scripts.
  package private(set) var problems: [Diagnostic] = []

  /// What looks like a script or its output, and is not.
  package private(set) var warnings: [Diagnostic] = []

  /// - Parameter sharesText: Whether a script of one block is a part of the file, so that a file of many
  ///   blocks is not copied for each.
  /// - Complexity: O(*n* *s*) in the length of the text and the number of sessions that are copies.
  package init(_ file: SourceFile, sharesText: Bool = false) {
    self.sharesText = sharesText
    if let error = file.foreignText {
      problems = [error]
      return
    }
    if LessonReader.isLesson(file.bytes) { readLesson(file) } else { readSessions(file) }
  }

  private mutating func readSessions(_ file: SourceFile) {
    let transcript = Transcript(file.bytes)
    warnings = MarkdownScripts.warnings(about: transcript, file)
    var blocks: [[Transcript.Step]] = []
    for step in transcript.steps {
      if blocks.isEmpty || step.beginsSession { blocks.append([]) }
      blocks[blocks.count - 1].append(step)
    }
    for steps in blocks {
      let output = steps.compactMap(\.output).flatMap { block in
        block.content.map { transcript.lines.text(transcript.lines.range($0)) }
      }
      scripts.append(
        Script(
          file: self.file(file, leaving: steps.map(\.script), transcript.lines),
          options: steps[0].options, blocks: steps.map { transcript.lines.range(of: $0.script) },
          line: steps[0].script.line + 1, output: output))
    }
  }

  private static func warnings(about transcript: Transcript, _ file: SourceFile) -> [Diagnostic] {
    func warning(_ block: FencedBlock, _ text: (title: String, help: String)) -> Diagnostic {
      Diagnostic(
        FindingCode.checksNothing.severity, text.title, file: file,
        span: SourceSpan(transcript.lines.range(block.line)), notes: [.init(.help, text.help)],
        code: .checksNothing)
    }
    let outputs = transcript.steps.compactMap(\.seemingOutput)
      .map { warning($0, Transcript.text(ofSeemingOutput: $0)) }
    let scripts = transcript.misnamed.map { block in
      warning(
        block,
        ("the block '\(block.words[0].visible())' is not run", "write 'bind' behind its fence"))
    }
    return (outputs + scripts).sorted { $0.span!.start < $1.span!.start }
  }

  /// What a lesson runs where the learner solves each task as the lesson does, without what must fail.
  private mutating func readLesson(_ file: SourceFile) {
    problems = LessonReader.read(file, name: file.name).problems
    guard problems.isEmpty else { return }
    let lines = TextLines(file.bytes)
    let blocks = FencedBlocks.find(in: lines).filter { block in
      ["bind", "solution"].contains(block.words.first) && !block.words.contains("fails")
    }
    guard let first = blocks.first else { return }
    scripts = [
      Script(
        file: self.file(file, leaving: blocks, lines), options: [],
        blocks: blocks.map(lines.range),
        line: first.line + 1, output: [])
    ]
  }

  /// The file with blanks for everything that is not in `blocks`.
  private func file(
    _ file: SourceFile, leaving blocks: [FencedBlock], _ lines: TextLines
  ) -> SourceFile {
    if sharesText, blocks.count == 1 {
      return SourceFile(part: lines.range(of: blocks[0]), of: file)
    }
    var bytes = file.bytes.map { $0 == UInt8(ascii: "\n") ? $0 : UInt8(ascii: " ") }
    // A byte order mark is no part of the first line's columns.
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    if file.bytes.starts(with: mark) { bytes.replaceSubrange(..<3, with: mark) }
    for block in blocks {
      let range = lines.range(of: block)
      bytes.replaceSubrange(range, with: file.bytes[range])
    }
    return SourceFile(name: file.name, bytes: bytes)
  }
}

extension TextLines {
  /// The bytes of the lines between the fences, with their ends.
  fileprivate func range(of block: FencedBlock) -> Range<Int> {
    start(block.content.lowerBound)..<start(block.content.upperBound)
  }
}

extension MarkdownScripts {
  /// The Markdown text with its `bind` blocks in the standard layout; nil with the reasons if one cannot
  /// be parsed. A block with an output that shows an error may be one that cannot, and stays as it is.
  package static func format(
    _ file: SourceFile, _ layout: ScriptLayout
  ) -> (text: [UInt8]?, diagnostics: [Diagnostic]) {
    if let error = file.foreignText { return (nil, [error]) }
    let transcript = Transcript(file.bytes)
    var edits: [TextEdit] = []
    var problems: [Diagnostic] = []
    for step in transcript.steps {
      let content = step.script.content
      let range = transcript.lines.range(of: step.script)
      let block = SourceFile(
        name: file.name, bytes: transcript.lines.content(of: step.script),
        firstLine: content.lowerBound + 1)
      let (text, diagnostics) = layout.format(block)
      guard let text else {
        if step.output == nil { problems += diagnostics }
        continue
      }
      guard text != block.bytes else { continue }
      let indentation = String(repeating: " ", count: step.script.indentation)
      let lineEnd = transcript.lines.lineEnd(step.script.line)
      let lines = String(decoding: text, as: UTF8.self).split(
        separator: "\n", omittingEmptySubsequences: false
      ).dropLast()
      edits.append(
        TextEdit(
          range: range, text: lines.map { ($0.isEmpty ? "" : indentation + $0) + lineEnd }.joined())
      )
    }
    guard problems.isEmpty else { return (nil, problems) }
    return (TextEdit.apply(edits, to: file.bytes), [])
  }
}
