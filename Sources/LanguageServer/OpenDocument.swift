import Syntax

/// A text that a client is editing.
struct OpenDocument {
  let uri: String
  /// The file's path, or the URI if it is no file.
  let path: String
  var version: Int
  /// Different for each text that any document had.
  var stamp: Int
  private(set) var positions: TextPositions
  private(set) var file: SourceFile

  init(
    uri: String, path: String, version: Int, stamp: Int, text: String, _ encoding: PositionEncoding
  ) {
    (self.uri, self.path, self.version, self.stamp) = (uri, path, version, stamp)
    file = SourceFile(name: path, text: text)
    positions = TextPositions(file.bytes, encoding)
  }

  /// Applies the changes of one notification, in their order.
  ///
  /// - Returns: Whether all of them could be read; those that cannot be are left out.
  /// - Complexity: O(*n*) in the length of the text for each change.
  mutating func apply(_ changes: [JSONTree]) -> Bool {
    var isRead = true
    var bytes = file.bytes
    for change in changes {
      guard let text = change["text"]?.string else {
        isRead = false
        continue
      }
      guard let range = change["range"], range != .null else {
        bytes = Array(text.utf8)
        positions = TextPositions(bytes, positions.encoding)
        continue
      }
      guard let start = TextPositions.Position(range["start"]),
        let end = TextPositions.Position(range["end"]), start <= end
      else {
        isRead = false
        continue
      }
      let low = positions.offset(of: start, in: bytes)
      let high = max(low, positions.offset(of: end, in: bytes))
      bytes.replaceSubrange(low..<high, with: Array(text.utf8))
      positions = TextPositions(bytes, positions.encoding)
    }
    file = SourceFile(name: path, bytes: bytes)
    return isRead
  }

  func offset(of position: TextPositions.Position) -> Int {
    positions.offset(of: position, in: file.bytes)
  }
}
