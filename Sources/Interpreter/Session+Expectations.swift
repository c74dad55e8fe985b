import Compiling
import Rendering
import Syntax

// What `expect` says when it fails: what was expected, what came instead, and the trace of it.
extension Session {
  /// Counts an expectation that holds.
  func expectationHeld() { if !isDry { expectations.passed += 1 } }

  func expectationFailed(
    _ message: String, at span: SourceSpan, in file: SourceFile, help: String? = nil,
    notes: [Diagnostic.Note] = [], lines: [String] = [], fix: Diagnostic.Fix? = nil
  ) {
    guard !isDry else { return }
    expectations.failed += 1
    host.report(
      Diagnostic(
        .error, "\(Diagnostic.failedExpectation)\(message)", file: file, span: span,
        notes: notes + (help.map { [Diagnostic.Note(.help, $0)] } ?? []), lines: lines, fix: fix))
  }

  func expectationFailed(_ plan: ExpectPlan, in code: Code, left: String, right: String) {
    let tree = code.tree.tree
    guard case .binary(_, let leftNode, _) = tree.expression(plan.node) else { return }
    let leftText = text(of: leftNode, in: tree)
    let operation = plan.comparison?.spelling ?? "=="
    // For a turn with an expectation, the trace shows more than a number does.
    let trace = code.usesLastTurn ? rememberedTrace() : nil
    expectationFailed(
      "\(plan.message)\(leftText) is \(left), expected \(operation == "==" ? "" : operation + " ")\(right)",
      at: tree[plan.node].span, in: tree.file, lines: trace.map(traceLines) ?? [])
  }

  /// A trace as an expectation shows it, and as `expect trace` compares it.
  func traceLines(_ trace: TurnTrace) -> [String] {
    trace.treeLines(full: false, isASCII: options.isASCII, width: 100).map(\.plain)
  }

  // MARK: What a block sets off

  func beginWatching(_ node: NodeID, in tree: SyntaxTreeBox, limit: Int?) {
    watches.append(
      BehaviourWatch(
        node: node, tree: tree, limit: limit, wasTickDue: core.pointee.isTickDue,
        isASCII: options.isASCII))
    applyTraceMode()
  }

  /// - Parameter failure: The message of the error that ended the block, if one did.
  func endWatching(failure: String?) {
    guard let watch = watches.popLast() else { return }
    applyTraceMode()
    let (tree, node) = (watch.tree.tree, watch.tree.tree[watch.node])
    let operand = tree.behaviour(watch.node).operand
    switch watch.behaviour {
    case .trace:
      let expected = ExpectedTrace(tree.text(operand) ?? "")
      guard let difference = expected.difference(from: watch.lines) else {
        return expectationHeld()
      }
      var message = "the trace is different"
      if watch.lines.isEmpty {
        message = failure.map { "there is no trace, but an error: \($0)" } ?? "there is no trace"
      }
      expectationFailed(
        message, at: tree[operand].span, in: tree.file,
        help: "-: expected, +: actual; ... stands for any text, or alone for any lines",
        lines: difference,
        // An empty text would hide that the block failed.
        fix: watch.lines.isEmpty && failure != nil
          ? nil : expected.fix(of: tree[operand].span, in: tree.file, to: watch.lines))
    case .settles, .quiet, .noCycles:
      let isWaiting = core.pointee.isTickDue && !watch.wasTickDue
      let waiting = isWaiting ? "changes wait for the next tick; 'wait' lets the time pass" : nil
      let problem = watch.problem ?? failure.map { "the block failed: \($0)" } ?? waiting
      guard let problem else {
        return expectationHeld()
      }
      expectationFailed(
        problem, at: node.span, in: tree.file, lines: watch.offender.map(traceLines) ?? [])
    }
  }

  // MARK: The graph

  /// `expect no cycles`: what `cycles` would list, without two-way bindings by themselves.
  func expectNoCycles(_ node: NodeID, in tree: SyntaxTreeBox) {
    finishCodeSearches()
    let paths = cyclesBesidesPairs()
    let latent = latentCycles()
    let code = codeCycles(besides: paths)
    let count = paths.count + latent.count + code.count
    // In one expression these would take the compiler half a minute.
    let found: String
    let notes: [Diagnostic.Note]
    if let path = paths.first {
      found = "\(kind(of: path).rawValue): \(pathText(path))"
      notes = hopNotes(path)
    } else if let cycle = latent.first {
      found = "latent cycle: \(pathText(cycle))"
      notes = hopNotes(cycle.path)
    } else if let cycle = code.first {
      found = "\(kindText(of: cycle)): \(pathText(cycle))"
      notes = self.notes(of: cycle)
    } else {
      return expectationHeld()
    }
    expectationFailed(
      count == 1 ? "there is a \(found)" : "there are \(count) cycles, the first a \(found)",
      at: tree.tree[node].span, in: tree.tree.file,
      help: count == 1 ? nil : "'cycles' lists them all", notes: notes)
  }
}

extension ExpectedTrace {
  /// The change of a script that makes the actual trace the expected one.
  ///
  /// - Parameter span: The string with the expected trace.
  fileprivate func fix(
    of span: SourceSpan, in file: SourceFile, to trace: [String]
  ) -> Diagnostic.Fix {
    let lines = updated(to: trace)
    guard !lines.isEmpty else { return Diagnostic.Fix([.init(span, "\"\"")]) }
    let indentation = file.indentation(ofBlockTextAt: span)
    var text = "\"\"\"\n"
    for line in lines {
      let escaped = line.replacing("\\", with: "\\\\").replacing("\"\"\"", with: "\\\"\\\"\\\"")
      text += (escaped.isEmpty ? "" : indentation + escaped) + "\n"
    }
    return Diagnostic.Fix([.init(span, text + indentation + "\"\"\"")])
  }
}

extension SourceFile {
  /// The blanks before the closing quotes of a text of several lines; for another text, two more than
  /// the line of its end has.
  fileprivate func indentation(ofBlockTextAt span: SourceSpan) -> String {
    let line = lines.line(of: span.end - 1)
    let start = Int(lines.starts[line])
    let blanks = bytes[start...].prefix { $0 == 32 || $0 == 9 }
    let isAlone = start + blanks.count + 3 == Int(span.end) && start > Int(span.start)
    return String(decoding: blanks, as: UTF8.self) + (isAlone ? "" : "  ")
  }
}
