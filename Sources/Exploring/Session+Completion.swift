import BindingEngine
import Interpreter
import Language
import Syntax

extension Session {
  /// What can be written at `cursor` in `line`, according to the resolver.
  ///
  /// - Parameter earlier: The lines before it, if the statement has several.
  public func completions(
    in line: String, at cursor: Int, behind earlier: String = ""
  ) -> CompletionList {
    let start = earlier.isEmpty ? 0 : earlier.utf8.count + 1
    let text = earlier.isEmpty ? line : earlier + "\n" + line
    let place = TextPlace(
      in: Array(text.utf8), at: start + cursor, names: names, isInteractive: true)
    let word = max(place.word.lowerBound, start) - start..<place.word.upperBound - start
    if earlier.isEmpty, place.words == ["edit"], !isDeclared("edit") {
      return CompletionList(replace: word, candidates: editable(at: place))
    }
    var candidates = self.candidates(at: place, hasRun: false)
      .map { (text: $0.word + $0.suffix, note: $0.note) }
    candidates += helpWords(at: place)
    if earlier.isEmpty, line.utf8.prefix(word.lowerBound).allSatisfy({ $0 == 32 }) {
      candidates += Habit.ofPrompts.filter {
        $0.word.hasPrefix(place.begun) && !isDeclared($0.word)
      }
      .map { ($0.word + " ", $0.line) }
    }
    return CompletionList(replace: word, candidates: candidates)
  }

  /// What `edit` opens.
  private func editable(at place: TextPlace) -> [(text: String, note: String)] {
    let names = declared(beginning: place.begun).filter { symbols[$0.name]?.file != nil }
    let hasNotes = names.count <= Candidate.mostNotes
    return numbered(.links, beginning: place.begun).map { (text: $0.word, note: $0.note) }
      + names.map { name, kind in
        (text: text(name), note: hasNotes ? note(ofDeclared: name, kind) : kind.text)
      }.sorted { $0.text < $1.text }
  }

  /// Codes of findings and words of other writings, in upper or lower case. There are too many of
  /// them to list before the first letter is typed.
  private func helpWords(at place: TextPlace) -> [(text: String, note: String)] {
    guard place.words.first == "help", !place.begun.isEmpty else { return [] }
    var words: [(text: String, note: String)] = []
    for writing in Writing.all where place.words.count == 1 || place.words[1] == writing.name {
      if place.words.count == 1 { words.append((writing.name, writing.summary)) }
      for word in writing.words {
        words += word.names.map { ($0, word.meaning) } + word.parts.map { ($0.name, $0.meaning) }
      }
    }
    words += FindingNote.all.map { ($0.code.text, $0.title) }
    let begun = place.begun.lowercased()
    let known = Set(StatementWord.all.map(\.word))
    // Several writings have some of them.
    var seen: Set<String> = []
    return words.filter {
      $0.text.lowercased().hasPrefix(begun) && !known.contains($0.text)
        && seen.insert($0.text).inserted
    }
  }
}
