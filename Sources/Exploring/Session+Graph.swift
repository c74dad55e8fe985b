import BindingEngine
import Interpreter
import Language
import Rendering
import Syntax
import Text

// The statement `graph`: the picture in the format asked for, shown or written to a file.
extension Session {
  /// The most edges that Graphviz is asked to lay out; a chain of 2,000 takes half a minute.
  static let mostLaidOut = 2_000

  func showGraph(
    of path: NodeID, in tree: SyntaxTree, _ subject: Value?, as format: GraphFormat, file: String?
  ) throws(ScriptFailure) {
    if options.refusesFiles {
      guard file == nil else {
        throw .message("'graph' with a file writes it, which --no-source refuses", help: nil)
      }
      guard format != .svg else {
        throw .message(
          "'graph svg' starts Graphviz, which --no-source refuses",
          help: "'graph dot' starts nothing")
      }
    }
    if let file, file.utf8.contains(0) { throw .mistake(.nulInPath) }
    let slots = path.exists ? try slots(of: path, in: tree, subject) : nil
    finishCodeSearches()
    let picture = graphPicture(of: slots)
    guard let file else {
      return output(try text(of: picture, as: format, isPart: slots != nil, forFile: false)) {
        [self] in host.show(graph: $0, as: format)
      }
    }
    let text = try text(of: picture, as: format, isPart: slots != nil, forFile: true)
    if let error = host.save(path: file, text: text.hasSuffix("\n") ? text : text + "\n") {
      throw cannotWrite(file, error)
    }
    print("saved the graph to \(.place, file)")
  }

  /// Shows the graph at the end of a script, even after an error.
  ///
  /// - Parameter path: The object or property whose part of the graph is shown; nil for all.
  public func showGraph(as format: GraphFormat, of path: String?) {
    let file = SourceFile(name: "<--of>", text: Session.question(graph: format, of: path))
    let (tree, diagnostics, _) = Parser.parse(file, names: names)
    for diagnostic in diagnostics { report(diagnostic) }
    if diagnostics.contains(where: { $0.severity == .error }) { return }
    guard asksForGraph(tree, of: path) else { return report(Session.noPath(path ?? "")) }
    // The script is over, and this question is not part of it.
    (isOver, options.refusesFiles) = (false, false)
    runReporting(tree)
  }

  /// The statement that asks for the graph.
  package static func question(graph format: GraphFormat, of path: String?) -> String {
    "graph" + (format == .text ? "" : " \(format)") + (path.map { " " + $0 } ?? "")
  }

  /// Whether a text is only the question for the graph, and not more because of what the path is.
  package func asksForGraph(_ tree: SyntaxTree, of path: String?) -> Bool {
    guard tree.statements.count == 1, let id = tree.statements.first,
      case .question(.graph(let asked, let toFile, _)) = tree.statement(id)
    else { return false }
    return !toFile.exists && asked.exists == (path != nil)
  }

  package static func noPath(_ text: String) -> Diagnostic {
    Diagnostic(.error, "'\(text)' is not a path to an object or property", file: nil, span: nil)
  }

  private func slots(
    of id: NodeID, in tree: SyntaxTree, _ subject: Value?
  ) throws(ScriptFailure) -> [UInt32] {
    let expression = tree.expression(id)
    guard case .object(let object)? = subject else {
      var path = id
      if case .member(let base, _) = expression { path = base }
      let value = graphState.shortLiteral(subject ?? .nil, limit: 40)
      throw .message("'\(text(of: path, in: tree))' is \(value), not an object", help: nil)
    }
    guard case .member(_, let member) = expression else {
      return graphState.slots(of: object.index)
    }
    let name = tree.name(member)
    guard let slot = graphState.slot(name, of: object) else {
      throw machine.noProperty(name, of: object)
    }
    guard case .object(let part) = graphState.read(slot) else { return [slot] }
    return [slot] + graphState.slots(of: part.index)
  }

  package func text(
    of picture: GraphPicture, as format: GraphFormat, isPart: Bool, forFile: Bool
  ) throws(ScriptFailure) -> String {
    switch format {
    case .text:
      if picture.edges.isEmpty { return isPart ? "nothing is bound to it" : "no bindings" }
      let lines = picture.treeLines(
        .init(
          isASCII: options.isASCII, width: options.width,
          isOnScreen: options.isOnScreen && !forFile))
      return lines.joined(by: "\n").painted(forFile ? .plain : options.theme)
    case .dot: return picture.dotLines().joined(separator: "\n")
    case .mermaid: return picture.mermaidLines().joined(separator: "\n")
    case .json: return picture.json
    case .svg: return try layOut(picture)
    }
  }

  private func layOut(_ picture: GraphPicture) throws(ScriptFailure) -> String {
    guard picture.edges.count <= Session.mostLaidOut else {
      throw .message(
        "\(picture.edges.count) edges are more than can be laid out in one picture",
        help: "'graph svg PATH' draws one property's surroundings; 'graph dot' writes all")
    }
    switch host.layout(picture.dotLines().joined(separator: "\n") + "\n") {
    case .success(let text): return text.trimmedLines
    case .failure(let error):
      if error.isInterruption { throw .graph(.interrupted) }
      throw .message(error.message, help: nil)
    }
  }
}
