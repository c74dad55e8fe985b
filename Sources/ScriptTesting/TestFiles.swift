import Language

/// The files that a test writes. They are in a folder of its own, so that no other test sees them and none
/// of them stays beside the scripts.
package struct TestFiles {
  /// The folder of all that the test writes; it need not exist yet.
  package let folder: String
  /// Makes the folders above a path, and says why that is not possible.
  package let makeFolders: (_ path: String) -> String?
  /// Whether there is something at a path.
  package let exists: (_ path: String) -> Bool

  package init(
    folder: String, makeFolders: @escaping (String) -> String?, exists: @escaping (String) -> Bool
  ) {
    (self.folder, self.makeFolders, self.exists) = (folder, makeFolders, exists)
  }

  /// Where a test writes what it calls by a path, as seen from the folder of the script.
  ///
  /// `..` leads to a folder beside, and never out of the test's own.
  func place(of path: String) -> String {
    var parts: [Substring] = []
    var above = 0
    for part in path.split(separator: "/") where part != "." {
      if part != ".." { parts.append(part) } else if parts.popLast() == nil { above += 1 }
    }
    let prefix = path.hasPrefix("/") ? ["root"] : Array(repeating: "above", count: above)
    return ([folder] + prefix + parts.map(String.init)).joined(separator: "/")
  }
}
