import BindingEngine
import Interpreter
import Language
import Rendering
import Syntax
import Text

extension Session {
  /// Prints the help on `topic`, or the list of topics.
  package func help(_ topic: String?) throws(ScriptFailure) {
    guard let topic, !topic.isEmpty else { return helpOverview() }
    if topic == "colors" { return colorsHelp() }
    if topic == "prelude" { return print(StyledText(code: Prelude.text.trimmedLines)) }
    if let name = HelpIndex.semanticsName(inHelpTopic: topic) {
      guard let known = semantics(named: name) else {
        if let family = Semantics.Family(rawValue: name) {
          return say(familyText(family).joined(separator: "\n"))
        }
        throw .mistake(unknownSemantics(names.intern(name)))
      }
      return say(semanticsText(known).joined(separator: "\n"))
    }
    if let text = helpText(topic) {
      let matches = WritingMatches(topic)
      // A statement has much to say itself; with anything else that a writing knows, that comes, too.
      if !matches.isEmpty, StatementWord.named(topic) == nil {
        return say("\(text)\n\n\(helpText(matches))")
      }
      say(text)
      let others = WritingMatches(topic, prefersCase: false).topics
      guard !others.isEmpty else { return }
      let topics = others.map { "'help \($0)'" }.joined(separator: ", ")
      return say("\nOther writings have this word, too: \(topics).")
    }
    let matches = WritingMatches(topic)
    if !matches.isEmpty { return say(helpText(matches)) }
    if let code = FindingCode.named(byWords: topic, among: state.reportedCodes) {
      return say(code.explanation.helpText)
    }
    if let text = host.help(on: topic) { return say(text) }
    if let text = helpText(onMember: topic) { return say(text) }
    // 'help trace last', 'help else if'
    let words = topic.split(separator: " ").map(String.init)
    if words.count > 1, StatementWord.named(words[0]) != nil || words.allSatisfy(isOfGrammar) {
      return try help(words[0])
    }
    throw .mistake(HelpIndex.mistake(ofHelpTopic: topic, orAnyOf: host.helpWords))
  }

  private func isOfGrammar(_ word: String) -> Bool {
    StatementWord.named(word) != nil || InsideWord.help(on: word) != nil
  }

  /// Shows a text, in shorter lines if the screen is narrower than the text.
  private func say(_ text: String) {
    let text = options.isASCII ? TraceSigns.inASCII(text) : text
    print(StyledText(page: options.isOnScreen ? text.reflowed(width: options.width) : text))
  }

  private func helpText(_ topic: String) -> String? {
    if Arrow.allCases.contains(where: { $0.spelling == topic }) { return helpText("arrows") }
    if let word = StatementWord.named(topic) {
      let lines = [
        "\(word.word): \(word.summary)", "", indented(word.syntax), "", word.explanation, "",
        "Example:", indented(word.example),
      ]
      return (topic == "semantics" ? lines + [""] + semanticsOverview() : lines)
        .joined(separator: "\n")
    }
    if let known = HelpTopic.all.first(where: { $0.name == topic }) {
      var text = "\(known.name): \(known.summary)\n\n\(known.explanation)"
      if !known.example.isEmpty { text += "\n\nExample:\n\(indented(known.example))" }
      return text
    }
    if let code = FindingCode(text: topic) { return code.explanation.helpText }
    let parts = [LanguageName.help(on: topic), InsideWord.help(on: topic)].compactMap { $0 }
    let name = parts.isEmpty ? nil : parts.joined(separator: "\n\n")
    if let method = ValueMethod.named(topic) {
      return """
        \(method.name): \(method.summary)

          .\(method.signature), of \(method.owners)

        Example:
          expect \(method.example.code) == \(method.example.value)
        """ + ((name ?? Habit.named(topic)?.line).map { "\n\n\($0)" } ?? "")
    }
    if let name { return name }
    if let text = helpText(onDeclared: topic) { return text }
    if let known = LanguageName.topic(of: topic), Habit.named(topic) == nil {
      return helpText(known)
    }
    if let habit = Habit.named(topic) { return "\(topic): \(habit.line)" }
    switch topic {
    case "statements": return rows(StatementWord.all.map { ($0.word, $0.summary) })
    case "findings":
      return rows(FindingNote.all.map { ($0.code.text, $0.title) })
        + "\n\nhelp B010 explains one. 'bindlab check' finds them without running anything."
    case "turn":
      return rows(TurnField.allCases.map { ("turn.\($0.rawValue)", $0.summary) })
    case "functions":
      return rows(BuiltinFunction.allCases.map { ($0.signature, $0.summary) })
    case "methods":
      return rows(ValueMethod.all.map { (".\($0.signature)", $0.summary) })
        + "\n\nOn nil each gives nil. A block is one expression and has 'value' and 'index'.\n"
        + "'help map' explains one method, 'help values' lists what needs no parentheses."
    case "types":
      return TypeName.allCases.map(\.rawValue).joined(separator: " ")
        + "\nand every class; '?' after a type allows nil. Only Int converts by itself, to Double."
    default: return nil
    }
  }

  /// The declaration of a name of the script's own, and how to see what it is now.
  private func helpText(onDeclared topic: String) -> String? {
    guard let found = source(of: topic) else { return nil }
    if topic.hasPrefix("#") {
      return
        "\(topic): a binding or observer\n\n\(indented(found.text))\n\n'explain \(topic)' describes it."
    }
    guard let declaration = symbols[names.intern(topic)] else { return nil }
    let kind = declaration.symbol.kind
    var text = "\(topic): \(kind.text)\n\n\(indented(found.text))"
    switch kind {
    case .object, .constant, .variable, .link:
      text += "\n\n'\(kind == .link ? "explain" : "show") \(topic)' shows what it is now."
    default: break
    }
    return text
  }

  /// The most objects and classes that are named as those with a member.
  private static let mostOwners = 10

  /// What has a member: the object or class before the dot, or those that there are.
  private func helpText(onMember topic: String) -> String? {
    let parts = topic.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard let last = parts.last, parts.count <= 2, let member = names.name(last) else { return nil }
    var found: [(String, String)] = []
    for (name, kind) in declared(beginning: parts.count == 2 ? parts[0] : "")
    where parts.count == 1 || text(name) == parts[0] {
      let holder = kind == .classSymbol ? instance(ofClass: name) : value(ofDeclared: name)?.object
      guard let holder, let known = members(of: holder, where: { $0 == member }).first else {
        continue
      }
      found.append(("\(text(name)).\(last)", known.note))
    }
    guard !found.isEmpty else { return nil }
    let rest = found.count - Session.mostOwners
    found = Array(found.sorted { $0.0 < $1.0 }.prefix(Session.mostOwners))
    return "\(topic): \(parts.count == 2 ? "a member" : "members of that name")\n\n"
      + indented(rows(found)) + (rest > 0 ? "\n  … \(rest) more; 'objects' lists all objects" : "")
      + "\n\n'show NAME' shows all members."
  }

  private func helpText(_ matches: WritingMatches) -> String {
    (matches.writings.map(helpText) + matches.words.map(helpText)).joined(separator: "\n\n")
  }

  private func helpText(_ match: WritingMatches.Match) -> String {
    let text = helpText(match.word, of: match.writing)
    guard let part = match.part else { return text }
    return "\(part.name) (\(match.writing.name)): \(part.meaning)\n\n\(text)"
  }

  private func helpText(_ writing: Writing) -> String {
    let folders = writing.folders.map { "Samples/\($0)" }.joined(separator: " and ")
    return """
      \(writing.name): \(writing.summary)

      \(rows(writing.words.map { ($0.names[0], quoted($0.here)) }))

      help \(writing.words[1].names[0]) explains one, with an example.
      The scripts are in \(folders).
      """
  }

  private func helpText(_ word: WritingWord, of writing: Writing) -> String {
    var text = """
      \(word.names[0]) (\(writing.name)): \(word.meaning)

      there:  \(word.there)
      here:   \(quoted(word.here))
      sample: Samples/\(word.sample).bind
      """
    let others = word.names.dropFirst()
    if !others.isEmpty { text += "\nalso:   \(others.joined(separator: ", "))" }
    if !word.note.isEmpty { text += "\n\n\(word.note)" }
    if !word.parts.isEmpty {
      text += "\n\nWith it:\n\(indented(rows(word.parts.map { ($0.name, $0.meaning) })))"
    }
    return text + "\n\nExample:\n\(indented(word.example))"
  }

  /// Code in quotes, as in all of the help.
  private func quoted(_ text: String) -> String { text.replacing("`", with: "'") }

  private func rows(_ rows: [(String, String)]) -> String {
    let table = TextTable(headers: ["", ""], rows: rows.map { [$0.0, $0.1] })
    return table.lines().dropFirst().map(\.plain).joined(separator: "\n")
  }

  private func indented(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { "  \($0)" }
      .joined(separator: "\n")
  }

  /// All statements by theme, and all topics, on one screen.
  private func helpOverview() {
    say(
      "bindlab: declare objects, bind properties, change a value, see what it sets off.\n")
    for theme in StatementWord.themes { overview(theme.name, theme.words.map(\.word)) }
    print("")
    overview("topics", HelpTopic.all.map(\.name) + HelpIndex.extraTopics)
    overview("writings", Writing.all.map(\.name))
    say(
      """

      'help WORD' explains a word, and also a function, member, class or finding.
      'help statements' says in a line what each is for. 'learn' begins the lessons.
      """)
  }

  /// The meanings of colours, each in its own.
  private func colorsHelp() {
    print("\(.heading, "colors"): what the colours of answers mean\n")
    let rows = Meaning.allCases.map { meaning in
      [
        StyledText(meaning, meaning.rawValue), StyledText(Theme.standard.code(of: meaning) ?? ""),
        StyledText(meaning.summary),
      ]
    }
    let table = TextTable(headers: ["part", "default", "stands for"], rows: rows)
    show(table)
    say(
      """

      'BINDLAB_COLORS="binding=1;34:old=" bindlab' changes some of them, 'NO_COLOR=1 bindlab'
      shows none. No colour says more than the words beside it.
      """)
  }

  /// A row of words, broken between them.
  private func overview(_ title: String, _ words: [String]) {
    let indent = 10
    let lines = StyledText(words.joined(separator: " ")).wrapped(
      width: min(78, options.width) - indent)
    for (position, line) in lines.enumerated() {
      let label = position == 0 ? title : ""
      let gap = String(repeating: " ", count: indent - label.count)
      print("\(.heading, label)\(gap)\(line)")
    }
  }
}

extension String {
  /// The text without an empty last line.
  var trimmedLines: String { hasSuffix("\n") ? String(dropLast()) : self }
}
