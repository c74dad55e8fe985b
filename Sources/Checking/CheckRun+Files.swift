import Language
import Syntax

extension CheckRun {
  /// `source "other.bind"`: its declarations are known from here on.
  func source(_ id: NodeID, _ file: NodeID) {
    let path = tree.text(file)
    let full = path.map { tree.file.resolve($0) } ?? ""
    let mistake = SourceFile.mistake(
      ofReading: path ?? "", at: full, within: runningFiles, refusesFiles: options.refusesFiles)
    if let mistake { return failed(mistake, at: id) }
    guard path != nil else { return }
    files.readings += 1
    // Blocks around it are on the stack, and so are those in the file.
    guard files.readings <= SourceFiles.most, depth < CheckRun.deepest else {
      isIncomplete = true
      return
    }
    switch files.load(full) {
    case .failure(let error): failed(.unreadable(full, error.message), at: id)
    case .success(let file):
      findings.readSilences(of: file.script.tree)
      if !scope.isMuted { findings.add(file.diagnostics) }
      guard !file.hasErrors else { return failed(.cannotBeRun(full), at: id) }
      let outer = (script, scope)
      enter(file.script)
      scope.locals = LocalList()
      scope.blockDepth = 0
      runningFiles.append(full)
      run(file.script)
      runningFiles.removeLast()
      enter(outer.0)
      scope = outer.1
    }
  }

  /// How deep in blocks another file is still examined.
  private static let deepest = 300

  /// Reports a file that cannot be read. From here on, its declarations are unknown.
  private func failed(_ mistake: Mistake, at id: NodeID) {
    report(mistake, at: id)
    isIncomplete = true
  }
}
