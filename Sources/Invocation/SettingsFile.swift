import Files
import Glibc
import Language
import Syntax
import Text

/// The settings of a folder and of the folders in it: the file `.bindlab`, with a line `KEY = VALUE`
/// for each. A key is the name of an option, which the command line overrides.
package struct SettingsFile {
  package static let name = ".bindlab"

  /// One line of the file.
  package struct Entry {
    package let option: CommandOption
    package let value: String
    /// From 1.
    package let line: Int

    /// As it stands in a file.
    package var text: String { "\(option.long ?? "") = \(value)" }
  }

  package let path: String
  package private(set) var entries: [Entry] = []
  /// Why the file cannot be used.
  package typealias Problem = CommandLineOptions.UsageError

  // MARK: Finding

  /// The settings that are nearest to a folder: in itself or in one above; nil if there are none.
  ///
  /// - Parameters:
  ///   - folder: A path; empty for the working folder.
  ///   - read: Gives the contents of a file, if these are not what the disk has.
  package static func nearest(
    to folder: String,
    reading contents: ([UInt8]) -> Result<[UInt8], SessionFileError> = { path in
      FileBytes.read(path).mapError { SessionFileError("\($0)") }
    }
  ) throws(Problem) -> SettingsFile? {
    guard let resolved = realpath((folder.isEmpty ? "." : folder).cPath, nil) else { return nil }
    defer { free(resolved) }
    var folder = [UInt8](UnsafeRawBufferPointer(start: resolved, count: strlen(resolved)))
    while true {
      let path = (folder == [slash] ? [] : folder) + [slash] + Array(name.utf8)
      if let kind = LinkedFile(path) { return try SettingsFile(path, kind, contents) }
      guard folder.count > 1 else { return nil }
      folder.removeLast(folder.count - folder.lastIndex(of: slash)!)
      if folder.isEmpty { folder = [slash] }
    }
  }

  // MARK: Reading

  private init(
    _ path: [UInt8], _ kind: LinkedFile, _ contents: ([UInt8]) -> Result<[UInt8], SessionFileError>
  ) throws(Problem) {
    self.path = String(pathBytes: path)
    if let reason = kind.obstacle { throw unreadable(reason) }
    let bytes: [UInt8]
    switch contents(path) {
    case .success(let read): bytes = read
    case .failure(let error): throw unreadable(error.message)
    }
    let lines = TextLines(bytes)
    for number in 0..<lines.count {
      try read(bytes[lines.range(number)], line: number + 1)
    }
  }

  private mutating func read(_ bytes: ArraySlice<UInt8>, line: Int) throws(Problem) {
    let text = String(pathBytes: Array(bytes)).trimmed
    if text.isEmpty || text.hasPrefix("#") { return }
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let key = String(parts[0]).trimmed
    guard parts.count == 2 else {
      throw problem("expected KEY = VALUE, not '\(text)'", line)
    }
    guard let option = CommandOption.settings.first(where: { $0.long == key }) else {
      let near = Text.nearest(to: key, among: CommandOption.settings.compactMap(\.long))
      let hint = near.map { "did you mean '\($0)'?" } ?? "'bindlab config --help' lists them"
      throw problem("unknown setting '\(key)'; \(hint)", line)
    }
    let value = String(parts[1]).trimmed
    if option.setting == .once, let first = entries.first(where: { $0.option.long == key }) {
      throw problem("'\(key)' is set twice, first in line \(first.line)", line)
    }
    if case .none = option.argument {
      guard ["true", "false"].contains(value) else {
        throw problem("'\(key)' is true or false, not '\(value)'", line)
      }
    }
    entries.append(Entry(option: option, value: value, line: line))
  }

  private func problem(_ message: String, _ line: Int) -> Problem {
    Problem(message: message, place: (path, line))
  }

  private func unreadable(_ reason: String) -> Problem {
    Problem(message: "cannot read '\(path)': \(reason)", place: (path, nil))
  }

  // MARK: Applying

  /// What a command line for `subcommand` begins with.
  ///
  /// - Throws: What is wrong with a value, even if the subcommand does not need it.
  package func options(for subcommand: Subcommand) throws(Problem) -> CommandLineOptions {
    var options = CommandLineOptions()
    for entry in entries where entry.value != "false" {
      var checked = options
      do {
        let isFlag = if case .none = entry.option.argument { true } else { false }
        try entry.option.apply(&checked, isFlag ? "" : entry.value)
      } catch {
        throw problem(error.message, entry.line)
      }
      if subcommand.takes(entry.option) { options = checked }
    }
    return options
  }
}

extension CommandOption {
  /// The options that a file of settings can hold.
  package static let settings = all.filter { $0.setting != nil }
}

extension CommandLineOptions {
  /// The folder whose settings count: that of the first file, or the working folder.
  package var settingsFolder: String {
    guard case .file(let path)? = inputs.first else { return "" }
    let file = path == "-" ? standardInputName : path
    var status = stat()
    if path != "-", stat(file.cPath, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
      return file
    }
    guard let end = file.lastIndex(of: "/") else { return "" }
    return String(file[...end])
  }

  /// The options of a command line, over the settings for its files.
  package func withSettings(of words: [String]) throws(UsageError) -> CommandLineOptions {
    // A language server reads those of each file that an editor opens.
    guard request == .work, !ignoresSettings, subcommand.readsSettings, subcommand != .lsp,
      let file = try SettingsFile.nearest(to: settingsFolder)
    else { return self }
    return try CommandLineOptions.parse(words, over: file.options(for: subcommand))
  }
}

private let slash = UInt8(ascii: "/")
