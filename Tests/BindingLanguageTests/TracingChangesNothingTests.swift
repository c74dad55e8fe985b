import BindingEngine
import Foundation
import Interpreter
import Language
import Names
import Rendering
import Syntax
import TestSupport
import Testing

/// Whether a trace is written, and how many turns are remembered, does not change what a script does:
/// no output, no number, no state.
@Suite struct TracingChangesNothingTests {
  struct Mode: CustomTestStringConvertible, Sendable {
    var trace: TraceMode
    var style: TraceStyle = .tree
    var journal: Int?
    var testDescription: String { "\(trace) \(style) journal \(journal ?? -1)" }

    func apply(to options: inout SessionOptions) {
      options.traceMode = trace
      options.traceStyle = style
      options.journalLimit = journal
    }

    /// The others are compared with the first one.
    static let all = [
      Mode(trace: .off, journal: 0), Mode(trace: .full), Mode(trace: .on, style: .flat),
      Mode(trace: .on, style: .json), Mode(trace: .brief, journal: 5),
      Mode(trace: .off, journal: 5), Mode(trace: .off, journal: 1_000),
      Mode(trace: .on, style: .json, journal: 1_000),
    ]

    /// Each level of traces, style and length of the journal once: every fixture has one of them, since
    /// there are many.
    static let some = [
      Mode(trace: .full), Mode(trace: .on, style: .flat, journal: 5),
      Mode(trace: .brief, style: .json, journal: 1_000),
    ]
  }

  @Test(arguments: seeds(12))
  func `a random session has the same results in every mode`(seed: Int) {
    var writer = RandomSession(seed: seed)
    let semantics = Semantics.presets[seed % Semantics.presets.count].name
    var text = RandomSession.declarations + "semantics \(semantics)\n"
    for _ in 0..<14 { text += writer.statement() + "\n" }
    text += RandomSession.questions
    var options = SessionOptions()
    options.maximumSteps = RandomSession.mostSteps
    expectTheSame(text, name: "seed \(seed)", Mode.all, options)
  }

  @Test(arguments: seeds(40))
  func `formulas in the loops of the engine do what they do step by step`(seed: Int) {
    var network = FormulaNetwork(seed: seed)
    // Half of them depth first, where expressions and transformers meet.
    let presets = Semantics.presets
    let semantics = seed % 2 == 0 ? "bind" : presets[seed / 2 % presets.count].name
    expectTheSame(
      "semantics \(semantics)\n" + network.script(), name: "seed \(seed)", Mode.all,
      SessionOptions())
  }

  @Test(arguments: Semantics.presets, seeds(6))
  func `transformers, computed values, lists and batches do the same in every mode`(
    semantics: Semantics, seed: Int
  ) {
    var network = FormulaNetwork(seed: seed, isMixed: true)
    expectTheSame(
      "semantics \(semantics.name)\n" + network.script(), name: "\(semantics.name), seed \(seed)",
      Mode.all, SessionOptions())
  }

  @Test(arguments: Fixture.all)
  func `a fixture has the same results in another mode`(_ fixture: Fixture) throws {
    let text = try fixture.text()
    let place = fixture.name.utf8.reduce(0) { $0 + Int($1) }
    expectTheSame(
      text, name: fixture.name, [Mode.all[0], Mode.some[place % Mode.some.count]],
      try fixture.options(of: text),
      folder: Fixture.folder + "/" + fixture.name.prefix { $0 != "/" })
  }

  private func expectTheSame(
    _ text: String, name: String, _ modes: [Mode], _ options: SessionOptions,
    folder: String? = nil
  ) {
    let file = SourceFile(name: "script", text: text)
    let tree = Parser.parse(file, names: NameTable()).0
    // These show the trace, or ask about remembered turns, so they differ between the modes.
    if tree.nodes.contains(where: { $0.kind == .trace || tree.asksTheJournal($0) }) { return }
    var first: [String]?
    for mode in modes {
      var options = options
      options.keepsGoing = true
      mode.apply(to: &options)
      let host = SayingHost(folder: folder)
      let session = Session(host: host, options: options)
      session.run(file)
      host.said += ["\(session.expectations)", "\(session.errors)", "\(session.warnings)"]
      session.run(SourceFile(name: "end", text: "objects; bindings; observers"))
      #expect(session.checkInvariants() == [], "\(name), \(mode.testDescription)")
      guard let known = first else {
        first = host.said
        continue
      }
      guard known != host.said else { continue }
      let difference = zip(known, host.said).first { $0 != $1 }
      Issue.record(
        "\(name), \(mode.testDescription): \(difference?.0 ?? "(ended)") — \(difference?.1 ?? "(ended)")"
      )
    }
  }
}

/// Keeps the output besides the trace, without the trace that a failed expectation shows.
final class SayingHost: SessionHost {
  var said: [String] = []
  var traced = ""
  private let folder: String?

  init(folder: String? = nil) { self.folder = folder }

  func write(_ text: String) { said.append(text) }
  func trace(_ line: String) { traced += line }
  func report(_ diagnostic: Diagnostic) {
    var diagnostic = diagnostic
    diagnostic.lines = []
    said.append(diagnostic.text())
  }
  func read(path: String) -> Result<[UInt8], SessionFileError> {
    guard let folder, let data = FileManager.default.contents(atPath: folder + "/" + path) else {
      return .failure(SessionFileError("none"))
    }
    return .success(Array(data))
  }
  func save(path: String, text: String) -> SessionFileError? {
    said.append(text)
    return nil
  }
}

extension Session {
  /// A session that writes each turn as NDJSON.
  static func tracing(to host: SayingHost, under semantics: Semantics) -> Session {
    var options = SessionOptions()
    options.semantics = semantics
    options.traceMode = .on
    options.traceStyle = .json
    return Session(host: host, options: options)
  }
}
