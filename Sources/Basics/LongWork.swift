/// Work on one large value, which Ctrl-C ends early: a list of ten million elements takes seconds to
/// sort, and nothing else can run meanwhile.
///
/// Work that ends early gives some value, and the code that asked for it looks for the interruption.
public enum LongWork {
  /// Raised when not 0; nil if nothing interrupts. The program sets it once, before it runs anything.
  nonisolated(unsafe) public static var interruption: UnsafePointer<Int32>?

  package struct Interrupted: Error {}

  /// Counts one step of the work.
  ///
  /// - Throws: `Interrupted`, if that has happened; it is looked for every few thousand steps.
  @inline(__always)
  package static func step(_ count: inout Int) throws(Interrupted) {
    count &+= 1
    if count & 4095 == 0, let interruption, interruption.pointee != 0 { throw Interrupted() }
  }
}
