extension StyledText {
  /// Code of which the numbers of bindings, the paths and the comments have their meanings:
  /// `#1 vm.name ~> label.text | Uppercase`. What stands in quotes has none.
  ///
  /// - Complexity: O(*n*).
  package init(code: String) {
    self.init()
    let bytes = code.utf8
    var (start, index) = (bytes.startIndex, bytes.startIndex)
    func take(_ meaning: Meaning?, from first: String.Index) {
      append(StyledText(String(code[start..<first])))
      let piece = String(code[first..<index])
      append(meaning.map { StyledText($0, piece) } ?? StyledText(piece))
      start = index
    }
    while index < bytes.endIndex {
      let first = index
      let byte = bytes[index]
      bytes.formIndex(after: &index)
      switch byte {
      case UInt8(ascii: "\""):
        var isEscaped = false
        while index < bytes.endIndex {
          let next = bytes[index]
          bytes.formIndex(after: &index)
          if next == UInt8(ascii: "\""), !isEscaped { break }
          isEscaped = next == UInt8(ascii: "\\") && !isEscaped
        }
      case UInt8(ascii: "#"):
        bytes.skip(&index) { 48...57 ~= $0 }
        if bytes.distance(from: first, to: index) > 1 { take(.binding, from: first) }
      case UInt8(ascii: "/") where index < bytes.endIndex && bytes[index] == byte:
        bytes.skip(&index) { $0 != UInt8(ascii: "\n") }
        take(.quiet, from: first)
      case _ where byte.isInWord:
        bytes.skip(&index) { $0.isInWord }
        // A number with a point is no path.
        let isName = !(48...57 ~= byte)
        var isPath = false
        while isName, index < bytes.endIndex, bytes[index] == UInt8(ascii: ".") {
          let next = bytes.index(after: index)
          guard next < bytes.endIndex, bytes[next].isInWord else { break }
          index = next
          bytes.skip(&index) { $0.isInWord }
          isPath = true
        }
        if isPath { take(.property, from: first) }
      default: break
      }
    }
    append(StyledText(String(code[start...])))
  }

  /// A count: 0 means nothing.
  package init(count: Int, _ meaning: Meaning?) {
    if let meaning, count > 0 { self.init(meaning, "\(count)") } else { self.init("\(count)") }
  }

  /// A sentence in which code stands in quotes or back quotes: what a reader can type.
  ///
  /// - Complexity: O(*n*).
  package init(hint: String) {
    self.init()
    var rest = Substring(hint)
    while let open = rest.firstIndex(where: { $0 == "'" || $0 == "`" }) {
      let inside = rest.index(after: open)
      // An apostrophe stands within a word.
      let isOpen = open == rest.startIndex || !rest[rest.index(before: open)].isLetter
      guard isOpen, let close = rest[inside...].firstIndex(of: rest[open]), close > inside else {
        append(StyledText(String(rest[..<inside])))
        rest = rest[inside...]
        continue
      }
      append(StyledText(String(rest[..<inside])))
      append(StyledText(.hint, String(rest[inside..<close])))
      append(StyledText(String(rest[close])))
      rest = rest[rest.index(after: close)...]
    }
    append(StyledText(String(rest)))
  }

  /// A message without a place in a text: `bindlab: error: cannot read 'a'`, perhaps with a line below
  /// it that says what can be typed.
  package init(message: String) {
    self.init()
    let end = message.utf8.firstIndex(of: UInt8(ascii: "\n")) ?? message.endIndex
    let first = message[..<end]
    let severities: [(word: String, meaning: Meaning)] = [
      ("error:", .error), ("warning:", .warning), ("note:", .note),
    ]
    var start = first.startIndex
    while let colon = first[start...].utf8.firstIndex(of: UInt8(ascii: ":")) {
      let next = first.index(after: colon)
      if let found = severities.first(where: { $0.word == first[start..<next] }) {
        append(StyledText(.heading, String(first[..<start])))
        append(StyledText(found.meaning, found.word))
        start = next
        break
      }
      let isPlace = first[next...].hasPrefix(" ") && !first[start..<colon].contains(" ")
      guard isPlace else { break }
      start = first.index(after: next)
    }
    // No severity: only the name of the tool is set off.
    if isEmpty, first.hasPrefix("bindlab: ") {
      start = first.index(first.startIndex, offsetBy: 8)
      append(StyledText(.heading, String(first[..<start])))
    }
    if isEmpty { start = first.startIndex }
    append(StyledText(String(first[start...])))
    append(StyledText(hint: String(message[end...])))
  }

  /// A page of help: the first line begins with its subject, code is indented, and two blanks follow
  /// the names of a list.
  package init(page: String) {
    self.init()
    for (position, line) in page.split(separator: "\n", omittingEmptySubsequences: false)
      .enumerated()
    {
      if position > 0 { append("\n") }
      if line.hasPrefix("  ") {
        append(StyledText(code: String(line)))
        continue
      }
      let gap = position == 0 ? line.range(of: ": ") ?? line.range(of: "  ") : line.range(of: "  ")
      let name = line[..<(gap?.lowerBound ?? line.startIndex)]
      append(StyledText(.heading, String(name)))
      append(StyledText(hint: String(line[name.endIndex...])))
    }
  }
}

extension Substring {
  /// The first place of `text`, which is ASCII.
  fileprivate func range(of text: String) -> Range<Index>? {
    indices.first { self[$0...].hasPrefix(text) }.map { $0..<$0 }
  }
}

extension String.UTF8View {
  fileprivate func skip(_ index: inout Index, while condition: (UInt8) -> Bool) {
    while index < endIndex, condition(self[index]) { formIndex(after: &index) }
  }
}

extension UInt8 {
  /// Whether names and numbers of code contain this byte.
  fileprivate var isInWord: Bool {
    self | 32 >= UInt8(ascii: "a") && self | 32 <= UInt8(ascii: "z") || 48...57 ~= self
      || self == UInt8(ascii: "_") || self >= 128
  }
}
