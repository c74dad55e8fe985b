import Basics
import Files
import Language
import Platform

/// What holds for each file of a run: the command line over the settings that are nearest to the file.
///
/// What concerns a whole run, such as the number of jobs, is that of the folder that holds all its files,
/// so that their order does not matter.
package final class FileSettings {
  package typealias Problem = SettingsFile.Problem
  package typealias Answer = Result<CommandLineOptions, Problem>

  private let words: [String]
  private let subcommand: Subcommand
  private let contents: ([UInt8]) -> Result<[UInt8], SessionFileError>
  /// What holds in folders that were asked about, and under files of settings; empty for none.
  private var folders = SmallTable<[UInt8], Answer>()
  private var files = SmallTable<[UInt8], Answer>()
  private var reported: Set<String> = []
  /// Adds what the environment says.
  package var complete: (inout CommandLineOptions) -> Void = { _ in }

  /// - Parameters:
  ///   - words: The command line, beginning with the program's name.
  ///   - contents: Gives the contents of a file, if these are not what the disk has.
  package init(
    _ words: [String], for subcommand: Subcommand,
    reading contents: @escaping ([UInt8]) -> Result<[UInt8], SessionFileError> = { path in
      FileBytes.read(path).mapError { SessionFileError("\($0)") }
    }
  ) {
    (self.words, self.subcommand, self.contents) = (words, subcommand, contents)
  }

  /// These settings, read from the files as they are now.
  var again: FileSettings {
    let settings = FileSettings(words, for: subcommand, reading: contents)
    settings.complete = complete
    return settings
  }

  /// The files of settings that were read.
  package var paths: Set<[UInt8]> { Set(files.keys.filter { !$0.isEmpty }) }

  /// What holds in a folder.
  ///
  /// - Parameter folder: A path; empty for the working folder.
  package func options(in folder: [UInt8]) -> Answer {
    if let known = folders[folder] { return known }
    let path = SettingsFile.path(nearestTo: folder) ?? []
    let answer = files[path] ?? read(path)
    (files[path], folders[folder]) = (answer, answer)
    return answer
  }

  private func read(_ path: [UInt8]) -> Answer {
    do throws(Problem) {
      var options = CommandLineOptions()
      if !path.isEmpty {
        options = try SettingsFile(path, reading: contents).options(for: subcommand)
      }
      options = try CommandLineOptions.parse(words, over: options)
      options.fileSettings = self
      complete(&options)
      return .success(options)
    } catch {
      return .failure(error)
    }
  }

  /// What the settings of a folder leave out.
  package func exclusions(in folder: [UInt8]) -> FolderExclusions.Rules? {
    guard var rules = try? options(in: folder).get().settingsExclusions else { return nil }
    // If a link leads to the folder, its path does not begin with that of the settings.
    let below = FileSettings.resolved(folder).map { $0.dropFirst(rules.length) + [slash] } ?? []
    let isKnown = below.count > 1 && folder.suffix(below.count) == below[...]
    rules.length = folder.count - (isKnown ? below.count : 0)
    return rules
  }

  /// Whether a problem has not been reported yet.
  package func isNew(_ problem: Problem) -> Bool { reported.insert(problem.text).inserted }

  /// The path of a folder without links, and without a slash at its end; nil if it does not exist.
  static func resolved(_ folder: [UInt8]) -> [UInt8]? {
    String(pathBytes: folder.isEmpty ? [UInt8(ascii: ".")] : folder).resolvedPath?.pathBytes
  }
}

extension [UInt8] {
  /// What a path adds to that of a folder above it; nil if it does not lead below the folder.
  package func below(_ folder: [UInt8]) -> [UInt8]? {
    guard count > folder.count, starts(with: folder), self[folder.count] == UInt8(ascii: "/") else {
      return nil
    }
    return Array(dropFirst(folder.count + 1))
  }
}

extension String {
  /// The whole path of a file without links; nil if it does not exist.
  package var resolvedPath: String? {
    FileSystem.resolved(pathBytes).map { String(pathBytes: $0) }
  }
}

extension CommandLineOptions {
  /// The options of a command line, over the settings for all its files.
  ///
  /// - Parameter complete: Adds what the environment says, for each file as well.
  package static func read(
    _ words: [String], completedBy complete: @escaping (inout CommandLineOptions) -> Void
  ) throws(UsageError) -> CommandLineOptions {
    var options = try parse(words)
    // A language server reads those of each file that an editor opens.
    if options.request == .work, !options.ignoresSettings, options.subcommand.readsSettings,
      options.subcommand != .lsp
    {
      let settings = FileSettings(words, for: options.subcommand)
      settings.complete = complete
      return try settings.options(in: options.commonFolder).get()
    }
    complete(&options)
    return options
  }

  /// These options with the settings as they are now.
  package func rereadingSettings() throws(UsageError) -> CommandLineOptions {
    guard let fileSettings else { return self }
    return try fileSettings.again.options(in: commonFolder).get()
  }

  /// What holds for one of the inputs.
  package func settings(for input: Input) throws(UsageError) -> CommandLineOptions {
    guard let fileSettings else { return self }
    return try fileSettings.options(in: folder(of: input)).get()
  }

  /// What the settings of a folder leave out.
  package var folderRules: FolderExclusions.Settings {
    { [fileSettings] in fileSettings?.exclusions(in: $0) }
  }

  private func folder(of input: Input) -> [UInt8] {
    guard case .file(let path) = input else { return [] }
    let file = path == "-" ? standardInputName : path
    if ScriptFiles.isFolder(path) { return file.pathBytes }
    return Array(file.pathBytes[..<file.pathBytes.afterLastSlash])
  }

  /// The folder that holds all inputs; the working folder if there are none.
  package var commonFolder: [UInt8] {
    var common: [ArraySlice<UInt8>]?
    for input in inputs {
      guard let resolved = FileSettings.resolved(folder(of: input)) else { continue }
      let parts = resolved.split(separator: slash)
      common = common.map { zip($0, parts).prefix { $0 == $1 }.map(\.0) } ?? parts
    }
    return common.map { [slash] + Array($0.joined(separator: [slash])) } ?? []
  }
}

extension StandardHost {
  /// What holds for one of the inputs.
  ///
  /// - Throws: The status if its settings are wrong, after the reason has been reported.
  package func settings(
    for input: CommandLineOptions.Input, _ options: CommandLineOptions
  ) throws(ExitStatus) -> CommandLineOptions {
    do {
      return try options.settings(for: input)
    } catch {
      report("bindlab: \(error.text)\n")
      throw .usage
    }
  }
}

private let slash = UInt8(ascii: "/")
