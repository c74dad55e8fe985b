import Files
import LineEditing
import Platform

/// A learner's progress in the lessons, kept in a file.
///
/// Each line is a lesson: `done` or the number of steps that are done, then its name.
struct LessonProgress {
  enum State: Equatable {
    /// This number of steps is done.
    case begun(Int)
    case done
  }

  /// The path of the file; nil without a home folder.
  private let path: String?
  private(set) var states: [String: State] = [:]

  /// Why the progress cannot be saved.
  struct Trouble: Error {
    var message: String
  }

  /// - Parameter environment: The variables `XDG_STATE_HOME` and `HOME`.
  init(environment: [String: String]) {
    path = StateFolder.path(of: "lessons", in: environment)
  }

  /// Reads the file.
  mutating func load() throws(Trouble) {
    guard let path, FileSystem.exists(path.pathBytes) else { return }
    switch FileBytes.read(Array(path.utf8)) {
    case .failure(let error):
      throw Trouble(message: "progress cannot be read from '\(path)': \(error)")
    case .success(let bytes): states = LessonProgress.parse(String(decoding: bytes, as: UTF8.self))
    }
  }

  private static func parse(_ text: String) -> [String: State] {
    var states: [String: State] = [:]
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ", maxSplits: 1)
      guard words.count == 2 else { continue }
      if words[0] == "done" {
        states[String(words[1])] = .done
      } else if let count = Int(words[0]), count >= 0 {
        states[String(words[1])] = .begun(count)
      }
    }
    return states
  }

  /// Saves the progress in a lesson; a lesson that was done once stays done.
  mutating func note(_ state: State, of lesson: String) throws(Trouble) {
    guard states[lesson] != .done, states[lesson] != state else { return }
    // A line break in a path would end the line.
    guard !lesson.contains("\n") else { return }
    // Another session may have made progress in another lesson.
    try load()
    if states[lesson] != .done { states[lesson] = state }
    guard let path else {
      throw Trouble(message: "progress is not kept: neither XDG_STATE_HOME nor HOME is a folder")
    }
    // If the folder cannot be made, the next step reports it.
    _ = StateFolder.make(for: path)
    let text = states.keys.sorted().map { name in
      switch states[name] {
      case .begun(let count): "\(count) \(name)\n"
      default: "done \(name)\n"
      }
    }
    do throws(FileError) {
      try FileSaving.save(Array(text.joined().utf8), to: Array(path.utf8))
    } catch {
      throw Trouble(message: "progress cannot be kept in '\(path)': \(error)")
    }
  }
}
