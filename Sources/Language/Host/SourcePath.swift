import Syntax

extension SourceFile {
  /// How many files may include one another.
  package static let deepestSource = 64

  /// The target of `path` in this file.
  package func resolve(_ path: String) -> String {
    guard !path.hasPrefix("/"), let slash = name.lastIndex(of: "/") else { return path }
    return name[...slash] + path
  }
}
