import Syntax

/// A text that a client is editing, or that is read like one.
struct OpenDocument {
  let uri: String
  /// The file's path, or the URI if it is no file.
  let path: String
  var version: Int
  /// Different for each text that any document had.
  var stamp: Int
  private(set) var positions: TextPositions
  private(set) var file: SourceFile
  let kind: Kind
  /// Which part of a Markdown text this is; nil for a whole text.
  private(set) var part: Int?
  /// The bytes of the part.
  private var blocks: [Range<Int>] = []

  /// What a text holds.
  enum Kind {
    case script, markdown, settings
  }

  init(
    uri: String, path: String, kind: Kind, version: Int, stamp: Int, text: String,
    _ encoding: PositionEncoding
  ) {
    (self.uri, self.path, self.kind) = (uri, path, kind)
    (self.version, self.stamp) = (version, stamp)
    file = SourceFile(name: path, text: text)
    positions = TextPositions(file.bytes, encoding)
  }

  /// A file that is not open.
  init(closed file: SourceFile, uri: String, kind: Kind, _ encoding: PositionEncoding) {
    (self.uri, path, self.kind, self.file) = (uri, file.name, kind, file)
    (version, stamp) = (0, 0)
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

  /// One of the scripts of a Markdown text, as if it were a text of its own.
  func part(_ number: Int, _ part: MarkdownParts.Part) -> OpenDocument {
    var document = self
    (document.file, document.part, document.blocks) = (part.file, number, part.blocks)
    return document
  }

  /// Where the script that this is begins.
  var start: Int { blocks.first?.lowerBound ?? 0 }

  /// Whether an offset is in the script that this is.
  func contains(_ offset: Int) -> Bool {
    part == nil || blocks.contains { $0.contains(offset) }
  }

  func offset(of position: TextPositions.Position) -> Int {
    positions.offset(of: position, in: file.bytes)
  }
}
