/// A writing on binding that bindlab grew out of, with what each of its words is here.
///
/// `help` and completion read this table, and the tables in the samples' READMEs are made from it.
public struct Writing: Sendable {
  public let name: String
  /// What it is, on one line without a full stop.
  public let summary: String
  /// The folders below `Samples` that have its scripts.
  public let folders: [String]
  public let words: [WritingWord]

  /// All of them, in the order of the list of samples.
  public static let all: [Writing] = [bind, goo, iqDataBinding, bkMVVMKit, essay]

  /// The names of the writings and of their words, each once.
  package static let topics: [String] = {
    var seen: Set<String> = []
    return (all.map(\.name) + all.flatMap { $0.words.flatMap(\.names) })
      .filter { seen.insert($0).inserted }
  }()

  /// `topic` as it is looked up: case, arguments and the colons of selectors do not count.
  static func key(_ topic: String) -> String {
    topic.prefix { $0 != "(" && $0 != ":" }.lowercased().split(whereSeparator: \.isWhitespace)
      .joined(separator: " ")
  }

  func words(for topic: String) -> [WritingWord] {
    let key = Writing.key(topic)
    return words.filter { word in word.names.contains { Writing.key($0) == key } }
  }
}

/// A macro, method, class or notion of a writing.
public struct WritingWord: Sendable {
  /// What can stand after `help`, the usual name first.
  public let names: [String]
  /// What it means in the writing, on one line without a full stop.
  public let meaning: String
  /// As it is written there.
  public let there: String
  /// What is written for it here; code stands in backticks.
  public let here: String
  /// What is otherwise here, or good to know; often nothing.
  public let note: String
  /// The script that shows it, below `Samples` and without its ending: `bind/arrows`.
  public let sample: String
  /// A small script that runs as it is.
  public let example: String

  init(
    _ names: String..., meaning: String, there: String, here: String, sample: String,
    example: String, note: String = ""
  ) {
    self.names = names
    self.meaning = meaning
    self.there = there
    self.here = here
    self.note = note
    self.sample = sample
    self.example = example
  }
}

/// What the writings have under one name.
package struct WritingMatches {
  /// The writings that are called so.
  package var writings: [Writing] = []
  /// The words that are called so, each with its writing.
  package var words: [(writing: Writing, word: WritingWord)] = []

  package var isEmpty: Bool { writings.isEmpty && words.isEmpty }

  /// - Parameters:
  ///   - topic: A name, or a writing's name and that of one of its words.
  ///   - prefersCase: Whether what differs in case is left out where something is spelled so.
  package init(_ topic: String, prefersCase: Bool = true) {
    let key = Writing.key(topic)
    guard !key.isEmpty else { return }
    writings = Writing.all.filter { Writing.key($0.name) == key }
    for writing in Writing.all {
      let prefix = Writing.key(writing.name) + " "
      let name = key.hasPrefix(prefix) ? String(key.dropFirst(prefix.count)) : key
      words += writing.words(for: name).map { (writing, $0) }
    }
    let exact = words.filter { $0.word.names.contains(topic) }
    let isExact = !exact.isEmpty || writings.contains { $0.name == topic }
    guard prefersCase, isExact else { return }
    words = exact
    writings.removeAll { $0.name != topic }
  }

  /// The topics that say more of them, for a text about something else of the same name.
  package var topics: [String] {
    writings.map(\.name)
      + words.filter { entry in !writings.contains { $0.name == entry.writing.name } }
      .map { "\($0.writing.name) \($0.word.names[0])" }
  }
}
