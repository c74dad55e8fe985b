import BindingEngine

/// The strongly connected components of the places that can be reached from some starting places.
package struct CodeComponents {
  private var numbers = PlaceNumbers()
  private var places: [CodePlace] = []
  private var edges = NumberedEdges()
  /// The number of each place's component, by the number of the place.
  private var component: [Int32] = []
  /// The numbers of the places, component by component, and where each component ends.
  private var ordered: [Int] = []
  private var ends: [Int] = []

  init(_ starts: [CodePlace]) {
    for start in starts { _ = number(of: start) }
  }

  private mutating func number(of place: CodePlace) -> Int {
    let known = numbers[place]
    if known >= 0 { return Int(known) }
    numbers[place] = Int32(places.count)
    places.append(place)
    return places.count - 1
  }

  /// The next place whose successors must be entered; nil if there are no more.
  mutating func next() -> CodePlace? {
    guard edges.count < places.count else { return nil }
    edges.beginNode()
    return places[edges.count - 1]
  }

  /// Enters a successor of the place that `next` returned last.
  mutating func enter(_ target: CodePlace) { edges.add(number(of: target)) }

  mutating func finish() {
    component = [Int32](repeating: 0, count: places.count)
    var last: Int32 = 0
    edges.forEachComponent { members in
      for member in members { component[member] = last }
      ordered += members
      ends.append(ordered.count)
      last += 1
    }
  }

  /// The number of a place's component; nil if the place was not reached.
  func component(of place: CodePlace) -> Int? {
    let number = numbers[place]
    return number >= 0 ? Int(component[Int(number)]) : nil
  }

  /// The places of the component with a number.
  func members(ofComponent number: Int) -> [CodePlace] {
    ordered[(number == 0 ? 0 : ends[number - 1])..<ends[number]].map { places[$0] }
  }

  /// Whether each of two places leads to the other.
  func areStronglyConnected(_ one: CodePlace, _ other: CodePlace) -> Bool {
    let (first, second) = (numbers[one], numbers[other])
    return first >= 0 && second >= 0 && component[Int(first)] == component[Int(second)]
  }
}
