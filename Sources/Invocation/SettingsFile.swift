import Files
import Language
import Syntax
import Text

/// The settings of a folder and of the folders in it: the file `.bindlab`, with a line `KEY = VALUE`
/// for each. A key is the name of an option, which the command line overrides.
package struct SettingsFile {
  package static let name = ".bindlab"
  /// What marks the top folder of a project: a file of settings, or a repository of Git.
  package static let projectMarks = [name, ".git"]

  /// Whether a file of this name says how its folder is worked on: as settings, or as what is left out.
  package static func isName(_ name: ArraySlice<UInt8>) -> Bool {
    name.elementsEqual(self.name.utf8) || name.elementsEqual(Exclusions.fileName.utf8)
  }

  /// One line of the file.
  package struct Entry {
    package let option: CommandOption
    package let value: String
    /// From 1.
    package let line: Int

    /// What the option is given.
    fileprivate var argument: String {
      if case .required = option.argument { return value }
      return value == "true" ? "" : value
    }

    /// As it stands in a file.
    package var text: String { "\(option.long ?? "") = \(value)" }
  }

  package let path: String
  package private(set) var entries: [Entry] = []
  /// Why the file cannot be used.
  package typealias Problem = CommandLineOptions.UsageError

  // MARK: Finding

  /// The files that say how a folder is worked on, or would if they were there: each `.bindlabignore` in
  /// it and above, and the settings up to the nearest ones.
  package static func paths(of folder: [UInt8]) -> [[UInt8]] {
    guard let resolved = FileSettings.resolved(folder) else { return [] }
    let whole = resolved == [slash] ? resolved : resolved + [slash]
    let folders = whole.indices.filter { whole[$0] == slash }.map { Array(whole[...$0]) }
    let nearest = path(nearestTo: folder)
    let settings = folders.map { $0 + Array(name.utf8) }.drop { nearest != nil && $0 != nearest }
    return folders.map { $0 + Array(Exclusions.fileName.utf8) } + settings
  }

  /// The path of the settings that are nearest to a folder: in itself or in one above; nil if there are
  /// none.
  ///
  /// - Parameter folder: A path; empty for the working folder.
  package static func path(nearestTo folder: [UInt8]) -> [UInt8]? {
    guard var folder = FileSettings.resolved(folder) else { return nil }
    while true {
      let path = (folder == [slash] ? [] : folder) + [slash] + Array(name.utf8)
      if LinkedFile(path) != nil { return path }
      guard folder.count > 1 else { return nil }
      folder.removeLast(folder.count - folder.lastIndex(of: slash)!)
      if folder.isEmpty { folder = [slash] }
    }
  }

  /// The settings that are nearest to a folder; nil if there are none.
  package static func nearest(to folder: [UInt8]) throws(Problem) -> SettingsFile? {
    guard let path = path(nearestTo: folder) else { return nil }
    return try SettingsFile(path) { path in
      FileBytes.read(path).mapError { SessionFileError("\($0)") }
    }
  }

  // MARK: Reading

  /// - Parameter contents: Gives the contents of a file, which may not be what the disk has.
  package init(
    _ path: [UInt8], reading contents: ([UInt8]) -> Result<[UInt8], SessionFileError>
  ) throws(Problem) {
    self.path = String(pathBytes: path)
    if let reason = LinkedFile(path)?.obstacle { throw unreadable(reason) }
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
    if option.isFlag {
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
        try entry.option.apply(&checked, entry.argument)
      } catch {
        throw problem(error.message, entry.line)
      }
      if subcommand.takes(entry.option) { options = checked }
    }
    // These belong to the folder of the file, and those of the command line to the given folders.
    let length = path.pathBytes.count - SettingsFile.name.utf8.count
    options.settingsExclusions = .init(length: length, patterns: Exclusions(options.exclusions))
    options.exclusions = []
    return options
  }
}

extension CommandOption {
  /// The options that a file of settings can hold.
  package static let settings = all.filter { $0.setting != nil }

  fileprivate var isFlag: Bool { if case .none = argument { true } else { false } }
}

private let slash = UInt8(ascii: "/")
