import BindingEngine
import Exploring
import Foundation
import Interpreter
import Language
import Rendering
import Syntax
import TestSupport
import Testing

@testable import Commands
@testable import Invocation
@testable import Learning

/// The manual pages: their examples have the output that they show, and they name everything that
/// exists.
struct ManualTests {
  static let pages = [
    "man/bindlab.1", "man/bindlab-ci.7", "man/bindlab-teaching.7", "man/bindlab-language.7",
    "man/bindlab-check.7", "man/bindlab-tutorial.7", "man/bindlab-faq.7", "man/bindlab-semantics.7",
    "man/bindlab-editors.7",
  ]

  @Test func `all manual pages are tested, and bindlab(1) and the README name them`() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: ExampleRunner.folder + "/man")
    #expect(Set(files.map { "man/" + $0 }) == Set(Self.pages))
    let names = Self.pages.map { ($0 as NSString).lastPathComponent.split(separator: ".") }
    let readme = try Self.text(of: "README.md")
    let first = try section("SEE ALSO", of: "man/bindlab.1")
    for name in names where name[1] == "7" {
      #expect(first.contains(".Xr \(name[0]) 7"), "bindlab(1) does not name \(name[0])")
      #expect(readme.contains("](man/\(name[0]).7)"), "the README does not name \(name[0])")
    }
  }

  private static func text(of page: String) throws -> String {
    try String(contentsOfFile: ExampleRunner.folder + "/" + page, encoding: .utf8)
  }

  /// With `BINDLAB_RECORD` in the environment a page that differs is written again; that run
  /// fails, so that a record is never taken for a test.
  @Test(arguments: [
    "man/bindlab.1", "man/bindlab-language.7", "man/bindlab-tutorial.7", "man/bindlab-faq.7",
    "man/bindlab-semantics.7",
  ])
  func `the scripts of a page show what it says`(_ page: String) throws {
    let transcript = ManualTranscript(page: try Self.text(of: page))
    let folder = TemporaryFolder()
    let name = (page as NSString).lastPathComponent + ".md"
    let path = try folder.write(name, transcript.markdown())
    let isRecording = ProcessInfo.processInfo.environment["BINDLAB_RECORD"] != nil
    let result = try bindlab(["test"] + (isRecording ? ["--update"] : []) + [path])
    #expect(result.status == 0, "\(result.output)\(result.errors)")
    guard isRecording, result.output.contains("rewritten") else { return }
    try transcript.page(showing: folder.read(name)).write(
      toFile: ExampleRunner.folder + "/" + page, atomically: true, encoding: .utf8)
    Issue.record("recorded")
  }

  @Test(arguments: pages)
  func `the sessions of a page show the actual output`(_ page: String) throws {
    let difference = try ExampleDocument(path: page, format: .mdoc).difference()
    #expect(difference == nil, "\(difference ?? "")")
  }

  @Test(
    .enabled(
      if: FileManager.default.isExecutableFile(atPath: "/usr/bin/mandoc"), "mandoc is not installed"
    ),
    arguments: pages)
  func `mandoc has no complaint about a page`(_ page: String) throws {
    let result = try ProcessRunner(
      "/usr/bin/mandoc",
      arguments: ["-Tlint", "-Wwarning", ExampleRunner.folder + "/" + page]
    ).run()
    #expect(result.output.isEmpty && result.errors.isEmpty, "\(result.output)")
    #expect(result.status == 0)
  }

  // MARK: Options

  /// `-t` and `--trace` of the lines `.It Fl t , Fl -trace`.
  private func optionsInManual() throws -> Set<String> {
    let lines = try Self.text(of: "man/bindlab.1").split(separator: "\n")
    var options: Set<String> = []
    for line in lines where line.hasPrefix(".It Fl ") {
      let words = line.split(separator: " ")
      for (flag, name) in zip(words, words.dropFirst()) where flag == "Fl" {
        options.insert("-\(name)")
      }
    }
    return options
  }

  private var options: Set<String> {
    var names: Set<String> = []
    for option in CommandOption.all {
      if let short = option.short { names.insert("-\(short)") }
      if let long = option.long { names.insert("--\(long)") }
    }
    return names
  }

  @Test func `bindlab(1) has exactly the existing options`() throws {
    #expect(try optionsInManual() == options)
  }

  @Test func `the help has exactly the existing options`() throws {
    let help = try ProcessRunner(builtExecutable("bindlab"), arguments: ["--help"]).run().output
    var found: Set<String> = []
    for line in help.split(separator: "\n") where line.hasPrefix("  -") {
      for word in line.split(whereSeparator: { " ,[=".contains($0) }).prefix(2)
      where word.hasPrefix("-") { found.insert(String(word)) }
    }
    #expect(found == options)
  }

  @Test func `bindlab(1) has exactly the existing exit statuses`() throws {
    let section = try section("EXIT STATUS", of: "man/bindlab.1")
    let statuses: [Invocation.ExitStatus] = [
      .success, .expectationFailed, .scriptError, .usage, .noInput,
    ]
    for status in statuses { #expect(section.contains(".It \(status.rawValue)\n")) }
    let signals: [Invocation.ExitStatus] = [.hungUp, .interrupted, .terminated]
    let numbers = signals.map { "\($0.rawValue)" }.joined(separator: " , ")
    #expect(section.contains(".It \(numbers)\n"))
  }

  @Test func `bindlab(1) and the README list every preset`() throws {
    let parts = try Self.text(of: "man/bindlab.1").components(separatedBy: ".It Fl ")
    let option = try #require(parts.first { $0.hasPrefix("s , Fl -semantics") })
    let words = option.split { " ,\n".contains($0) }
    let readme = try Self.text(of: "README.md")
    for preset in Semantics.presets {
      #expect(words.contains(Substring(preset.name)), "'\(preset.name)' is missing in bindlab(1)")
      #expect(readme.contains("`\(preset.name)`"), "'\(preset.name)' is missing in the README")
    }
  }

  // MARK: Lessons

  @Test func `bindlab-teaching(7) has the lessons, their words and their blocks, in order`() throws
  {
    let page = "man/bindlab-teaching.7"
    func names(_ macro: String, in section: String) throws -> [String] {
      try self.section(section, of: page).split(separator: "\n")
        .filter { $0.hasPrefix(".It \(macro) ") }.map { String($0.dropFirst(5 + macro.count)) }
    }
    #expect(try names("Cm", in: "THE LESSONS") == BuiltinLessons.all.map(\.name))
    #expect(try names("Ic", in: "THE LESSONS") == LessonWord.allCases.map(\.rawValue))
    #expect(
      Set(try names("Cm", in: "A LESSON OF ONE'S OWN")) == Set(LessonReader.words))
  }

  // MARK: The trace

  private func items(in text: String, _ macro: String) -> Set<String> {
    var items: Set<String> = []
    for line in text.split(separator: "\n") where line.hasPrefix(".It \(macro) ") {
      // `\&` prevents mdoc from reading a word as a macro.
      let line = line.dropFirst(5 + macro.count).replacingOccurrences(of: "\\&", with: "")
      for word in line.split(whereSeparator: { " ,".contains($0) }) { items.insert(String(word)) }
    }
    return items
  }

  @Test func `bindlab(1) has exactly the existing kinds of events and reasons`() throws {
    let parts = try Self.text(of: "man/bindlab.1").components(separatedBy: "The other kinds are:")
    let lists = try #require(parts.last).components(separatedBy: "The reasons are:")
    #expect(items(in: lists[0], "Cm") == Set(TraceEvent.Kind.allCases.map(\.word)))
    let reasons = try #require(lists.last).components(separatedBy: ".El")[0]
    #expect(items(in: reasons, "Cm") == Set(TraceEvent.Reason.allCases.compactMap(\.word)))
  }

  @Test func `bindlab(1) has every field of an event`() throws {
    let fields = try section("THE TRACE", of: "man/bindlab.1").components(separatedBy: ".Ss NDJSON")
      .dropFirst().joined()
    var trace = TurnTrace()
    var entry = TraceEntry(kind: .dropped, reason: .equal, sequence: 1, cause: 0)
    entry.number = 1
    entry.link = ""
    entry.property = ""
    entry.target = ""
    entry.old = TracedValue(text: "", json: "0")
    entry.new = entry.old
    entry.text = ""
    trace.entries = [entry, entry]
    trace.leftOut = 1
    let words = Set(fields.split(whereSeparator: { " ,\n".contains($0) }).map(String.init))
    for line in trace.jsonLines() {
      for piece in line.components(separatedBy: "\":").dropLast() {
        let name = piece.split(separator: "\"").last.map(String.init) ?? ""
        #expect(words.contains(name), "the field '\(name)' is missing")
      }
    }
  }

  // MARK: The language

  /// The lines of a section, from its heading to the next.
  private func section(_ name: String, of page: String) throws -> String {
    let text = try Self.text(of: page)
    let start = try #require(text.range(of: ".Sh \(name)\n"))
    let rest = text[start.upperBound...]
    return String(rest[..<(rest.range(of: "\n.Sh ")?.lowerBound ?? rest.endIndex)]) + "\n"
  }

  /// Words of the page after a macro for a word of the language.
  private func languageWords() throws -> Set<String> {
    var words: Set<String> = []
    for line in try Self.text(of: "man/bindlab-language.7").split(separator: "\n")
    where line.hasPrefix(".") && !line.hasPrefix(".\\\"") {
      let line = line.replacingOccurrences(of: "\\&", with: "")
      for word in line.split(whereSeparator: { " ,".contains($0) }) { words.insert(String(word)) }
    }
    return words
  }

  @Test func `bindlab-language(7) has every word that begins a statement`() throws {
    let words = try languageWords()
    for word in StatementWord.all {
      #expect(words.contains(word.word), "'\(word.word)' is missing")
    }
  }

  @Test func `bindlab-language(7) has every value tail, function, list method and type`() throws {
    let page = try Self.text(of: "man/bindlab-language.7")
    let tails = items(in: try section("KEY PATHS", of: "man/bindlab-language.7"), "Va")
    #expect(tails == Set(ValueTail.allCases.map(\.rawValue)))
    for function in BuiltinFunction.allCases {
      let ends = [" ", "\n"].map { "Fn \(function.rawValue)" + $0 }
      #expect(ends.contains(where: page.contains), "'\(function.rawValue)' is missing")
    }
    for method in ValueMethod.all {
      let item =
        ".It Li \(method.signature.replacingOccurrences(of: "-", with: "\\-"))\n\(method.summary)\n"
      #expect(page.contains(item), "'\(method.name)' is missing, or its words differ")
    }
    for operation in ListOperation.allCases {
      let label = operation.rawValue == operation.name ? "" : "\(operation.labels[0]):"
      #expect(page.contains(".It Li \(operation.name)(\(label)"), "'\(operation)' is missing")
    }
    let types = items(in: try section("VALUES AND TYPES", of: "man/bindlab-language.7"), "Vt")
    #expect(types == Set(TypeName.allCases.map(\.rawValue)))
  }

  @Test func `bindlab-language(7) has the fields of a turn`() throws {
    let fields = items(in: try section("TURNS", of: "man/bindlab-language.7"), "Va")
    #expect(fields == Set(TurnField.allCases.map(\.rawValue)))
  }

  @Test func `bindlab-semantics(7) has every knob and every word that it takes`() throws {
    let section = try section("THE KNOBS", of: "man/bindlab-semantics.7")
    #expect(items(in: section, "Cm") == Set(Semantics.knobNames))
    let words = Set(
      section.replacingOccurrences(of: "\\&", with: "")
        .split(whereSeparator: { " ,\n".contains($0) }).map(String.init))
    for knob in Semantics.knobNames {
      for word in Semantics.words(of: knob) {
        #expect(words.contains(word), "'\(knob) = \(word)' is missing")
      }
    }
  }

  @Test func `bindlab-language(7) has every arrow, class and transformer of the prelude`() throws {
    let page = try Self.text(of: "man/bindlab-language.7")
    for arrow in Arrow.allCases {
      let spelling = arrow.spelling.replacingOccurrences(of: "~", with: "\\(ti")
      #expect(page.contains(".It \(spelling) Ta "), "'\(arrow.spelling)' is missing")
    }
    let words = try languageWords()
    let prelude = Prelude.text.split(separator: "\n").map { $0.split(separator: " ") }
    for line in prelude where line.first == "class" || line.first == "transformer" {
      let name = line[1].split { $0 == ":" || $0 == "(" }[0]
      #expect(words.contains(String(name)), "'\(name)' is missing")
    }
  }
}
