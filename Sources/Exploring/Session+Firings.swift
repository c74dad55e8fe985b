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
    let recording = LiveRecording(self)
    for row in recording.costs.rows {
      // What has ended is not in the graph any more, or something else is in its place.
      let origin =
        recording.endedLinks[row.link].map { linkOrigin($0.origin) } ?? linkOrigin(of: row.link)
      guard let place = origin.map(place) else { continue }
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
