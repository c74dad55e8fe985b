import Basics
import Checking
import Language
import Syntax
import Text

/// Findings, as `check` reports them, published while one types.
extension LanguageServer {
  /// Publishes the findings of one open text.
  ///
  /// - Returns: Whether there is anything left to do.
  func publishNext() -> Bool {
    guard let uri = unpublished.min(), let document = host.documents[uri] else {
      unpublished = []
      publishProblems()
      return false
    }
    // The problems of files of settings come at the end.
    guard document.kind != .settings, !isLeftOut(document.path) else {
      unpublished.remove(uri)
      if document.kind != .settings, !client.pullsFindings {
        publish([], to: uri, document.version)
      }
      return true
    }
    if client.pullsFindings, client.hasRelatedReports {
      unpublished.remove(uri)
      return true
    }
    if isLong(document), !client.pullsFindings, announced[uri] != document.stamp {
      announced[uri] = document.stamp
      publish(quickFindings(in: document).map { json($0).json }, to: uri, document.version)
      // What the client asks for next need not wait for the check either.
      return true
    }
    if isLong(document) {
      // Parts of a check cannot be ended, and the next edit would wait for them.
      let more = surroundings.receiveSoon()
      guard more.isEmpty else {
        take(more)
        return true
      }
    }
    // Something else has come, and the text may be another by then.
    guard let found = try? findings(of: document) else { return true }
    unpublished.remove(uri)
    if !client.pullsFindings { publish(found.own, to: uri, document.version) }
    // A file that is open has findings of its own.
    for other in (publishedFiles[uri] ?? []).subtracting(found.others.keys).sorted()
    where host.documents[other] == nil { publish([], to: other, nil) }
    for other in found.others.keys.sorted() { publish(found.others[other] ?? [], to: other, nil) }
    publishedFiles[uri] = found.others.isEmpty ? nil : Set(found.others.keys)
    return true
  }

  /// The findings of a text, and those of files that it reads and that are not open, by their URIs.
  func findings(
    of document: OpenDocument
  ) throws(ProtocolError) -> (own: [String], others: [String: [String]]) {
    let uri = document.uri
    let programs = try programs(with: document)
    var own = document.kind == .markdown ? markdown(document).problems.map { json($0).json } : []
    var others: [String: [String]] = [:]
    for program in programs {
      let isMain = program.files[0].name == document.path
      for finding in program.diagnostics.compactMap(settings(of: program).selected) {
        let file = finding.file.map { self.uri(of: $0.name) } ?? uri
        let text = json(finding).json
        if file == uri {
          if !own.contains(text) { own.append(text) }
        } else if isMain, host.documents[file] == nil {
          others[file, default: []].append(text)
        }
      }
    }
    for text in try unusedFindings(in: document, of: programs).map({ json($0).json })
    where !own.contains(text) {
      own.append(text)
    }
    return (own, others)
  }

  /// What a script declares and nothing uses, if other scripts read it: they do not look for it.
  private func unusedFindings(
    in document: OpenDocument, of programs: [CheckedProgram]
  ) throws(ProtocolError) -> [Diagnostic] {
    guard document.kind == .script, !isLong(document),
      !programs.contains(where: { $0.files[0] === document.file })
    else { return [] }
    let found = try program(of: document).diagnostics
    return found.filter { $0.code?.isAboutUse == true && $0.file === document.file }
      .compactMap(settings(of: document).selected)
  }

  /// What need not wait for the check of a long text: what the parser finds, and the findings of the last
  /// check outside of the statements that have changed since.
  private func quickFindings(in document: OpenDocument) -> [Diagnostic] {
    var found = Checker.syntaxFindings(in: document.file) ?? []
    var seen = Set(found.map { [$0.message, "\($0.span?.start ?? 0)"] })
    for program in knownPrograms(with: document) {
      guard let tree = program.tree(of: document.path) else { continue }
      let shift = self.shift(of: tree.file) ?? TextShift()
      let changed = shift.isNothing ? nil : tree.statements(touching: shift.old)
      for finding in program.diagnostics.compactMap(settings(of: program).selected)
      where finding.file === tree.file {
        guard finding.code != .unexpectedText, let span = finding.span,
          changed.map({ Int(span.start) > $0.upperBound || Int(span.end) < $0.lowerBound }) ?? true,
          let place = shift.moved(span),
          seen.insert([finding.message, "\(place.start)"]).inserted
        else { continue }
        found.append(finding)
      }
    }
    return found
  }

  /// Publishes findings, unless they are those that the client has.
  func publish(_ findings: [String], to uri: String, _ version: Int?) {
    var content: JSONObject = ["uri": uri]
    if let version { content.add("version", version) }
    content.add("diagnostics", WrittenJSON(json: jsonArray(findings)))
    guard published[uri] != content.json else { return }
    published[uri] = findings.isEmpty && host.documents[uri] == nil ? nil : content.json
    notify("textDocument/publishDiagnostics", content)
  }

  /// A finding as the protocol writes it.
  func json(_ finding: Diagnostic) -> JSONObject {
    let file = finding.file ?? SourceFile(name: "", bytes: [])
    var object: JSONObject = [
      "range": range(finding.span ?? SourceSpan(0, 0), in: file),
      "severity": finding.severity.number, "source": "bindlab",
    ]
    if let code = finding.code { object.add("code", code.text) }
    var message = finding.message
    var related: [JSONObject] = []
    for note in finding.notes {
      if let span = note.span, client.hasRelatedInformation {
        let place = location(span, in: note.file ?? file)
        related.append(["location": place, "message": note.message])
      } else {
        message += "\n\(note.label): \(note.message)"
      }
    }
    object.add("message", message)
    if !related.isEmpty { object.add("relatedInformation", related) }
    // What nothing uses is shown faded.
    if finding.code == .unused { object.add("tags", [1]) }
    if finding.code == .oldArrow { object.add("tags", [2]) }
    return object
  }
}

extension SyntaxTree {
  /// The part of the text whose statements at top level a range of it touches.
  ///
  /// - Complexity: O(log *n*) in the statements.
  fileprivate func statements(touching range: Range<Int>) -> Range<Int> {
    let last = statements.indices.partitionPoint {
      Int(self[statements[$0]].span.start) > range.upperBound
    }
    let first = statements.indices.partitionPoint {
      Int(self[statements[$0]].span.end) >= range.lowerBound
    }
    guard first < last else { return range }
    let start = Int(self[statements[first]].span.start)
    let end = Int(self[statements[last - 1]].span.end)
    return min(start, range.lowerBound)..<max(end, range.upperBound)
  }
}

extension Diagnostic.Severity {
  /// Its number in the protocol; a note is information.
  fileprivate var number: Int {
    switch self {
    case .error: 1
    case .warning: 2
    case .note: 3
    }
  }
}
