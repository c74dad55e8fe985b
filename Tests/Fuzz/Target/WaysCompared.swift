import BindingEngine
import Checking
import Exploring
import Interpreter
import Language
import Names
import RecordedTraces
import Syntax

/// The same text means the same in a file and typed statement by statement.
enum WaysCompared {
  static func check(_ text: [UInt8], _ options: SessionOptions) {
    // What is no text is said of a whole file, and of each statement that is typed.
    guard !text.contains(where: { $0 < 32 && ![9, 10, 13].contains($0) || $0 == 127 }) else {
      return
    }
    var options = options
    options.keepsGoing = true
    // A file remembers turns if it asks about them, wherever the question is.
    options.journalLimit = options.journalLimit ?? 10
    // Nothing runs of a file with a syntax error.
    let (tree, problems, _) = Parser.parse(SourceFile(name: "", bytes: text), names: NameTable())
    guard !problems.contains(where: { $0.severity == .error }), !namesTypesEarly(tree),
      let file = run(text, options, isTyped: false), let typed = run(text, options, isTyped: true)
    else { return }
    guard file.output == typed.output else {
      fatalError("a file prints:\n\(file.output)\ntyped it prints:\n\(typed.output)")
    }
    // The parser's warnings come first in a file.
    let reports = (file: file.reports.sorted(), typed: typed.reports.sorted())
    guard reports.file == reports.typed else {
      fatalError(
        "a file says:\n\(reports.file.joined(separator: "\n"))"
          + "\ntyped it says:\n\(reports.typed.joined(separator: "\n"))")
    }
  }

  /// Whether a type is named before its declaration, which only a file knows then.
  private static func namesTypesEarly(_ tree: SyntaxTree) -> Bool {
    var declared: [Name: UInt32] = [:]
    for statement in tree.statements {
      let name: NodeID
      switch tree.statement(statement) {
      case .classDeclaration(let type): name = type.name
      case .protocolDeclaration(let type): name = type.name
      case .enumDeclaration(let type, _): name = type
      default: continue
      }
      if declared[tree.name(name)] == nil { declared[tree.name(name)] = tree[name].span.start }
    }
    return tree.nodes.indices.contains { index in
      let id = NodeID(UInt32(index))
      let name: Name? =
        switch tree[id].kind {
        case .name: tree.name(id)
        case .type: tree.type(id).name
        default: nil
        }
      guard let name, let start = declared[name] else { return false }
      return tree[id].span.start < start
    }
  }

  /// - Returns: nil if the run did not end.
  private static func run(
    _ text: [UInt8], _ options: SessionOptions, isTyped: Bool
  ) -> (output: String, reports: [String])? {
    let host = CountingHost()
    host.kept = ("", [])
    // A file has one declaration of each class.
    var options = options
    options.replacesDeclarations = false
    let session = Session(host: host, options: options)
    Watchdog.begin()
    session.watch(Watchdog.flag)
    defer { Watchdog.end() }
    if isTyped {
      for statement in TypedStatements(text, session) where !session.isOver {
        session.run(statement.file(named: "fuzz.bind"), isInteractive: true)
      }
    } else {
      session.run(SourceFile(name: "fuzz.bind", bytes: text))
    }
    return session.isInterrupted || session.hasUsedUpSteps ? nil : host.kept
  }
}
