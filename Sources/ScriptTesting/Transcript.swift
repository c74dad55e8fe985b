import Learning
import Text

/// A Markdown text whose `bind` blocks are run in order, each with its expected output: the next
/// block, if that is a `text` block.
struct Transcript {
  struct Step {
    var script: FencedBlock
    var output: FencedBlock?
    /// The block after it, which is no expected output but seems to be one.
    var seemingOutput: FencedBlock?

    /// Options of the command line after `bind`.
    var options: [String] { script.words.dropFirst().filter { $0 != "new" } }
    /// Whether the block begins a session: `new` after `bind` says so, and so do options, which
    /// are those of a session.
    var beginsSession: Bool { script.words.count > 1 }
  }

  let lines: TextLines
  private(set) var steps: [Step] = []
  /// Blocks that are not run, because the name is not quite `bind`.
  private(set) var misnamed: [FencedBlock] = []
  /// A block without an end that is run, or that hides others.
  private(set) var unclosed: FencedBlock?

  init(_ bytes: [UInt8]) {
    lines = TextLines(bytes)
    let blocks = FencedBlocks.find(in: lines)
    for (position, block) in blocks.enumerated() where block.words.first == "bind" {
      let next = position + 1 < blocks.count ? blocks[position + 1] : nil
      let isOutput = next?.words.first == "text"
      steps.append(
        Step(
          script: block, output: isOutput ? next : nil,
          seemingOutput: isOutput ? nil : next.flatMap { seemsToBeOutput($0, of: block) ? $0 : nil }
        ))
    }
    if !steps.isEmpty { misnamed = blocks.filter(Transcript.isMisnamed) }
    unclosed = blocks.first { !$0.isClosed && (!steps.isEmpty || hides($0)) }
  }

  /// Whether a block behind a script has a name that no language has, so that it is likely to be output. One
  /// without a name is, if there is no text between them.
  private func seemsToBeOutput(_ block: FencedBlock, of script: FencedBlock) -> Bool {
    guard let name = block.words.first else {
      let between = min(script.content.upperBound + 1, block.line)..<block.line
      return between.allSatisfy { lines.text(lines.range($0)).trimmed.isEmpty }
    }
    // `Text` is not `text`.
    let isKnown = LessonReader.words.contains(name)
    return !isKnown && !Transcript.languages.contains(name.lowercased())
      && !Transcript.isMisnamed(block)
  }

  /// Why the output of a step is compared with nothing.
  static func text(ofSeemingOutput block: FencedBlock) -> (title: String, help: String) {
    let name = block.words.first.map { "the block '\($0.visible())'" } ?? "a block without a name"
    return (
      "\(name) is not compared with the output of the script before it",
      "write 'text' behind its fence"
    )
  }

  private static func isMisnamed(_ block: FencedBlock) -> Bool {
    guard let name = block.words.first else { return false }
    return name != "bind" && ["bind", "bindlab", "binding", "bindings"].contains(name.lowercased())
  }

  /// Names that a block of a Markdown text usually has, besides those of bindlab.
  private static let languages: Set<String> = [
    "asm", "awk", "bash", "bat", "c", "c#", "c++", "cc", "clojure", "cmake", "cmd", "console",
    "cpp",
    "cs", "csharp", "css", "csv", "cxx", "d", "dart", "diff", "dockerfile", "dot", "elixir", "elm",
    "erlang", "f#", "fish", "fsharp", "fsi", "fsx", "go", "gradle", "graphql", "graphviz", "groovy",
    "h",
    "haskell", "hs", "html", "http", "ini", "java", "javascript", "js", "json", "json5", "jsonc",
    "jsx",
    "julia", "kotlin", "kt", "latex", "less", "lisp", "lua", "m", "make", "makefile", "markdown",
    "math",
    "md", "mermaid", "mm", "nim", "nix", "objc", "objective-c", "objectivec", "ocaml", "patch",
    "perl",
    "php", "plantuml", "powershell", "properties", "proto", "protobuf", "ps1", "py", "python",
    "qml",
    "r", "rb", "rs", "ruby", "rust", "sass", "scala", "scheme", "scss", "sh", "shell",
    "shell-session", "sql", "svelte", "svg", "swift", "tcl", "tex", "toml", "ts", "tsv", "tsx",
    "typescript", "vb", "vim", "vue", "xaml", "xml", "yaml", "yml", "zig", "zsh",
  ]

  /// Whether there is anything to run, or would be if a block had its end.
  var isTest: Bool { !steps.isEmpty || unclosed != nil }

  private func hides(_ block: FencedBlock) -> Bool {
    block.content.contains { line in
      let text = lines.text(lines.range(line))
      let rest = text.drop { $0 == " " || $0 == "\t" }
      return rest.drop { $0 == "`" || $0 == "~" }.prefix(4) == "bind"
        && (rest.hasPrefix("```") || rest.hasPrefix("~~~"))
    }
  }

  /// The change that makes `output` the contents of a block.
  func edits(showing output: [String], in block: FencedBlock) -> [TextEdit] {
    let opening = lines.range(block.line)
    let lineEnd = lines.lineEnd(block.line)
    // The text before the fence is blank, except for the sign of a list item.
    let before = lines.bytes[opening].prefix { $0 != block.fence.sign }
    let isBlank = before.allSatisfy { $0 == 32 || $0 == 9 }
    let indentation =
      isBlank
      ? String(decoding: before, as: UTF8.self)
      : String(repeating: " ", count: block.indentation)
    var edits: [TextEdit] = []
    // A line of the output that looks like a fence must not end the block.
    let longest = output.map { longestFence(in: $0, of: block.fence.sign) }.max() ?? 0
    let fence = String(
      repeating: Character(Unicode.Scalar(block.fence.sign)), count: longest + 1)
    let lengthens = longest >= block.fence.count
    if lengthens {
      let start = opening.lowerBound + before.count
      edits.append(TextEdit(range: start..<start + block.fence.count, text: fence))
    }
    edits.append(
      TextEdit(
        range: lines.start(block.content.lowerBound)..<lines.start(block.content.upperBound),
        text: output.map { ($0.isEmpty ? "" : indentation + $0) + lineEnd }.joined()))
    if lengthens, block.isClosed {
      let closing = lines.range(block.content.upperBound)
      let blanks = lines.bytes[closing].prefix { $0 != block.fence.sign }.count
      let signs = lines.bytes[closing].dropFirst(blanks).prefix { $0 == block.fence.sign }.count
      let start = closing.lowerBound + blanks
      edits.append(TextEdit(range: start..<start + signs, text: fence))
    }
    return edits
  }

  private func longestFence(in line: String, of sign: UInt8) -> Int {
    let rest = line.utf8.drop { $0 == 32 }
    let count = rest.prefix { $0 == sign }.count
    return count >= 3 && rest.dropFirst(count).allSatisfy { $0 == 32 } ? count : 0
  }
}
