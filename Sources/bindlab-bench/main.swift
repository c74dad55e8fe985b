import Glibc

// Measures the engine: see `usage`. What it prints as JSON is what `Tests/Peers/run` reads.

var options = Options()
do {
  options = try Options(CommandLine.arguments.dropFirst())
} catch {
  let text = Array("bindlab-bench: \(error.message)\n\(usage)".utf8)
  write(2, text, text.count)
  exit(2)
}
if options.showsHelp {
  print(usage, terminator: "")
  exit(0)
}
if let workload = options.sample {
  // A child: one sample of one workload in a process that has done nothing else.
  print(workload.sampleAlone(options.size))
  exit(0)
}
for workload in options.workloads {
  for figures in workload.measure() { options.format.show(figures) }
}
