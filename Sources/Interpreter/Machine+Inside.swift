import BindingEngine

// What a block that follows what it reads has read in lists, where a change of one element notifies
// only those who have.
extension Machine {
  /// Whether that is noted now.
  @inline(__always)
  private var notesInside: Bool { isTracking && core.pointee.notesInside }

  /// The whole list is read, if it is one; or one of its elements.
  func noteInside(_ value: Value, element: Int? = nil) {
    guard case .list(let list) = value, notesInside else { return }
    core.pointee.noteInside(list, element: element)
  }

  /// A member of the list is read, such as `count`.
  func noteInside(_ value: Value, tail: String) {
    guard case .list(let list) = value, notesInside else { return }
    core.pointee.noteInside(list, tail: tail)
  }

  /// The lists among the `count` values on top of the stack are read.
  @inline(__always)
  func noteOperands(_ count: Int) {
    guard notesInside else { return }
    for position in 1...max(count, 1) where position <= count {
      noteInside((sp - position).pointee)
    }
  }
}
