import Files
import Glibc
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
    var text: String
    var isGlob: Bool

    func fits(_ name: String) -> Bool {
      guard isGlob else { return name.contains(text) }
      let isPath = text.contains("/")
      let last = name.split(separator: "/").last.map(String.init) ?? name
      return fnmatch(text.cPath, (isPath ? name : last).cPath, FNM_PATHNAME) == 0
    }
  }

  var isEmpty: Bool { texts.isEmpty }

  /// - Returns: false if the text fits every name or none.
  mutating func add(_ text: String) -> Bool {
    let isNegative = text.hasPrefix("!")
    let rest = isNegative ? String(text.dropFirst()) : text
    guard !rest.isEmpty else { return false }
    let pattern = Pattern(text: rest, isGlob: rest.contains { "*?[".contains($0) })
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
      return only.isGlob
        ? "no test has a name like \(quoted[0])" : "no test has \(quoted[0]) in its name"
    }
    return "no test has a name that --filter \(listing(quoted, "and")) leaves"
  }
}
