/// Layers of nodes, each the sum of the whole layer before it.
///
/// Under a depth-first semantics, each write would take as many steps as there are paths through the
/// layers, which is ten to the power of their number.
final class LayerShape {
  /// How a node evaluates its sum.
  enum Kind { case bindings, computed }

  /// The result of a node, which stays of one size: the remainder of the sum, or its mean.
  enum Numbers { case whole, double }

  private static let modulus = 1_000_003

  private let session: BenchSession
  private let layers: Int
  private let width: Int
  private let numbers: Numbers
  private var source = 1

  init(
    _ kind: Kind, _ numbers: Numbers = .whole, semantics: String, layers: Int = 100,
    width: Int = 10
  ) {
    self.numbers = numbers
    self.layers = layers
    self.width = width
    session = BenchSession()
    var text = "semantics \(semantics)\n"
    let (first, rest) =
      switch numbers {
      case .whole: ("1", "% \(LayerShape.modulus)")
      case .double: ("1.0", "* 0.1")
      }
    for node in 0..<width { text += "object n0_\(node) { v = \(first) }\n" }
    text += "object source { v = \(first) }\n"
    for node in 0..<width { text += "bind source.v ~> n0_\(node).v\n" }
    for layer in 1..<layers {
      let terms = (0..<width).map { "n\(layer - 1)_\($0).v" }.joined(separator: " + ")
      let sum = "(\(terms)) \(rest)"
      for node in 0..<width {
        switch kind {
        case .bindings:
          text += "object n\(layer)_\(node) { v = 0 }\nbind (\(sum)) ~> n\(layer)_\(node).v\n"
        case .computed: text += "object n\(layer)_\(node) { computed v = \(sum) }\n"
        }
      }
    }
    if kind == .computed {
      // Something reads them, like an effect.
      text += "object last { v = 0 }\n"
      let terms = (0..<width).map { "n\(layers - 1)_\($0).v" }.joined(separator: " + ")
      text += "bind (\(terms)) ~> last.v\n"
    }
    session.run(text)
  }

  /// Writes the source `count` times and checks the last layer.
  func write(_ count: Int) {
    source += count
    switch numbers {
    case .whole:
      var expected = source
      for _ in 1..<layers { expected = expected * width % LayerShape.modulus }
      session.run("repeat \(count) { source.v += 1 }")
      session.run("expect n\(layers - 1)_0.v == \(expected)")
    case .double:
      var expected = Double(source)
      for _ in 1..<layers {
        var sum = expected
        for _ in 1..<width { sum += expected }
        expected = sum * 0.1
      }
      session.run("repeat \(count) { source.v += 1.0 }")
      session.run("expect n\(layers - 1)_0.v == \(expected)")
    }
  }
}
