import Files
import Platform

/// Where what is remembered of a user is kept from one session to the next.
public enum StateFolder {
  /// The place of a file that the XDG base directory specification says:
  /// `$XDG_STATE_HOME/bindlab/FILE`, or the same under `~/.local/state`.
  ///
  /// - Parameter environment: The environment's variables.
  /// - Returns: Nil when neither variable has an absolute path.
  public static func path(of file: String, in environment: [String: String]) -> String? {
    func folder(_ name: String) -> String? {
      guard let path = environment[name], path.hasPrefix("/") else { return nil }
      return path.hasSuffix("/") ? String(path.dropLast()) : path
    }
    let state = folder("XDG_STATE_HOME") ?? folder("HOME").map { $0 + "/.local/state" }
    return state.map { $0 + "/bindlab/\(file)" }
  }

  /// Makes the folder of a file and those above it, for the user alone.
  ///
  /// - Returns: The folder that cannot be made, and why; nil if all are there.
  public static func make(for path: String) -> (folder: String, failure: SystemError)? {
    guard let end = path.lastIndex(of: "/"), !FileSystem.exists(String(path[..<end]).pathBytes)
    else {
      return nil
    }
    var folder = path.hasPrefix("/") ? "/" : ""
    for name in path[..<end].split(separator: "/") {
      folder += name + "/"
      if !FileSystem.makeFolder(folder.pathBytes, mode: 0o700) {
        let failure = SystemError.last
        // Some systems check for the right to write before they see that it is there.
        if failure == .alreadyExists || FileSystem.exists(folder.pathBytes) { continue }
        return (String(folder.dropLast()), failure)
      }
    }
    return nil
  }
}
