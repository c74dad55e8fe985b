import BindingEngine
import Interpreter
import Syntax

extension Session {
  /// How often the bindings, observers and `computed` properties of each place in the text have fired
  /// over all remembered turns, and how often for nothing: then the value was there already.
  ///
  /// - Complexity: O(*n* log *n*) in the remembered events.
  package var firingsByPlace: [(file: SourceFile, span: SourceSpan, firings: Int, idle: Int)] {
    var found: [(file: SourceFile, span: SourceSpan, firings: Int, idle: Int)] = []
    var positions: [SourceSpan: [Int]] = [:]
    for row in Costs(of: LiveRecording(self)).rows {
      guard let place = place(of: row.link) else { continue }
      let known = positions[place.span]?.first { found[$0].file === place.file }
      guard let known else {
        positions[place.span, default: []].append(found.count)
        found.append((place.file, place.span, row.firings, row.idle))
        continue
      }
      found[known].firings += row.firings
      found[known].idle += row.idle
    }
    return found.sorted { ($0.file.name, $0.span.start) < ($1.file.name, $1.span.start) }
  }
}
