import BindingEngine
import Interpreter
import Text

// The path through code on which a value would have come: the answer of `whynot` if no binding held
// it back.
extension Session {
  /// The way, and what each step of it does; empty where something else was in the way.
  func codeWay(for answer: WhyNot) -> [StyledText] {
    switch answer.obstacle {
    case .noWriter, .noPath: break
    // The block of the observer ran, but wrote nothing there.
    case .unknown(let link, _) where core.pointee.links[link].flags.contains(.observer): break
    case .unknown, .nothingRemembered, .arrived, .oneWay, .held, .equal, .brokenTarget,
      .brokenSource, .released, .refused, .undone, .stopped, .unbound, .silent, .batchOpen,
      .waiting, .waitingForTick, .overtaken, .unanswered, .rejected, .madeLater, .otherDirection,
      .unchanged, .unread,
      .notFired:
      return []
    }
    guard let way = codeGraph.codeWay(from: beginnings(of: answer), to: answer.target),
      let first = way.first,
      let last = way.last
    else { return [] }
    if let line = silentWrite(at: first.from.slot, answer) { return [line] }
    let ends: StyledText =
      "from \(.property, describe(first.from)) to \(.property, describe(last.to))"
    let steps: [StyledText] = way.map { step in
      let place = place(of: step).map { placeText($0.file, $0.span) } ?? ""
      return "  \(code: hopText(step))\(.place, place.isEmpty ? "" : "   \(place)")"
    }
    return ["only code leads \(ends): \(code: pathText(way))"]
      + steps.shortened {
        "  \(leftOutText($0, isASCII: options.isASCII)) \(hint: "'graph json' has them all")"
      }
  }

  /// Where the value would come from: the property asked about, or those that the turn changed.
  func beginnings(of answer: WhyNot) -> [UInt32] {
    if let source = answer.source { return [source] }
    guard answer.index.turns.indices.contains(answer.turn) else { return [] }
    var found: [UInt32] = []
    for event in answer.index.turns[answer.turn].events
    where event.property != 0 && (event.kind == .write || event.kind == .event)
      && !found.contains(event.property) && found.count < 8
    {
      found.append(event.property)
    }
    return found
  }
}
