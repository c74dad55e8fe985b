import CodeCycles
import Interpreter
import Rendering

// What blocks may write, call, fire and post, as edges in another style.
extension GraphPictureMaker {
  mutating func addCode(_ code: [Session.DrawnCode]) {
    var actions: [CodePlace: Int] = [:]
    // What a command sets is drawn only if something else is connected to it.
    for way in code where !way.isStatus || way.target.slot.map({ places[$0] != nil }) ?? false {
      let target = node(of: way.target, &actions)
      let origins = way.origin.map { [node(of: $0, &actions)] } ?? beginnings[way.link] ?? []
      for origin in origins {
        var edge = GraphPicture.Edge(source: origin, target: target, number: nil, text: way.text)
        edge.code = way.verb
        (edge.protocols, edge.goesRound) = (way.protocols, way.goesRound)
        edge.isLit = fired.contains(way.link) && changed.contains(picture.nodes[target].name)
        picture.edges.append(edge)
      }
    }
  }

  /// An action that belongs to no object gets a node of its own.
  private mutating func node(of place: CodePlace, _ actions: inout [CodePlace: Int]) -> Int {
    if let known = place.slot.flatMap({ places[$0] }) ?? actions[place] { return known }
    picture.nodes.append(.init(name: session.describe(place), object: "", kind: .action))
    actions[place] = picture.nodes.count - 1
    return picture.nodes.count - 1
  }
}
