import Text

let usage = """
  usage: bindlab-bench [--json] [--compare FILE] [WORKLOAD]...
         bindlab-bench --bounds FILE --floor PROGRAM [--floor PROGRAM]

  Measures the engine, trace off, under 'bind' where nothing else is said, and prints a table. Without
  WORKLOAD it measures what comes first here, and with 'all' everything, which takes minutes.

    W1        one write at the head of a chain of 1,000, per hop
    W2        one write of a source with 1,000 targets, per hop
    W3        one write at the head of a chain whose bindings add one in the language, per hop
    W3-double, W3-not, W3-strings, W3-reads
              W3 with 'value * 0.5 + 0.5', with '!value', with 'value.uppercased + "!"', and with
              expressions that read two properties
    W4        one write to a two-way pair
    W5        making 100,000 bindings with their 200,000 objects, per binding:
              time and resident bytes in a fresh process, and time when done again
    deepest   the longest chain that one write runs through
    cells     binding a list of 100,000 elements 'each' to a cell with two bindings, per cell:
              time and resident bytes in a fresh process
    insert    inserting or removing in the middle of such a list, of 1,000 and of 100,000
    event     an event with 1,000 listeners, per listener
    effect    1,000 effects that run again and write nothing, and observers that read the
              same, per run, under five semantics
    timers    letting time pass over 1,000,000 timers that are due, per timer
    W1-journal
              W1 with the last 100 turns remembered
    W1-sheet  W1 under 'sheet'
    layers-sheet, layers-signals
              one write of the source of 100 layers of 10 nodes, each the sum of the layer before in
              the language: bindings under 'sheet', 'computed' properties under 'signals'

    layers-sheet-double, layers-signals-double
              the same with the mean of numbers of type Double

  Whole processes of the 'bindlab' beside this program, with the time and for some the most memory:

    start     a process that does nothing
    script    a file of 200,000 lines 'oN.v = oN.v + 1' over 1,000 objects
    session   300,000 such lines through '-i', with the trace of each
    check     'check' of 300,000 bindings, every other one from a part of an object
    from-trace
              17 questions about a recorded trace of 100,000 events in chains
    class-chain
              20,000 classes, each with the one before as its superclass

    growth-scripts
              scripts with some number of things, and with 2, 4 and 8 times as many: the exponents of
              the time and memory of 'bindlab'
    growth    the same, and 1,000 to 100,000 of what a script can make many of

    --json          print NDJSON, a line for each figure
    --compare FILE  show the figures of an earlier run, made with '--json', beside these
    --bounds FILE   end with 1 if a figure is a larger multiple of one of plain C than FILE
                    allows: 'FIGURE FIGURE-OF-C NUMBER' on each line
    --floor PROGRAM measure plain C with PROGRAM; repeatable
    -h, --help      print this

  """

/// The parsed command line.
struct Options {
  struct Failure: Error {
    var message: String

    /// For a word that is neither an option nor a workload.
    static func unknown(_ word: String) -> Failure {
      let isOption = word.hasPrefix("-")
      let known =
        isOption ? ["--json", "--compare", "--bounds", "--floor", "--help"] : Options.workloadNames
      let meant = nearest(to: word, among: known).map { "; did you mean '\($0)'?" }
      return Failure(
        message: (isOption ? "unknown option \(word)" : "there is no workload '\(word)'")
          + (meant
            ?? "\n\(isOption ? "the options are" : "there are") \(known.joined(separator: ", "))"))
    }
  }

  /// What can be named, `all` included.
  static let workloadNames = Workload.allCases.map(\.rawValue) + ["all"]

  var format = Format.table
  var showsHelp = false
  /// The file of an earlier run's figures.
  var comparedWith: String?
  /// The file of the bounds to check.
  var bounds: String?
  /// The programs that measure plain C.
  var floors: [String] = []
  var workloads = Workload.allCases.filter { !$0.isLong }
  /// Set in a child process.
  var sample: Workload?
  var size = 0
  /// Set in a child process: a program to run and its arguments, after the file that it reads.
  var command: [String] = []

  init() {}

  init(_ arguments: ArraySlice<String>) throws(Failure) {
    var named: [Workload] = []
    var rest = arguments
    while let argument = rest.popFirst() {
      switch argument {
      case "--json": format = .json
      case "all": named += Workload.allCases
      case "--compare":
        guard let file = rest.popFirst() else {
          throw Failure(message: "--compare needs an argument, the file of an earlier run")
        }
        comparedWith = file
      case "--bounds", "--floor":
        guard let file = rest.popFirst() else {
          throw Failure(message: "\(argument) needs an argument")
        }
        if argument == "--bounds" { bounds = file } else { floors.append(file) }
      case "-h", "--help": showsHelp = true
      case "--sample":
        guard let name = rest.popFirst(), let workload = Workload(rawValue: name),
          let size = rest.popFirst().flatMap({ Int($0) })
        else { throw Failure(message: "--sample takes a workload and a size") }
        self.sample = workload
        self.size = size
      case "--run":
        command = Array(rest)
        rest = []
      default:
        guard let workload = Workload(rawValue: argument) else { throw .unknown(argument) }
        named.append(workload)
      }
    }
    if !named.isEmpty { workloads = named }
    if (bounds == nil) != floors.isEmpty {
      throw Failure(message: "--bounds and --floor need each other")
    }
  }
}
