import Files
import Platform

// Measures the engine: see `usage`. What it prints as JSON is what `Tests/Peers/run` reads.

func fail(_ message: String) -> Never {
  _ = FileBytes.write(Array("bindlab-bench: \(message)\n".utf8), to: Descriptor.errors)
  Process.exit(2)
}

var options = Options()
do {
  options = try Options(CommandLine.arguments.dropFirst())
} catch {
  fail("\(error.message)\n'bindlab-bench --help' explains the workloads and options")
}
if options.showsHelp {
  print(usage, terminator: "")
  Process.exit(0)
}
if let workload = options.sample {
  // A child: one sample of one workload in a process that has done nothing else.
  print(workload.sampleAlone(options.size))
  Process.exit(0)
}
if options.command.count > 1 {
  // A child, too: the most memory of a process counts from that of the one that starts it.
  guard
    let ended = run(
      options.command[1], Array(options.command.dropFirst(2)), input: options.command[0])
  else { Process.exit(1) }
  print(ended.nanoseconds, ended.bytes, ended.isSuccess ? 1 : 0)
  Process.exit(0)
}
if let file = options.bounds {
  guard let text = text(ofFile: file) else { fail("cannot read '\(file)'") }
  do {
    Process.exit(try Bounds(text).check(floors: options.floors) ? 0 : 1)
  } catch {
    fail(error.message)
  }
}
var earlier: EarlierRun?
if let file = options.comparedWith {
  guard let text = text(ofFile: file) else { fail("cannot read '\(file)'") }
  earlier = EarlierRun(text)
  if earlier == nil { fail("no figures in '\(file)': 'bindlab-bench --json' prints them") }
}
for workload in options.workloads {
  workload.measure { figures in
    options.format.show(figures, before: earlier?[figures.workload])
    Process.flush()
  }
}
