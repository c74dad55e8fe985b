import Names
import Text

/// Finds the form that works here for a line of another language.
///
/// It is asked only when an error has been found, so correct scripts cost nothing.
package enum Rewriting {
  /// The longest statement that is rewritten, in bytes.
  static let longestStatement = 600

  static let rules: [RewritingRule] =
    objectiveCRules + swiftRules + bindingRules + declarationRules + statementRules + valueRules

  /// The rules that a text with these words and signs may fit, in order: most rules are passed over
  /// unseen.
  static func rules(for words: Set<String>) -> [RewritingRule] {
    var found = Set(numbersOfRules[""] ?? [])
    for word in words { if let numbers = numbersOfRules[word] { found.formUnion(numbers) } }
    return found.sorted().map { rules[$0] }
  }

  /// The numbers of the rules by one word that each pattern needs, the longest; where a pattern has none,
  /// by each of the rule's own words; under the empty text where there are none either.
  private static let numbersOfRules: [String: [Int]] = {
    var numbers: [String: [Int]] = [:]
    for (number, rule) in rules.enumerated() {
      for (pattern, needed) in zip(rule.patterns, rule.needed) {
        let longest = needed.max { ($0.utf8.count, $0) < ($1.utf8.count, $1) }
        let choices = pattern.contains(.hole("K")) ? Array(rule.words) : []
        for word in longest.map({ [$0] }) ?? (choices.isEmpty ? [""] : choices) {
          numbers[word, default: []].append(number)
        }
      }
    }
    return numbers
  }()

  /// A statement of the text and the form that works.
  struct Suggestion {
    let span: SourceSpan
    let text: String

    /// Whether it differs from the text in a place.
    func changes(_ place: SourceSpan, in bytes: [UInt8]) -> Bool {
      let old = bytes[Int(span.start)..<Int(span.end)]
      let start = zip(old, text.utf8).prefix { $0 == $1 }.count
      let end = zip(old.reversed(), text.utf8.reversed()).prefix { $0 == $1 }.count
      return span.start + UInt32(start) <= place.end + 2
        && UInt32(max(Int(span.end) - end, Int(span.start) + start)) >= place.start
    }
  }

  /// What is wrong with a statement.
  package enum Mistake: Hashable, Sendable {
    case syntax
    /// A class is called, as if it were a function.
    case classCalled
    /// A property is used as a signal: it is called, or its `value` is named.
    case usedAsSignal
    /// A name is not known; the object with a member of this name, if there is one.
    case nameUnknown(owner: String?)
    case other
  }

  /// The form that works for the statement around an offset; nil if no rule makes one whose syntax is
  /// right.
  ///
  /// - Parameter meaning: The place of a mistake in a statement whose syntax is right, which must change;
  ///   nil for an error of syntax.
  static func suggestion(
    in bytes: [UInt8], at offset: Int, meaning: SourceSpan? = nil, mistake: Mistake = .syntax
  ) -> Suggestion? {
    let whole = ForeignStatement(
      in: bytes, at: offset, longest: longestStatement, joinsTypes: mistake == .syntax)
    return whole.flatMap { suggestion(for: $0, in: bytes, meaning, mistake) }
      ?? ForeignStatement(in: bytes, at: offset, longest: longestStatement)
      .flatMap { $0.span == whole?.span ? nil : suggestion(for: $0, in: bytes, meaning, mistake) }
  }

  private static func suggestion(
    for statement: ForeignStatement, in bytes: [UInt8], _ meaning: SourceSpan?, _ mistake: Mistake
  ) -> Suggestion? {
    if SwiftTypeTranslation.builder(in: ForeignText(statement.text)) != nil { return nil }
    var search = RewritingSearch(
      surroundings: statement.surroundings, mistake: mistake,
      isAtBeginning: meaning?.start == statement.span.start)
    let found = search.result(from: statement.text)
    // A line that a message would cut could not be typed.
    return found.flatMap { text in
      let text = ForeignStatement.withoutEnd(text)
      guard !text.isEmpty, text.cutForMessage == text else { return nil }
      let suggestion = Suggestion(span: statement.span, text: text)
      if let meaning, !suggestion.changes(meaning, in: bytes) { return nil }
      return suggestion
    }
  }
}

extension Rewriting {
  /// The statement around a place, with other text there; nil if its syntax would not be right.
  static func suggestion(
    in bytes: [UInt8], replacing place: SourceSpan, by text: String
  ) -> Suggestion? {
    guard
      let statement = ForeignStatement(
        in: bytes, at: Int(place.start), longest: longestStatement),
      statement.isOneLine, statement.span.start <= place.start, place.end <= statement.span.end
    else { return nil }
    let old = Array(statement.text.utf8)
    let head = old[..<Int(place.start - statement.span.start)]
    let tail = old[Int(place.end - statement.span.start)...]
    let line = String(decoding: head + Array(text.utf8) + tail, as: UTF8.self)
    guard line.cutForMessage == line, statement.surroundings.accept(line) else { return nil }
    return Suggestion(span: statement.span, text: line)
  }
}

extension Diagnostic {
  /// The line of help that shows a form that works.
  static func help(writing line: String) -> Note { Note(.help, "write: \(line)") }

  /// This finding, with the form that works here if the line is of another language.
  package func offeringRewriting(of mistake: Rewriting.Mistake = .other) -> Diagnostic {
    guard let file, let span else { return self }
    switch file.rewritings.answer(in: file.bytes, at: span, mistake) {
    case .suggestion(let suggestion): return offering(suggestion)
    case .obstacle(let obstacle): return naming(obstacle)
    case .none: return self
    }
  }

  /// This finding about what has no counterpart here.
  fileprivate func naming(_ obstacle: Rewriting.Obstacle) -> Diagnostic {
    var named = self
    named.message = obstacle.message
    named.span = obstacle.span ?? span
    named.notes = [Note(.help, obstacle.help)]
    return named
  }

  /// This finding, with the statement where the place of the finding is replaced. The message says which
  /// part of the statement that is.
  package func offeringRewriting(replacing change: (String) -> String) -> Diagnostic {
    guard let file, let span, span.end > span.start, span.end - span.start <= 60 else {
      return self
    }
    let typed = String(decoding: file.bytes[Int(span.start)..<Int(span.end)], as: UTF8.self)
    var offered = self
    offered.message += ": '\(typed)'"
    guard let suggestion = Rewriting.suggestion(in: file.bytes, replacing: span, by: change(typed))
    else { return offered }
    return offered.offering(suggestion)
  }

  /// - Parameter known: What the text declares before it; nil if that has not been looked up.
  fileprivate func offering(
    _ suggestion: Rewriting.Suggestion, known: DeclaredMembers? = nil
  ) -> Diagnostic {
    var offered = self
    offered.offer = OfferedStatement(text: suggestion.text, declared: known)
    offered.notes.removeAll { $0.label == .help }
    offered.notes.append(Diagnostic.help(writing: suggestion.text))
    return offered.suiting(known ?? DeclaredMembers([]))
  }
}

extension Parser {
  /// Whether typed text is the beginning of a class, a method or a message of Objective-C, of a chain or a
  /// call with a function without a name, or of a block, so that more lines of it may be on their way: those
  /// must not run as statements of their own.
  static func isOpenForeign(_ file: SourceFile) -> Bool {
    let bytes = file.bytes[file.part]
    guard bytes.count <= ForeignStatement.longestDeclaration,
      let first = bytes.split(separator: 10, maxSplits: 1).first
    else { return false }
    let beginning = ForeignText(String(decoding: first, as: UTF8.self))
    let text = ForeignText(ForeignStatement.joinedText(of: bytes))
    if beginning.isObjectiveC { return text.isOpenObjectiveC }
    if SwiftTypeTranslation.isOpen(text) { return true }
    guard
      text.words.contains("=>") || ChainTranslation.isIn(beginning)
        || beginning.word(0) == "." && beginning.words.contains("{")
        || beginning.tokens.last?.text == "{"
        || beginning.words.contains("observe") && beginning.tokens.last?.text == "in",
      let last = text.tokens.last?.text, let open = text.openBrackets
    else { return false }
    // A bracket that was only forgotten ends no line, and no block is open in it.
    let goesOn = ["{", "(", "[", ",", "=>", "in", "}"].contains(last) || open.contains("{")
    return !open.isEmpty && goesOn
  }

  /// Whether a line of a chain says what is done with its values, or what keeps it.
  package static func endsChain(_ line: String) -> Bool { ChainTranslation.isIn(ForeignText(line)) }

  /// The statement that a chain of calls on several lines is, of which all but the first begin with a dot;
  /// nil if it is none.
  package static func statement(forChain text: String) -> String? {
    let bytes = Array(text.utf8)
    let found = Rewriting.suggestion(in: bytes, at: bytes.count)
    return found?.span.start == 0 ? found?.text : nil
  }

  /// How far a text is searched for what it declares, in bytes.
  private static let longestDeclarations = 20_000

  /// How many lines of a text are rewritten at most.
  private static let mostRewritings = 20

  /// The findings, where the errors of a line of another language show the form that works here. Other
  /// errors of the same statement are left out, since they come from the first one.
  static func offeringRewritings(_ findings: [Diagnostic], of file: SourceFile) -> [Diagnostic] {
    var offered: [Diagnostic] = []
    let first = findings.first { $0.severity == .error }?.span.map { Int($0.start) } ?? 0
    let before = file.bytes.prefix(first).lastIndex(of: 10) ?? 0
    lazy var known = DeclaredMembers(file.bytes.prefix(before).suffix(longestDeclarations))
    var rewritten = SourceSpan(0, 0)
    var isInChain = false
    var tries = 0
    for finding in findings {
      guard finding.severity == .error, let span = finding.span else {
        offered.append(finding)
        continue
      }
      if rewritten.start <= span.start, span.start < rewritten.end { continue }
      guard tries < mostRewritings else {
        offered.append(finding)
        continue
      }
      // The lines of a chain get one answer, or none.
      let beginsWithDot = Int(span.start) < file.bytes.count && file.bytes[Int(span.start)] == 0x2E
      if isInChain, beginsWithDot {
        offered.append(finding)
        continue
      }
      isInChain = beginsWithDot
      tries += 1
      guard let suggestion = Rewriting.suggestion(in: file.bytes, at: Int(span.start)) else {
        let obstacle = Rewriting.obstacle(in: file.bytes, at: Int(span.start))
        rewritten = obstacle?.statement ?? rewritten
        offered.append(obstacle.map(finding.naming) ?? finding)
        continue
      }
      rewritten = suggestion.span
      offered.append(finding.offering(suggestion, known: known))
    }
    return offered
  }
}
