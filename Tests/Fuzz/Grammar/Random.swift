/// The sequence that a seed gives.
package struct Random {
  package var state: UInt64

  package init(state: UInt64) { self.state = state }

  package mutating func next(_ bound: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(bound))
  }

  package mutating func pick<Element>(_ choices: [Element]) -> Element {
    choices[next(choices.count)]
  }
}
