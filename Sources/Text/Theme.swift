/// How each meaning looks on a terminal, as codes of ANSI escapes; a meaning without a code is shown
/// as it is.
///
/// The colours of `standard` can be read on black and on white with the palettes of common terminals,
/// and with Solarized; yellow, green and cyan cannot, and bright black is Solarized's background. What
/// is content has the terminal's own colour, and only what is beside it is dim. A terminal with other
/// colours gets others by `BINDLAB_COLORS`.
public struct Theme: Sendable, Equatable {
  private struct Code: Equatable, Sendable {
    var meaning: Meaning
    var code: String
  }

  /// Few, and not in a dictionary, which would make a process start later: see `SmallTable`.
  private var codes: [Code]

  /// No escapes at all.
  public static let plain = Theme([])

  public static let standard = Theme([
    (.object, "1"), (.property, "94"), (.new, "1"), (.binding, "95"), (.place, "2"),
    (.heading, "1"), (.quiet, "2"),
    (.held, "91"), (.glitch, "1;91"), (.cycle, "1;95"),
    (.error, "1;91"), (.warning, "1;95"), (.note, "1;94"), (.good, "94"),
    (.hint, "4"), (.string, "95"), (.unknown, "91"),
  ])

  private init(_ codes: [(Meaning, String)]) {
    self.codes = codes.map { Code(meaning: $0, code: $1) }
  }

  public var isPlain: Bool { codes.isEmpty }

  /// The code of a meaning, such as `1;91`; nil if it has none.
  public func code(of meaning: Meaning) -> String? {
    codes.first { $0.meaning == meaning }?.code
  }

  /// The text between the escapes of its meaning.
  public func paint(_ text: String, _ meaning: Meaning) -> String {
    guard let code = code(of: meaning), !text.isEmpty else { return text }
    return "\u{1B}[\(code)m\(text)\u{1B}[0m"
  }

  /// What is wrong with a word of a setting.
  public enum Mistake: Error, Equatable {
    /// There is no such meaning; with the nearest, if one is near.
    case unknown(String, nearest: String?)
    /// The code is not numbers with semicolons between.
    case code(of: String, String)

    /// The mistake in one line.
    public var text: String {
      switch self {
      case .unknown(let name, let nearest):
        let hint =
          nearest.map { "did you mean '\($0)'?" }
          ?? "there are \(Meaning.allCases.map(\.rawValue).joined(separator: ", "))"
        return "unknown part '\(name.visible())'; \(hint)"
      case .code(let name, let code):
        return "'\(code.visible())' of '\(name)' is no code; write numbers, such as '1;34'"
      }
    }
  }

  /// Changes what a setting in the manner of `GCC_COLORS` names: `binding=1;34:held=33`. A meaning
  /// without a code loses its own.
  ///
  /// - Returns: What is wrong; the rest of the setting holds.
  public mutating func apply(_ setting: String) -> [Mistake] {
    var mistakes: [Mistake] = []
    for word in setting.split(separator: ":") {
      let halves = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let (name, code) = (String(halves[0]), halves.count > 1 ? String(halves[1]) : "")
      guard let meaning = Meaning(rawValue: name) else {
        let nearest = nearest(to: name, among: Meaning.allCases.map(\.rawValue))
        mistakes.append(.unknown(name, nearest: nearest))
        continue
      }
      let isCode = code.utf8.allSatisfy { $0 == UInt8(ascii: ";") || 48...57 ~= $0 }
      guard isCode, code.utf8.count <= 40 else {
        mistakes.append(.code(of: name, code))
        continue
      }
      codes.removeAll { $0.meaning == meaning }
      if !code.isEmpty { codes.append(Code(meaning: meaning, code: code)) }
    }
    return mistakes
  }
}
