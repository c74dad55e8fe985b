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

extension String {
  /// A whole path without `.` and `..`, so that `lib/../use.bind` and `use.bind` are the same.
  package var asPlainPath: String {
    guard hasPrefix("/") else { return self }
    var parts: [Substring] = []
    for part in split(separator: "/") where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    return "/" + parts.joined(separator: "/")
  }
}
