import BindingEngine
import Interpreter
import Rendering
import Text

// Why no path leads to a property although the code looks as if one did.
extension Session {
  /// What hides the path that the user may have in mind; empty for nothing.
  func hiddenWay(for answer: WhyNot) -> [StyledText] {
    switch answer.obstacle {
    case .noWriter, .noPath: break
    default: return []
    }
    let target = answer.target
    for slot in beginnings(of: answer) {
      for link in linksNaming(slot).prefix(Session.mostFollowed) where leads(link, to: target) {
        return [reading(of: slot, by: link, answer)]
      }
      if let line = unchangedReference(around: slot, to: target)
        ?? otherObject(than: slot, to: target)
      {
        return [line]
      }
    }
    return brokenObserver(of: target).map { [$0] } ?? []
  }

  /// Whether code would have led there, and nobody was notified of the change where it begins.
  func silentWrite(at slot: UInt32?, _ answer: WhyNot) -> StyledText? {
    guard let slot, let last = answer.index.lastSet(of: slot, before: answer.index.end),
      answer.index[last].reason == .silent
    else { return nil }
    let name = core.pointee.describe(property: slot)
    return """
      \(.property, name) was written silently in turn \(answer.index.number(of: last)), so nothing was \
      notified
      """
  }

  /// How many links are followed to find whether they lead to the target.
  private static var mostFollowed: Int { 100 }

  private func leads(_ link: UInt32, to target: UInt32) -> Bool {
    let end = core.pointee.links[link].target
    if end != 0 {
      return end == target || core.pointee.way(from: end, to: target) { _, _ in true } != nil
    }
    return codeGraph.codeWay(from: core.pointee.sources(of: link), to: target) != nil
  }

  /// What reads the property, but not because it has changed: an expression in a branch that is not taken,
  /// or the block of an observer of something else.
  private func reading(of slot: UInt32, by link: UInt32, _ answer: WhyNot) -> StyledText {
    let name = core.pointee.describe(property: slot)
    guard core.pointee.links[link].flags.contains(.observer) else {
      let read = core.pointee.sources(of: link).map { slot -> StyledText in
        let name = core.pointee.describe(property: slot)
        return "\(.property, name) = \(.new, core.pointee.literal(core.pointee.read(slot)))"
      }
      return """
        \(sentence(link)) has not read \(.property, name): it is in a \
        branch that is not taken now, with \(read.joined(by: ", "))
        """
    }
    guard let source = core.pointee.sources(of: link).last else { return "" }
    let isEvent = core.pointee.info(of: source).role == .event
    let last = answer.index.lastSet(of: source, before: answer.index.end)
    let since = last.map { "since turn \(answer.index.number(of: $0))" } ?? "in any remembered turn"
    let trigger = core.pointee.describe(property: source)
    return """
      only the block of \(sentence(link)) takes \(.property, name) \
      there, and \(.property, trigger) \(isEvent ? "was not fired" : "has not changed") \(since)
      """
  }

  /// The first of some links that leads to the target; only so many are followed.
  private func firstLink(to target: UInt32, where isMeant: (UInt32) -> Bool) -> UInt32? {
    var followed = 0
    for link in 1..<UInt32(max(core.pointee.links.count, 1))
    where core.pointee.links[link].flags.isDisjoint(with: [.dead, .step]) && isMeant(link) {
      if leads(link, to: target) { return link }
      followed += 1
      if followed == Session.mostFollowed { break }
    }
    return nil
  }

  /// `observe vm.user { … }`, for a change of `vm.user.name`.
  private func unchangedReference(around slot: UInt32, to target: UInt32) -> StyledText? {
    let owner = core.pointee.properties[slot].owner
    guard owner != 0 else { return nil }
    let object = Value.object(core.pointee.objectID(at: owner))
    let found = firstLink(to: target) { link in
      guard !core.pointee.links[link].flags.contains(.computed) else { return false }
      return core.pointee.sources(of: link).last.map { core.pointee.read($0) } == object
    }
    guard let link = found, let last = core.pointee.sources(of: link).last else { return nil }
    let (reference, name) = (
      core.pointee.describe(property: last), core.pointee.describe(property: slot)
    )
    return """
      \(sentence(link)) follows \(.property, reference), which is still the same object; what changed \
      is a property inside it, \(.property, name)
      """
  }

  /// `bind view.viewModel.name ~> label.text`, for a change of the name of another object.
  private func otherObject(than slot: UInt32, to target: UInt32) -> StyledText? {
    let (owner, name) = (core.pointee.properties[slot].owner, core.pointee.info(of: slot).name)
    guard owner != 0 else { return nil }
    let classID = core.pointee.objects[owner].classID
    let found = firstLink(to: target) { link in
      let sources = core.pointee.sources(of: link)
      guard !core.pointee.links[link].flags.contains(.computed), sources.count > 1,
        let last = sources.last, core.pointee.info(of: last).name == name
      else { return false }
      let other = core.pointee.properties[last].owner
      return other != 0 && other != owner && core.pointee.objects[other].classID == classID
    }
    guard let link = found else { return nil }
    let way = core.pointee.sources(of: link).suffix(2).map { $0 }
    let reference = core.pointee.describe(property: way[0])
    let (present, asked) = (
      core.pointee.describe(core.pointee.objectID(at: core.pointee.properties[way[1]].owner)),
      core.pointee.describe(core.pointee.objectID(at: owner))
    )
    return """
      \(sentence(link)) follows \(.property, reference), which is \(.object, present), not \
      \(.object, asked)
      """
  }

  /// An observer that would lead there, but whose path is broken.
  private func brokenObserver(of target: UInt32) -> StyledText? {
    let found = firstLink(to: target) { link in
      core.pointee.links[link].flags.contains(.observer) && core.pointee.brokenStep(of: link) != 0
    }
    return found.map { link in
      let step = core.pointee.describe(property: core.pointee.brokenStep(of: link))
      return "\(sentence(link)) is not notified: \(.property, step) is nil"
    }
  }

  /// A link with its place.
  private func sentence(_ link: UInt32) -> StyledText {
    AnswerText(names: LiveRecording(self), isASCII: options.isASCII).sentence(ofLink: link)
  }
}
