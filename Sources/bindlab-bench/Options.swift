let usage = """
  usage: bindlab-bench [--json] [WORKLOAD]...

  Measures the engine, trace off, under 'bind' where nothing else is said, and prints a table.

    W1        one write at the head of a chain of 1,000, per hop
    W2        one write of a source with 1,000 targets, per hop
    W3        one write at the head of a chain whose bindings add one in the language, per hop
    W4        one write to a two-way pair
    W5        making 100,000 bindings with their 200,000 objects, per binding:
              time and resident bytes in a fresh process, and time when done again
    deepest   the longest chain that one write runs through
    cells     binding a list of 100,000 elements 'each' to a cell with two bindings, per cell:
              time and resident bytes in a fresh process
    insert    inserting or removing in the middle of such a list, of 1,000 and of 100,000
    event     an event with 1,000 listeners, per listener
    timers    letting time pass over 1,000,000 timers that are due, per timer
    W1-journal
              W1 with the last 100 turns remembered
    W1-sheet  W1 under 'sheet'
    layers-sheet, layers-signals
              one write of the source of 100 layers of 10 nodes, each the sum of the layer before in
              the language: bindings under 'sheet', 'computed' properties under 'signals'

    --json      print NDJSON, a line for each figure
    -h, --help  print this

  """

/// What the command line asks for.
struct Options {
  struct Failure: Error { var message: String }

  var format = Format.table
  var showsHelp = false
  var workloads = Workload.allCases
  /// Set in a child process.
  var sample: Workload?
  var size = 0

  init() {}

  init(_ arguments: ArraySlice<String>) throws(Failure) {
    var named: [Workload] = []
    var rest = arguments
    while let argument = rest.popFirst() {
      switch argument {
      case "--json": format = .json
      case "-h", "--help": showsHelp = true
      case "--sample":
        guard let name = rest.popFirst(), let workload = Workload(rawValue: name),
          let size = rest.popFirst().flatMap({ Int($0) })
        else { throw Failure(message: "--sample takes a workload and a size") }
        self.sample = workload
        self.size = size
      default:
        guard let workload = Workload(rawValue: argument) else {
          throw Failure(message: "no workload '\(argument)'")
        }
        named.append(workload)
      }
    }
    if !named.isEmpty { workloads = named }
  }
}
