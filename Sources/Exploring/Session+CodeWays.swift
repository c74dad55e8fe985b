import BindingEngine
import Interpreter
import Text

// The path through code on which a value would have come: the answer of `whynot` if no binding held
// it back.
extension Session {
  /// The answer where no binding held the value back: the way through code, and where it stopped there.
  func codeAnswer(
    for answer: WhyNot
  ) -> (answer: WhyNot, lines: [StyledText], remark: StyledText?) {
    switch answer.obstacle {
    case .noWriter, .noPath: break
    // The block of the observer ran, but wrote nothing there.
    case .unknown(let link, _) where core.pointee.links[link].flags.contains(.observer): break
    case .unchanged(_, let source, _) where answer.source == nil:
      let hidden = hiddenWay(for: answer)
      guard hidden.isEmpty else { return (answer, hidden, nil) }
      return (answer, [], idleCode(leadingTo: source, answer))
    case .madeLater, .equal:
      // Of an earlier turn: the last one may have changed what only code, or another branch, reads.
      guard answer.laterTurn != nil, answer.source == nil else { return (answer, [], nil) }
      return (answer, hiddenWay(for: answer), nil)
    default: return (answer, [], nil)
    }
    guard let way = codeGraph.codeWay(from: beginnings(of: answer), to: answer.target),
      let first = way.first,
      let last = way.last
    else { return (answer, hiddenWay(for: answer), nil) }
    if let line = silentWrite(at: first.from.slot, answer) { return (answer, [line], nil) }
    let ends: StyledText =
      "from \(.property, describe(first.from)) to \(.property, describe(last.to))"
    let steps: [StyledText] = way.map { step in
      let place = place(of: step).map { placeText($0.file, $0.span) } ?? ""
      return "  \(code: hopText(step))\(.place, place.isEmpty ? "" : "   \(place)")"
    }
    let path: [StyledText] =
      ["only code leads \(ends): \(code: pathText(way))"]
      + steps.shortened {
        "  \(leftOutText($0, isASCII: options.isASCII)) \(hint: "'graph json' has them all")"
      }
    switch stop(on: way, answer) {
    case .link(let stopped): return (stopped, [], nil)
    case .line(let line): return (answer, [line] + path, nil)
    case .nowhere(let place):
      var answer = answer
      (answer.obstacle, answer.turn) = (.arrived(place), place.turn)
      answer.overwrites = answer.index.sets(of: answer.target).filter { $0 > place }
      return (answer, [], nil)
    case .undecided: return (answer, path, nil)
    }
  }

  /// Where the value would come from: the property asked about, or those that the turn changed.
  func beginnings(of answer: WhyNot) -> [UInt32] {
    if let source = answer.source { return [source] }
    let turn = answer.laterTurn ?? answer.turn
    guard answer.index.turns.indices.contains(turn) else { return [] }
    var found: [UInt32] = []
    for event in answer.index.turns[turn].events
    where event.property != 0 && [.write, .event, .call].contains(event.kind)
      && !found.contains(event.property) && found.count < 8
    {
      found.append(event.property)
    }
    return found
  }
}
