/// Children of one node, in order.
package struct NodeList: RandomAccessCollection {
  private let elements: ArraySlice<UInt32>

  init(_ nodes: ArraySlice<UInt32>) { elements = nodes }

  /// The nodes in front of the one at `position`.
  func nodes(before position: Int) -> NodeList { NodeList(elements.prefix(position)) }

  package var startIndex: Int { 0 }
  package var endIndex: Int { elements.count }
  package subscript(position: Int) -> NodeID { NodeID(elements[elements.startIndex + position]) }
}
