import Glibc

/// How a process ended.
struct Ended {
  /// What it wrote on its standard output.
  var output: [UInt8]
  var nanoseconds: Double
  /// The largest resident memory that it had.
  var bytes: Int
}

/// Runs this program once more with `arguments`, in a process that has done nothing else yet.
///
/// - Returns: The numbers that it printed; nil if it failed.
func runAlone(_ arguments: [String]) -> [Double]? {
  run("/proc/self/exe", arguments).map { ended in
    String(decoding: ended.output, as: UTF8.self).split(whereSeparator: \.isWhitespace)
      .compactMap { Double($0) }
  }
}

/// Runs a program to its end.
///
/// - Parameters:
///   - input: The file that is its standard input.
/// - Returns: nil if it failed.
func run(
  _ program: String, _ arguments: [String], input: String = "/dev/null"
) -> Ended? {
  var ends: [Int32] = [0, 0]
  guard pipe(&ends) == 0 else { return nil }
  var actions = posix_spawn_file_actions_t()
  posix_spawn_file_actions_init(&actions)
  posix_spawn_file_actions_addopen(&actions, 0, input, O_RDONLY, 0)
  posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
  posix_spawn_file_actions_addclose(&actions, ends[0])
  defer { posix_spawn_file_actions_destroy(&actions) }
  var words: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) }
  words.append(nil)
  defer { for word in words { free(word) } }
  var child: pid_t = 0
  let start = nanoseconds()
  let failed = posix_spawn(&child, program, &actions, nil, words, environ)
  close(ends[1])
  defer { close(ends[0]) }
  guard failed == 0 else { return nil }
  var text: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 1 << 16)
  while true {
    let count = read(ends[0], &buffer, buffer.count)
    if count <= 0 { break }
    text += buffer[..<count]
  }
  var status: Int32 = 0
  var usage = rusage()
  guard wait4(child, &status, 0, &usage) == child, status == 0 else { return nil }
  return Ended(
    output: text, nanoseconds: nanoseconds() - start, bytes: usage.ru_maxrss * 1024)
}
