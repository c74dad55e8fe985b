extension List {
  package func isIdentical(to other: List) -> Bool {
    elements.count == other.elements.count
      && elements.withUnsafeBufferPointer { a in
        other.elements.withUnsafeBufferPointer { $0.baseAddress == a.baseAddress }
      }
  }
  package var count: Int { elements.count }
  package subscript(i: Int) -> Value { elements[i] }
  package func inserting(_ v: Value, at i: Int) -> List? {
    var e = elements
    e.insert(v, at: i)
    return List(e)
  }
  package func removing(at i: Int) -> List {
    var e = elements
    e.remove(at: i)
    return List(e)!
  }
  package func replacing(at i: Int, with v: Value) -> List? {
    var e = elements
    e[i] = v
    return List(e)
  }
  package func appending(_ v: Value) -> List? { List(elements + [v]) }
}
