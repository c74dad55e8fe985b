import Files
import Invocation
import Language
import LineEditing
import Platform
import Rendering
import Text

/// The pages of several scripts in a folder, with a list of them.
struct ReportFolder {
  let options: CommandLineOptions
  let host: StandardHost

  /// Runs each script, and writes its page.
  func write(
    _ scripts: [ScriptSession], _ readStatus: ExitStatus
  ) throws(ExitStatus) -> ExitStatus {
    guard let output = options.outputPath, output != "-" else {
      return host.refuse(
        "there is a page for each script: name a folder with -o",
        "bindlab report --help explains it")
    }
    Interruption.install()
    var status = readStatus
    var progress = FileProgress("reported")
    var rows: [(path: String, name: String, outcome: ExitStatus)] = []
    for script in scripts {
      var settings = options
      settings.session = script.options
      let path = pagePath(of: script.name)
      var outcome: ExitStatus
      do throws(ExitStatus) {
        let made = try ReportCommand(options: settings, host: host).page(of: script.file)
        var page = made.0
        ReportCommand.draw(&page)
        outcome = made.1
        try write(page.fittedHTML(), to: output + "/" + path)
        rows.append((path, script.name, outcome))
      } catch {
        outcome = error
      }
      if outcome == .interrupted || Interruption.isRaised { throw .interrupted }
      if outcome.rawValue > status.rawValue { status = outcome }
      progress.erase()
      progress.add(1)
    }
    progress.erase()
    try write(index(rows), to: output + "/index.html")
    let left = scripts.count - rows.count
    let end = left > 0 ? ", \(left) failed" : ""
    host.report("\(counted(rows.count, "page"))\(end)\n")
    return status
  }

  /// The page of a script, from the folder of all pages: `a/b.bind.html`.
  private func pagePath(of name: String) -> String {
    var path = name[...]
    if case .file(let root)? = options.inputs.first, options.hasFolders {
      var root = root[...]
      while root.hasPrefix("./") { root = root.dropFirst(2) }
      if root == "." { root = "" }
      if path.hasPrefix(root) { path = path.dropFirst(root.count) }
    } else if let slash = path.lastIndex(of: "/") {
      path = path[slash...]
    }
    path = path.drop { $0 == "/" }
    return path.replacing(":", with: ".") + ".html"
  }

  private func write(_ text: String, to path: String) throws(ExitStatus) {
    let problem =
      host.files.refusal(ofWriting: path.pathBytes)
      ?? RunFiles.makeFolders(above: path).map { SessionFileError($0) }
      ?? host.save(path: path, text: text)
    guard let problem else { return }
    host.report(cannot: "write", path, problem)
    throw .noInput
  }

  /// The page that lists the others.
  private func index(_ rows: [(path: String, name: String, outcome: ExitStatus)]) -> String {
    let lines = rows.map { row in
      let note =
        switch row.outcome {
        case .success: ""
        case .expectationFailed: " (an expectation failed)"
        default: " (an error)"
        }
      let name = Markup.escaped(row.name.visible())
      return "<li><a href=\"\(FileURI.uri(row.path))\">\(name)</a>\(note)</li>\n"
    }
    return """
      <!DOCTYPE html>
      <html lang="en">
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width">
      <title>bindlab</title>
      <h1>\(counted(rows.count, "script"))</h1>
      <ul>
      \(lines.joined())</ul>
      </html>

      """
  }
}
