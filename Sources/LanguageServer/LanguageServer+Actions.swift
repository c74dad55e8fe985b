import Checking
import Syntax
import Text

/// What can be done about findings.
extension LanguageServer {
  func codeActions(_ parameters: JSONTree) throws(ProtocolError) -> any JSONWritable {
    let document = try document(parameters)
    let part = try offsets(parameters["range"], in: document)
    let wanted = parameters["context"]?["only"]?.array?.compactMap(\.string)
    func wants(_ kind: String) -> Bool {
      wanted?.contains { kind == $0 || kind.hasPrefix($0 + ".") } ?? true
    }
    var found: [Diagnostic] = []
    for script in parts(of: document) {
      let program = try recentProgram(of: script)
      found += program.diagnostics.filter { isCurrent($0, in: program.files[0]) }
        .compactMap(settings(of: script).selected)
    }
    var actions: [JSONObject] = []
    for finding in found where wants("quickfix") {
      guard let file = finding.file, let span = finding.span.flatMap({ current($0, in: file) }),
        Int(span.start) <= part.upperBound, part.lowerBound <= Int(span.end)
      else { continue }
      if let fix = finding.fix, !fix.edits.isEmpty {
        actions.append(
          action(title(of: finding), "quickfix", finding, edits(fix, in: file), document))
      }
      if let silence = silence(finding, at: span, in: document) {
        actions.append(
          action(
            "silence \(finding.code?.text ?? "") here", "quickfix", finding, [silence], document,
            isPreferred: false))
      }
    }
    if wants("refactor.rewrite"), let following = try following(part, of: document) {
      actions.append(following)
    }
    // Trying all fixes takes several checks, so with a long text it is done only if this is asked for.
    let triesAll = wants("source.fixAll") && (wanted != nil || !isLong(document))
    if triesAll, found.contains(where: { $0.fix?.edits.isEmpty == false }) {
      let fixed = Checker.fix(document.file) { findings(in: $0, like: document) }
      if fixed.count > 0 {
        let changes = LineEdit.edits(from: document.file.bytes, to: fixed.file.bytes)
        actions.append([
          "title": fixed.count == 1 ? "apply the only fix" : "apply all \(fixed.count) fixes",
          "kind": "source.fixAll.bindlab",
          "edit": edit([document.uri: changes.map { json($0, in: document.file) }]),
        ])
      }
    }
    return actions
  }

  /// Replaces an assignment by a binding, if the text then has no more errors and warnings than now.
  private func following(
    _ part: Range<Int>, of document: OpenDocument
  ) throws(ProtocolError) -> JSONObject? {
    guard !isLong(document),
      let script = parts(of: document).first(where: { $0.contains(part.lowerBound) }),
      let program = try programs(with: script).first,
      let found = program.following(in: part, of: document.path)
    else { return nil }
    let fix = Diagnostic.Fix([Diagnostic.Fix.Edit(found.span, found.binding)])
    let changed = FixedText(
      document.file, [Diagnostic(.note, "", file: document.file, span: nil, fix: fix)])
    func count(_ file: SourceFile) -> Int {
      findings(in: file, like: document).count { $0.severity != .note }
    }
    guard
      count(SourceFile(name: document.file.name, bytes: changed.bytes)) <= count(document.file)
    else { return nil }
    return [
      "title": "make it follow: \(found.binding)", "kind": "refactor.rewrite",
      "edit": edit([document.uri: edits(fix, in: document.file)]),
    ]
  }

  /// Whether the newest text still has a finding, and what its fix would change.
  private func isCurrent(_ finding: Diagnostic, in file: SourceFile) -> Bool {
    let spans = [finding.span].compactMap { $0 } + (finding.fix?.edits.map(\.span) ?? [])
    return finding.file === file && spans.allSatisfy { current($0, in: file) != nil }
  }

  private func action(
    _ title: String, _ kind: String, _ finding: Diagnostic, _ edits: [JSONObject],
    _ document: OpenDocument, isPreferred: Bool = true
  ) -> JSONObject {
    [
      "title": title, "kind": kind, "diagnostics": [json(finding)], "isPreferred": isPreferred,
      "edit": edit([document.uri: edits]),
    ]
  }

  /// What the fix does, as the finding's help says it.
  private func title(of finding: Diagnostic) -> String {
    finding.notes.first { $0.label == .help }?.message ?? "fix: \(finding.message)"
  }

  private func edits(_ fix: Diagnostic.Fix, in file: SourceFile) -> [JSONObject] {
    fix.edits.map { ["range": range($0.span, in: file), "newText": $0.text] }
  }

  /// The change that silences a finding: a comment on the line before. An error cannot be silenced.
  private func silence(
    _ finding: Diagnostic, at span: SourceSpan, in document: OpenDocument
  ) -> JSONObject? {
    guard finding.severity != .error, let code = finding.code,
      code.rawValue < FindingCode.silencesNothing.rawValue
    else { return nil }
    let bytes = document.file.bytes
    let start = document.positions.starts[document.positions.line(of: Int(span.start))]
    let indent = bytes[start...].prefix { $0 == 32 || $0 == 9 }
    let text = String(decoding: indent, as: UTF8.self) + "// allow \(code.text)\n"
    return ["range": range(SourceSpan(start..<start), in: document.file), "newText": text]
  }
}
