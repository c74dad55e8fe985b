import BindingEngine

/// A graph of one-property objects; the first one is written, and the last one is read.
struct Shape {
  let graph: Graph
  let head: PropertyID
  let last: PropertyID
  private var written = 0

  /// `length` bindings one after the other.
  ///
  /// - Parameter turns: How many turns are remembered.
  static func chain(
    _ length: Int, under semantics: Semantics = .bind, remembering turns: Int = 0
  ) -> Shape {
    Shape(semantics) { graph, property in
      graph.journalLimit = turns
      let head = property()
      var end = head
      for _ in 0..<length {
        let next = property()
        try graph.bind(end, to: next)
        end = next
      }
      return (head, end)
    }
  }

  /// One source with `count` targets.
  static func fan(_ count: Int) -> Shape {
    Shape { graph, property in
      let head = property()
      var end = head
      for _ in 0..<count {
        end = property()
        try graph.bind(head, to: end)
      }
      return (head, end)
    }
  }

  /// Two properties with a two-way binding.
  static func pair() -> Shape {
    Shape { graph, property in
      let (left, right) = (property(), property())
      try graph.bindBothWays(.property(left), .property(right))
      return (left, right)
    }
  }

  private init(
    _ semantics: Semantics = .bind,
    _ build: (Graph, _ property: () -> PropertyID) throws -> (PropertyID, PropertyID)
  ) {
    do {
      let graph = try Graph(semantics: semantics)
      self.graph = graph
      let object = graph.makeClass("Object", properties: ["value"])
      let value = try graph.key("value", in: object)!
      (head, last) = try build(graph) {
        let property = try! graph.property(value, of: graph.make(object))
        try! graph.set(property, to: .int(0))
        return property
      }
    } catch {
      fatalError("\(error)")
    }
  }

  /// Writes `count` new values and checks that the last one arrives.
  mutating func write(_ count: Int) {
    do {
      for _ in 0..<count {
        written += 1
        try graph.set(head, to: .int(written))
      }
      guard case .int(written) = try graph.value(of: last) else {
        fatalError("\(written) did not arrive")
      }
    } catch {
      fatalError("\(error)")
    }
  }
}

/// Many bindings, each between two objects of its own.
func makePairs(_ count: Int) -> Graph {
  let graph = Graph()
  let object = graph.makeClass("Object", properties: ["value"])
  do {
    let value = try graph.key("value", in: object)!
    var last: PropertyID?
    for _ in 0..<count {
      let source = try graph.property(value, of: graph.make(object))
      let target = try graph.property(value, of: graph.make(object))
      try graph.bind(source, to: target)
      last = target
    }
    guard let last, case .nil = try graph.value(of: last) else { fatalError("nothing was made") }
  } catch {
    fatalError("\(error)")
  }
  return graph
}
