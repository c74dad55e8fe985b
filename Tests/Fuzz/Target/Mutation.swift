import FuzzDriver
import Glibc
import ScriptGrammar

/// Called by libFuzzer for each new input: changes lines as often as bytes, since changed bytes alone
/// seldom get past the parser.
@_cdecl("LLVMFuzzerCustomMutator")
public func mutate(_ data: UnsafeMutablePointer<UInt8>, _ size: Int, _ limit: Int, _ seed: UInt32)
  -> Int
{
  var random = Random(state: UInt64(seed))
  guard random.next(3) > 0 else { return LLVMFuzzerMutate(data, size, limit) }
  let bytes = Array(UnsafeBufferPointer(start: data, count: size))
  var choices = Array(bytes.prefix(Choices.count))
  while choices.count < Choices.count { choices.append(UInt8(random.next(256))) }
  if random.next(3) == 0 { choices[random.next(Choices.count)] = UInt8(random.next(256)) }
  var lines = bytes.dropFirst(Choices.count).split(
    separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false
  ).map(Array.init)
  for _ in 0...random.next(4) { Mutation.change(&lines, &random) }
  let changed = choices + Array(lines.joined(separator: [UInt8(ascii: "\n")]))
  guard changed.count <= limit else { return LLVMFuzzerMutate(data, size, limit) }
  for (position, byte) in changed.enumerated() { data[position] = byte }
  return changed.count
}

enum Mutation {
  static func change(_ lines: inout [[UInt8]], _ random: inout Random) {
    let place = random.next(lines.count + 1)
    switch random.next(10) {
    case 0 where lines.count > 1: lines.remove(at: random.next(lines.count))
    case 1 where !lines.isEmpty: lines.insert(random.pick(lines), at: place)
    case 2 where lines.count > 1: lines.swapAt(random.next(lines.count), random.next(lines.count))
    case 3 where !lines.isEmpty: splice(&lines, &random)
    case 4 where !lines.isEmpty: wrap(&lines[random.next(lines.count)], &random)
    case 5 where random.next(3) == 0:
      var grammar = Grammar(random: random)
      lines.insert(Array(grammar.semantics().utf8), at: random.next(2) == 0 ? 0 : place)
      random = grammar.random
    default:
      var grammar = Grammar(random: random)
      lines.insert(Array(grammar.statement().utf8), at: place)
      random = grammar.random
    }
  }

  /// Puts a line into a block.
  private static func wrap(_ line: inout [UInt8], _ random: inout Random) {
    let head = random.pick([
      "batch", "expect error", "whatif", "compare", "after 1s", "observe a.x", "if true",
      "repeat 2",
      "expect quiet", "on notification N", "action f(n)", "batch { a.x = 1 }; batch",
    ])
    line = Array("\(head) { ".utf8) + line + Array(" }".utf8)
  }

  /// Replaces a word of one line with a word of another.
  private static func splice(_ lines: inout [[UInt8]], _ random: inout Random) {
    let source = random.pick(lines).split(separator: UInt8(ascii: " "))
    let target = random.next(lines.count)
    var words = lines[target].split(separator: UInt8(ascii: " "))
    guard !source.isEmpty, !words.isEmpty else { return }
    words[random.next(words.count)] = random.pick(source)
    lines[target] = Array(words.joined(separator: [UInt8(ascii: " ")]))
  }
}
