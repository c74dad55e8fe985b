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
    (
      "--qqqqqqqq",
      "unknown option --qqqqqqqq\nthe options are --json, --compare, --bounds, --floor, --help\n"
    ),
    ("--bounds", "--bounds needs an argument\n"),
    ("--floor=x", "unknown option --floor=x; did you mean '--floor'?"),
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

  /// A program that stands for plain C and takes a set time, so that the verdict is certain.
  @Test(arguments: [
    ("deepest hops 2", "deepest: 1.0 times hops of the floor, within 2.0\n", 0),
    ("deepest hops 0.5", "deepest: 1.0 times hops of the floor, BEYOND 0.5\n", 1),
    (
      "# none\ndeepest hops", "bindlab-bench: line 2 of the bounds must be: FIGURE FLOOR NUMBER\n",
      2
    ),
    ("deepest nothing 1", "bindlab-bench: no figure 'nothing'\n", 2),
    ("nothing hops 1", "bindlab-bench: no figure 'nothing'\n", 2),
  ])
  func `a figure beyond its bound fails`(bounds: String, said: String, status: Int32) throws {
    let folder = TemporaryFolder()
    try folder.write("bounds", bounds + "\n")
    let line = #"{"workload":"hops","median":1000000,"best":1000000}"#
    // A program that this process writes cannot be run while another test's process, begun meanwhile, still
    // has it open for writing.
    _ = try shell(
      "cat >floor <<'END'\n#!/bin/sh\necho '\(line)'\nEND\nchmod +x floor", folder: folder)
    let runner = ProcessRunner(
      builtExecutable("bindlab-bench"),
      arguments: ["--bounds", folder.path + "/bounds", "--floor", folder.path + "/floor"])
    let result = try runner.run()
    #expect(result.output + result.errors == said)
    #expect(result.ending == .exited(status))
  }
}
