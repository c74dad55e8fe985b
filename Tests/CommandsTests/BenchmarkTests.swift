import TestSupport
import Testing

/// What `bindlab-bench` says about words that it does not know.
@Suite struct BenchmarkTests {
  @Test(arguments: [
    ("W33", "there is no workload 'W33'; did you mean 'W3'?"),
    ("layers-sheets", "there is no workload 'layers-sheets'; did you mean 'layers-sheet'?"),
    ("al", "there is no workload 'al'; did you mean 'all'?"),
    ("qqqqqqqq", "there is no workload 'qqqqqqqq'\nthere are W1, W2, W3, W3-double, "),
    ("--jsn", "unknown option --jsn; did you mean '--json'?"),
    ("--qqqqqqqq", "unknown option --qqqqqqqq\nthe options are --json, --compare, --help\n"),
    ("--compare", "--compare needs an argument, the file of an earlier run"),
  ])
  func `an unknown word is named, with what was meant`(word: String, message: String) throws {
    let runner = ProcessRunner(builtExecutable("bindlab-bench"), arguments: [word])
    let result = try runner.run()
    #expect(result.ending == .exited(2))
    #expect(result.errors.hasPrefix("bindlab-bench: \(message)"), "\(result.errors)")
    #expect(
      result.errors.hasSuffix("\n'bindlab-bench --help' explains the workloads and options\n"))
    #expect(result.output == "")
  }
}
