import Basics
import Language
import Syntax
import Text

/// What can be said for certain of a script of which some statements cannot be read.
///
/// A statement with a syntax error may declare and change anything that it mentions. So a finding is
/// certain only if it is about a name, stands outside of such statements, and mentions nothing that they may
/// declare. What depends on values is left for the time when the whole text can be read.
struct ReadableParts {
  private let file: SourceFile
  /// Where the statements lie that cannot be read, in ascending order.
  private var broken: [Range<UInt32>] = []
  /// What they may declare.
  private var declared: Set<[UInt8]> = []
  /// What the others of them may change.
  private var changed: Set<[UInt8]> = []
  /// Whether nothing is certain: declarations of another file may be missing, or a brace.
  private(set) var isUnknown = false

  /// - Parameter errors: The syntax errors, which are all that has been found yet.
  /// - Complexity: O(*n* log *n*) in the statements and errors, and O(*n*) in the length of the statements
  ///   that cannot be read.
  init(of tree: SyntaxTree, errors: [Diagnostic]) {
    file = tree.file
    let starts = tree.statements.map { tree[$0].span.start }
    let length = UInt32(file.part.upperBound)
    for error in errors where error.severity == .error {
      // Errors without a place are about the whole text.
      guard let span = error.span, error.code != .tooMuch else {
        isUnknown = true
        return
      }
      let next = starts.indices.partitionPoint { starts[$0] > span.start }
      // What is left of a statement on its line is no statement of its own.
      let start = starts[..<next].last { !followsText($0) } ?? UInt32(file.part.lowerBound)
      let range = start..<max(start, next == starts.count ? length : starts[next])
      if broken.last != range { broken.append(range) }
    }
    for range in broken { read(range) }
  }

  /// Whether the text before a place, on its line, does not end a statement.
  private func followsText(_ place: UInt32) -> Bool {
    let before = file.bytes[..<Int(place)].last {
      $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t")
    }
    return before.map { !"\n\r;{}".utf8.contains($0) } ?? false
  }

  /// What in a statement that cannot be read may declare something.
  private static let declaring = Set(
    // `bind … as NAME` names a binding.
    (StatementWord.declaring + ["action", "as", "command", "event", "source"]).map {
      Array($0.utf8)
    })

  private mutating func read(_ range: Range<UInt32>) {
    let bytes = file.bytes[Int(range.lowerBound)..<Int(range.upperBound)]
    let words = bytes.split { !TextPlace.isNameByte($0) }
    let opening = bytes.count { $0 == UInt8(ascii: "{") }
    let closing = bytes.count { $0 == UInt8(ascii: "}") }
    let reads = words.contains { $0.elementsEqual("source".utf8) }
    if opening != closing || reads { isUnknown = true }
    let begins = words.first.flatMap { StatementWord.named(String(decoding: $0, as: UTF8.self)) }
    // Without a word that is known it may be a declaration whose word is misspelled.
    let mayDeclare =
      begins == nil
      ? opening > 0 || words.isEmpty
      : words.contains { ReadableParts.declaring.contains(Array($0)) }
    if mayDeclare { return declared.formUnion(words.map { Array($0) }) }
    // `vm.name = …` changes what `name` leads to, and not `vm`.
    for word in words where bytes[word.endIndex...].first != UInt8(ascii: ".") {
      changed.insert(Array(word))
    }
  }

  /// Whether a finding holds, however the statements that cannot be read are written in the end.
  func isCertain(_ finding: Diagnostic) -> Bool {
    guard !isUnknown, finding.severity == .error, finding.file === file, let span = finding.span
    else { return false }
    let before = broken.indices.partitionPoint { broken[$0].lowerBound > span.start }
    guard before == 0 || !broken[before - 1].contains(span.start) else { return false }
    let path = path(upTo: span)
    guard let first = path.first, path.allSatisfy({ !declared.contains($0) }) else { return false }
    switch finding.code {
    case .unknownName, .unknownClass, .unknownTransformer: return true
    // A longer path leads through values.
    case .noMember: return path.count == 2 && !changed.contains(first)
    default: return false
    }
  }

  /// The names of the path that ends where a span ends; the span may be that of the last name.
  private func path(upTo span: SourceSpan) -> [[UInt8]] {
    var start = Int(span.end)
    while start > 0, ReadableParts.isInPath(file.bytes[start - 1]) { start -= 1 }
    let path = file.bytes[start..<Int(span.end)]
    return path.split { !TextPlace.isNameByte($0) }.map { Array($0) }
  }

  private static func isInPath(_ byte: UInt8) -> Bool {
    TextPlace.isNameByte(byte) || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "?")
  }
}
