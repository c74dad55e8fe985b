import Foundation
import Language
import TestSupport
import Testing

/// The help on the words of other writings, and the tables of the samples with the same contents.
struct WritingHelpTests {
  static let words = Writing.all.flatMap { writing in
    writing.words.map { (name: "\(writing.name) \($0.names[0])", writing: writing, word: $0) }
  }
  static let names = words.map(\.name)
  static let tables = Writing.all.flatMap { writing in
    writing.folders.map { (name: writing.name, folder: $0) }
  }

  private enum Failure: Error {
    case recorded
  }

  private func entry(_ name: String) throws -> WritingWord {
    try #require(Self.words.first { $0.name == name }).word
  }

  @Test(arguments: names)
  func `help shows the meaning of a word here, with a sample and an example`(name: String) throws {
    let word = try entry(name)
    let result = try bindlab("-e", "help \(name)")
    #expect(result.errors == "")
    for text in [word.meaning, word.there, word.here.replacing("`", with: "'"), word.note] {
      #expect(result.output.contains(text) || text.isEmpty)
    }
    for line in word.example.split(separator: "\n") { #expect(result.output.contains(line)) }
    #expect(result.output.split(separator: "\n").allSatisfy { $0.count <= 100 })
    let path = "\(ExampleRunner.folder)/Samples/\(word.sample).bind"
    #expect(FileManager.default.fileExists(atPath: path))
    #expect(result.output.contains("\nsample: Samples/\(word.sample).bind\n"))
  }

  /// Its `expect`s check the result.
  @Test(arguments: names)
  func `the example of a word runs as it is, and check finds nothing in it`(name: String) throws {
    let folder = TemporaryFolder()
    let example = try entry(name).example
    #expect(example.contains("expect "))
    try folder.write("example.bind", example + "\n")
    let result = try shell("bindlab example.bind; bindlab check example.bind", folder: folder)
    #expect(result.errors == "")
    #expect(result.status == 0)
  }

  /// A process for each would take minutes.
  @Test func `every name is known at the prompt in any case`() throws {
    let topics = Writing.topics.flatMap { [$0, $0.uppercased(), $0.lowercased()] }
    let result = try bindlab(["-"], input: Array(topics.map { "help \($0)\n" }.joined().utf8))
    #expect(result.errors == "")
    #expect(result.status == 0)
  }

  @Test(arguments: Writing.all.map(\.name))
  func `help on a writing lists its words and its samples`(_ name: String) throws {
    let writing = try #require(Writing.all.first { $0.name == name })
    let result = try bindlab("help", name)
    #expect(result.output.hasPrefix("\(name): \(writing.summary)\n"))
    for word in writing.words {
      #expect(result.output.contains("\(word.names[0]) "))
      #expect(result.output.contains(word.here.replacing("`", with: "'")))
    }
    for folder in writing.folders { #expect(result.output.contains("Samples/\(folder)")) }
    #expect(try bindlab("-e", "help").output.contains(name))
  }

  @Test func `bindlab help shows what help shows`() throws {
    for topic in ["BINDSR", "binds", "silent update", "IQDataBinding bind", "bind", "semantics qt"]
    {
      let result = try bindlab(["help"] + topic.split(separator: " ").map(String.init))
      #expect(try result.output == bindlab("-e", "help \(topic)").output)
      #expect(result.status == 0)
    }
  }

  @Test(arguments: ["BKCommand", "BKCommandResponse"])
  func `help on a class of a writing shows its declaration here and what it is there`(
    _ name: String
  ) throws {
    let output = try bindlab("-e", "help \(name)").output
    #expect(output.contains("\n  class \(name) {"))
    #expect(try output.hasSuffix(bindlab("-e", "help BKMVVMKit \(name)").output))
  }

  @Test(arguments: ["update", "notification"])
  func `help on a word that both have shows both`(_ word: String) throws {
    let output = try bindlab("-e", "help \(word)").output
    #expect(output.hasPrefix("\(word): "))
    #expect(output.contains("\nsample: Samples/") && output.contains("\nExample:\n"))
  }

  @Test func `help bind is about the statement, help BIND about the writing`() throws {
    let statement = try bindlab("-e", "help bind").output
    #expect(statement.hasPrefix("bind: "))
    #expect(
      statement.hasSuffix(
        "Other writings have this word, too: 'help BIND', 'help IQDataBinding bind'.\n"))
    let writing = try bindlab("-e", "help BIND").output
    #expect(writing.hasPrefix("BIND: BIND 1.4.7, "))
    #expect(writing.contains("BIND(viewModel, name, ~>, nameLabel, text)"))
    #expect(!writing.contains("IQDataBinding"))
    #expect(try !bindlab("-e", "help show").output.contains("Other writings"))
  }

  @Test(arguments: [
    ("BINDNGS", "BINDINGS"), ("TwoWays", "TwoWay"), ("bindmodl", "bindModel"),
    ("delegat", "delegate"), ("BKComand", "BKCommand"), ("bin", "bind"),
  ])
  func `a similar name is suggested`(typed: String, meant: String) throws {
    let result = try bindlab("-e", "help \(typed)")
    #expect(result.errors.contains("no help on '\(typed)'; did you mean '\(meant)'?"))
  }

  // MARK: The tables of the samples

  /// With `BINDLAB_RECORD` in the environment the table is written again; that run fails.
  @Test(arguments: tables)
  func `the table in a folder of samples is that of help`(_ name: String, folder: String) throws {
    let writing = try #require(Writing.all.first { $0.name == name })
    let path = "\(ExampleRunner.folder)/Samples/\(folder)/README.md"
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let header = "| \(writing.name) | what it does | there | here | script |\n"
    let parts = text.components(separatedBy: header)
    try #require(parts.count == 2)
    let rows = parts[1].split(separator: "\n", omittingEmptySubsequences: false)
      .prefix { $0.hasPrefix("|") }.map { $0 + "\n" }.joined()
    let rowsOfHelp = writing.words.compactMap { row($0, in: folder) }
    let table = "|---|---|---|---|---|\n" + rowsOfHelp.joined()
    guard rows != table else { return }
    if ProcessInfo.processInfo.environment["BINDLAB_RECORD"] != nil {
      try (parts[0] + header + table + parts[1].dropFirst(rows.count)).write(
        toFile: path, atomically: true, encoding: .utf8)
      throw Failure.recorded
    }
    #expect(rows == table)
  }

  private func row(_ word: WritingWord, in folder: String) -> String? {
    guard word.sample.hasPrefix(folder + "/") else { return nil }
    let names = word.names.map { "`\($0)`" }.joined(separator: ", ")
    let script = word.sample.dropFirst(folder.count + 1)
    let here = word.here.replacing("|", with: "\\|")
    let lines = word.there.split(separator: "\n")
    let there = lines.map { $0.trimmingCharacters(in: .whitespaces) }
      .joined(separator: " ").replacing("|", with: "\\|")
    return "| \(names) | \(word.meaning) | `\(there)` | \(here) | \(script) |\n"
  }
}
