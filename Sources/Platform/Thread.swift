import CPlatform

/// A thread of this process besides the first one.
package struct Thread {
  private var handle = platform_thread()

  /// Runs `body` in a new thread; nil if there can be none.
  ///
  /// - Parameter stackSize: In bytes.
  package init?(stackSize: Int, _ body: @escaping () -> Void) {
    let box = Unmanaged.passRetained(Box(body))
    let isStarted = platform_thread_start(
      &handle, stackSize,
      { pointer in
        let pointer: UnsafeMutableRawPointer? = pointer
        pointer.map { Unmanaged<Box>.fromOpaque($0).takeRetainedValue().body() }
      }, box.toOpaque())
    if !isStarted {
      box.release()
      return nil
    }
  }

  /// Waits until it has run to its end.
  package func join() { withUnsafePointer(to: handle) { platform_thread_join($0) } }

  private final class Box {
    let body: () -> Void
    init(_ body: @escaping () -> Void) { self.body = body }
  }
}
