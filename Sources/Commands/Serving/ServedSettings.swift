import Checking
import Exploring
import Files
import Interpreter
import Invocation
import Language
import LanguageServer
import ScriptTesting
import Syntax

/// The settings of the folders whose files an editor opens: their files `.bindlab`, under the options
/// of the command line.
struct ServedSettings {
  /// What the command line says.
  let options: CommandLineOptions
  /// The words of the command line.
  let words: [String]
  /// Reads the files that are not open.
  let disk: StandardHost

  /// What holds for the scripts of a folder.
  ///
  /// - Parameter host: Has the texts that are open.
  func folder(_ folder: String, _ host: any SessionHost) -> FolderSettings {
    guard !options.ignoresSettings else { return settings(options) }
    let files = FileSettings(words, for: .lsp) { host.read(path: String(pathBytes: $0)) }
    files.complete = Bindlab.complete
    do throws(SettingsFile.Problem) {
      return settings(try files.options(in: folder.pathBytes).get())
    } catch {
      var settings = settings(options)
      settings.problem = SettingsProblem(
        path: error.place?.path ?? "", line: error.place?.line, message: error.message)
      return settings
    }
  }

  private func settings(_ options: CommandLineOptions) -> FolderSettings {
    var settings = FolderSettings(script(options, options.session))
    settings.layout = options.layout
    settings.markdown = { markdown($0, options) }
    settings.scripts = { ServedFiles.scripts(in: $0, options) }
    let exclusions = Exclusions(options.exclusions)
    settings.leavesOut = { path, folders in
      folders.contains {
        FolderExclusions.leaveOut(
          path.pathBytes, below: $0.pathBytes, exclusions, settings: options.folderRules)
      }
    }
    return settings
  }

  private func script(
    _ options: CommandLineOptions, _ session: SessionOptions
  ) -> ScriptSettings {
    var script = ScriptSettings(session.checking)
    script.selected = options.selected
    script.run = { [disk] task, file, texts in
      BackgroundRun { stopFlag in
        let files = TextHost(disk.reader, texts)
        return ServedRun(task: task, settings: session, files: files, stopFlag: stopFlag)
          .result(of: file)
      }
    }
    return script
  }

  private func markdown(_ file: SourceFile, _ options: CommandLineOptions) -> MarkdownParts {
    let found = MarkdownScripts(file)
    var parts = MarkdownParts(
      problems: found.problems + found.warnings.compactMap(options.selected))
    for script in found.scripts {
      do throws(CommandLineOptions.UsageError) {
        let session = try CommandLineOptions.sessionOptions(
          script.options, basedOn: options.session)
        var settings = self.script(options, session)
        settings.selected = { script.expects($0) ? nil : options.selected($0) }
        parts.parts.append(
          MarkdownParts.Part(file: script.file, settings: settings, blocks: script.blocks))
      } catch {
        parts.problems.append(script.refusal(error).moved(from: script.file, to: file))
      }
    }
    return parts
  }
}
