import Foundation
import TestSupport
import Testing

/// A command that reads and writes files, which is run with one system call failing.
struct FaultCase: CustomTestStringConvertible {
  let name: String
  /// Files for a folder of its own, by name.
  var files: [String: String]
  /// Another name of `a.bind`.
  var link: String?
  let arguments: [String]
  var input = ""
  /// A file that is written during the run, and may be incomplete after a failure.
  var streams: Set<String> = []

  var testDescription: String { name }

  private static let untidy = "object a { x=1 }\nprint   a.x\n"
  private static let test = "print 1 // => 2\n"

  static let all = [
    FaultCase(name: "format", files: ["a.bind": untidy], arguments: ["format", "a.bind"]),
    FaultCase(
      name: "format a hard link", files: ["a.bind": untidy], link: "b.bind",
      arguments: ["format", "a.bind"]),
    FaultCase(
      name: "check --fix", files: ["a.bind": "object a { x = 1; y = 2 }\nbind a.x -> a.y\n"],
      link: "b.bind", arguments: ["check", "--fix", "a.bind"]),
    FaultCase(
      name: "test --update", files: ["a.bind": test],
      arguments: ["test", "--update", "--jobs", "1", "a.bind"]),
    FaultCase(
      name: "test -o", files: ["a.bind": "print 1\n", "r.xml": "old"],
      arguments: ["test", "--jobs", "1", "--format", "junit", "-o", "r.xml", "a.bind"],
      streams: ["r.xml"]),
    FaultCase(
      name: "report to a new file", files: ["a.bind": untidy],
      arguments: ["report", "a.bind", "-o", "p.html"]),
    FaultCase(
      name: "report over a page", files: ["a.bind": untidy, "p.html": "an old page"],
      arguments: ["report", "a.bind", "-o", "p.html"]),
    FaultCase(
      name: "--trace-to", files: ["a.bind": untidy, "t.ndjson": "old"],
      arguments: ["--trace=json", "--trace-to", "t.ndjson", "a.bind", "-e", "a.x = 2"],
      streams: ["t.ndjson"]),
    FaultCase(
      name: "save", files: ["a.bind": untidy, "s.bind": "print 0\n"],
      arguments: ["a.bind", "-e", "save \"s.bind\""]),
    FaultCase(
      name: "graph dot", files: ["a.bind": untidy],
      arguments: ["a.bind", "-e", "graph dot \"g.dot\""]),
    FaultCase(
      name: "learn", files: ["state/bindlab/lessons": "done directions\n"],
      arguments: ["learn", "first-arrow"], input: "skip\nquit\n"),
    FaultCase(
      name: "compare", files: ["a.bind": "object a { x = 1 }\n"],
      arguments: ["compare", "-s", "bind,kvo", "a.bind"]),
    FaultCase(name: "completions", files: [:], arguments: ["completions", "bash"]),
    FaultCase(name: "graph", files: ["a.bind": untidy], arguments: ["graph", "a.bind"]),
  ]
}

/// How a system call can fail.
enum Fault: Hashable, CaseIterable {
  case ioError, diskFull, quota, refused, interrupted, short, kill

  /// Its name in faults.c.
  var code: String {
    switch self {
    case .ioError: "\(EIO)"
    case .diskFull: "\(ENOSPC)"
    case .quota: "\(EDQUOT)"
    case .refused: "\(EACCES)"
    case .interrupted: "\(EINTR)"
    case .short: "short"
    case .kill: "kill"
    }
  }
}

/// The state after a run.
struct FaultOutcome {
  var result: ProcessResult
  var contents: [String: String]
}

/// Runs the cases, each in a folder of its own.
struct FaultRunner {
  private let library: TemporaryFolder
  private var libraryPath: String { library.path + "/faults.so" }

  /// Nil if there is no compiler.
  init?() throws {
    library = TemporaryFolder()
    let source =
      URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .path + "/Faults/faults.c"
    let result = try ProcessRunner(
      "/bin/sh",
      arguments: [
        "-c", "$(command -v cc || command -v clang) -shared -fPIC -o \"$1\" \"$2\" -ldl", "sh",
        library.path + "/faults.so", source,
      ]
    ).run()
    if result.status != 0 { return nil }
  }

  /// The names of the calls of a run in which none fails.
  func calls(of test: FaultCase) throws -> (names: [String], outcome: FaultOutcome) {
    let folder = TemporaryFolder()
    let outcome = try run(test, number: 0, code: "0", log: folder.path + "/calls")
    return (try folder.read("calls").split(separator: "\n").map(String.init), outcome)
  }

  func run(_ test: FaultCase, number: Int, _ fault: Fault) throws -> FaultOutcome {
    try run(test, number: number, code: fault.code, log: nil)
  }

  /// Runs a case that can open no file, not even those in which the system describes a process.
  func runWithoutFiles(_ test: FaultCase) throws -> ProcessResult {
    try run(test, number: 0, code: "no-files", log: nil).result
  }

  private func run(
    _ test: FaultCase, number: Int, code: String, log: String?
  ) throws -> FaultOutcome {
    let folder = TemporaryFolder()
    for (name, text) in test.files {
      try FileManager.default.createDirectory(
        atPath: (folder.path + "/" + name as NSString).deletingLastPathComponent,
        withIntermediateDirectories: true)
      try folder.write(name, text)
    }
    if let link = test.link {
      try FileManager.default.linkItem(
        atPath: folder.path + "/a.bind", toPath: folder.path + "/" + link)
    }
    let tool = builtExecutable("bindlab")
    let path = tool.hasPrefix("/") ? tool : FileManager.default.currentDirectoryPath + "/" + tool
    var environment = plainEnvironment
    environment["XDG_STATE_HOME"] = folder.path + "/state"
    environment["FAULT_TOOL"] = path
    // Results without their times.
    environment["SOURCE_DATE_EPOCH"] = "0"
    environment["FAULT_NUMBER"] = "\(number)"
    environment["FAULT_ERROR"] = code
    environment["FAULT_LOG"] = log
    let runner = ProcessRunner(
      "/bin/sh",
      arguments: [
        "-c",
        "cd \"$1\" || exit 99; library=$2; shift 2; LD_PRELOAD=$library exec \"$FAULT_TOOL\" \"$@\"",
        "sh", folder.path, libraryPath,
      ] + test.arguments, environment: environment, timeout: .seconds(60))
    let result = try runner.run(input: Array(test.input.utf8))
    var contents: [String: String] = [:]
    let names = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String }
    for name in names ?? [] {
      guard let bytes = FileManager.default.contents(atPath: folder.path + "/" + name) else {
        continue
      }
      contents[name] = String(decoding: bytes, as: UTF8.self)
    }
    return FaultOutcome(result: result, contents: contents)
  }
}
