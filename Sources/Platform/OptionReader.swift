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
  private let shorts: String
  private var longs: [option]
  private var names: [UnsafeMutablePointer<CChar>]

  /// Begins with a command line. Only one can be read at a time.
  ///
  /// - Parameters:
  ///   - words: The program's name first.
  ///   - shorts: Letters; the code of the option is that of the letter.
  ///   - longs: Names with the codes of the options.
  package init(
    _ words: [String], shorts: [(letter: Character, argument: Argument)],
    longs: [(name: String, argument: Argument, code: Int32)]
  ) {
    pointers = words.map { strdup($0) } + [nil]
    // With the leading '-', words that are no options are reported at their place among the options.
    self.shorts =
      "-:"
      + shorts.map { "\($0)\(String(repeating: ":", count: Int($1.rawValue)))" }.joined()
    names = longs.map { strdup($0.name) }
    self.longs = zip(names, longs).map { name, long in
      option(name: name, has_arg: long.argument.rawValue, flag: nil, val: long.code)
    }
    self.longs.append(option())
    platform_begin_options()
  }

  deinit {
    for pointer in pointers { free(pointer) }
    for name in names { free(name) }
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
