import BindingEngine
import Exploring
import Interpreter
import Language
import Syntax
import TestSupport
import Testing

/// Effects that find out what they follow, compared with what the libraries of effects did with random
/// programs: see `Tests/Systems/recorded/README.md`.
@Suite struct RecordedEffectTests {
  struct Recording: CustomTestStringConvertible, Sendable {
    /// The programs.
    var name: String
    var semantics: Semantics

    var testDescription: String { "\(name), \(semantics.name)" }
  }

  static let recordings = [
    Recording(name: "effects", semantics: .signals),
    Recording(name: "effects-inner", semantics: .signals),
    Recording(name: "effects", semantics: .mobx),
    Recording(name: "effects-inner", semantics: .mobx),
    Recording(name: "effects", semantics: .vue),
    Recording(name: "effects-inner", semantics: .vue),
    Recording(name: "effects", semantics: .solid),
    Recording(name: "effects-inner", semantics: .solid),
    Recording(name: "effects", semantics: .angular),
    Recording(name: "effects", semantics: .svelte),
    Recording(name: "effects-inner", semantics: .svelte),
  ]

  private static let programs = Result {
    try Dictionary(
      uniqueKeysWithValues: ["effects", "effects-inner"].map {
        ($0, try Recordings.read("\($0).ndjson") as [RecordedEffectProgram])
      })
  }

  /// A session that runs a program.
  private struct Run {
    let program: RecordedEffectProgram
    let host = TextHost()
    let session: Session

    init(_ program: RecordedEffectProgram, under semantics: Semantics, isTraced: Bool = false) {
      self.program = program
      var options = SessionOptions()
      options.semantics = semantics
      options.journalLimit = 10_000
      if isTraced { options.traceMode = .full }
      session = Session(host: host, options: options)
    }

    var log: [String] { host.output.split(separator: "\n").map(String.init) }
    var hasFailed: Bool { !host.errors.isEmpty }
    var problems: [String] { session.core.pointee.checkInvariants() }

    private func run(_ text: String) {
      session.run(SourceFile(name: "<script>", text: text))
    }

    func make() {
      run(program.script)
      if hasFailed { return }
      if session.core.pointee.semantics.flush == .tick { run("wait") }
    }

    /// Does the steps, up to an error: the libraries differ in how they go on after one.
    func take() {
      for step in program.steps where !hasFailed {
        run("print \"w\"")
        run(program.statement(for: step))
        if !hasFailed, session.core.pointee.semantics.flush == .tick { run("wait") }
      }
      run(program.end)
    }
  }

  @Test(arguments: recordings)
  func `an effect does what it did in its library`(_ recording: Recording) throws {
    let programs = try #require(Self.programs.get()[recording.name])
    let logs: [RecordedLog] = try Recordings.read(
      "\(recording.name).\(recording.semantics.name).ndjson")
    try #require(programs.count == logs.count && !programs.isEmpty)
    var differing: [String] = []
    var count = 0
    for (program, log) in zip(programs, logs)
    where log.error != "cut off" && isInShare(program.seed) {
      count += 1
      let run = Run(program, under: recording.semantics)
      run.make()
      if !run.hasFailed { run.take() }
      #expect(run.problems == [], "program \(program.seed)")
      if log.error == nil ? run.log == log.log && !run.hasFailed : run.hasFailed { continue }
      differing.append("program \(program.seed):\n\(run.log)\nbut\n\(log.log) \(log.error ?? "")")
    }
    print("\(recording.testDescription): \(differing.count) of \(count) differ")
    #expect(
      differing.isEmpty,
      "\(differing.count) differ: \(differing.prefix(3).joined(separator: "\n\n"))")
  }

  @Test(arguments: recordings)
  func `tracing does not change what effects do`(_ recording: Recording) throws {
    let programs = try #require(Self.programs.get()[recording.name])
    for program in programs.prefix(40) {
      let run = Run(program, under: recording.semantics)
      run.make()
      run.take()
      let traced = Run(program, under: recording.semantics, isTraced: true)
      traced.make()
      traced.take()
      #expect(traced.log == run.log, "program \(program.seed)")
    }
  }

  @Test(arguments: recordings)
  func `effects do the same again after a rewind`(_ recording: Recording) throws {
    let programs = try #require(Self.programs.get()[recording.name])
    for program in programs.prefix(40) {
      let run = Run(program, under: recording.semantics)
      run.make()
      if run.hasFailed { continue }
      run.host.output = ""
      let turn = run.session.core.pointee.turn.number
      run.take()
      let first = run.log
      if run.hasFailed { continue }
      run.session.run(
        SourceFile(
          name: "<script>", text: "rewind \(run.session.core.pointee.turn.number - turn)"))
      #expect(run.problems == [], "program \(program.seed)")
      run.host.output = ""
      run.take()
      #expect(run.log == first, "program \(program.seed)")
    }
  }

  /// As in Svelte; the recorded programs stop no effect in an effect.
  @Test func `what an effect makes after it has ended itself never runs`() {
    let host = TextHost()
    var options = SessionOptions()
    options.semantics = .svelte
    Session(host: host, options: options).run(
      SourceFile(
        name: "<script>",
        text: """
          object m { s = 0 }
          effect { print "outer", m.s; unbind e; effect { print "inner", m.s } } as e
          wait
          m.s = 1
          wait
          """))
    #expect(host.errors == [] && host.output == "outer 0\n", "\(host.errors) \(host.output)")
  }
}
