import BindingEngine
import Exploring
import Interpreter
import Language
import Syntax
import Testing
import Text

/// `help semantics` and `help semantics NAME`.
@Suite struct SemanticsHelpTests {
  static let presets = Semantics.presets.map(\.name)

  @Test func `each preset has a note, in the same order`() {
    #expect(SemanticsNote.all.map(\.name) == Self.presets)
  }

  @Test(arguments: presets)
  func `help on a preset shows what it models, every knob, and the differences`(
    name: String
  ) throws {
    let semantics = try #require(Semantics.presets.first { $0.name == name })
    let note = try #require(SemanticsNote.named(name))
    let result = try bindlab("-e", "help semantics \(name)")
    #expect(result.status == 0)
    let lines = result.output.split(separator: "\n")
    #expect(lines.first?.hasPrefix("\(name): \(note.models)") == true)
    for knob in Semantics.knobNames {
      let line = try #require(lines.first { $0.hasPrefix(knob + " ") }, "no line for '\(knob)'")
      // The knob, its word and its meaning, without any cut.
      let rest = line.dropFirst(knob.count).drop { $0 == " " }
      #expect(rest.hasPrefix(semantics.word(of: knob) + "  "))
      #expect(rest.count > semantics.word(of: knob).count + 2)
    }
    let words = result.output.split(whereSeparator: { " \n".contains($0) })
    for text in note.differences + [note.check.sentences] {
      #expect(words.containsSubsequence(text.split(separator: " ")), "\(text)")
    }
    #expect(lines.allSatisfy { $0.count <= 100 && !$0.contains("…") })
  }

  @Test func `help on semantics lists all presets, and those of the script`() throws {
    let script = "semantics mine: bind { equal = drop; limit = 20 }\nhelp semantics"
    let output = try bindlab("-e", script).output
    for note in SemanticsNote.all {
      #expect(output.contains(note.summary))
    }
    #expect(output.contains(/\nmine +bind, except equal = drop, limit = 20 firings\n/))
  }

  @Test(arguments: ["observation", "qt", "sheet"])
  func `the name of a preset is a topic, unless it means something else`(name: String) throws {
    let alone = try bindlab("-e", "help \(name)")
    #expect(alone.status == 0)
    #expect(alone.output.hasPrefix("\(name): "))
    #expect(try bindlab("-e", "help semantics \(name)").output == alone.output)
    #expect(try bindlab("help", name).output == alone.output)
    #expect(try bindlab(["check", "-"], input: Array("help \(name)\n".utf8)).status == 0)
  }

  @Test func `help on a semantics of the script names the most similar preset`() throws {
    let script = "semantics mine: mobx { late = drop }\nhelp semantics mine"
    let output = try bindlab("-e", script).output
    #expect(output.hasPrefix("mine: mobx, except late = drop\n"))
    #expect(output.contains("late       drop "))
    let same = try bindlab("-e", "semantics mine: qt { late = land }\nhelp semantics   mine")
    #expect(same.output.hasPrefix("mine: the same as qt\n"))
  }

  @Test(arguments: [
    ("help semantics mobs", "unknown semantics 'mobs'; did you mean 'mobx'?"),
    ("semantics mobs", "unknown semantics 'mobs'; did you mean 'mobx'?"),
    ("semantics mine: kvo { equal = drop }\nhelp semantics min", "did you mean 'mine'?"),
    ("help semantics nonsense", "unknown semantics 'nonsense'"),
  ])
  func `an unknown name is reported with a similar one, also by check`(
    script: String, message: String
  ) throws {
    let run = try bindlab("-e", script)
    #expect(run.status == 2)
    #expect(run.errors.contains(message))
    let checked = try bindlab(["check", "-"], input: Array(script.utf8))
    #expect(checked.status == 2)
    #expect(checked.errors.contains(message))
  }

  @Test func `--semantics suggests a similar name`() throws {
    let result = try bindlab("-s", "jafafx", "-e", "")
    #expect(result.status == 64)
    #expect(result.errors.contains("unknown semantics 'jafafx'; did you mean 'javafx'?"))
  }

  @Test(arguments: ["help semantics ", "semantics ", "semantics mine: ", "compare "])
  func `the names are completed`(line: String) {
    let session = Session(host: NoHost())
    session.run(SourceFile(name: "-", text: "semantics own: kvo { equal = drop }"))
    let found = session.completions(in: line, at: line.utf8.count).candidates.map(\.text)
    #expect(found == Self.presets + ["own"])
    let some = session.completions(in: line + "m", at: line.utf8.count + 1).candidates.map(\.text)
    #expect(some == ["mobx"])
  }
}

extension Collection where Element: Equatable {
  fileprivate func containsSubsequence(_ other: some Collection<Element>) -> Bool {
    indices.contains { self[$0...].starts(with: other) }
  }
}

/// A host that shows nothing.
private final class NoHost: SessionHost {
  func write(_ text: String) {}
  func trace(_ line: String) {}
  func report(_ diagnostic: Diagnostic) {}
  func read(path: String) -> Result<[UInt8], SessionFileError> {
    .failure(SessionFileError("there are no files"))
  }
  func save(path: String, text: String) -> SessionFileError? { nil }
}
