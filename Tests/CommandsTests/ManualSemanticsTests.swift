import BindingEngine
import Foundation
import Language
import TestSupport
import Testing

/// The texts of bindlab-semantics(7) and the README about the presets are made from the tables that
/// `help` reads.
struct ManualSemanticsTests {
  private static let page = "man/bindlab-semantics.7"

  private enum Failure: Error {
    case recorded
    case noPlace(String)
  }

  /// With `BINDLAB_RECORD` in the environment the text is written again; that run fails.
  ///
  /// - Parameter text: Between the lines `begin` and `end` of the file.
  private func expect(
    _ text: [String], in file: String, between begin: String, and end: String
  ) throws {
    let path = ExampleRunner.folder + "/" + file
    let whole = try String(contentsOfFile: path, encoding: .utf8)
    guard let start = whole.range(of: begin + "\n"),
      let stop = whole.range(of: end + "\n", range: start.upperBound..<whole.endIndex)
    else { throw Failure.noPlace(begin) }
    let place = start.upperBound..<stop.lowerBound
    let made = text.map { $0 + "\n" }.joined()
    guard whole[place] != made else { return }
    if ProcessInfo.processInfo.environment["BINDLAB_RECORD"] != nil {
      try whole.replacingCharacters(in: place, with: made)
        .write(toFile: path, atomically: true, encoding: .utf8)
      throw Failure.recorded
    }
    #expect(String(whole[place]) == made)
  }

  @Test func `bindlab-semantics(7) has the table of help`() throws {
    let table = SemanticsTable.lines(of: Semantics.presets, width: 75)
    try expect(
      [".Bd -literal"] + table.map(Roff.escaped) + [".Ed"], in: Self.page,
      between: ".\\\" table: begin", and: ".\\\" table: end")
  }

  @Test func `the README has the table of help`() throws {
    try expect(
      SemanticsTable.markdown(of: Semantics.presets), in: "README.md",
      between: "<!-- presets: begin -->", and: "<!-- presets: end -->")
  }

  @Test(arguments: SemanticsNote.all.map(\.name))
  func `bindlab-semantics(7) explains a preset in the words of help`(_ name: String) throws {
    let note = try #require(SemanticsNote.named(name))
    let differences = note.differences.flatMap { [".It"] + sentences($0) }
    try expect(
      [".Pp"] + sentences("Models \(note.models).")
        + sentences("\(note.summary.prefix(1).uppercased())\(note.summary.dropFirst()).")
        + sentences(note.check.sentences)
        + [".Pp", "Left out, or different from the original:", ".Bl -dash -offset indent -compact"]
        + differences + [".El"],
      in: Self.page, between: ".\\\" preset \(name): begin", and: ".\\\" preset \(name): end")
  }

  /// The lines of a text: in mdoc each sentence begins a new line.
  private func sentences(_ text: String) -> [String] {
    text.replacingOccurrences(of: ". ", with: ".\n").split(separator: "\n")
      .map { Roff.escaped(String($0)) }
  }

  @Test func `the numbers of recorded graphs are those of the records`() throws {
    let folder = ExampleRunner.folder + "/Tests/Systems/recorded/"
    func counts(_ names: [String]) throws -> [Int] {
      try names.map { name in
        try String(contentsOfFile: folder + name + ".ndjson", encoding: .utf8)
          .split(separator: "\n").count { !$0.contains("\"left out\"") }
      }
    }
    let recorded = SemanticsNote.all.filter { $0.check.method == .recorded }
    #expect(!recorded.isEmpty)
    for note in recorded {
      let names =
        switch note.name {
        case "bind": ["bind"]
        case "xaml": ["xaml", "xaml-cyclic"]
        // It was not run with all programs.
        case "combine", "published": ["graphs.\(note.name)", "cyclic.\(note.name)"]
        default: ["graphs", "cyclic"]
        }
      #expect(note.check.graphs.map(\.count) == (try counts(names)), "\(note.name)")
    }
  }

  @Test func `bindlab-semantics(7) has a section for each preset, in order`() throws {
    let text = try String(contentsOfFile: ExampleRunner.folder + "/" + Self.page, encoding: .utf8)
    let chapter = try #require(text.components(separatedBy: ".Sh THE PRESETS\n").last)
    let names = chapter.split(separator: "\n").filter { $0.hasPrefix(".Ss ") }
      .map { String($0.dropFirst(4)) }
    #expect(names == SemanticsNote.all.map(\.name))
  }
}
