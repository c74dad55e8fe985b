import Files
import Text

/// Which tests run, by their names: `--filter`, as often as it is given.
///
/// A text is a part of a name. With `*`, `?` or `[` it is a pattern like that of `--exclude`: for the
/// last part of a name, or with a slash for the whole name. With `:` and a line behind it, it is the place
/// of one test of a file, as reports show it. With `!` before it, it leaves tests out.
package struct TestFilter {
  private var wanted: [Pattern] = []
  private var unwanted: [Pattern] = []
  /// What was given, in order.
  package private(set) var texts: [String] = []

  private struct Pattern {
    package let text: String
    /// nil for a part of a name.
    package let glob: Glob?
    /// A line of the test that is meant, from 1; nil for all tests of the file.
    package let line: Int?

    package init(_ text: String) {
      var name = text[...]
      var line: Int?
      if let colon = text.lastIndex(of: ":"), colon > text.startIndex,
        text[text.index(after: colon)...].utf8.allSatisfy({ $0 >= 48 && $0 <= 57 })
      {
        line = Int(text[text.index(after: colon)...])
        if line != nil { name = text[..<colon] }
      }
      (self.text, self.line) = (String(name), line)
      glob = name.contains { "*?[".contains($0) } ? Glob(String(name).pathBytes) : nil
    }

    package func fits(_ name: String) -> Bool {
      glob.map { $0.fits(name.pathBytes) }
        ?? (name.hasSuffix(text) || line == nil && name.contains(text))
    }

    /// Whether the test at a line is meant.
    ///
    /// - Parameter lines: The lines of all tests of the file.
    package func fits(_ test: Int, among lines: [Int]) -> Bool {
      guard let line else { return true }
      // A test goes on until the next one begins.
      let next = lines.filter { $0 > test }.min()
      return test <= line && next.map { line < $0 } ?? true
    }
  }

  /// Whether one of the texts is the place of a test, so that not all tests of a file may be wanted.
  package var hasPlaces: Bool { (wanted + unwanted).contains { $0.line != nil } }

  package var isEmpty: Bool { texts.isEmpty }

  /// - Returns: false if the text fits every name or none.
  package mutating func add(_ text: String) -> Bool {
    let isNegative = text.hasPrefix("!")
    let rest = isNegative ? String(text.dropFirst()) : text
    guard !rest.isEmpty else { return false }
    let pattern = Pattern(rest)
    texts.append(text)
    if isNegative { unwanted.append(pattern) } else { wanted.append(pattern) }
    return true
  }

  /// Whether a file has tests that run: one of the texts fits its name, if there are any without `!`, and
  /// none of those with `!` leaves it out.
  package func contains(_ name: String) -> Bool {
    (wanted.isEmpty || wanted.contains { $0.fits(name) })
      && !unwanted.contains { $0.line == nil && $0.fits(name) }
  }

  /// Whether each test of a file is wanted.
  ///
  /// - Parameter lines: The lines of all its tests.
  package func wanted(at lines: [Int], in name: String) -> [Bool] {
    guard hasPlaces else { return lines.map { _ in true } }
    let (asked, refused) = (
      wanted.filter { $0.fits(name) }, unwanted.filter { $0.line != nil && $0.fits(name) }
    )
    return lines.map { line in
      (asked.isEmpty || asked.contains { $0.fits(line, among: lines) })
        && !refused.contains { $0.fits(line, among: lines) }
    }
  }

  /// Why no test is left.
  package var nothingFound: String {
    let quoted = texts.map { "'\($0.visible())'" }
    if texts.count == 1, let only = wanted.first {
      if only.line != nil { return "there is no test at \(quoted[0])" }
      return only.glob != nil
        ? "no test has a name like \(quoted[0])" : "no test has \(quoted[0]) in its name"
    }
    return "no test has a name that --filter \(listing(quoted, "and")) leaves"
  }
}
