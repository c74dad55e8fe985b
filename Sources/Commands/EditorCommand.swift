import Files
import Invocation
import Language
import Platform
import Text

/// `bindlab editor NAME [-o DIR]`: writes the files that an editor needs for scripts.
struct EditorCommand {
  let options: CommandLineOptions
  let host: StandardHost

  func run() -> ExitStatus {
    let names = Editor.allCases.map(\.rawValue)
    guard options.inputs.count == 1, case .file(let name) = options.inputs[0] else {
      return host.refuse("editor takes one name: \(listing(names, "or"))", hint)
    }
    guard let editor = Editor(rawValue: name) else {
      let near = nearest(to: name, among: names).map { "did you mean '\($0)'?" }
      return host.refuse(
        "there are no files for '\(name)'; \(near ?? "there are \(listing(names, "and"))")", hint)
    }
    let files = editor.files
    if let folder = options.outputPath, folder != "-" { return write(files, in: folder) }
    guard files.count == 1 else {
      let paths = files.map { "  \($0.path)\n" }.joined()
      return host.refuse("\(name) needs several files: name a folder with -o\n\(paths)", hint)
    }
    host.write(files[0].text)
    return .success
  }

  private var hint: String { "bindlab editor --help explains it" }

  private func write(_ files: [EditorFile], in folder: String) -> ExitStatus {
    let folder = folder.hasSuffix("/") ? folder : folder + "/"
    if !options.overwrites {
      // Nothing is written if one of them is there, so that no half of two versions remains.
      let known = files.filter { FileSystem.exists((folder + $0.path).pathBytes) }
      guard known.isEmpty else {
        for file in known {
          host.report(cannot: "write", folder + file.path, "it exists; --force replaces it")
        }
        return .noInput
      }
    }
    for file in files {
      let path = folder + file.path
      let reason =
        RunFiles.makeFolders(above: path) ?? host.save(path: path, text: file.text)?.message
      if let reason {
        host.report(cannot: "write", path, reason)
        return .noInput
      }
      host.say("\(path.visible())\n")
    }
    return .success
  }
}
