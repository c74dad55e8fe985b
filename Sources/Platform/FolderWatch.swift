import CPlatform

/// The system's notes about changes in folders. Not every system gives them.
package final class FolderWatch {
  /// It has input when something changed.
  package let descriptor: Int32

  /// nil if the system gives no notes.
  package init?() {
    descriptor = platform_watch_open()
    if descriptor < 0 { return nil }
  }

  deinit { Descriptor.close(descriptor) }

  /// Watches a folder for files that are written, made, removed or renamed in it. A folder that is
  /// watched already stays so.
  package func watch(_ folder: [UInt8]) { platform_watch_folder(descriptor, folder.asCPath) }

  /// Takes the notes that are there.
  package func drain() { platform_watch_drain(descriptor) }
}
