/// A library or text about binding, and what to write here for its words.
///
/// `help` and completion read this table, and the tables in the samples' READMEs are made from it.
public struct Writing: Sendable {
  public let name: String
  /// A description in one line without a full stop.
  public let summary: String
  /// The folders below `Samples` that have its scripts.
  public let folders: [String]
  public let words: [WritingWord]

  /// All of them, in the order of the list of samples.
  public static let all: [Writing] = [
    bind, goo, iqDataBinding, bkMVVMKit, essay, xaml, qml, combine, rxSwift, reactiveSwift, swiftUI,
    react, signalLibraries,
  ]

  /// The names of the writings and of their words, without duplicates.
  package static let topics: [String] = {
    var seen: Set<String> = []
    return (all.map(\.name) + all.flatMap { $0.words.flatMap(\.topics) })
      .filter { seen.insert($0).inserted }
  }()

  /// `topic` in the form in which it is looked up, without case, arguments and colons of selectors.
  static func key(_ topic: String) -> String {
    topic.prefix { $0 != "(" && $0 != ":" }.lowercased().split(whereSeparator: \.isWhitespace)
      .joined(separator: " ")
  }

  func words(for topic: String) -> [WritingWord] {
    let key = Writing.key(topic)
    return words.filter { word in word.topics.contains { Writing.key($0) == key } }
  }
}

/// A macro, method, class or concept of a writing.
public struct WritingWord: Sendable {
  /// The names that can follow `help`; the usual one comes first.
  public let names: [String]
  /// Its meaning in the writing, in one line without a full stop.
  public let meaning: String
  /// The code there.
  public let there: String
  /// What to write here instead; code is in backticks.
  public let here: String
  /// Differences here, or other useful facts; often empty.
  public let note: String
  /// The script that shows it, below `Samples` and without its suffix: `bind/arrows`.
  public let sample: String
  /// A small script that runs as it is.
  public let example: String
  /// What belongs to it: arguments, options, values and methods, each with its own meaning.
  public let parts: [(name: String, meaning: String)]

  /// What can follow `help`: its names, and those of its parts.
  var topics: [String] { names + parts.map(\.name) }

  /// The part that a topic names; nil if it is the word itself.
  package func part(named topic: String) -> (name: String, meaning: String)? {
    let key = Writing.key(topic)
    return parts.first { Writing.key($0.name) == key }
  }

  init(
    _ names: String..., meaning: String, there: String, here: String, sample: String,
    example: String, note: String = "", parts: KeyValuePairs<String, String> = [:]
  ) {
    self.names = names
    self.meaning = meaning
    self.there = there
    self.here = here
    self.note = note
    self.sample = sample
    self.example = example
    self.parts = parts.map { (name: $0.key, meaning: $0.value) }
  }
}

/// Everything that the writings have under one name.
package struct WritingMatches {
  /// The writings with this name.
  package var writings: [Writing] = []
  /// The words with this name or part, each with its writing.
  package var words: [Match] = []

  package struct Match {
    package let writing: Writing
    package let word: WritingWord
    /// The part of the word that is asked for; nil for the word itself.
    package let part: (name: String, meaning: String)?

    /// Its name, as it is written there.
    fileprivate var name: String { part?.name ?? word.names[0] }
  }

  package var isEmpty: Bool { writings.isEmpty && words.isEmpty }

  /// - Parameters:
  ///   - topic: A name, or a writing's name and that of one of its words.
  ///   - prefersCase: Whether entries in another case are left out if there is one in the same case.
  package init(_ topic: String, prefersCase: Bool = true) {
    let key = Writing.key(topic)
    guard !key.isEmpty else { return }
    writings = Writing.all.filter { Writing.key($0.name) == key }
    for writing in Writing.all {
      let prefix = Writing.key(writing.name) + " "
      let name = key.hasPrefix(prefix) ? String(key.dropFirst(prefix.count)) : key
      words += writing.words(for: name).map {
        Match(writing: writing, word: $0, part: $0.part(named: name))
      }
    }
    let exact = words.filter { $0.word.topics.contains(topic) }
    let isExact = !exact.isEmpty || writings.contains { $0.name == topic }
    guard prefersCase, isExact else { return }
    words = exact
    writings.removeAll { $0.name != topic }
  }

  /// The topics with more about them, for a text about something else of the same name.
  package var topics: [String] {
    writings.map(\.name)
      + words.filter { entry in
        // One method of a library that has the name with labels is another word.
        entry.part?.name.contains("(") != true
          && !writings.contains { $0.name == entry.writing.name }
      }
      .map { "\($0.writing.name) \($0.name)" }
  }
}
