import Glibc

/// Runs this program once more with `arguments`, in a process that has done nothing else yet.
///
/// - Returns: The numbers that it printed; nil if it did not end well.
func runAlone(_ arguments: [String]) -> [Double]? {
  var ends: [Int32] = [0, 0]
  guard pipe(&ends) == 0 else { return nil }
  var actions = posix_spawn_file_actions_t()
  posix_spawn_file_actions_init(&actions)
  posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
  posix_spawn_file_actions_addclose(&actions, ends[0])
  defer { posix_spawn_file_actions_destroy(&actions) }
  var words: [UnsafeMutablePointer<CChar>?] = ([CommandLine.arguments[0]] + arguments).map {
    strdup($0)
  }
  words.append(nil)
  defer { for word in words { free(word) } }
  var child: pid_t = 0
  let failed = posix_spawn(&child, "/proc/self/exe", &actions, nil, words, environ)
  close(ends[1])
  defer { close(ends[0]) }
  guard failed == 0 else { return nil }
  var text: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 4096)
  while true {
    let count = read(ends[0], &buffer, buffer.count)
    if count <= 0 { break }
    text += buffer[..<count]
  }
  var status: Int32 = 0
  guard waitpid(child, &status, 0) == child, status == 0 else { return nil }
  return String(decoding: text, as: UTF8.self).split(whereSeparator: \.isWhitespace).compactMap {
    Double($0)
  }
}
