import Names
import Syntax

/// A place in a text at which something is being written, and the tree that the text would have with
/// a name there.
///
/// The word at the place is replaced by a name before the text is parsed. So `bind a.x ~> b.` is a
/// complete binding, and the node of the name shows what can be written there.
package struct TextPlace {
  /// The UTF-8 offsets of the part of the word before the place.
  package let word: Range<Int>
  /// That part of the word.
  package let begun: String
  /// The rest of the word.
  let next: UInt8?
  let isAfterDot: Bool
  /// Whether it is in the quotes of a key, as in `vm["te`, which names a member of the object.
  let isKey: Bool
  /// The words before it in its statement.
  package let words: [String]
  package let tree: SyntaxTree
  let names: NameTable
  /// The node of the name; none if no name is possible.
  let name: NodeID
  /// The nodes around it, the innermost first.
  let holders: [NodeID]
  /// Whether the statement had an error before the place, so that only the path that ends there was
  /// parsed.
  let isPathAlone: Bool
  /// Whether it is in a comment, or in a string outside of `\( )`.
  let isInText: Bool
  /// Whether a requirement of a protocol begins here, perhaps behind `optional`.
  let isRequirement: Bool

  private static let standIn = Array("completedHere".utf8)

  /// - Parameters:
  ///   - text: The text, which may have errors anywhere.
  ///   - offset: The place, as a UTF-8 offset.
  ///   - fileName: The name of the text's file, to which paths in it are relative.
  /// - Complexity: O(*n*) in the length of the text.
  package init(
    in text: [UInt8], at offset: Int, names: NameTable, isInteractive: Bool, fileName: String = ""
  ) {
    self.names = names
    let offset = min(max(offset, 0), text.count)
    var start = offset
    while start > 0, TextPlace.isNameByte(text[start - 1]) { start -= 1 }
    // `#3` is one word.
    if start > 0, text[start - 1] == UInt8(ascii: "#") { start -= 1 }
    let end = text[offset...].firstIndex { !TextPlace.isNameByte($0) } ?? text.count
    word = start..<offset
    begun = String(decoding: text[word], as: UTF8.self)
    next = end < text.count ? text[end] : nil
    let surroundings = TextSurroundings(of: start, in: text)
    isKey = surroundings.isInText && text[..<start].suffix(2) == Array("[\"".utf8)[...]
    isAfterDot = isKey || start > 0 && text[start - 1] == UInt8(ascii: ".")
    words = String(decoding: text[surroundings.statement..<start], as: UTF8.self)
      .split { $0 == " " || $0 == "\t" }.map(String.init)
    var changed = Array(text[..<start] + TextPlace.standIn + text[end...])
    if isKey {
      // A key is parsed as the name that it stands for, after a dot.
      let rest = text[end...].starts(with: "\"]".utf8) ? text[(end + 2)...] : text[end...]
      changed = Array(text[..<(start - 2)] + [UInt8(ascii: ".")] + TextPlace.standIn + rest)
      start -= 1
    }
    func parse() -> (tree: SyntaxTree, diagnostics: [Diagnostic], isIncomplete: Bool) {
      Parser.parse(
        SourceFile(name: fileName, bytes: changed), names: names, isInteractive: isInteractive)
    }
    var parsed = parse()
    var found = parsed.tree.name(at: start, count: TextPlace.standIn.count)
    var path = start
    while path > surroundings.statement,
      TextPlace.isNameByte(changed[path - 1]) || changed[path - 1] == UInt8(ascii: ".")
    {
      path -= 1
    }
    isPathAlone =
      !found.exists && !surroundings.isInText
      && parsed.diagnostics.contains {
        $0.severity == .error
          && $0.span.map { surroundings.statement..<start ~= Int($0.start) } == true
      }
    if isPathAlone {
      for position in surroundings.statement..<path { changed[position] = UInt8(ascii: " ") }
      parsed = parse()
      found = parsed.tree.name(at: start, count: TextPlace.standIn.count)
    }
    isInText = surroundings.isInText && !found.exists
    if !found.exists, !isInText, words.isEmpty || words == ["optional"] {
      // A requirement begins with its word, so a name alone is none.
      let word = Array("action ".utf8)
      changed = Array(text[..<start] + word + TextPlace.standIn + Array("()".utf8) + text[end...])
      let tree = parse().tree
      let name = tree.name(at: start + word.count, count: TextPlace.standIn.count)
      let holder = name.exists ? tree.holders(of: name).first : nil
      isRequirement = holder.map { tree[$0].kind == .requirement } ?? false
    } else {
      isRequirement = false
    }
    name = found
    tree = parsed.tree
    holders = found.exists ? tree.holders(of: found) : []
  }

  /// Whether a byte can be a part of a name.
  package static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
      true
    default: false
    }
  }

  /// The statements at top level that end before the place.
  package var statementsBefore: ArraySlice<NodeID> {
    tree.statements.prefix {
      Int(tree[$0].span.end) <= word.lowerBound && (!name.exists || $0.index < name.index)
    }
  }
}

/// What the tokens say about a place, whatever errors there are.
private struct TextSurroundings {
  /// Where its statement begins.
  var statement = 0
  /// Whether it is in a comment or a string.
  var isInText = false

  init(of place: Int, in text: [UInt8]) {
    let lineEnd = text[place...].firstIndex(of: 10) ?? text.count
    var last = 0
    var (statement, isInText) = (0, false)
    // Where the statements of the blocks around it begin: each goes on behind its block.
    var around: [Int] = []
    SourceFile(name: "", bytes: text).visitTokens(in: 0..<lineEnd) { comments, token in
      guard last <= place else { return }
      let gap = text[last..<max(last, min(token.lowerBound, place))]
      if let newline = gap.lastIndex(of: 10) { statement = newline + 1 }
      if comments.contains(where: { $0.lowerBound < place && place <= $0.upperBound }) {
        isInText = true
      }
      last = token.upperBound
      guard token.lowerBound < place, !token.isEmpty else { return }
      switch text[token.lowerBound] {
      case UInt8(ascii: ";"): statement = token.upperBound
      case UInt8(ascii: "{"):
        around.append(statement)
        statement = token.upperBound
      case UInt8(ascii: "}"): statement = around.popLast() ?? token.upperBound
      case UInt8(ascii: "\""):
        let isClosed = token.count > 1 && text[token.upperBound - 1] == UInt8(ascii: "\"")
        if place < token.upperBound || !isClosed { isInText = true }
      default: break
      }
    }
    self.statement = min(statement, place)
    self.isInText = isInText
  }
}

extension SyntaxTree {
  /// The nodes that may contain a place: those of the statement at top level that begins before it,
  /// and of the next one, since a statement with an error may be shorter than its text.
  private func neighbourhood(of place: Int) -> Range<UInt32> {
    var (low, high) = (0, statements.count)
    while low < high {
      let middle = (low + high) / 2
      if Int(self[statements[middle]].span.start) <= place {
        low = middle + 1
      } else {
        high = middle
      }
    }
    let first = low > 1 ? statements[low - 2].index + 1 : 1
    let end = low < statements.count ? statements[low].index + 1 : UInt32(nodes.count)
    return min(first, end)..<end
  }

  /// The node of a name, or of a type, at a place; none if there is none.
  fileprivate func name(at start: Int, count: Int) -> NodeID {
    let span = SourceSpan(start..<start + count)
    let found = neighbourhood(of: start).last {
      let node = self[NodeID($0)]
      return node.span == span && (node.kind == .name || node.kind == .type)
    }
    return found.map { NodeID($0) } ?? .none
  }

  /// The nodes that contain a node, the innermost first: they are made after it.
  fileprivate func holders(of id: NodeID) -> [NodeID] {
    let span = self[id].span
    let later = (id.index + 1)..<max(id.index + 1, neighbourhood(of: Int(span.start)).upperBound)
    return later.map { NodeID($0) }.filter {
      self[$0].span.start <= span.start && span.end <= self[$0].span.end
    }
  }
}
