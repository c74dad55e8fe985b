/// What was taken off the end of a list, and will be there again.
///
/// A copy of the whole list would share its elements, and the first change after that would copy
/// all of them.
package struct TakenOff<Element> {
  /// The last one of the list first.
  private var elements: [Element] = []

  package init() {}

  /// Takes off the elements from the `count`-th one on.
  ///
  /// - Complexity: O(*n*) in the number of elements that are taken off.
  package mutating func take(from list: inout [Element], downTo count: Int) {
    while list.count > count { elements.append(list.removeLast()) }
  }

  /// Takes off the last element as long as it satisfies `isTaken`.
  ///
  /// - Complexity: O(*n*) in the number of elements that are taken off.
  package mutating func take(from list: inout [Element], while isTaken: (Element) -> Bool) {
    while let last = list.last, isTaken(last) { elements.append(list.removeLast()) }
  }

  /// Takes the last element of a list that has been taken off elsewhere.
  package mutating func take(_ element: Element) { elements.append(element) }

  /// Puts everything back, in the order in which it was in the list.
  ///
  /// - Complexity: O(*n*) in the number of elements that were taken off.
  package mutating func putBack(_ append: (Element) -> Void) {
    while let element = elements.popLast() { append(element) }
  }
}
