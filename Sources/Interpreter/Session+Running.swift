import Basics
import BindingEngine
import CodeCycles
import Compiling
import Language
import Names
import Rendering
import Syntax
import Text

// Parsing and running what a session is given.
extension Session {
  /// Parses and runs a whole file. No statement runs if one cannot be parsed.
  public func run(_ file: SourceFile, isInteractive: Bool = false) {
    run(file, isInteractive: isInteractive) { _ in }
  }

  /// - Parameter change: What is done to the syntax before it is run.
  package func run(
    _ file: SourceFile, isInteractive: Bool = false, changing change: (inout SyntaxTree) -> Void
  ) {
    guard var tree = read(file, isInteractive: isInteractive) else { return }
    change(&tree)
    runWhole(tree)
  }

  /// Runs a text that was typed.
  public func run(_ typed: TypedText) {
    if take(typed.tree, typed.diagnostics, isInteractive: true) { runWhole(typed.tree) }
  }

  private func runWhole(_ tree: SyntaxTree) {
    runReporting(tree)
    if !isInterrupted { finishCodeSearches() }
  }

  /// Runs a tree, and reports the error that ends it.
  package func runReporting(_ tree: SyntaxTree) {
    do {
      try run(tree)
    } catch {
      report(error)
    }
  }

  /// Parses a file that will run next; nil if it cannot be parsed, which has been reported.
  package func read(_ file: SourceFile, isInteractive: Bool = false) -> SyntaxTree? {
    let (tree, diagnostics, _) = Parser.parse(file, names: names, isInteractive: isInteractive)
    return take(tree, diagnostics, isInteractive: isInteractive) ? tree : nil
  }

  /// The findings for what was typed. A line that begins with a dot goes on with a chain of calls that was
  /// typed line by line; its first finding shows what the chain is here.
  private func ofChain(_ diagnostics: [Diagnostic], _ file: SourceFile) -> [Diagnostic] {
    let text = String(decoding: file.bytes[file.part], as: UTF8.self)
    let goesOn = text.first { $0 != " " && $0 != "\t" } == "." && !state.typedChain.isEmpty
    state.typedChain = goesOn ? state.typedChain + "\n" + text : text
    if state.typedChain.utf8.count > 4_000 { state.typedChain = "" }
    // Most lines of a chain do not end it, and the whole is read only once it ends.
    guard goesOn, Parser.endsChain(text), var first = diagnostics.first, first.severity == .error,
      let statement = Parser.statement(forChain: state.typedChain)
    else { return diagnostics }
    first.notes.removeAll { $0.label == .help }
    first.notes.append(.init(.help, "write: \(statement)"))
    return [first]
  }

  /// Reports what is wrong with a text, and prepares the session for it if it can run.
  ///
  /// - Returns: Whether it can.
  private func take(_ tree: SyntaxTree, _ diagnostics: [Diagnostic], isInteractive: Bool) -> Bool {
    for diagnostic in isInteractive ? ofChain(diagnostics, tree.file) : diagnostics {
      report(diagnostic)
    }
    if diagnostics.contains(where: { $0.severity == .error }) { return false }
    mainFile = tree.file.name
    isTyped = isInteractive
    predictionSteps = Session.mostPredicted
    openJournal(for: tree)
    return true
  }

  /// Lets the session go on after Ctrl-C, as the REPL does.
  public func forgetInterruption() { isInterrupted = false }

  /// Counts a line that could not be read as an error.
  public func countUnreadableLine() { errors += 1 }

  /// Ends the run after Ctrl-C. A trial fails because of it without a message, and the statement
  /// that tried it ends normally.
  private func endIfInterrupted(_ statement: NodeID, in tree: SyntaxTree) throws(ScriptError) {
    guard core.pointee.isInterrupted, !isDry else { return }
    throw ScriptError(
      diagnostic: diagnostic(
        for: .graph(.interrupted), file: tree.file, span: tree[statement].span), kind: .interrupted)
  }

  package func report(_ error: ScriptError) {
    if isOver { return }
    if error.kind == .interrupted {
      isInterrupted = true
      // Freeing millions of values one by one takes as long as undoing them; the system frees them
      // with the process.
      if options.endsWithInterruption { _ = Unmanaged.passRetained(self) }
    }
    report(error.diagnostic)
  }

  package func run(_ tree: SyntaxTree) throws(ScriptError) {
    if !isLoadingPrelude { listener?.willRun(tree) }
    let box = SyntaxTreeBox(tree)
    var compiler = Compiler(session: self, code: Code(tree: box), isTopLevel: true)
    for statement in tree.statements {
      if isOver { return }
      do {
        try run(statement, in: box, &compiler)
      } catch {
        if error.kind == .interrupted { interruptedAt = (tree.file, tree[statement].span) }
        guard error.kind == .failed, options.keepsGoing else {
          throw noting(error, leavingOutAfter: statement, of: tree)
        }
        report(error)
      }
      if pendingReset {
        pendingReset = false
        reset()
      }
      if compiler.code.hasPlans {
        // Blocks and classes made by the statement point to its code's plans, which must stay.
        compiler = Compiler(session: self, code: Code(tree: box), isTopLevel: true)
      } else {
        compiler.code.clear()
        compiler.forgetStatement()
      }
    }
  }

  private func run(
    _ statement: NodeID, in box: SyntaxTreeBox, _ compiler: inout Compiler
  ) throws(ScriptError) {
    do {
      try compiler.statement(statement)
    } catch {
      throw ScriptError(diagnostic: error, kind: .failed)
    }
    compiler.emit(.returnNil, at: box.tree[statement].span)
    let watchCount = watches.count
    do {
      try machine.run(compiler.code)
      try endIfInterrupted(statement, in: box.tree)
    } catch {
      // Nothing is left to end the expectations in the statement.
      watches.removeSubrange(watchCount...)
      if watches.isEmpty { applyTraceMode() }
      throw error
    }
    if !reserved.isEmpty { reserved = [] }
    if !isLoadingPrelude { remember(statement, in: box) }
  }

  /// An error that ends a text that was typed or pasted, with how much of the text is left out.
  private func noting(
    _ error: ScriptError, leavingOutAfter failed: NodeID, of tree: SyntaxTree
  ) -> ScriptError {
    guard isTyped, runningFiles.isEmpty, tree.file.name == mainFile,
      let note = tree.remark(onLeavingOutAfter: failed)
    else { return error }
    var error = error
    error.diagnostic.notes.append(.init(.note, note))
    return error
  }
}
