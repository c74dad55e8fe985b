import Language
import Names
import Syntax
import Text

extension Session {
  /// `source "other.bind"`: the path is relative to the file with this statement.
  func source(_ path: String, from file: SourceFile, span: SourceSpan) throws(ScriptFailure) {
    let full = file.resolve(path)
    let mistake = SourceFile.mistake(
      ofReading: path, at: full, within: [mainFile] + runningFiles,
      refusesFiles: options.refusesFiles)
    if let mistake { throw .mistake(mistake) }
    switch host.read(path: full) {
    case .failure(let error) where error.isInterruption: throw .graph(.interrupted)
    case .failure(let error): throw .mistake(.unreadable(full, error.message))
    case .success(let bytes):
      let source = SourceFile(name: full, bytes: bytes)
      let (tree, diagnostics, _) = Parser.parse(source, names: names)
      for diagnostic in diagnostics { report(diagnostic) }
      if diagnostics.contains(where: { $0.severity == .error }) {
        throw .mistake(.cannotBeRun(full))
      }
      openJournal(for: tree)
      runningFiles.append(full)
      defer { runningFiles.removeLast() }
      do {
        try run(tree)
      } catch {
        var error = error
        error.diagnostic.notes.append(.init(.note, "read from here", file: file, span: span))
        throw .script(error)
      }
    }
  }

  /// Keeps a statement that ran, for `save`; questions are not part of a script.
  func remember(_ statement: NodeID, in box: SyntaxTreeBox) {
    guard runningFiles.isEmpty, !box.tree.onlyAsks(statement) else { return }
    state.history.append(box.tree[statement].span, of: box.tree.file)
  }

  /// The text without declarations of classes and enumerations that were declared again: the last one
  /// takes the place of the first, since a file has only one.
  private func withoutEarlierDeclarations(_ text: String) -> String {
    let (tree, _, _) = Parser.parse(SourceFile(name: "", text: text), names: names)
    var spans: [Name: [SourceSpan]] = [:]
    for id in tree.statements {
      switch tree.statement(id) {
      case .classDeclaration(let declared):
        spans[tree.name(declared.name), default: []].append(tree[id].span)
      case .enumDeclaration(let name, _): spans[tree.name(name), default: []].append(tree[id].span)
      default: break
      }
    }
    var changes: [(span: SourceSpan, bytes: ArraySlice<UInt8>)] = []
    for all in spans.values where all.count > 1 {
      let last = all[all.count - 1]
      changes.append((all[0], tree.file.bytes[Int(last.start)..<Int(last.end)]))
      for span in all.dropFirst() { changes.append((span, [])) }
    }
    var bytes = Array(tree.file.bytes)
    for change in changes.sorted(by: { $0.span.start > $1.span.start }) {
      bytes.replaceSubrange(Int(change.span.start)..<Int(change.span.end), with: change.bytes)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Why a statement did not write a file.
  package func cannotWrite(_ path: String, _ error: SessionFileError) -> ScriptFailure {
    error.isInterruption
      ? .graph(.interrupted)
      : .message("cannot write '\(path)': \(error.message)", help: nil)
  }

  func save(to path: String) throws(ScriptFailure) {
    guard !options.refusesFiles else {
      throw .message("'save' writes a file, which --no-source refuses", help: nil)
    }
    guard !path.utf8.contains(0) else { throw .mistake(.nulInPath) }
    let typed = withoutEarlierDeclarations(state.history.text)
    // What is typed in a hurry is read again later.
    let laidOut = ScriptFormatter.format(SourceFile(name: path, text: typed)).text
    let text = laidOut.map { String(decoding: $0, as: UTF8.self) } ?? typed
    if let error = host.save(path: path, text: text) {
      throw cannotWrite(path, error)
    }
    print("saved \(counted(state.history.count, "statement")) to \(.place, path)")
  }
}
