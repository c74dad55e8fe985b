import Interpreter
import Language
import Syntax
import Text

extension TestRun {
  /// Runs the blocks of a transcript in order. Each is a test of its own, unless there is only one.
  ///
  /// - Parameter mark: That of the whole file.
  func runTranscript(_ bytes: [UInt8], _ mark: TestMark?) {
    let transcript = Transcript(bytes)
    guard transcript.isTest else { return }
    if let block = transcript.unclosed {
      runMarked(nil) {
        result.add(
          TestFinding(
            .file, file: path, line: block.line + 1,
            "the block '\(block.words.first ?? "")' has no end",
            help: "close it with the same fence that it begins with"))
      }
      return
    }
    var session: Session?
    var line = 1
    // Why the blocks that are left cannot run.
    var obstacle: String?
    for step in transcript.steps {
      let text = transcript.lines.content(of: step.script)
      let first = step.script.content.lowerBound + 1
      // As if the blocks of a session came through one pipe.
      if step.beginsSession || session == nil { line = 1 }
      let file = source("<stdin>", text, firstLine: line, at: first)
      let number = transcript.steps.count > 1 ? step.script.line + 1 : 0
      if let obstacle {
        runMarked(TestMark(.skipped, obstacle), block: number) {}
        continue
      }
      if session == nil || step.beginsSession {
        session = settings(of: step).map(makeSession)
      }
      line += step.script.content.count
      // Options that are wrong are no matter of a mark: the blocks after this one need the session.
      let own = session == nil ? nil : mark ?? TestMark.find(inScript: file)
      runMarked(own, block: number, from: mark == nil ? first : 1) {
        guard let session else { return refuseOptions(of: step) }
        let before = session.expectations
        run(step, file, of: transcript, in: session)
        count(session, since: before)
        session.forgetInterruption()
      }
      if session == nil || interruptFlag.pointee != 0 {
        obstacle = "not run, because the test ended in line \(step.script.line + 1)"
      }
    }
  }

  /// nil if the words after `bind` are no options of a session.
  private func settings(of step: Transcript.Step) -> SessionOptions? {
    step.options.isEmpty ? options.session : try? options.sessionOptions(step.options).get()
  }

  private func refuseOptions(of step: Transcript.Step) {
    guard case .failure(let error) = options.sessionOptions(step.options) else { return }
    result.add(TestFinding(.file, file: path, line: step.script.line + 1, error.message))
  }

  private func run(
    _ step: Transcript.Step, _ file: SourceFile, of transcript: Transcript, in session: Session
  ) {
    let first = step.script.content.lowerBound + 1
    stated.add(file, firstLine: first)
    if let output = step.output { stated.add(outputAt: output.line + 1) }
    if let output = step.seemingOutput {
      stated.addSeeming(at: output.line + 1, Transcript.text(ofSeemingOutput: output).title)
    }
    guard let block = step.output else {
      host.receive = { [unowned self] diagnostic in
        take(diagnostic)
        return nil
      }
      session.run(file)
      return
    }
    var reported: [Diagnostic] = []
    let isASCII = session.options.isASCII
    host.receive = { diagnostic in
      reported.append(diagnostic)
      return diagnostic.text(options: .init(isASCII: isASCII))
    }
    host.keepOutput()
    // As in a typed session, an error does not prevent the next statement from running.
    let keepsGoing = session.options.keepsGoing
    session.options.keepsGoing = true
    session.run(file)
    session.options.keepsGoing = keepsGoing
    let output = comparableLines(host.takeOutput())
    if session.isInterrupted {
      for diagnostic in reported { take(diagnostic) }
      return
    }
    let expected = String(decoding: transcript.lines.content(of: block), as: UTF8.self)
    compare(
      comparableLines(expected), output, at: block.content.lowerBound + 1,
      of: "the output of the block in line \(step.script.line + 1)", reported: reported
    ) { transcript.edits(showing: $0, in: block) }
  }
}
