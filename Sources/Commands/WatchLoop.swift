import Files
import Invocation
import LineEditing
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
    var folders = Set(roots.map(\.pathBytes))
    if !roots.isEmpty {
      for script in scripts {
        let folder = script[..<(script.lastIndex(of: UInt8(ascii: "/")) ?? 0)]
        if !folder.isEmpty { folders.insert(Array(folder)) }
      }
    }
    // A name without a point may be a folder.
    for folder in folders {
      watcher.watch(folder: folder) {
        ScriptFiles.isTestName($0) || !$0.contains(UInt8(ascii: "."))
      }
    }
    // A script that another one sources has several paths.
    let known = Set(scripts.compactMap { FileIdentity(at: $0) })
    let others = files.subtracting(scripts).filter { path in
      FileIdentity(at: path).map { !known.contains($0) } ?? true
    }
    for file in others { watcher.watch(file) }
    watcher.keepOnly(scripts.union(others).union(folders))
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
      let names = changes.map { String(pathBytes: $0.path) }
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
