import Foundation
import TestSupport
import Testing

struct SamplesTests {
  static let names: [String] = {
    let files = try? FileManager.default.contentsOfDirectory(
      atPath: ExampleRunner.folder + "/Samples")
    return (files ?? []).filter { $0.hasSuffix(".bind") }.sorted()
  }()

  private func run(_ arguments: [String]) throws -> ProcessResult {
    try ProcessRunner(
      builtExecutable("bindlab"), arguments: arguments,
      environment: ["LC_ALL": "C.UTF-8", "SWIFT_BACKTRACE": "enable=no"]
    ).run()
  }

  private func path(_ name: String) -> String { "\(ExampleRunner.folder)/Samples/\(name)" }

  @Test func `there are samples`() {
    #expect(Self.names.count >= 12)
  }

  @Test(arguments: names)
  func `a sample runs and all that it expects is so`(_ name: String) throws {
    let result = try run([path(name)])
    #expect(result.status == 0)
    #expect(!result.errors.contains("error:"), "\(result.errors)")
  }

  /// The rings are about the warning; nothing else is to be warned of.
  @Test(arguments: names)
  func `a sample is found good without running it`(_ name: String) throws {
    let result = try run(["check", path(name)])
    #expect(result.status == 0)
    let findings = result.errors.split(separator: "\n").filter {
      $0.contains(": warning:") || $0.contains(": error:")
    }
    let isAboutCycles = name.hasPrefix("ring-")
    let others = findings.filter { !(isAboutCycles && $0.contains("closes a cycle")) }
    #expect(others.isEmpty, "\(others)")
  }

  @Test(arguments: names)
  func `a sample begins with a comment of some lines that teaches`(_ name: String) throws {
    let text = try String(contentsOfFile: path(name), encoding: .utf8)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect((2...5).contains(lines.prefix { $0.hasPrefix("// ") }.count))
    #expect(text.contains("\nexpect "))
  }

  @Test func `the list of samples leads through all of them`() throws {
    let list = try String(contentsOfFile: path("README.md"), encoding: .utf8)
    for name in Self.names { #expect(list.contains("](\(name))"), "\(name) is missing") }
    #expect(list.components(separatedBy: ".bind) |").count - 1 == Self.names.count)
  }
}
