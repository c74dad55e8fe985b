/// Program text with places marked `⟦like this⟧`, so that a test shows the place of a message.
///
/// Marks are removed from the text; they may nest and may be empty.
public struct MarkedSource {
  /// The text without the marks.
  public let text: String

  /// The marked places as ranges of UTF-8 bytes of `text`, in the order in which they begin.
  public let marks: [Range<Int>]

  public init(_ marked: String) {
    var bytes: [UInt8] = []
    var open: [Int] = []
    var marks: [Range<Int>] = []
    for scalar in marked.unicodeScalars {
      switch scalar {
      case "⟦":
        open.append(marks.count)
        marks.append(bytes.count..<bytes.count)
      case "⟧":
        guard let mark = open.popLast() else { preconditionFailure("⟧ without ⟦ in a test") }
        marks[mark] = marks[mark].lowerBound..<bytes.count
      default:
        bytes.append(contentsOf: UTF8.encode(scalar)!)
      }
    }
    precondition(open.isEmpty, "⟦ without ⟧ in a test")
    text = String(decoding: bytes, as: UTF8.self)
    self.marks = marks
  }
}
