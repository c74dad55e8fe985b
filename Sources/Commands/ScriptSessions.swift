import Interpreter
import Invocation
import Language
import ScriptTesting
import Syntax

/// A script, or a session of a Markdown file, that a command runs on its own.
struct ScriptSession {
  /// The path of its file; of one of several sessions with the line of its first block.
  var name: String
  var file: SourceFile
  var options: SessionOptions
}

extension CommandLineOptions {
  /// Whether the inputs stand for several scripts that are run on their own: a folder, or a Markdown
  /// file.
  var hasSeparateScripts: Bool {
    hasFolders
      || inputs.contains { input in
        if case .file(let path) = input { isMarkdown(path) } else { false }
      }
  }

  private func isMarkdown(_ path: String) -> Bool {
    (path == "-" ? standardInputName : path).hasSuffix(".md")
  }

  /// The scripts of the inputs, and the sessions of the Markdown files among them.
  ///
  /// - Returns: Also the status so far: of what cannot be read, after the host has reported why.
  func sessions(_ host: StandardHost) -> (sessions: [ScriptSession], status: ExitStatus) {
    var sessions: [ScriptSession] = []
    var status = ExitStatus.success
    forEachInput { found in
      do throws(ExitStatus) {
        switch found {
        case .refused(let problem, let status):
          if let problem { host.report("bindlab: \(problem)\n") }
          throw status
        case .input(let input, let options):
          let file = try RunCommand.source(input, host, standardInput: standardInputName)
          sessions += try options.sessions(of: file, host)
        }
      } catch {
        status = error
      }
    }
    return (sessions, status)
  }

  private func sessions(
    of file: SourceFile, _ host: StandardHost
  ) throws(ExitStatus) -> [ScriptSession] {
    guard file.name.hasSuffix(".md") else {
      return [ScriptSession(name: file.name, file: file, options: session)]
    }
    let markdown = MarkdownScripts(file)
    for problem in markdown.problems { host.report(problem) }
    guard markdown.problems.isEmpty else { throw .noInput }
    let isOne = markdown.scripts.count == 1
    var found: [ScriptSession] = []
    for script in markdown.scripts {
      do throws(UsageError) {
        found.append(
          ScriptSession(
            name: isOne ? file.name : "\(file.name):\(script.line)", file: script.file,
            options: try CommandLineOptions.sessionOptions(script.options, basedOn: session)))
      } catch {
        host.report(script.refusal(error).moved(from: script.file, to: file))
        throw .noInput
      }
    }
    return found
  }
}
