import Files
import Invocation
import LineEditing
import Platform
import Text

/// Does something again whenever a file that it has read has changed, until Ctrl-C.
final class WatchLoop {
  let watcher = FileWatcher()
  private let host: StandardHost
  private let theme: Theme

  init(_ options: CommandLineOptions, _ host: StandardHost) {
    (theme, self.host) = (options.session.theme, host)
  }

  /// - Parameters:
  ///   - paths: The files and folders without which nothing can be done.
  ///   - round: Does it once, and lets ``watcher`` know what was read. Its number begins at 1.
  func run(
    needing paths: [String], _ round: (_ number: Int) throws(ExitStatus) -> Void
  ) throws(ExitStatus) -> ExitStatus {
    let folders = Set(paths.filter(ScriptFiles.isFolder))
    var number = 0
    var cause = ""
    while true {
      number += 1
      if host.hasScreen { host.clearScreen() }
      say("\(.heading, "run \(number)")\(cause)")
      try round(number)
      if Interruption.isRaised { return .interrupted }
      if host.hasFailed { return .success }
      guard let changed = nextChange(paths, folders) else { return .interrupted }
      cause = ": \(changed)"
    }
  }

  /// Watches only some files from now on, with the folders in which new ones may come.
  ///
  /// - Parameters:
  ///   - paths: The paths of the command line.
  ///   - scripts: The scripts and Markdown files that were found there.
  ///   - files: All files that were read.
  func watchOnly(_ paths: [String], scripts: Set<[UInt8]>, files: Set<[UInt8]>) {
    let roots = paths.filter(ScriptFiles.isFolder)
    let folders = Set(roots.map(\.pathBytes) + scripts.map(WatchLoop.folder))
    // A name without a point may be a folder. Without a folder among the paths no other script counts.
    let hasFolders = !roots.isEmpty
    for folder in folders {
      watcher.watch(folder: folder) { name in
        SettingsFile.isName(name)
          || hasFolders && (ScriptFiles.isTestName(name) || !name.contains(UInt8(ascii: ".")))
      }
    }
    // A script that another one sources has several paths.
    let known = Set(scripts.compactMap { FileIdentity(at: $0) })
    let others = files.subtracting(scripts).filter { path in
      FileIdentity(at: path).map { !known.contains($0) } ?? true
    }
    let settings = Set(folders.flatMap(SettingsFile.paths))
    for file in others { watcher.watch(file) }
    for file in settings { watcher.watch(possible: file) }
    watcher.keepOnly(scripts.union(others).union(settings).union(folders))
  }

  /// Also watches the settings of some scripts.
  func watchSettings(of scripts: [String]) {
    for folder in Set(scripts.map { WatchLoop.folder(of: $0.pathBytes) }) {
      watcher.watch(folder: folder, where: SettingsFile.isName)
      for file in SettingsFile.paths(of: folder) { watcher.watch(possible: file) }
    }
  }

  private static func folder(of script: [UInt8]) -> [UInt8] {
    let folder = script[..<(script.lastIndex(of: UInt8(ascii: "/")) ?? 0)]
    return folder.isEmpty ? [UInt8(ascii: ".")] : Array(folder)
  }

  /// The options of a command under the settings as they are now; nil after it has been said what is wrong
  /// with them, so that the round is over.
  func settings(
    _ options: CommandLineOptions, for paths: [String], _ host: StandardHost
  ) -> CommandLineOptions? {
    do {
      return try options.rereadingSettings()
    } catch {
      host.report("bindlab: \(error.text)\n")
      watchOnly(paths, scripts: Set(paths.map(\.pathBytes)), files: [])
      end("\(.error, "the settings are wrong")")
      return nil
    }
  }

  /// The line that ends a round.
  func end(_ outcome: StyledText) {
    let line: StyledText =
      "\(outcome)\(.quiet, "; watching \(counted(watcher.count, "file")), Ctrl-C ends")"
    say(host.hasScreen ? line.folded(width: Environment.width) : line)
    host.flush()
  }

  func say(_ line: StyledText) { host.say(line.visible(.lines), in: theme) }

  /// Waits until something has changed and nothing is missing.
  ///
  /// - Parameters:
  ///   - paths: The paths of the command line.
  ///   - folders: Those that were folders at the beginning.
  /// - Returns: What has changed, in words; nil after Ctrl-C.
  private func nextChange(_ paths: [String], _ folders: Set<String>) -> String? {
    while let changes = watcher.next() {
      let missing = paths.filter {
        // A folder that takes a file's name is not that file.
        FileIdentity(at: $0.pathBytes) == nil
          && !(folders.contains($0) && ScriptFiles.isFolder($0))
      }
      guard missing.isEmpty else {
        say("\(WatchLoop.gone(missing)); waiting for a new file")
        host.flush()
        continue
      }
      // The paths of settings are whole ones.
      let here = ".".resolvedPath?.pathBytes
      let names = changes.map { change in
        String(pathBytes: here.flatMap { change.path.below($0) } ?? change.path)
      }
      let files = names.filter { !ScriptFiles.isFolder($0) }
      if files.isEmpty { return "there are other files in \(listing(names, "and"))" }
      let lost = files.filter { FileIdentity(at: $0.pathBytes) == nil }
      let changed = files.filter { !lost.contains($0) }
      var parts: [String] = []
      if !changed.isEmpty {
        parts.append("\(listing(changed, "and")) \(changed.count == 1 ? "has" : "have") changed")
      }
      if !lost.isEmpty { parts.append(WatchLoop.gone(lost)) }
      return parts.joined(separator: "; ")
    }
    return nil
  }

  /// `a.bind and b.bind are gone`.
  private static func gone(_ files: [String]) -> String {
    "\(listing(files, "and")) \(files.count == 1 ? "is" : "are") gone"
  }
}
