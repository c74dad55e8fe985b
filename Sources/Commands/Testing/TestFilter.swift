import Files
import Text

/// Which tests run, by their names: `--filter`, as often as it is given.
///
/// A text is a part of a name. With `*`, `?` or `[` it is a pattern like that of `--exclude`: for the
/// last part of a name, or with a slash for the whole name. With `!` before it, it leaves tests out.
struct TestFilter {
  private var wanted: [Pattern] = []
  private var unwanted: [Pattern] = []
  /// What was given, in order.
  private(set) var texts: [String] = []

  private struct Pattern {
    let text: String
    /// nil for a part of a name.
    let glob: Glob?

    init(_ text: String) {
      self.text = text
      glob = text.contains { "*?[".contains($0) } ? Glob(text.pathBytes) : nil
    }

    func fits(_ name: String) -> Bool {
      glob.map { $0.fits(name.pathBytes) } ?? name.contains(text)
    }
  }

  var isEmpty: Bool { texts.isEmpty }

  /// - Returns: false if the text fits every name or none.
  mutating func add(_ text: String) -> Bool {
    let isNegative = text.hasPrefix("!")
    let rest = isNegative ? String(text.dropFirst()) : text
    guard !rest.isEmpty else { return false }
    let pattern = Pattern(rest)
    texts.append(text)
    if isNegative { unwanted.append(pattern) } else { wanted.append(pattern) }
    return true
  }

  /// Whether a test runs: one of the texts fits its name, if there are any without `!`, and none of
  /// those with `!` does.
  func contains(_ name: String) -> Bool {
    (wanted.isEmpty || wanted.contains { $0.fits(name) }) && !unwanted.contains { $0.fits(name) }
  }

  /// Why no test is left.
  var nothingFound: String {
    let quoted = texts.map { "'\($0.visible())'" }
    if texts.count == 1, let only = wanted.first {
      return only.glob != nil
        ? "no test has a name like \(quoted[0])" : "no test has \(quoted[0]) in its name"
    }
    return "no test has a name that --filter \(listing(quoted, "and")) leaves"
  }
}
