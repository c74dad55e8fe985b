import Invocation
import Language
import Learning
import Platform
import Syntax
import Text

/// The built-in lessons, and lessons in other files.
struct LessonShelf {
  /// A lesson that can be opened.
  struct Entry {
    /// Its name on the command line, or the path of its file.
    let name: String
    /// The key of its progress: a file has the same key, whichever path names it.
    let key: String
    /// Its number among the built-in lessons.
    let number: Int?
    let text: [UInt8]

    /// Reads the lesson.
    func read() -> (lesson: Lesson?, problems: [Diagnostic]) {
      let file = SourceFile(name: number == nil ? name : name + ".md", bytes: text)
      return LessonReader.read(file, name: name)
    }
  }

  /// Why a lesson cannot be opened.
  struct Refusal: Error {
    var message: String
    var status: ExitStatus
  }

  static let builtin: [Entry] = BuiltinLessons.all.enumerated().map { position, lesson in
    Entry(name: lesson.name, key: lesson.name, number: position + 1, text: lesson.text)
  }

  /// The lessons that can stand after `learn` in a line of a prompt; nil if it is another line.
  static func candidates(in line: String, at cursor: Int) -> CompletionList? {
    let before = String(decoding: line.utf8.prefix(cursor), as: UTF8.self)
    guard before.hasPrefix("learn ") else { return nil }
    let begun = before.dropFirst("learn ".count)
    let fitting = builtin.filter { $0.name.hasPrefix(begun) }
    return CompletionList(
      replace: cursor - begun.utf8.count..<cursor,
      candidates: fitting.map { ($0.name, $0.read().lesson?.title ?? "") })
  }

  /// The lesson with this number, name or path.
  static func entry(_ word: String, _ files: RunFiles) throws(Refusal) -> Entry {
    if let number = Int(word) {
      guard let entry = builtin.first(where: { $0.number == number }) else {
        throw Refusal(
          message: "there is no lesson \(word); they are numbered from 1 to \(builtin.count)",
          status: .usage)
      }
      return entry
    }
    if let entry = builtin.first(where: { $0.name == word }) { return entry }
    guard word.contains("/") || word.hasSuffix(".md") || FileSystem.exists(word.pathBytes) else {
      let near = nearest(to: word, among: builtin.map(\.name))
      throw Refusal(
        message: "there is no lesson '\(word)'; "
          + (near.map { "did you mean '\($0)'?" } ?? "bindlab learn lists them"),
        status: .usage)
    }
    switch files.read(word) {
    case .success(let bytes):
      var key = word
      if let resolved = FileSystem.resolved(word.pathBytes) {
        key = String(decoding: resolved, as: UTF8.self)
      }
      return Entry(name: word, key: key, number: nil, text: bytes)
    case .failure(let error):
      throw Refusal(message: "cannot read '\(word)': \(error.message)", status: .noInput)
    }
  }
}
