import Interpreter
import Syntax
import Text

extension TestRun {
  /// Runs a script: whole, or with stops at the statements whose output comments name.
  func runScript(_ bytes: [UInt8]) {
    host.receive = { [unowned self] diagnostic in
      take(diagnostic)
      return nil
    }
    let session = makeSession(options.session)
    // Places in the output must be the same in every working folder.
    let name = path.utf8.split(separator: UInt8(ascii: "/")).last.flatMap { String($0) } ?? path
    guard let tree = session.read(source(name, bytes)) else { return }
    defer { count(session) }
    let comments = OutputComments(of: tree)
    stated.add(tree.file)
    for group in comments.groups {
      stated.add(outputAt: comments.lines.line(of: group.comments[0].lowerBound) + 1)
    }
    stated.addSeeming(in: tree)
    for stray in comments.strays { take(stray, comments) }
    guard comments.strays.isEmpty else { return }
    var next = 0
    for group in comments.groups {
      if !run(next..<group.statements.lowerBound, of: tree, in: session) { return }
      guard check(group, comments, of: tree, in: session) else { return }
      next = group.statements.upperBound
    }
    _ = run(next..<tree.statements.count, of: tree, in: session)
  }

  /// Runs statements at top level whose output is not checked.
  ///
  /// - Returns: Whether the script continues.
  private func run(_ range: Range<Int>, of tree: SyntaxTree, in session: Session) -> Bool {
    var part = tree
    part.statements = Array(tree.statements[range])
    do {
      try session.run(part)
      return true
    } catch {
      session.report(error)
      // After `quit` nothing runs any more, so the comments after it are compared with nothing.
      return session.isOver || options.session.keepsGoing && !session.isInterrupted
    }
  }

  /// Runs the statements of a group and compares their output.
  ///
  /// An error that is expected does not end the script.
  private func check(
    _ group: OutputComments.Group, _ comments: OutputComments, of tree: SyntaxTree,
    in session: Session
  ) -> Bool {
    let outside = host.receive
    defer { host.receive = outside }
    var reported: [Diagnostic] = []
    host.receive = { diagnostic in
      reported.append(diagnostic)
      return "\(diagnostic.severity): \(diagnostic.message)"
    }
    host.keepOutput()
    let isReached = !session.isOver
    var hasFailed = !run(group.statements, of: tree, in: session)
    let output = comparableLines(host.takeOutput())
    if session.isInterrupted {
      for diagnostic in reported { _ = outside(diagnostic) }
      return false
    }
    let line = comments.lines.line(of: group.comments[0].lowerBound) + 1
    let isExpected = compare(
      group.expected, output, at: line, of: "the output of line \(group.statementLine + 1)",
      reported: reported
    ) { comments.edits(showing: $0, in: group) }
    // No output was expected of what did not run.
    if !isReached, isExpected { result.compared -= 1 }
    if hasFailed, let last = reported.last {
      let heading = comparableLines("\(last.severity): \(last.message)")
      let patterns = group.expected.map(LinePattern.init)
      hasFailed =
        !isExpected && (!options.updates || result.mark != nil)
        && !heading.allSatisfy { line in patterns.contains { $0.fits(line) } }
    }
    return !hasFailed
  }

  private func take(_ stray: OutputComments.Stray, _ comments: OutputComments) {
    let line = comments.lines.line(of: stray.range.lowerBound) + 1
    let problem =
      stray.isInside
      ? "'// =>' inside a statement: its output appears only when the statement ends"
      : "'// =>' does not follow a statement"
    result.add(
      TestFinding(
        .file, file: path, line: line, problem,
        help: "write it on the last line of a statement at top level, or on the lines below that"))
  }
}
