import Foundation
import TestSupport
import Testing

struct SamplesTests {
  /// Paths below the folder of samples, as `basics/once.bind`.
  static let names: [String] = {
    let files = FileManager.default.enumerator(atPath: ExampleRunner.folder + "/Samples")
    return (files?.compactMap { $0 as? String } ?? []).filter { $0.hasSuffix(".bind") }.sorted()
  }()

  static let folders: [String] = Set(names.compactMap { $0.split(separator: "/").first })
    .map(String.init).sorted()

  private func run(_ arguments: [String]) throws -> ProcessResult {
    try ProcessRunner(
      builtExecutable("bindlab"), arguments: arguments,
      environment: ["LC_ALL": "C.UTF-8", "SWIFT_BACKTRACE": "enable=no"]
    ).run()
  }

  private func path(_ name: String) -> String { "\(ExampleRunner.folder)/Samples/\(name)" }

  @Test func `there are samples, each in the folder of its topic`() {
    #expect(Self.names.count >= 50)
    for topic in ["basics", "bind", "goo", "iqdatabinding"] {
      #expect(Self.folders.contains(topic), "\(topic) is empty")
    }
    #expect(Self.names.allSatisfy { $0.contains("/") })
  }

  /// The README's scripts, and the transcripts among the samples.
  @Test func `the samples and the README pass as tests`() throws {
    let result = try run(["test", "\(ExampleRunner.folder)/Samples", readme])
    #expect(result.status == 0, "\(result.output)")
    let list = try run(["test", "--list", "\(ExampleRunner.folder)/Samples", readme])
    // Each block of a transcript is a test of its own.
    let files = Set(list.output.split(separator: "\n").map { $0.split(separator: ":")[0] })
    #expect(files.count == Self.names.count + 2)
  }

  private var readme: String { ExampleRunner.folder + "/README.md" }

  /// The rings are about the warning of cycles, the old spellings about theirs, and some samples about
  /// transformers that lose information; those about checking name the codes of their findings.
  /// There must be no other findings.
  @Test(arguments: names)
  func `check finds nothing unexpected in a sample`(_ name: String) throws {
    let result = try run(["check", path(name)])
    #expect(result.status == 0)
    let findings = result.errors.split(separator: "\n").filter {
      $0.hasSuffix("]") && $0.contains(" [B")
    }
    if name.hasPrefix("checking/") {
      let text = try String(contentsOfFile: path(name), encoding: .utf8)
      for finding in findings { #expect(text.contains(finding.suffix(5).prefix(4)), "\(finding)") }
      return
    }
    let subject: String? =
      switch (name as NSString).lastPathComponent {
      case let file where file.hasPrefix("ring"): "closes a cycle"
      case "circle.bind": "closes a cycle through code"
      case "old-spellings.bind": "is the old spelling of"
      case "round-trip.bind", "transformer-chains.bind", "transformers.bind", "locks.bind",
        "cycles.bind", "swallowed-correction.bind", "clamp.bind", "clamping-slider.bind",
        "rounding-stepper.bind":
        "goes out as"
      default: nil
      }
    let others = findings.filter { finding in subject.map { !finding.contains($0) } ?? true }
    #expect(others.isEmpty, "\(others)")
  }

  @Test(arguments: names)
  func `a sample begins with a comment that explains it`(_ name: String) throws {
    let text = try String(contentsOfFile: path(name), encoding: .utf8)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect((2...5).contains(lines.prefix { $0.hasPrefix("// ") }.count))
    #expect(text.contains("\nexpect "))
  }

  @Test(arguments: folders)
  func `the list of a folder has all of its samples, once each`(_ folder: String) throws {
    let list = try String(contentsOfFile: path("\(folder)/README.md"), encoding: .utf8)
    let links = list.components(separatedBy: "](").dropFirst().map { $0.prefix { $0 != ")" } }
    let samples = Self.names.filter { $0.hasPrefix(folder + "/") }.map {
      $0.dropFirst(folder.count + 1)
    }
    #expect(links.filter { $0.hasSuffix(".bind") }.sorted() == samples.sorted())
  }

  @Test func `the list of folders has all of them`() throws {
    let list = try String(contentsOfFile: path("README.md"), encoding: .utf8)
    for folder in Self.folders {
      #expect(list.contains("](\(folder)/README.md)"), "\(folder) is missing")
    }
  }

  // MARK: Pictures

  static let pictures: [String] = {
    let files = FileManager.default.enumerator(atPath: ExampleRunner.folder + "/Samples")
    return (files?.compactMap { $0 as? String } ?? []).filter { $0.hasSuffix(".svg") }.sorted()
  }()

  /// Only the texts are compared, since each version of Graphviz has other positions for them.
  @Test(arguments: pictures)
  func `a picture shows the graph of the sample beside it`(_ name: String) throws {
    let script = String(name.dropLast(".svg".count)) + ".bind"
    let made = try run(["graph", "--format", "svg", path(script)])
    try #require(made.status == 0, "\(made.errors)")
    if ProcessInfo.processInfo.environment["BINDLAB_RECORD"] != nil {
      try made.output.write(toFile: path(name), atomically: true, encoding: .utf8)
      Issue.record("recorded \(name)")
    }
    let kept = try String(contentsOfFile: path(name), encoding: .utf8)
    #expect(!texts(kept).isEmpty && texts(kept) == texts(made.output))
  }

  private func texts(_ picture: String) -> [String] {
    picture.components(separatedBy: "<text ").dropFirst().compactMap {
      $0.split(separator: "<")[0].split(separator: ">", maxSplits: 1).last.map(String.init)
    }
    .sorted()
  }

  // MARK: What the lists show

  @Test(arguments: folders)
  func `the sessions of a folder's README show the actual output`(_ folder: String) throws {
    let list = ExampleDocument(path: "Samples/\(folder)/README.md", format: .markdown)
    let difference = try list.difference()
    #expect(difference == nil, "\(difference ?? "")")
  }

  @Test(arguments: names.filter { $0.hasPrefix("semantics/") })
  func `a sample of the semantics has final values that differ`(_ name: String) throws {
    #expect(try run(["compare", path(name)]).status == 1)
  }
}
