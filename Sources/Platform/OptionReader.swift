import CPlatform

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The options of a command line, one after the other, as `getopt_long` finds them.
package final class OptionReader {
  package enum Argument: Int32 {
    case none, required, optional
  }

  /// What comes next in a command line.
  package enum Item {
    /// The code of an option, and its argument.
    case option(Int32, String?)
    /// A word that is neither an option nor an argument of one.
    case word(String)
    /// An option that lacks its argument, or if not `isIncomplete`, one that does not exist or takes no
    /// argument. The code is 0 for a long option that does not exist. `next` is the position of the next
    /// word.
    case mistake(code: Int32, isIncomplete: Bool, next: Int)
    /// From this position on, all words are files.
    case end(Int)
  }

  private var pointers: [UnsafeMutablePointer<CChar>?]
  // With the leading '-', words that are no options are reported at their place among the options.
  private var shorts = "-:"
  private var longs: [option] = []

  /// Begins with a command line, the program's name first. Only one can be read at a time.
  package init(_ words: [String]) {
    pointers = words.map { strdup($0) }
    pointers.append(nil)
    longs.reserveCapacity(128)
    longs.append(option())
    platform_begin_options()
  }

  /// Adds an option before the first word is read. Its code is that of its letter.
  package func add(_ letter: Character, takesArgument: Bool) {
    shorts.append(letter)
    if takesArgument { shorts.append(":") }
  }

  /// Adds an option with a long name before the first word is read.
  package func add(_ name: String, _ argument: Argument, code: Int32) {
    longs[longs.count - 1] = option(
      name: strdup(name), has_arg: argument.rawValue, flag: nil, val: code)
    longs.append(option())
  }

  deinit {
    for pointer in pointers { free(pointer) }
    for long in longs { free(UnsafeMutableRawPointer(mutating: long.name)) }
  }

  package func next() -> Item {
    var argument: UnsafeMutablePointer<CChar>?
    var position: Int32 = 0
    var unknown: Int32 = 0
    let code = platform_next_option(
      Int32(pointers.count - 1), &pointers, shorts, longs, &argument, &position, &unknown)
    let text = argument.map { String(cString: $0) }
    switch code {
    case -1: return .end(min(Int(position), pointers.count - 1))
    case 1: return .word(text ?? "")
    case Int32(UInt8(ascii: "?")), Int32(UInt8(ascii: ":")):
      return .mistake(
        code: unknown, isIncomplete: code == Int32(UInt8(ascii: ":")), next: Int(position))
    default: return .option(code, text)
    }
  }
}
