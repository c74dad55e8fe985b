/// The difference of two texts as `diff -u` writes it, which `patch` and `git apply` read.
public struct UnifiedDiff {
  private let old: [String]
  private let new: [String]
  private let difference: LineDifference

  public init(_ old: String, _ new: String) {
    self.old = UnifiedDiff.lines(old)
    self.new = UnifiedDiff.lines(new)
    difference = LineDifference(self.old, self.new)
  }

  /// Each line with its line end; only the last one may have none.
  private static func lines(_ text: String) -> [String] {
    var lines: [String] = []
    var start = text.startIndex
    while start < text.endIndex {
      let end = text.utf8[start...].firstIndex(of: UInt8(ascii: "\n"))
      let next = end.map { text.utf8.index(after: $0) } ?? text.endIndex
      lines.append(String(text[start..<next]))
      start = next
    }
    return lines
  }

  /// - Parameter name: The name of the file, in both headers.
  /// - Returns: An empty text if the two are equal.
  public func text(name: String) -> String {
    var hunks: [[LineDifference.Edit]] = []
    for (_, edit, followsGap) in difference.hunks(context: 3) {
      if followsGap || hunks.isEmpty { hunks.append([]) }
      hunks[hunks.count - 1].append(edit)
    }
    if hunks.isEmpty { return "" }
    // How many lines lie before the hunk, in both texts.
    var (oldStart, newStart) = (0, 0)
    var text = "--- \(name)\n+++ \(name)\n"
    for hunk in hunks {
      let (oldCount, newCount) = (hunk.count { !$0.isAdded }, hunk.count { !$0.isRemoved })
      // Equal lines lie between hunks, so both starts move alike.
      let skipped = (hunk.lazy.compactMap(\.oldPlace).first ?? old.count) - oldStart
      oldStart += skipped
      newStart += skipped
      text += "@@ -\(range(oldStart, oldCount)) +\(range(newStart, newCount)) @@\n"
      for edit in hunk { text += line(edit) }
      oldStart += oldCount
      newStart += newCount
    }
    return text
  }

  /// An empty range is named by the line before it.
  private func range(_ start: Int, _ count: Int) -> String {
    let first = count == 0 ? start : start + 1
    return count == 1 ? "\(first)" : "\(first),\(count)"
  }

  private func line(_ edit: LineDifference.Edit) -> String {
    let line =
      switch edit {
      case .same(let place, _): " " + old[place]
      case .removed(let place): "-" + old[place]
      case .added(let place): "+" + new[place]
      }
    return line.utf8.last == UInt8(ascii: "\n")
      ? line : line + "\n\\ No newline at end of file\n"
  }
}

extension LineDifference.Edit {
  fileprivate var isAdded: Bool { if case .added = self { true } else { false } }
  fileprivate var isRemoved: Bool { if case .removed = self { true } else { false } }

  /// The line of the old text; nil for an added line.
  fileprivate var oldPlace: Int? {
    switch self {
    case .same(let place, _), .removed(let place): place
    case .added: nil
    }
  }
}
