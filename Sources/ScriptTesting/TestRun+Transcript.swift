import Interpreter
import Syntax
import Text

extension TestRun {
  /// Runs the blocks of a transcript in order.
  func runTranscript(_ bytes: [UInt8]) {
    let transcript = Transcript(bytes)
    result.isTest = transcript.isTest
    if let block = transcript.unclosed {
      result.add(
        TestFinding(
          .file, file: path, line: block.line + 1,
          "the block '\(block.words.first ?? "")' has no end",
          help: "close it with the same fence that it begins with"))
      return
    }
    var session: Session?
    var line = 1
    for step in transcript.steps {
      guard interruptFlag.pointee == 0 else { return }
      if session == nil || step.beginsSession {
        if let session { count(session) }
        guard let settings = settings(of: step) else { return }
        session = makeSession(settings)
        line = 1
      }
      guard let session else { return }
      let text = transcript.lines.content(of: step.script)
      // As if the blocks of a session came through one pipe.
      let file = source("<stdin>", text, firstLine: line, at: step.script.content.lowerBound + 1)
      line += step.script.content.count
      run(step, file, of: transcript, in: session)
      session.forgetInterruption()
    }
    if let session { count(session) }
  }

  private func settings(of step: Transcript.Step) -> SessionOptions? {
    guard !step.options.isEmpty else { return options.session }
    switch options.sessionOptions(step.options) {
    case .success(let settings): return settings
    case .failure(let error):
      result.add(TestFinding(.file, file: path, line: step.script.line + 1, error.message))
      return nil
    }
  }

  private func run(
    _ step: Transcript.Step, _ file: SourceFile, of transcript: Transcript, in session: Session
  ) {
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
