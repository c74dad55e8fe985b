import Files
import Platform

/// Measurements from outside: a whole process of the `bindlab` beside this program.
struct ProcessShape {
  let name: String
  var runs = 5
  var showsMemory = false
  /// Prepares files in a folder and returns the program's arguments and its standard input.
  let prepare: (_ folder: String) -> (arguments: [String], input: String)

  func measure() -> [Figures] {
    guard let program = ProcessShape.program else {
      return [Figures(name, unit: "ms", samples: [0], note: "no 'bindlab' beside this program")]
    }
    let ends = ProcessShape.withFolder { folder in
      let (arguments, input) = prepare(folder)
      return (0..<runs).map { _ in
        guard let ended = runAlone(["--run", input, program] + arguments), ended.last == 1 else {
          fatalError("\(name) failed")
        }
        return (milliseconds: ended[0] / 1e6, megabytes: ended[1] / 1e6)
      }
    }
    var figures = [Figures(name, unit: "ms", samples: ends.map(\.milliseconds))]
    if showsMemory {
      figures.append(Figures("\(name)-memory", unit: "MB", samples: ends.map(\.megabytes)))
    }
    return figures
  }

  /// Runs `body` with a folder for files, which is removed afterwards.
  static func withFolder<Result>(_ body: (String) -> Result) -> Result {
    let pattern = Array("/tmp/bindlab-bench-XXXXXX".utf8)
    guard let made = FileSystem.makeTemporaryFolder(pattern) else {
      fatalError("no folder for files")
    }
    let folder = String(decoding: made, as: UTF8.self)
    defer {
      for file in ProcessShape.files { FileSystem.remove(file: Array("\(folder)/\(file)".utf8)) }
      FileSystem.remove(emptyFolder: made)
    }
    return body(folder)
  }

  static var start: ProcessShape {
    ProcessShape(name: "start", runs: 200) { _ in (["-e", ""], "/dev/null") }
  }

  static var script: ProcessShape {
    ProcessShape(name: "script", runs: 11) { folder in
      save(additions(200_000) + "expect o999.v == 200\n", folder)
    }
  }

  static var session: ProcessShape {
    ProcessShape(name: "session", showsMemory: true) { folder in
      (["-i", "--trace"], save(additions(300_000), folder).arguments[0])
    }
  }

  static var check: ProcessShape {
    ProcessShape(name: "check", showsMemory: true) { folder in
      var text = "class Part { v = 0 }\n"
      text += "class Cell { inner = new Part; w = 0; bind inner.v ~> w }\n"
      for number in 0..<150_000 {
        text += "object o\(number): Cell; object t\(number) { v = 0 }\n"
        text += "bind o\(number).w ~> t\(number).v\nprint t\(number).v\n"
      }
      return (["check"] + save(text, folder).arguments, "/dev/null")
    }
  }

  static var classChain: ProcessShape {
    ProcessShape(name: "class-chain") { folder in
      var text = "class K0 { v = 1 }\n"
      for number in 1..<20_000 { text += "class K\(number): K\(number - 1) { }\n" }
      return save(text + "object o: K19999\nexpect o.v == 1\n", folder)
    }
  }

  static var fromTrace: ProcessShape {
    ProcessShape(name: "from-trace", runs: 3) { folder in
      // The program itself makes the trace: 50 turns through a chain of 1,000.
      var text = ""
      for number in 0...1_000 { text += "object o\(number) { v = 0 }\n" }
      for number in 0..<1_000 { text += "bind o\(number).v ~> o\(number + 1).v\n" }
      text += "repeat 50 { o0.v += 1 }\n"
      let trace = "\(folder)/\(files[1])"
      let script = save(text, folder).arguments[0]
      guard let program, run(program, ["--trace=json", "--trace-to", trace, script]) != nil else {
        fatalError("no trace was recorded")
      }
      var questions = ""
      for number in 0..<17 { questions += "why o\(1_000 - number).v\n" }
      write(Array(questions.utf8), to: "\(folder)/\(files[2])")
      return (["--from-trace", trace], "\(folder)/\(files[2])")
    }
  }

  private static func additions(_ count: Int) -> String {
    var text = ""
    for number in 0..<1_000 { text += "object o\(number) { v = 0 }\n" }
    for number in 0..<count { text += "o\(number % 1_000).v = o\(number % 1_000).v + 1\n" }
    return text
  }

  // MARK: Files

  private static let files = ["bench.bind", "trace.ndjson", "questions.bind", "bench.md"]

  private static func save(_ text: String, _ folder: String) -> (arguments: [String], input: String)
  {
    let file = "\(folder)/\(files[0])"
    write(Array(text.utf8), to: file)
    return ([file], "/dev/null")
  }

  static func write(_ bytes: [UInt8], to file: String) {
    do { try FileSaving.save(bytes, to: Array(file.utf8)) } catch {
      fatalError("cannot write '\(file)': \(error)")
    }
  }

  /// The `bindlab` that was built with this program.
  static var program: String? {
    guard let own = FileSystem.resolved(Array("/proc/self/exe".utf8)) else { return nil }
    let sibling = own[..<own.afterLastSlash] + Array("bindlab".utf8)
    return FileSystem.isExecutable(Array(sibling)) ? String(decoding: sibling, as: UTF8.self) : nil
  }
}

/// The content of a file; nil if it cannot be read.
func text(ofFile path: String) -> String? {
  guard case .success(let bytes) = FileBytes.read(Array(path.utf8)) else { return nil }
  return String(decoding: bytes, as: UTF8.self)
}
