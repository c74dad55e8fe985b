import Glibc

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
    var template = Array("/tmp/bindlab-bench-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { fatalError("no folder for files") }
    let folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let (arguments, input) = prepare(folder)
    defer {
      for file in ProcessShape.files { unlink("\(folder)/\(file)") }
      rmdir(folder)
    }
    let ends = (0..<runs).map { _ in
      guard let ended = runAlone(["--run", input, program] + arguments), ended.count == 2 else {
        fatalError("\(name) failed")
      }
      return (milliseconds: ended[0] / 1e6, megabytes: ended[1] / 1e6)
    }
    var figures = [Figures(name, unit: "ms", samples: ends.map(\.milliseconds))]
    if showsMemory {
      figures.append(Figures("\(name)-memory", unit: "MB", samples: ends.map(\.megabytes)))
    }
    return figures
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

  private static let files = ["bench.bind", "trace.ndjson", "questions.bind"]

  private static func save(_ text: String, _ folder: String) -> (arguments: [String], input: String)
  {
    let file = "\(folder)/\(files[0])"
    write(Array(text.utf8), to: file)
    return ([file], "/dev/null")
  }

  private static func write(_ bytes: [UInt8], to file: String) {
    guard let stream = fopen(file, "w"), fwrite(bytes, 1, bytes.count, stream) == bytes.count,
      fclose(stream) == 0
    else { fatalError("cannot write '\(file)'") }
  }

  /// The `bindlab` that was built with this program.
  private static var program: String? {
    guard let own = realpath("/proc/self/exe", nil) else { return nil }
    defer { free(own) }
    let path = String(cString: own)
    guard let slash = path.lastIndex(of: "/") else { return nil }
    let sibling = path[...slash] + "bindlab"
    return access(String(sibling), X_OK) == 0 ? String(sibling) : nil
  }
}

/// The content of a file; nil if it cannot be read.
func text(ofFile path: String) -> String? {
  guard let stream = fopen(path, "r") else { return nil }
  defer { fclose(stream) }
  var bytes: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 1 << 16)
  while case let count = fread(&buffer, 1, buffer.count, stream), count > 0 {
    bytes += buffer[..<count]
  }
  return String(decoding: bytes, as: UTF8.self)
}
