// What follows some sources, and nothing else that it reads.
extension ForeignText {
  /// A key path in a text.
  private struct Path {
    let text: String
    /// Whether it is a statement's left side, which is written and not read.
    let isWritten: Bool
  }

  /// The longest key paths of a text, also in what its strings evaluate. The method that a path ends with is
  /// no part of it.
  private var paths: [Path] {
    var found: [Path] = []
    _ = replacingTokens { text, index in
      guard text.isPathStart(index) else { return nil }
      let end = text.endOfPath(index)
      let isFirst = index == 0 || [";", "{", "}"].contains(text.word(index - 1))
      found.append(
        Path(text: text.text(of: index..<end), isWritten: isFirst && text.word(end) == "="))
      return (text.text(of: index..<end), end - index)
    }
    return found
  }

  /// Whether a key path begins at a token.
  func isPathStart(_ index: Int) -> Bool {
    tokens[index].kind == .word && ![".", "?."].contains(word(index - 1))
      && !["true", "false", "nil"].contains(tokens[index].text)
  }

  /// The token after the path that begins at a token.
  func endOfPath(_ start: Int) -> Int {
    var end = start + 1
    while word(end) == ".", end + 1 < tokens.count, tokens[end + 1].kind == .word,
      !["(", "{"].contains(word(end + 2))
    {
      end += 2
    }
    return end
  }

  /// The key paths that the text reads.
  var pathsRead: [String] { paths.filter { !$0.isWritten }.map(\.text) }

  /// Whether a name is a function that the text calls, or what has one.
  func isCalled(_ name: String) -> Bool {
    tokens.indices.contains {
      word($0) == name && (word($0 + 1) == "(" || word($0 + 1) == "." && word($0 + 3) == "(")
    }
  }

  private static func isPart(_ path: String, of sources: [String]) -> Bool {
    sources.contains { path == $0 || path.hasPrefix("\($0).") }
  }

  /// What an effect with the text as its statements follows; nil if it reads nothing, or if that differs
  /// from run to run.
  var sourcesOfEffect: [String]? {
    let sources = pathsRead.filter { $0.contains(".") && !$0.hasPrefix("console.") }
    var first: [String] = []
    for source in sources where !first.contains(source) { first.append(source) }
    let body = ForeignText(all.replacing("console.log(", with: "print("))
    guard !sources.isEmpty, body.readsAll(of: sources) else { return nil }
    return first
  }

  /// The value, which follows the sources alone; nil if it does not read each of them.
  func value(following sources: [String]) -> String? {
    let reads = pathsRead
    guard sources.allSatisfy({ source in reads.contains { ForeignText.isPart($0, of: [source]) } })
    else { return nil }
    return replacingTokens { text, index in
      guard text.isPathStart(index), text.word(index) != "value" else { return nil }
      let end = text.endOfPath(index)
      let path = text.text(of: index..<end)
      guard end > index + 1 else { return nil }
      return (ForeignText.isPart(path, of: sources) ? path : "untracked(\(path))", end - index)
    }
  }

  /// An effect with the text as its statements, which follows the sources alone; nil if it would set itself
  /// off.
  func effect(following sources: [String]) -> String? {
    let paths = paths
    guard !paths.contains(where: { $0.isWritten && sources.contains($0.text) }) else { return nil }
    return readsAll(of: sources)
      ? "effect \(all.inBraces)"
      : "effect { \(sources.joined(separator: "; ")); untracked \(all.inBraces) }"
  }

  /// Whether each run of the statements reads all of the sources, and nothing else.
  private func readsAll(of sources: [String]) -> Bool {
    let own = tokens.indices.filter { ["let", "var"].contains(word($0)) }.map { word($0 + 1) }
    let reads = Set(pathsRead).subtracting(["print", "let", "var"] + own)
    // What a condition skips is not read, and what is called may read more.
    let isUnconditional = words.isDisjoint(with: ["{", "?", "&&", "||", "??", "if", "for", "while"])
    let callsOnlyPrint = !tokens.indices.contains { index in
      word(index) == "(" && index > 0 && tokens[index - 1].kind == .word
        && word(index - 1) != "print"
    }
    return isUnconditional && callsOnlyPrint
      && reads.allSatisfy { ForeignText.isPart($0, of: sources) }
      && sources.allSatisfy { source in
        reads.contains { ForeignText.isPart($0, of: [source]) }
      }
  }
}
