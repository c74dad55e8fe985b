import Syntax
import Text

/// The findings, without duplicates.
struct Findings {
  private var diagnostics: [Diagnostic] = []
  private var seen: Set<Key> = []
  private var files: [ObjectIdentifier: Int] = [:]
  /// How many of each severity there may be.
  var most = Parser.mostErrors
  /// How many there are of each severity; each severity has a limit of its own.
  private var counts: [Diagnostic.Severity: Int] = [:]
  /// The severities with more findings than are shown.
  private var overflowing: Set<Diagnostic.Severity> = []
  /// The comments that silence findings, for each file that was examined.
  private var silences: [ObjectIdentifier: Silences] = [:]
  /// How many more names may be compared with unknown ones.
  private var comparisons = 300_000

  private struct Key: Hashable {
    var file: String
    var span: SourceSpan
    var message: String
  }

  /// How many errors there are; read before and after each binding.
  private(set) var errorCount = 0

  var hasErrors: Bool { errorCount > 0 }

  /// Whether no more errors are shown.
  var isFull: Bool { errorCount >= most }

  /// The file whose findings come first.
  mutating func begin(with file: SourceFile) { files[ObjectIdentifier(file)] = 0 }

  mutating func add(_ found: [Diagnostic]) {
    for diagnostic in found { add(diagnostic) }
  }

  /// Reads the comments of a file that silence findings in it, once.
  mutating func readSilences(of tree: SyntaxTree) {
    let identity = ObjectIdentifier(tree.file)
    if silences[identity] == nil { silences[identity] = Silences(of: tree.file) }
  }

  /// Adds a finding, unless there are too many already, a comment silences it, or it is a duplicate,
  /// since a file may be read twice.
  mutating func add(_ diagnostic: Diagnostic) {
    if let file = diagnostic.file,
      silences[ObjectIdentifier(file)]?.silence(diagnostic) == true
    {
      return
    }
    insert(diagnostic)
  }

  private mutating func insert(_ diagnostic: Diagnostic) {
    guard counts[diagnostic.severity, default: 0] < most else {
      overflowing.insert(diagnostic.severity)
      return
    }
    if let file = diagnostic.file, let span = diagnostic.span {
      let key = Key(file: file.name, span: span, message: diagnostic.message)
      guard seen.insert(key).inserted else { return }
      let identity = ObjectIdentifier(file)
      if files[identity] == nil { files[identity] = files.count }
    }
    counts[diagnostic.severity, default: 0] += 1
    if diagnostic.severity == .error { errorCount += 1 }
    diagnostics.append(diagnostic)
  }

  /// Removes the findings that were added behind the first `count`, except for some.
  mutating func keep(behind count: Int, where isKept: (Diagnostic) -> Bool) {
    let added = diagnostics[count...]
    diagnostics.removeLast(added.count)
    diagnostics += added.filter(isKept)
    overflowing = []
  }

  /// How many findings there are.
  var count: Int { diagnostics.count }

  /// In the order of the places; the files in the order of their first findings.
  var sorted: [Diagnostic] {
    let order = diagnostics.indices.sorted { key($0) < key($1) }
    var shown = order.map { diagnostics[$0] }
    let file = shown.first?.file
    for code in [FindingCode.tooMuch, .moreWarnings, .moreNotes]
    where overflowing.contains(code.severity) {
      let message =
        "more than \(most) \(code.severity)s; fix these to see the rest"
      shown.append(Diagnostic(code.severity, message, file: file, span: nil, code: code))
    }
    return shown
  }

  /// Reports the comments in `file` that silence nothing, after all other findings.
  mutating func addUnusedSilences(of file: SourceFile) {
    guard overflowing.isEmpty, let found = silences[ObjectIdentifier(file)] else { return }
    for diagnostic in found.unknown(in: file) + found.malformed(in: file) { add(diagnostic) }
    for diagnostic in found.unused(in: file) { add(diagnostic) }
    // Comments that silence such findings may be unused themselves.
    guard let found = silences[ObjectIdentifier(file)] else { return }
    for diagnostic in found.unusedOfSilences(in: file) { insert(diagnostic) }
  }

  private func key(_ index: Int) -> (Int, UInt32, Int) {
    let diagnostic = diagnostics[index]
    let file = diagnostic.file.flatMap { files[ObjectIdentifier($0)] } ?? 0
    return (file, diagnostic.span?.start ?? 0, index)
  }

  /// The most similar of many names, as long as not too many have been compared: a text that has
  /// nothing but unknown names must not take forever.
  mutating func near(
    _ name: String, among candidates: @autoclosure () -> [String]
  ) -> String? {
    guard comparisons > 0, !isFull else { return nil }
    let candidates = candidates()
    comparisons -= candidates.count
    return nearest(to: name, among: candidates)
  }
}
