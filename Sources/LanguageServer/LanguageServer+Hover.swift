import Checking
import Language
import Syntax
import Text

/// What a name, a word or a finding means.
extension LanguageServer {
  func hover(_ parameters: JSONTree) throws(ProtocolError) -> any JSONWritable {
    let (document, offset) = try place(parameters)
    var parts: [String] = []
    var span: SourceSpan?
    if let spot = try spots(parameters).first {
      span = current(spot.place.use.span, in: spot.place.use.file)
      // Where the object is not known, the name may be that of several members.
      parts += spot.program.summaries(of: spot.place, most: 3).map { text(of: $0, spot) }
    } else if let (word, found) = document.file.word(at: offset) {
      if let help = WordHelp.text(of: word) {
        span = found
        parts.append(client.hasMarkdown ? "```text\n\(help)\n```" : help)
      }
    }
    let settings = settings(of: document)
    for finding in try recentProgram(of: document).diagnostics.compactMap(settings.selected)
    where finding.file?.name == document.path {
      guard let code = finding.code, let part = finding.span, let file = finding.file,
        let place = current(part, in: file), place.contains(offset)
      else { continue }
      if span == nil { span = place }
      let note = code.explanation
      parts.append("\(code.text): \(note.title)\n\n\(note.explanation)")
    }
    guard let span, !parts.isEmpty else { return JSONNull() }
    let contents: JSONObject = [
      "kind": client.hasMarkdown ? "markdown" : "plaintext",
      "value": parts.joined(separator: client.hasMarkdown ? "\n\n---\n\n" : "\n\n"),
    ]
    let result: JSONObject = ["contents": contents, "range": range(span, in: document.file)]
    return result
  }

  private func text(of summary: ProgramSummary, _ spot: NamedSpot) -> String {
    var lines: [String] = []
    if let declaration = summary.declaration {
      lines.append(client.hasMarkdown ? "```bindlab\n\(declaration)\n```" : declaration)
    }
    lines.append(summary.kind + (summary.type.map { ": \($0)" } ?? ""))
    if !summary.comment.isEmpty { lines.append(summary.comment.joined(separator: "\n")) }
    if summary.declaration == nil,
      let help = WordHelp.text(of: spot.program.name(of: spot.place.symbols[0]))
    {
      lines.append(client.hasMarkdown ? "```text\n\(help)\n```" : help)
    }
    let flows = flowLines(of: spot)
    if !flows.isEmpty { lines.append(flows.joined(separator: client.hasMarkdown ? "  \n" : "\n")) }
    return lines.joined(separator: "\n\n")
  }

  /// What sets a property off, and what it sets off.
  private func flowLines(of spot: NamedSpot) -> [String] {
    guard let end = spot.program.end(at: spot.place) else { return [] }
    let most = 10
    var lines: [String] = []
    for flow in spot.program.flows {
      guard let place = current(flow.span, in: flow.file) else { continue }
      let line = positions(in: flow.file).line(of: Int(place.start)) + 1
      if flow.targets.contains(where: end.mayBe) {
        lines.append("set by \(paths(flow.sources)) (\(flow.kind.text), line \(line))")
      }
      if flow.sources.contains(where: end.mayBe) {
        lines.append("sets \(paths(flow.targets)) (\(flow.kind.text), line \(line))")
      }
    }
    guard lines.count > most else { return lines }
    return lines.prefix(most) + ["and \(lines.count - most) more"]
  }

  private func paths(_ ends: [ProgramEnd]) -> String {
    var seen: Set<String> = []
    return ends.map(\.path).filter { seen.insert($0).inserted }.joined(separator: ", ")
  }
}

extension ProgramFlow.Kind {
  /// What it is, in a word or two.
  var text: String {
    switch self {
    case .binding(let isTwoWay): isTwoWay ? "two-way binding" : "binding"
    case .computed: "computed"
    case .code: "code"
    }
  }
}

extension SourceSpan {
  func contains(_ offset: Int) -> Bool { Int(start) <= offset && offset <= Int(end) }
}
