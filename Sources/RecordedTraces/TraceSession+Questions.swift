import BindingEngine
import Language
import Syntax
import Text

// The questions that a recorded trace can answer.
extension TraceSession {
  /// The first word of a question, with its syntax and a description.
  static let questions: [(word: String, syntax: String, summary: String)] = [
    ("why", "why PATH [@ TURN]", "what caused the value of a property"),
    ("whynot", "whynot PATH [ARROW PATH]", "what kept a change from arriving"),
    ("blame", "blame PATH [@ TURN]", "who wrote a property in a turn"),
    ("history", "history PATH", "the values of a property turn by turn"),
    ("costs", "costs", "who fired how often"),
    ("show", "show PATH", "the value of a property now; PATH alone does the same"),
    ("turns", "turns", "the turns of the trace"),
    ("trace", "trace [last | TURN]", "what happened in a turn"),
    ("graph", "graph [PATH]", "what was bound to what"),
    ("objects", "objects", "the objects with their properties"),
    ("bindings", "bindings", "the bindings"),
    ("observers", "observers", "the observers"),
    ("rewind", "rewind [TURNS]", "go back to an earlier turn"),
    ("replay", "replay [TURNS]", "go forward again, without a number to the end"),
    ("help", "help", "this list"),
    ("quit", "quit", "leave"),
  ]

  func answer(_ statement: Statement) throws(TraceQuestionError) {
    var words = statement.words[...]
    let first = words.removeFirst()
    // A property may have the name of a question: `history` alone is a question, `history.x` is not.
    switch first {
    case "why": try why(&words)
    case "whynot": try whynot(&words)
    case "blame": try blame(&words)
    case "history":
      let property = try takePath(&words, "history vm.name")
      try end(words)
      print(text.lines(ValueHistory(property, upTo: trace.now, of: trace)))
    case "costs":
      try end(words)
      print(text.lines(Costs(of: trace, upTo: trace.now)))
    case "show":
      let property = try takePath(&words, "show vm.name")
      try end(words)
      print(value(of: property))
    case "turns":
      try end(words)
      showTurns()
    case "trace": try showTrace(&words)
    case "graph": try showGraph(&words)
    case "objects":
      try end(words)
      showObjects()
    case "bindings", "observers":
      try end(words)
      showLinks(areObservers: first == "observers")
    case "rewind", "replay": try move(first, &words)
    case "help": showHelp()
    case "quit": isOver = true
    default:
      guard words.isEmpty, let property = trace.properties[first] else {
        throw unknown(first, isAlone: words.isEmpty)
      }
      print(value(of: property))
    }
  }

  private func unknown(_ word: String, isAlone: Bool) -> TraceQuestionError {
    let isWord = StatementWord.named(word) != nil
    if isAlone, !isWord, word.contains(".") { return noProperty(word) }
    if word == "cycles" || word == "coupling" {
      return TraceQuestionError(
        "a trace contains no code, so '\(word)' has no answer here",
        help: "ask it in the script, or at the prompt after the script")
    }
    return TraceQuestionError(
      "this is a recorded trace; only questions can be asked",
      help: "there are \(Self.questions.map(\.word).joined(separator: ", "))")
  }

  private func noProperty(_ name: String) -> TraceQuestionError {
    let near = nearest(to: name, among: trace.propertyNames.dropFirst())
    let why = "a trace has only the properties that its turns name"
    return TraceQuestionError(
      "no property '\(name)' in the trace",
      help: near.map { "did you mean '\($0)'? \(why)" } ?? why)
  }

  // MARK: Words

  private func takePath(
    _ words: inout ArraySlice<String>, _ example: String
  ) throws(TraceQuestionError) -> UInt32 {
    guard let name = words.popFirst() else {
      throw TraceQuestionError("expected a key path, such as '\(example)'")
    }
    guard let property = trace.properties[name] else { throw noProperty(name) }
    return property
  }

  private func end(_ words: ArraySlice<String>) throws(TraceQuestionError) {
    guard let word = words.first else { return }
    throw TraceQuestionError("expected the end of the line, found '\(word)'")
  }

  /// `@ 4`, or nothing.
  private func takeTurn(_ words: inout ArraySlice<String>) throws(TraceQuestionError) -> Int? {
    guard let word = words.popFirst() else { return nil }
    guard word.hasPrefix("@") else {
      throw TraceQuestionError("expected '@' and the number of a turn, found '\(word)'")
    }
    let text = word == "@" ? words.popFirst() ?? "" : String(word.dropFirst())
    guard let number = Int(text) else {
      throw TraceQuestionError("expected the number of a turn, such as '@ 4'")
    }
    guard trace.position(ofTurn: number) != nil, number <= trace.now ?? .max else {
      throw TraceQuestionError(
        "turn \(number) is not in the trace", help: "'turns' lists those that are")
    }
    return number
  }

  private func takeCount(_ words: inout ArraySlice<String>) throws(TraceQuestionError) -> Int? {
    guard let word = words.popFirst() else { return nil }
    guard let count = Int(word), count > 0 else {
      throw TraceQuestionError("expected a number of turns, found '\(word)'")
    }
    return count
  }

  // MARK: Questions

  private func why(_ words: inout ArraySlice<String>) throws(TraceQuestionError) {
    let property = try takePath(&words, "why vm.name")
    let turn = try takeTurn(&words)
    try end(words)
    print(text.lines(Why(property, after: turn ?? trace.now, in: trace), after: turn))
  }

  private func blame(_ words: inout ArraySlice<String>) throws(TraceQuestionError) {
    let property = try takePath(&words, "blame vm.name")
    let turn = try takeTurn(&words)
    try end(words)
    print(text.lines(Blame(property, in: turn, upTo: trace.now, of: trace), in: turn))
  }

  private func whynot(_ words: inout ArraySlice<String>) throws(TraceQuestionError) {
    let property = try takePath(&words, "whynot vm.name")
    guard let word = words.popFirst() else {
      return print(text.lines(WhyNot(property, after: trace.now, in: trace)))
    }
    guard let arrow = Arrow.allCases.first(where: { $0.spelling == word }) else {
      throw TraceQuestionError("expected an arrow such as '~>', found '\(word)'")
    }
    let other = try takePath(&words, "whynot vm.name ~> label.text")
    try end(words)
    let (source, target) = arrow.isLeftward ? (other, property) : (property, other)
    print(text.lines(WhyNot(target, from: source, after: trace.now, in: trace)))
  }

  // MARK: Showing

  /// The values of the whole trace: a later event shows the value that was there before it.
  var wholeIndex: EventIndex {
    var whole = trace
    whole.now = nil
    return whole.index(upTo: nil)
  }

  /// - Parameter index: A prepared index, if there are many values to find.
  func value(of property: UInt32, in index: EventIndex? = nil) -> StyledText {
    known(property, in: index ?? wholeIndex)
      ?? "nothing in the trace has written it: its value is not known"
  }

  /// The value of a property, or when an event was fired last; nil if the trace does not show it.
  func known(_ property: UInt32, in index: EventIndex) -> StyledText? {
    let sets = index.sets(of: property)
    let now = trace.lastPosition ?? 0
    let turn = trace.now ?? .max
    let first = trace.firstValues[property]?.last { $0.turn <= turn }
    if let last = sets.last(where: { $0.turn <= now }),
      index.number(of: last) >= first?.turn ?? 0
    {
      let event = index[last]
      if event.kind == .event || event.kind == .call {
        return
          "\(.property, trace.name(ofProperty: property)): last in turn \(index.number(of: last))"
      }
      return StyledText(.new, text.value(after: event))
    }
    if let first { return StyledText(.new, trace.text(ofValue: first.value)) }
    // The value that the first write replaced.
    if let first = sets.first, index[first].kind == .write, index[first].change.kind == .set {
      return StyledText(.new, trace.text(ofValue: index[first].old))
    }
    return nil
  }

  private func showTurns() {
    let rows = trace.turns.enumerated().filter { $0.element.number <= trace.now ?? .max }
      .map { position, turn in
        ["\(turn.number)", turn.statement, trace.counts[position].outcome, turn.place]
      }
    let table = TextTable(
      headers: ["turn", "statement", "outcome", "place"], rows: rows, alignments: [.right],
      meanings: [nil, .heading, nil, .place])
    print(table.lines(maxWidth: style.width, ellipsis: style.isASCII ? "..." : "…"))
  }

  private func showTrace(_ words: inout ArraySlice<String>) throws(TraceQuestionError) {
    var position = trace.lastPosition
    if let word = words.popFirst(), word != "last" {
      guard let number = Int(word) else {
        throw TraceQuestionError("expected 'last' or the number of a turn, found '\(word)'")
      }
      position = trace.position(ofTurn: number)
      if position == nil { throw TraceQuestionError("turn \(number) is not in the trace") }
    }
    try end(words)
    guard let position else { return }
    var turn = trace.counts[position]
    turn.entries = trace.entries(of: trace.turns[position])
    print(turn.treeLines(full: true, isASCII: style.isASCII, width: style.width))
  }

  private func showGraph(_ words: inout ArraySlice<String>) throws(TraceQuestionError) {
    let property = words.isEmpty ? nil : try takePath(&words, "graph vm.name")
    try end(words)
    let picture = picture(around: property)
    if picture.edges.isEmpty { return print("nothing is bound") }
    print(picture.treeLines(.init(isASCII: style.isASCII, width: style.width)))
  }

  private func showHelp() {
    print("\(title). A recorded trace answers questions:")
    let rows = Self.questions.map { ["  \($0.syntax)", $0.summary] }
    print(
      Array(TextTable(headers: ["", ""], rows: rows, meanings: [.heading]).lines().dropFirst()))
  }

  // MARK: Time

  private func move(
    _ word: String, _ words: inout ArraySlice<String>
  ) throws(TraceQuestionError) {
    let count = try takeCount(&words)
    try end(words)
    let last = trace.turns.count - 1
    let here = trace.lastPosition ?? last
    let there: Int
    if word == "rewind" {
      there = here - (count ?? 1)
      guard there >= 0 else {
        throw TraceQuestionError(
          here == 0
            ? "this is the first turn of the trace" : "only \(here) turns are before this one")
      }
    } else {
      guard here < last else { throw TraceQuestionError("this is the last turn of the trace") }
      let count = count ?? (last - here)
      there = here + min(count, last)
      guard count <= last - here else {
        throw TraceQuestionError("only \(last - here) turns are after this one")
      }
    }
    trace.now = there == last ? nil : trace.turns[there].number
    let turn = trace.turns[there]
    print("after turn \(turn.number)  \(.heading, turn.statement)")
  }
}

// MARK: Completion

extension TraceSession {
  /// The candidates at `cursor` in `line`: words first, then the names of properties.
  public func completions(in line: String, at cursor: Int) -> CompletionList {
    let before = Array(line.utf8.prefix(cursor))
    let start = (before.lastIndex { $0 == 32 || $0 == 9 || $0 == UInt8(ascii: ";") } ?? -1) + 1
    let part = String(decoding: before[start...], as: UTF8.self)
    let isFirst = before[..<start].allSatisfy { $0 == 32 || $0 == 9 }
    let names = trace.propertyNames.dropFirst().sorted().map { (text: $0, note: "") }
    let words = isFirst ? Self.questions.map { (text: $0.word + " ", note: $0.summary) } : []
    let found = (words + names).filter { $0.text.hasPrefix(part) }
    return CompletionList(replace: start..<before.count, candidates: found)
  }
}
