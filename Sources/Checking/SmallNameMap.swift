import Names

/// A map from names, which is searched without hashing while it is small.
struct SmallNameMap<Element> {
  private var elements: [(name: Name, element: Element)] = []
  /// Indices into `elements`; made only if there are too many to be searched.
  private var positions: [Name: Int] = [:]

  private static var longest: Int { 8 }

  var isEmpty: Bool { elements.isEmpty }

  subscript(name: Name) -> Element? {
    get { position(of: name).map { elements[$0].element } }
    set {
      guard let newValue else { preconditionFailure("nothing is taken out of it") }
      if let position = position(of: name) {
        elements[position].element = newValue
        return
      }
      elements.append((name, newValue))
      guard elements.count > Self.longest else { return }
      if positions.isEmpty {
        for (position, known) in elements.enumerated() { positions[known.name] = position }
      } else {
        positions[name] = elements.count - 1
      }
    }
  }

  private func position(of name: Name) -> Int? {
    if elements.count > Self.longest { return positions[name] }
    return elements.firstIndex { $0.name == name }
  }
}
