import Language
import LineEditing
import Platform

/// Pipes to a process that will be started; it inherits no other ends of this process's pipes.
package struct Pipes {
  /// The ends for reading and writing, for each pipe in turn.
  package private(set) var ends: [Int32] = []

  /// - Throws: Why they could not be made; then none remain open.
  package init(_ count: Int) throws(SessionFileError) {
    for _ in 0..<count {
      guard let pair = Descriptor.makePipe() else {
        let error = SessionFileError.last
        closeAll()
        throw error
      }
      // Processes that are started by this process, or later, must not keep them open.
      for end in [pair.reading, pair.writing] { Descriptor.setNotInherited(end) }
      ends += [pair.reading, pair.writing]
    }
  }

  package func closeAll() { close(ends) }

  package func close(_ ends: [Int32]) { for end in ends { Descriptor.close(end) } }
}
