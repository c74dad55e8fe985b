import Language
import Syntax

/// Where the parts of an older text are in a newer one: everything before the first difference and behind
/// the last one has only moved.
struct TextShift {
  /// The part of the older text that is not in the newer one, in whole words.
  private(set) var old = 0..<0
  /// What is there instead.
  private(set) var new = 0..<0
  /// How far the text behind has moved.
  var distance: Int { new.upperBound - old.upperBound }

  /// Of texts that are the same.
  init() {}

  /// - Complexity: O(*n*) in the length of the texts.
  init(from older: [UInt8], to newer: [UInt8]) {
    let shared = min(older.count, newer.count)
    var start = 0
    var end = 0
    older.withUnsafeBufferPointer { older in
      newer.withUnsafeBufferPointer { newer in
        while start < shared, older[start] == newer[start] { start += 1 }
        while end < shared - start, older[older.count - 1 - end] == newer[newer.count - 1 - end] {
          end += 1
        }
        guard start < max(older.count, newer.count) - end else { return }
        // A letter more makes another word: the rest of the word has changed, too.
        func isInWord(_ text: UnsafeBufferPointer<UInt8>, _ offset: Int) -> Bool {
          offset > 0 && offset < text.count && TextPlace.isNameByte(text[offset - 1])
            && TextPlace.isNameByte(text[offset])
        }
        while isInWord(older, start) || isInWord(newer, start) { start -= 1 }
        while isInWord(older, older.count - end) || isInWord(newer, newer.count - end) { end -= 1 }
      }
    }
    old = start..<(older.count - end)
    new = start..<(newer.count - end)
  }

  /// Whether the texts are the same.
  var isNothing: Bool { old.isEmpty && new.isEmpty }

  /// Where a part of the older text is now; nil if it has changed.
  func moved(_ span: SourceSpan) -> SourceSpan? {
    if isNothing || Int(span.end) <= old.lowerBound { return span }
    guard Int(span.start) >= old.upperBound else { return nil }
    return SourceSpan(Int(span.start) + distance..<Int(span.end) + distance)
  }

  /// Where a part of the older text is now, or what stands in its place.
  func nearest(_ span: SourceSpan) -> SourceSpan {
    if let moved = moved(span) { return moved }
    let start = Int(span.start) < old.lowerBound ? Int(span.start) : new.lowerBound
    let end = Int(span.end) > old.upperBound ? Int(span.end) + distance : new.upperBound
    return SourceSpan(start..<max(start, end))
  }

  /// Where a place of the newer text was; nil if it has changed. At the edge of the change this may be
  /// the edge of a word that has changed.
  func origin(of offset: Int) -> Int? {
    if isNothing || offset <= new.lowerBound { return offset }
    return offset >= new.upperBound ? offset - distance : nil
  }
}
