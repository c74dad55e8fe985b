import BindingEngine
import Exploring
import Foundation
import Interpreter
import Language
import Rendering
import Syntax
import TestSupport
import Testing
import Text

/// Runs each `Tests/Fixtures/<feature>/<behaviour>.bind` and compares its output and diagnostics, in
/// their order, with the `.expected` file beside it.
///
/// `Tests/Fixtures/README.md` says how to add one. `BINDLAB_RECORD=1` writes those again that
/// differ, and they fail, so that none is recorded by accident.
@Suite struct FixtureTests {
  @Test(arguments: Fixture.all)
  func `a fixture has the expected output`(fixture: Fixture) throws {
    let said = try fixture.run()
    let known = try? String(contentsOfFile: fixture.expectedPath, encoding: .utf8)
    if said != known, ProcessInfo.processInfo.environment["BINDLAB_RECORD"] != nil {
      try said.write(toFile: fixture.expectedPath, atomically: true, encoding: .utf8)
      Issue.record("recorded \(known == nil ? "for the first time" : "again")")
      return
    }
    let expected = try #require(known, "nothing is recorded; Tests/Fixtures/README.md says how to")
    #expect(said == expected, "where this is right, Tests/Fixtures/README.md says how to record it")
    #expect(!said.contains("expectation failed") || fixture.name.hasPrefix("expectations/"))
  }

  /// What a colour says, the words say, too; and no colour changes where a line breaks.
  @Test(arguments: Fixture.all)
  func `colours add nothing but escapes`(fixture: Fixture) throws {
    let text = try fixture.text()
    // A script that prints escapes of its own has some without colours.
    guard !text.contains("u{1B}") else { return }
    // The output without colours is the recorded one, as the test above finds out.
    let expected = try String(contentsOfFile: fixture.expectedPath, encoding: .utf8)
    #expect(try fixture.run(.standard).withoutEscapes == expected)
  }

  @Test func `there are fixtures, and no expectation without one`() throws {
    #expect(Fixture.all.count > 50)
    let names = Set(Fixture.all.map(\.name))
    for file in try FileManager.default.subpathsOfDirectory(atPath: Fixture.folder)
    where file.hasSuffix(".expected") {
      #expect(names.contains(String(file.dropLast(".expected".count))), "\(file)")
    }
  }
}

extension FixtureTests {
  @Test func `the index of the fixtures has exactly the existing folders`() throws {
    let index = try String(contentsOfFile: Fixture.folder + "/README.md", encoding: .utf8)
    let rows = index.split(separator: "\n").filter { $0.hasPrefix("| `") }
    let named = rows.map { String($0.split(separator: "`")[1]) }
    let folders = try FileManager.default.contentsOfDirectory(atPath: Fixture.folder)
      .filter { $0 != "README.md" }
    #expect(named == folders.sorted())
  }
}

struct Fixture: CustomTestStringConvertible, Sendable {
  /// `feature/behaviour`.
  let name: String

  static let folder =
    URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().path + "/Fixtures"

  static let all: [Fixture] = {
    let files = (try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? []
    return files.filter { $0.hasSuffix(".bind") }.sorted()
      .map { Fixture(name: String($0.dropLast(".bind".count))) }
  }()

  var testDescription: String { name }
  var expectedPath: String { "\(Fixture.folder)/\(name).expected" }

  func text() throws -> String {
    try String(contentsOfFile: "\(Fixture.folder)/\(name).bind", encoding: .utf8)
  }

  func run(_ theme: Theme = .plain) throws -> String {
    let text = try text()
    let host = RecordingHost(folder: Fixture.folder + "/" + name.prefix { $0 != "/" }, theme)
    var options = try options(of: text)
    options.theme = theme
    let session = Session(host: host, options: options)
    session.run(SourceFile(name: name.split(separator: "/").last! + ".bind", text: text))
    return host.said
  }

  func options(of text: String) throws -> SessionOptions {
    var options = SessionOptions()
    options.seed = 1
    let mark = "// with: "
    guard let first = text.split(separator: "\n").first, first.hasPrefix(mark) else {
      return options
    }
    for word in first.dropFirst(mark.count).split(separator: " ") {
      let parts = word.split(separator: "=").map(String.init)
      switch (parts[0], parts.last) {
      case ("trace", "on"): options.traceMode = .on
      case ("trace", "brief"): options.traceMode = .brief
      case ("trace", "full"): options.traceMode = .full
      case ("style", let style?): options.traceStyle = try #require(TraceStyle(rawValue: style))
      case ("semantics", let name?):
        options.semantics = try #require(Semantics.presets.first { $0.name == name })
      case ("keep-going", _): options.keepsGoing = true
      case ("ascii", _): options.isASCII = true
      case ("werror", _): options.treatsWarningsAsErrors = true
      default: Issue.record("unknown option '\(word)' in \(name)")
      }
    }
    return options
  }
}

/// Keeps everything that is shown in one text, and reads files beside the fixture.
private final class RecordingHost: SessionHost {
  private(set) var said = ""
  private let folder: String

  private let theme: Theme

  init(folder: String, _ theme: Theme) {
    self.folder = folder
    self.theme = theme
  }

  func write(_ text: String) { said += text }
  func trace(_ line: String) { said += line }
  func report(_ diagnostic: Diagnostic) {
    said += diagnostic.text(options: .init(theme: theme)) + "\n"
  }

  func read(path: String) -> Result<[UInt8], SessionFileError> {
    guard let data = FileManager.default.contents(atPath: folder + "/" + path) else {
      return .failure(SessionFileError("No such file or directory"))
    }
    return .success(Array(data))
  }

  func save(path: String, text: String) -> SessionFileError? {
    said += "[\(path)]\n\(text)"
    return nil
  }
}
