import BindingEngine
import Interpreter
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
        \(code: describeWithNumber(link))\(inBrackets(link)) has not read \(.property, name): it is in a \
        branch that is not taken now, with \(read.joined(by: ", "))
        """
    }
    guard let source = core.pointee.sources(of: link).last else { return "" }
    let isEvent = core.pointee.info(of: source).role == .event
    let last = answer.index.lastSet(of: source, before: answer.index.end)
    let since = last.map { "since turn \(answer.index.number(of: $0))" } ?? "in any remembered turn"
    let trigger = core.pointee.describe(property: source)
    return """
      only the block of \(code: describeWithNumber(link))\(inBrackets(link)) takes \(.property, name) \
      there, and \(.property, trigger) \(isEvent ? "was not fired" : "has not changed") \(since)
      """
  }

  /// `observe vm.user { … }`, for a change of `vm.user.name`.
  private func unchangedReference(around slot: UInt32, to target: UInt32) -> StyledText? {
    let owner = core.pointee.properties[slot].owner
    guard owner != 0 else { return nil }
    let object = core.pointee.objectID(at: owner)
    var followed = 0
    for link in 1..<UInt32(max(core.pointee.links.count, 1)) {
      let flags = core.pointee.links[link].flags
      guard flags.isDisjoint(with: [.dead, .step, .computed]),
        let last = core.pointee.sources(of: link).last, core.pointee.read(last) == .object(object)
      else { continue }
      followed += 1
      if followed > Session.mostFollowed { return nil }
      guard leads(link, to: target) else { continue }
      let (reference, name) = (
        core.pointee.describe(property: last), core.pointee.describe(property: slot)
      )
      return """
        \(code: describeWithNumber(link))\(inBrackets(link)) follows \(.property, reference), which is \
        still the same object; what changed is a property inside it, \(.property, name)
        """
    }
    return nil
  }

  /// `bind view.viewModel.name ~> label.text`, for a change of the name of another object.
  private func otherObject(than slot: UInt32, to target: UInt32) -> StyledText? {
    let (owner, name) = (core.pointee.properties[slot].owner, core.pointee.info(of: slot).name)
    guard owner != 0 else { return nil }
    let classID = core.pointee.objects[owner].classID
    var followed = 0
    for link in 1..<UInt32(max(core.pointee.links.count, 1)) {
      guard core.pointee.links[link].flags.isDisjoint(with: [.dead, .step, .computed]) else {
        continue
      }
      let sources = core.pointee.sources(of: link)
      guard sources.count > 1, let last = sources.last, last != slot,
        core.pointee.info(of: last).name == name,
        case let other = core.pointee.properties[last].owner, other != 0, other != owner,
        core.pointee.objects[other].classID == classID
      else { continue }
      followed += 1
      if followed > Session.mostFollowed { return nil }
      guard leads(link, to: target) else { continue }
      let reference = core.pointee.describe(property: sources[sources.count - 2])
      let (present, asked) = (
        core.pointee.describe(core.pointee.objectID(at: other)),
        core.pointee.describe(core.pointee.objectID(at: owner))
      )
      return """
        \(code: describeWithNumber(link))\(inBrackets(link)) follows \(.property, reference), which is \
        \(.object, present), not \(.object, asked)
        """
    }
    return nil
  }

  /// An observer that would lead there, but whose path is broken.
  private func brokenObserver(of target: UInt32) -> StyledText? {
    var followed = 0
    for link in 1..<UInt32(max(core.pointee.links.count, 1)) {
      let flags = core.pointee.links[link].flags
      guard flags.contains(.observer), flags.isDisjoint(with: [.dead, .step]),
        case let step = core.pointee.brokenStep(of: link), step != 0
      else { continue }
      followed += 1
      if followed > Session.mostFollowed { return nil }
      guard leads(link, to: target) else { continue }
      return """
        \(code: describeWithNumber(link))\(inBrackets(link)) is not notified: \
        \(.property, core.pointee.describe(property: step)) is nil
        """
    }
    return nil
  }

  private func describeWithNumber(_ link: UInt32) -> String {
    let isComputed = core.pointee.links[link].flags.contains(.computed)
    return isComputed
      ? describe(link: link) : "#\(core.pointee.number(of: link)) \(describe(link: link))"
  }

  private func inBrackets(_ link: UInt32) -> StyledText {
    let place = placeText(of: link)
    return place.isEmpty ? "" : " (\(.place, place))"
  }
}
