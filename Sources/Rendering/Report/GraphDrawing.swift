/// The layout of a graph: where its boxes and arrows are, in pixels from the upper left corner.
package struct GraphDrawing: Sendable, Equatable {
  package struct Point: Sendable, Equatable {
    package var x: Double
    package var y: Double
  }

  package struct Box: Sendable, Equatable {
    package var middle: Point
    package var width: Double
    package var height: Double
  }

  /// A curve of Bézier pieces: a point, then three points for each piece.
  package struct Curve: Sendable, Equatable {
    package var points: [Point]
    package var label: Point?
  }

  package var width: Double
  package var height: Double
  /// One for each node of the picture, and one for each edge.
  package var boxes: [Box]
  package var curves: [Curve]
}

/// The input for `dot`, and its parsed answer.
///
/// `dot` gets only sizes, and returns only positions: it never sees names or values.
package struct GraphLayout {
  /// With more edges than this, `dot` takes too long to place their labels.
  private static let mostLabels = 150
  /// With more edges than this, `dot` gets fewer iterations.
  private static let mostCareful = 100
  private static let pointsPerInch = 72.0
  /// How wide a character is in the picture.
  static let characterWidth = 7.0
  static let boxHeight = 40.0
  static let observerHeight = 24.0

  private let picture: GraphPicture
  private let widths: [Double]
  private let hasLabels: Bool

  /// - Parameter columns: For each node, how many characters must fit into it.
  package init(_ picture: GraphPicture, columns: [Int]) {
    self.picture = picture
    widths = columns.map { Double($0) * GraphLayout.characterWidth + 20 }
    hasLabels = picture.edges.count <= GraphLayout.mostLabels
  }

  private func height(of node: Int) -> Double {
    picture.nodes[node].kind == .observer ? GraphLayout.observerHeight : GraphLayout.boxHeight
  }

  /// The graph for `dot -Tplain`.
  package var program: String {
    func inches(_ pixels: Double) -> String { "\(pixels / GraphLayout.pointsPerInch)" }
    var text = "digraph g {\nrankdir=LR; nodesep=0.25; ranksep=0.6;\n"
    // Without these limits, a tangled graph of some hundred edges can take minutes.
    if picture.edges.count > GraphLayout.mostCareful {
      text += "nslimit=1; nslimit1=1; mclimit=0.2;\n"
    }
    text += "node [shape=box, fixedsize=true, label=\"\"];\nedge [dir=none, fontsize=10];\n"
    for node in picture.nodes.indices {
      text += "n\(node) [width=\(inches(widths[node])), height=\(inches(height(of: node)))];\n"
    }
    for (position, edge) in picture.edges.enumerated() {
      let label = hasLabels ? " [label=\"e\(position)\(filling(edge, position))\"]" : ""
      text += "n\(edge.source) -> n\(edge.target)\(label);\n"
    }
    return text + "}\n"
  }

  /// A placeholder that is as long as the label which is drawn later.
  private func filling(_ edge: GraphPicture.Edge, _ position: Int) -> String {
    let length = (edge.number.map { "#\($0)" } ?? "").count - "e\(position)".count
    return String(repeating: "_", count: max(0, length))
  }

  /// - Returns: nil if the answer does not match this graph.
  package func drawing(from answer: String) -> GraphDrawing? {
    var boxes = [GraphDrawing.Box?](repeating: nil, count: picture.nodes.count)
    var curves = [GraphDrawing.Curve?](repeating: nil, count: picture.edges.count)
    var waiting: [Pair: [Int]] = [:]
    for (position, edge) in picture.edges.enumerated().reversed() {
      waiting[Pair(edge.source, edge.target), default: []].append(position)
    }
    var size: (width: Double, height: Double)?
    for line in answer.split(separator: "\n") {
      let words = line.split(separator: " ").map(String.init)
      switch words.first {
      case "graph" where words.count >= 4:
        guard let width = Double(words[2]), let height = Double(words[3]) else { return nil }
        size = (width * GraphLayout.pointsPerInch, height * GraphLayout.pointsPerInch)
      case "node":
        guard let size, words.count >= 4, let node = index(words[1], "n"),
          boxes.indices.contains(node), let middle = point(words[2], words[3], size.height)
        else { return nil }
        boxes[node] = GraphDrawing.Box(
          middle: middle, width: widths[node], height: height(of: node))
      case "edge":
        guard let size, words.count >= 4, let tail = index(words[1], "n"),
          let head = index(words[2], "n"), let count = Int(words[3]), count >= 4,
          words.count >= 4 + 2 * count
        else { return nil }
        var points: [GraphDrawing.Point] = []
        for place in 0..<count {
          guard let point = point(words[4 + 2 * place], words[5 + 2 * place], size.height) else {
            return nil
          }
          points.append(point)
        }
        let rest = words[(4 + 2 * count)...]
        var curve = GraphDrawing.Curve(points: points, label: nil)
        var position: Int?
        if hasLabels {
          guard rest.count >= 3, let word = rest.first else { return nil }
          position = index(word.filter { $0 != "\"" }.prefix { $0 != "_" }, "e")
          curve.label = point(rest[rest.startIndex + 1], rest[rest.startIndex + 2], size.height)
        } else {
          position = waiting[Pair(tail, head)]?.popLast()
        }
        guard let position, curves.indices.contains(position) else { return nil }
        curves[position] = curve
      default: break
      }
    }
    guard let size else { return nil }
    let found = (boxes.compactMap { $0 }, curves.compactMap { $0 })
    guard found.0.count == boxes.count, found.1.count == curves.count else { return nil }
    return GraphDrawing(
      width: size.width, height: size.height, boxes: found.0, curves: found.1)
  }

  private struct Pair: Hashable {
    var tail: Int
    var head: Int

    init(_ tail: Int, _ head: Int) { (self.tail, self.head) = (tail, head) }
  }

  private func index(_ word: some StringProtocol, _ letter: Character) -> Int? {
    word.first == letter ? Int(word.dropFirst()) : nil
  }

  /// `dot` counts from the bottom.
  private func point(_ x: String, _ y: String, _ height: Double) -> GraphDrawing.Point? {
    guard let x = Double(x), let y = Double(y) else { return nil }
    return GraphDrawing.Point(
      x: x * GraphLayout.pointsPerInch, y: height - y * GraphLayout.pointsPerInch)
  }
}
