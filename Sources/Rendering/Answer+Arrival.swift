import BindingEngine
import Text

// The answer of `whynot` if the value did arrive.
extension AnswerText {
  func arrival(_ answer: WhyNot) -> StyledText {
    guard case .arrived(let place) = answer.obstacle else { return "" }
    let target = name(answer.target)
    let turn = answer.index.turns[place.turn]
    let event = answer.index[place]
    let who = actor(answer.index.actor(of: place), in: answer.index)
    let by: StyledText = who.map { ", by \($0)" } ?? ""
    guard answer.nilStep == 0 else {
      return """
        nil arrived at \(target) in \(sentence(turn))\(by): on the path \(name(answer.nilStep)) is \
        nil
        """
    }
    if event.kind == .event || event.kind == .call {
      return "it did: \(text(event)) in \(sentence(turn))\(by)"
    }
    if let correction = correction(of: place, in: answer.index) {
      return """
        it did arrive, corrected, in \(sentence(turn))\(by): \(target) was given \(correction)
        """
    }
    if let write = answer.index.correctedWrite(before: place),
      let correction = correction(of: write, in: answer.index)
    {
      return """
        it did arrive, corrected on its way, in \(sentence(turn))\(by): \
        \(name(answer.index[write].property)) was given \(correction), and \(target) became \
        \(.new, names.text(ofValue: event.new))
        """
    }
    return """
      it did arrive: \(target) became \(.new, names.text(ofValue: event.new)) in \
      \(sentence(turn))\(by)
      """
  }
}
