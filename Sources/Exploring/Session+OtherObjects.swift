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
    let (owner, name) = (graphState.properties[slot].owner, graphState.info(of: slot).name)
    guard owner != 0 else { return nil }
    let found = firstLink(to: target) { link in
      let sources = graphState.sources(of: link)
      guard !graphState.links[link].flags.contains(.computed), sources.count > 1,
        let last = sources.last, graphState.info(of: last).name == name
      else { return false }
      let other = graphState.properties[last].owner
      return other != 0 && other != owner
        && isOneKind(graphState.objectID(at: other), graphState.objectID(at: owner))
    }
    guard let link = found else { return brokenPath(insteadOf: slot, to: target) }
    let way = graphState.sources(of: link).suffix(2).map { $0 }
    let reference = graphState.describe(property: way[0])
    if case .object(graphState.objectID(at: owner)) = graphState.read(way[0]) {
      let followed = graphState.objectID(at: graphState.properties[way[1]].owner)
      return silentWrite(at: way[0], index).map {
        "\($0); \(sentence(link)) still follows \(.object, graphState.describe(followed))"
      }
    }
    let present = graphState.literal(graphState.read(way[0]), in: way[0])
    let asked = graphState.describe(graphState.objectID(at: owner))
    return """
      \(sentence(link)) follows \(.property, reference), which is \(.object, present), not \
      \(.object, asked)
      """
  }

  /// A link whose path would lead from there if what is nil on it were the object that has `slot`.
  private func brokenPath(insteadOf slot: UInt32, to target: UInt32) -> StyledText? {
    let name = graphState.info(of: slot).name
    let found = firstLink(to: target) { graphState.brokenPath(of: $0)?.names.last == name }
    guard let link = found, let step = graphState.brokenPath(of: link)?.step else { return nil }
    let asked = graphState.objectID(at: graphState.properties[slot].owner)
    return """
      \(sentence(link)) follows \(.property, graphState.describe(property: step)), which is nil now, not \
      \(.object, graphState.describe(asked))
      """
  }

  /// Whether one of two objects could stand where the other does.
  private func isOneKind(_ one: ObjectID, _ other: ObjectID) -> Bool {
    let (first, second) = (graphState.classID(of: one), graphState.classID(of: other))
    return graphState.inherits(first, from: second) || graphState.inherits(second, from: first)
  }
}
