import Files
import Language
import Syntax
import Text

/// The settings of folders, which may change while the server runs.
extension LanguageServer {
  /// What holds for a file; a text that is no file counts as one of the client's first folder.
  func settings(of path: String) -> FolderSettings {
    guard path.hasPrefix("/"), let slash = path.lastIndex(of: "/") else {
      return settings(in: folders.first ?? "")
    }
    return settings(in: String(path[...slash]))
  }

  func settings(in folder: String) -> FolderSettings {
    if folderSettings.generation != generation { folderSettings = (generation, [:]) }
    if let known = folderSettings.known[folder] { return known }
    let found = surroundings.settings(folder, host)
    folderSettings.known[folder] = found
    return found
  }

  /// Whether the settings leave out a file where `check` would look for scripts.
  func isLeftOut(_ path: String) -> Bool { settings(of: path).leavesOut(path, roots) }

  /// A file of settings that an editor changes counts at once.
  func noteSettings(_ document: OpenDocument) {
    if document.kind == .settings { noteChange() }
  }

  /// Publishes what is wrong with the files of settings of all open texts. A file that is not open is
  /// also named in a message, since no editor shows its findings.
  func publishProblems() {
    var problems: [String: SettingsProblem] = [:]
    for document in host.documents.values {
      guard let problem = settings(of: document.path).problem else { continue }
      problems[problem.path] = problem
    }
    guard problems != publishedProblems else { return }
    for path in publishedProblems.keys.sorted() where problems[path] == nil {
      publish([], to: uri(of: path), nil)
    }
    for path in problems.keys.sorted() {
      guard let problem = problems[path], problem != publishedProblems[path] else { continue }
      publish([json(problem).json], to: uri(of: path), nil)
      if host.documents[uri(of: path)] == nil {
        let place = problem.line.map { "\(path):\($0): " } ?? ""
        let message = "bindlab: \(place)\(problem.message) (the file is ignored)"
        notify("window/showMessage", ["type": 1, "message": message])
      }
    }
    publishedProblems = problems
  }

  /// The problem at its whole line.
  private func json(_ problem: SettingsProblem) -> JSONObject {
    var span = SourceSpan(0, 0)
    var bytes: [UInt8] = []
    if let line = problem.line, case .success(let read) = host.read(path: problem.path) {
      let lines = TextLines(read)
      bytes = read
      if line <= lines.count { span = SourceSpan(lines.range(line - 1)) }
    }
    let finding = Diagnostic(
      .error, problem.message, file: SourceFile(name: problem.path, bytes: bytes), span: span)
    return json(finding)
  }
}
