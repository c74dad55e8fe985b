import Platform

/// How a process ended.
struct Ended {
  /// What it wrote on its standard output.
  var output: [UInt8]
  var nanoseconds: Double
  /// Whether its exit status is 0.
  var isSuccess: Bool
  /// The largest resident memory that it had.
  var bytes: Int
}

/// Runs this program once more with `arguments`, in a process that has done nothing else yet.
///
/// - Returns: The numbers that it printed; nil if it failed.
func runAlone(_ arguments: [String]) -> [Double]? {
  run("/proc/self/exe", arguments, showsErrors: true).flatMap { ended in
    guard ended.isSuccess else { return nil }
    return String(decoding: ended.output, as: UTF8.self).split(whereSeparator: \.isWhitespace)
      .compactMap { Double($0) }
  }
}

/// Runs a program to its end.
///
/// - Parameters:
///   - input: The file that is its standard input.
///   - showsErrors: Whether what it writes on its standard error is shown: the warnings of a script are not.
/// - Returns: nil if it did not end by itself.
func run(
  _ program: String, _ arguments: [String], input: String = "/dev/null", showsErrors: Bool = false
) -> Ended? {
  guard let ends = Descriptor.makePipe() else { return nil }
  defer { Descriptor.close(ends.reading) }
  Descriptor.setNotInherited(ends.reading)
  Descriptor.setNotInherited(ends.writing)
  let file = Descriptor.open(Array(input.utf8), [.reading, .notInherited])
  defer { Descriptor.close(file) }
  let errors = Descriptor.open(Array("/dev/null".utf8), [.writing, .notInherited])
  defer { Descriptor.close(errors) }
  let words = ([program] + arguments).map { Array($0.utf8) }
  let start = nanoseconds()
  let started = ChildProcess.start(
    program, words, streams: (file, ends.writing, showsErrors ? nil : errors), searches: false)
  Descriptor.close(ends.writing)
  guard file >= 0, case .success(let child) = started else { return nil }
  var text: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 1 << 16)
  while true {
    let count = Descriptor.read(ends.reading, into: &buffer, buffer.count)
    if count <= 0 { break }
    text += buffer[..<count]
  }
  let ending = ChildProcess.waitForEnd(of: child)
  guard let status = ending.exitStatus else { return nil }
  return Ended(
    output: text, nanoseconds: nanoseconds() - start, isSuccess: status == 0,
    bytes: ending.peakMemory)
}
