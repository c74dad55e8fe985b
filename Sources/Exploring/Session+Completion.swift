import BindingEngine
import Interpreter
import Language
import Syntax

extension Session {
  /// What can stand at `cursor` in `line`, as the resolver says of the text so far.
  ///
  /// - Parameter earlier: The lines before it of a statement that is not finished.
  public func completions(
    in line: String, at cursor: Int, behind earlier: String = ""
  ) -> CompletionList {
    let start = earlier.isEmpty ? 0 : earlier.utf8.count + 1
    let text = earlier.isEmpty ? line : earlier + "\n" + line
    let place = TextPlace(
      in: Array(text.utf8), at: start + cursor, names: names, isInteractive: true)
    var candidates = self.candidates(at: place, hasRun: false)
      .map { (text: $0.word + $0.suffix, note: $0.note) }
    // Codes count in either case; there are too many of them to be listed among the words.
    if place.words.first == "help", place.begun.utf8.first.map({ $0 | 0x20 }) == 0x62 {
      candidates += FindingNote.all.filter { $0.code.text.hasPrefix(place.begun.uppercased()) }
        .map { ($0.code.text, $0.title) }
    }
    let word = max(place.word.lowerBound, start) - start..<place.word.upperBound - start
    return CompletionList(replace: word, candidates: candidates)
  }
}
