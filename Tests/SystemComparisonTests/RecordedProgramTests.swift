import BindingEngine
import TestSupport
import Testing

/// The presets that model libraries of effects, compared with the results of these for random programs:
/// see `Tests/Systems/recorded/README.md`.
@Suite struct RecordedProgramTests {
  struct Recording: CustomTestStringConvertible, Sendable {
    /// The programs.
    var name: String
    var semantics: Semantics
    /// Distinguishes the logs of one preset.
    var variant = ""
    /// The programs that have another result than in the library, by their numbers.
    var differing: [Int] = []

    var testDescription: String { "\(name), \(semantics.name)\(variant)" }
  }

  /// QML's observers as functions that are connected from code.
  private static let qmlWithFunctions: Semantics = {
    var semantics = Semantics.qml
    semantics.observers = .last
    return semantics
  }()

  /// Their circles were cut off when they were 100 deep.
  private static func streams(_ semantics: Semantics) -> Semantics {
    var semantics = semantics
    semantics.limit = 100
    return semantics
  }

  private static let sharedRxSwift: Semantics = {
    var semantics = streams(.rxswift)
    semantics.computed = .shared
    return semantics
  }()

  private static let recordingsOfStreams =
    [Semantics.rx, .rxshared, .combine, .published, .rxswift, .reactiveswift].flatMap {
      [
        Recording(name: "graphs", semantics: streams($0)),
        Recording(name: "cyclic", semantics: streams($0)),
      ]
    } + [
      Recording(name: "graphs", semantics: sharedRxSwift, variant: "-shared"),
      // It subscribes again while it is notified.
      Recording(name: "cyclic", semantics: sharedRxSwift, variant: "-shared", differing: [20055]),
    ]

  static let recordings = recordingsOfPages + recordingsOfStreams

  private static let recordingsOfPages = [
    Recording(name: "graphs", semantics: .signals), Recording(name: "cyclic", semantics: .signals),
    Recording(name: "graphs", semantics: .mobx), Recording(name: "cyclic", semantics: .mobx),
    Recording(name: "graphs", semantics: .vue),
    Recording(name: "graphs", semantics: .qml, variant: "-handler"),
    Recording(name: "cyclic", semantics: .qml, variant: "-handler"),
    Recording(name: "graphs", semantics: qmlWithFunctions, variant: "-connect"),
    Recording(name: "cyclic", semantics: qmlWithFunctions, variant: "-connect"),
    Recording(name: "cyclic", semantics: .vue),
    Recording(name: "graphs", semantics: .solid),
    Recording(name: "cyclic", semantics: .solid),
    Recording(name: "graphs", semantics: .angular),
    Recording(name: "cyclic", semantics: .angular),
    Recording(name: "graphs", semantics: .svelte),
    Recording(name: "cyclic", semantics: .svelte),
    Recording(name: "graphs", semantics: .react),
    Recording(name: "cyclic", semantics: .react),
  ]

  /// Read once for all tests: three tests with six recordings would decode two files eighteen times.
  private static let programs = Result {
    let names = Set(recordings.map(\.name))
    return try Dictionary(
      uniqueKeysWithValues: names.map { name -> (String, [RecordedProgram]) in
        (name, try Recordings.read("\(name).ndjson"))
      })
  }

  @Test(arguments: recordings)
  func `a preset does what its library did`(_ recording: Recording) throws {
    let programs = try #require(Self.programs.get()[recording.name])
    let logs: [RecordedLog] = try Recordings.read(
      "\(recording.name).\(recording.semantics.name)\(recording.variant).ndjson")
    try #require(programs.count == logs.count && !programs.isEmpty)
    var differing: [String] = []
    var named: [Int] = []
    var (lines, count) = (0, 0)
    for (program, log) in zip(programs, logs)
    where log.error != "left out"
      && (isInShare(program.seed) || recording.differing.contains(program.seed))
    {
      count += 1
      let run = try RecordedProgramRun(program, under: recording.semantics)
      try run.run()
      #expect(run.problems == [], "program \(program.seed)")
      let isSame = log.error == nil ? run.log == log.log && !run.hasRunAway : run.hasRunAway
      if isSame { continue }
      if recording.differing.contains(program.seed) {
        named.append(program.seed)
        continue
      }
      lines += zip(run.log, log.log).count { $0 != $1 } + abs(run.log.count - log.log.count)
      differing.append("program \(program.seed):\n\(run.log)\nbut\n\(log.log) \(log.error ?? "")")
    }
    print(
      "\(recording.testDescription): \(differing.count) of \(count) differ, in \(lines) lines"
    )
    #expect(
      differing.isEmpty && named == recording.differing,
      "\(differing.count) differ: \(differing.prefix(3).joined(separator: "\n\n"))")
  }

  @Test(arguments: recordings)
  func `tracing does not change the outcome`(_ recording: Recording) throws {
    let programs = try #require(Self.programs.get()[recording.name])
    for program in programs.prefix(25) {
      let run = try RecordedProgramRun(program, under: recording.semantics)
      try run.run()
      let traced = try RecordedProgramRun(program, under: recording.semantics, isTraced: true)
      try traced.run()
      #expect(traced.log == run.log, "program \(program.seed)")
    }
  }

  @Test(arguments: recordings)
  func `replaying after a rewind has the same outcome`(_ recording: Recording) throws {
    let programs = try #require(Self.programs.get()[recording.name])
    for program in programs.prefix(25) {
      let run = try RecordedProgramRun(program, under: recording.semantics)
      try run.make()
      let before = run.log
      run.remember()
      try run.take()
      let first = run.log
      try run.rewind(to: before)
      #expect(run.problems == [], "program \(program.seed)")
      try run.take()
      #expect(run.log == first, "program \(program.seed)")
    }
  }
}
