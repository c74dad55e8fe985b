import BindingEngine
import Interpreter
import Language
import Syntax

/// Runs a script under several semantics, each time from its start in a new session.
package struct ScriptComparison {
  let file: SourceFile
  let semantics: [Semantics]
  let options: SessionOptions
  private let host: any SessionHost
  private let interruptFlag: UnsafePointer<Int32>

  /// - Parameters:
  ///   - file: The script, which has no syntax errors.
  ///   - host: Reads the files that the script sources.
  ///   - interruptFlag: Stops the runs when it is no longer 0.
  package init(
    _ file: SourceFile, under semantics: [Semantics], options: SessionOptions,
    host: any SessionHost, interruptFlag: UnsafePointer<Int32>
  ) {
    self.file = file
    self.semantics = semantics
    self.options = options
    self.host = host
    self.interruptFlag = interruptFlag
  }

  /// - Returns: nil if the runs were interrupted.
  package func run() -> Comparison? {
    try? Comparison.run(file.name, under: semantics, by: run(under:tracing:))
  }

  private func run(
    under semantics: Semantics, tracing: Bool
  ) throws(ComparisonProblem) -> (ComparedRun, RunRecorder) {
    try run(under: semantics, tracing: tracing) { _ in }
  }

  /// One run.
  ///
  /// - Parameter change: Changes the syntax tree before it is run.
  func run(
    under semantics: Semantics, tracing: Bool,
    changing change: (inout SyntaxTree) -> Void
  ) throws(ComparisonProblem) -> (ComparedRun, RunRecorder) {
    var options = options
    options.semantics = semantics
    options.traceMode = .off
    options.traceStyle = .tree
    let silent = SilentHost(reading: host, isASCII: options.isASCII)
    let session = Session(host: silent, options: options)
    session.watch(interruptFlag)
    let recorder = RunRecorder(name: semantics.name, isTracing: tracing)
    session.listener = recorder
    session.applyTraceMode()
    session.runToTheEnd(file, changing: change)
    guard interruptFlag.pointee == 0, !session.isInterrupted else { throw .interrupted }
    var run = recorder.finish(session)
    (run.firstError, run.printed) = (silent.firstError, silent.printed)
    return (run, recorder)
  }
}

extension Session {
  /// Runs a file, and then everything that is still due.
  fileprivate func runToTheEnd(
    _ file: SourceFile, changing change: (inout SyntaxTree) -> Void
  ) {
    run(file, changing: change)
    // `quit` ends the script, but what it has set for later still counts as a part of the run.
    isOver = false
    waitForAll()
  }

  /// Lets time pass until nothing is due.
  func waitForAll() {
    guard !isInterrupted, !machine.hasUsedUpSteps else { return }
    let (tree, _, _) = Parser.parse(SourceFile(name: "<compare>", text: "wait\n"), names: names)
    runReporting(tree)
  }
}

extension ScriptComparison {
  /// The semantics that a script declares by statements of its own, as they would be if it began
  /// with `bind`.
  package static func semantics(
    declaredIn file: SourceFile, host: any SessionHost, options: SessionOptions
  ) -> [Semantics] {
    let silent = SilentHost(reading: host, isASCII: options.isASCII)
    let session = Session(host: silent, options: SessionOptions())
    var (tree, _, _) = Parser.parse(file, names: session.names)
    tree.statements = tree.statements.filter {
      if case .semantics = tree.statement($0) { true } else { false }
    }
    try? session.run(tree)
    return session.state.turned.ownSemantics
  }
}
