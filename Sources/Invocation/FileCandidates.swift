import Files
import Language
import Platform

/// The files that can stand in the quotes of a statement, such as `source "`.
package enum FileCandidates {
  /// The statements that take a file in quotes.
  private static let words: Set<String> = ["source", "save", "graph"]

  /// What the file name before the cursor can become; nil if there is none.
  package static func find(in line: String, at cursor: Int) -> CompletionList? {
    let before = String(decoding: line.utf8.prefix(cursor), as: UTF8.self)
    let halves = before.split(separator: "\"", omittingEmptySubsequences: false)
    guard halves.count == 2,
      let word = halves[0].split(separator: " ").first, words.contains(String(word))
    else { return nil }
    let typed = String(halves[1])
    let folder = typed.lastIndex(of: "/").map { String(typed[...$0]) } ?? ""
    let begun = typed.dropFirst(folder.count)
    var candidates: [(text: String, note: String)] = []
    for name in names(in: folder.isEmpty ? "." : folder) where name.hasPrefix(begun) {
      if name.hasPrefix("."), begun.isEmpty { continue }
      let isFolder = isFolder(folder + name)
      let isWanted = word != "source" || name.hasSuffix(".bind")
      guard isFolder || isWanted, !name.contains("\"") && !name.contains("\\") else { continue }
      candidates.append((folder + name + (isFolder ? "/" : "\""), isFolder ? "a folder" : "a file"))
    }
    return CompletionList(
      replace: cursor - typed.utf8.count..<cursor,
      candidates: candidates.sorted { $0.text < $1.text })
  }

  private static func names(in folder: String) -> [String] {
    OpenFolder(folder.pathBytes)?.map { String(decoding: $0.name, as: UTF8.self) } ?? []
  }

  private static func isFolder(_ path: String) -> Bool {
    FileStatus(at: path.pathBytes)?.kind == .folder
  }
}
