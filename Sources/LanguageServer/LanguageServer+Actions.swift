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
    let found = try program(of: document).diagnostics.filter { $0.file === document.file }
    var actions: [JSONObject] = []
    for finding in found where wants("quickfix") {
      guard let span = finding.span, Int(span.start) <= part.upperBound,
        part.lowerBound <= Int(span.end)
      else { continue }
      if let fix = finding.fix, !fix.edits.isEmpty {
        actions.append(
          action(title(of: finding), "quickfix", finding, edits(fix, in: document), document))
      }
      if let silence = silence(finding, in: document) {
        actions.append(
          action(
            "silence \(finding.code?.text ?? "") here", "quickfix", finding, [silence], document,
            isPreferred: false))
      }
    }
    let fixable = found.filter { $0.fix?.edits.isEmpty == false }
    if wants("source.fixAll"), !fixable.isEmpty {
      let fixed = Checker.fix(document.file) {
        Checker.check($0, host: host, options: surroundings.options)
      }
      if fixed.count > 0 {
        let whole: JSONObject = [
          "range": range(SourceSpan(0..<document.file.bytes.count), in: document.file),
          "newText": String(decoding: fixed.file.bytes, as: UTF8.self),
        ]
        actions.append([
          "title": "apply all \(fixed.count) fixes", "kind": "source.fixAll.bindlab",
          "edit": edit([document.uri: [whole]]),
        ])
      }
    }
    return actions
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

  private func edits(_ fix: Diagnostic.Fix, in document: OpenDocument) -> [JSONObject] {
    fix.edits.map { ["range": range($0.span, in: document.file), "newText": $0.text] }
  }

  /// The change that silences a finding: a comment on the line before. An error cannot be silenced.
  private func silence(_ finding: Diagnostic, in document: OpenDocument) -> JSONObject? {
    guard finding.severity != .error, let code = finding.code, let span = finding.span,
      code.rawValue < FindingCode.silencesNothing.rawValue
    else { return nil }
    let bytes = document.file.bytes
    let start = document.positions.starts[document.positions.line(of: Int(span.start))]
    let indent = bytes[start...].prefix { $0 == 32 || $0 == 9 }
    let text = String(decoding: indent, as: UTF8.self) + "// allow \(code.text)\n"
    return ["range": range(SourceSpan(start..<start), in: document.file), "newText": text]
  }
}
