import BindingEngine
import Interpreter
import Rendering
import Text

// Links whose paths lead over other objects than the one whose property is asked about.
extension Session {
  /// `bind view.viewModel.name ~> label.text`, for a change of the name of another object.
  func otherObject(
    than slot: UInt32, to target: UInt32, _ index: EventIndex
  ) -> StyledText? {
    let (owner, name) = (core.pointee.properties[slot].owner, core.pointee.info(of: slot).name)
    guard owner != 0 else { return nil }
    let found = firstLink(to: target) { link in
      let sources = core.pointee.sources(of: link)
      guard !core.pointee.links[link].flags.contains(.computed), sources.count > 1,
        let last = sources.last, core.pointee.info(of: last).name == name
      else { return false }
      let other = core.pointee.properties[last].owner
      return other != 0 && other != owner
        && isOneKind(core.pointee.objectID(at: other), core.pointee.objectID(at: owner))
    }
    guard let link = found else { return brokenPath(insteadOf: slot, to: target) }
    let way = core.pointee.sources(of: link).suffix(2).map { $0 }
    let reference = core.pointee.describe(property: way[0])
    if case .object(core.pointee.objectID(at: owner)) = core.pointee.read(way[0]) {
      let followed = core.pointee.objectID(at: core.pointee.properties[way[1]].owner)
      return silentWrite(at: way[0], index).map {
        "\($0); \(sentence(link)) still follows \(.object, core.pointee.describe(followed))"
      }
    }
    let present = core.pointee.literal(core.pointee.read(way[0]), in: way[0])
    let asked = core.pointee.describe(core.pointee.objectID(at: owner))
    return """
      \(sentence(link)) follows \(.property, reference), which is \(.object, present), not \
      \(.object, asked)
      """
  }

  /// A link whose path would lead from there if what is nil on it were the object that has `slot`.
  private func brokenPath(insteadOf slot: UInt32, to target: UInt32) -> StyledText? {
    let name = core.pointee.info(of: slot).name
    let found = firstLink(to: target) { core.pointee.brokenPath(of: $0)?.names.last == name }
    guard let link = found, let step = core.pointee.brokenPath(of: link)?.step else { return nil }
    let asked = core.pointee.objectID(at: core.pointee.properties[slot].owner)
    return """
      \(sentence(link)) follows \(.property, core.pointee.describe(property: step)), which is nil now, not \
      \(.object, core.pointee.describe(asked))
      """
  }

  /// Whether one of two objects could stand where the other does.
  private func isOneKind(_ one: ObjectID, _ other: ObjectID) -> Bool {
    let (first, second) = (core.pointee.classID(of: one), core.pointee.classID(of: other))
    return core.pointee.inherits(first, from: second) || core.pointee.inherits(second, from: first)
  }
}
