extension Diagnostic {
  /// Changes of the text that remove a finding, if there is only one possible fix.
  public struct Fix: Sendable {
    /// One span of the diagnostic's file, and its replacement.
    public struct Edit: Sendable {
      public var span: SourceSpan
      public var text: String

      public init(_ span: SourceSpan, _ text: String) {
        self.span = span
        self.text = text
      }
    }

    public var edits: [Edit]

    public init(_ edits: [Edit]) { self.edits = edits }
  }
}

/// The fixes of one file's findings, merged.
public struct FixedText {
  public private(set) var bytes: [UInt8]
  /// How many findings were fixed.
  public private(set) var count = 0
  /// How many had a fix that overlaps another one.
  public private(set) var overlapping = 0

  /// Applies the fixes of the findings that have one and belong to `file`, in order. A fix that
  /// overlaps an earlier one is left out completely.
  ///
  /// - Complexity: O(*n* + *f* log *f*) in the length of the text and the number of edits.
  public init(_ file: SourceFile, _ findings: [Diagnostic]) {
    var taken: [Diagnostic.Fix.Edit] = []
    var end: UInt32 = 0
    let fixes = findings.filter { $0.file === file }.compactMap(\.fix)
      .filter { !$0.edits.isEmpty }
      .sorted { $0.edits[0].span.start < $1.edits[0].span.start }
    for fix in fixes {
      let edits = fix.edits.sorted { $0.span.start < $1.span.start }
      var reach = end
      let isFree = edits.allSatisfy { edit in
        defer { reach = max(reach, edit.span.end) }
        return edit.span.start >= reach
      }
      guard isFree else {
        overlapping += 1
        continue
      }
      end = reach
      count += 1
      taken += edits
    }
    bytes = []
    bytes.reserveCapacity(file.bytes.count + 64)
    var position = 0
    for edit in taken {
      bytes += file.bytes[position..<Int(edit.span.start)]
      bytes += Array(edit.text.utf8)
      position = Int(edit.span.end)
    }
    bytes += file.bytes[position...]
  }
}
