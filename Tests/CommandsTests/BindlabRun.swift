import Foundation
import TestSupport

/// Runs the tool to its end, in an environment that is the same on every machine.
func bindlab(
  _ arguments: String..., input: String = "", environment: [String: String] = [:],
  closingOutputAfter limit: Int? = nil
) throws -> ProcessResult {
  try bindlab(
    arguments, input: Array(input.utf8), environment: environment, closingOutputAfter: limit)
}

/// The same for arguments in a list, and for input that need not be text.
func bindlab(
  _ arguments: [String], input: [UInt8] = [], environment: [String: String] = [:],
  closingOutputAfter limit: Int? = nil
) throws -> ProcessResult {
  var runner = ProcessRunner(builtExecutable("bindlab"), arguments: arguments)
  runner.environment = plainEnvironment.merging(environment) { $1 }
  runner.timeout = .seconds(120)
  return try runner.run(input: input, closingOutputAfter: limit)
}

/// Runs the tool and interrupts it, like Ctrl-C, this long after it has begun to listen.
func interrupted(
  after delay: Duration = .milliseconds(300), _ arguments: String...
) throws -> ProcessResult {
  try interrupted(after: delay, arguments)
}

/// The same for arguments in a list.
func interrupted(
  after delay: Duration = .milliseconds(300), _ arguments: [String]
) throws -> ProcessResult {
  var runner = ProcessRunner(builtExecutable("bindlab"), arguments: arguments)
  runner.environment = plainEnvironment
  runner.timeout = .seconds(120)
  runner.interruption = delay
  return try runner.run()
}

/// A UTF-8 locale, an empty home folder, no settings.
let plainEnvironment = [
  "LC_ALL": "C.UTF-8", "HOME": "/nonexistent", "PATH": "/usr/bin:/bin",
  "SWIFT_BACKTRACE": "enable=no",
]

/// Runs a shell script in which `bindlab` is the tool under test.
func shell(_ script: String, folder: TemporaryFolder? = nil) throws -> ProcessResult {
  let tool = builtExecutable("bindlab")
  let path = tool.hasPrefix("/") ? tool : FileManager.default.currentDirectoryPath + "/" + tool
  let change = folder.map { "cd '\($0.path)' || exit 99; " } ?? ""
  let runner = ProcessRunner(
    "/bin/bash", arguments: ["-c", change + "bindlab() { '\(path)' \"$@\"; }\n" + script],
    environment: plainEnvironment.merging(["BINDLAB": path]) { $1 }, timeout: .seconds(120))
  return try runner.run()
}

extension TemporaryFolder {
  /// Writes a file, and returns its path.
  @discardableResult
  func write(_ name: String, _ text: String) throws -> String {
    let file = path + "/" + name
    try text.write(toFile: file, atomically: false, encoding: .utf8)
    return file
  }

  func read(_ name: String) throws -> String {
    try String(contentsOfFile: path + "/" + name, encoding: .utf8)
  }
}
