import Files
import Interpreter
import Language
import Syntax
import Text

/// Findings as a log in SARIF 2.1.0, an OASIS standard that code hosts and editors read.
struct SARIFReport {
  private var results: [JSONObject] = []
  /// The codes of the findings, in the order of their numbers at the end.
  private var codes: Set<FindingCode> = []

  mutating func add(_ finding: Diagnostic) {
    var result: JSONObject = [:]
    if let code = finding.code {
      codes.insert(code)
      result.add("ruleId", code.text)
    }
    result.add("level", "\(finding.severity)")
    result.add("message", message(finding.message))
    if let location = location(finding.file, finding.span) { result.add("locations", [location]) }
    var related: [JSONObject] = []
    for note in finding.notes {
      var place = location(note.span == nil ? note.file : note.file ?? finding.file, note.span)
      if place == nil { place = [:] }
      place?.add("message", message("\(note.label): \(note.message)"))
      if let place { related.append(place) }
    }
    if !related.isEmpty { result.add("relatedLocations", related) }
    if let fix = finding.fix, let file = finding.file, !fix.edits.isEmpty {
      result.add("fixes", [self.fix(fix, file)])
    }
    results.append(result)
  }

  private func message(_ text: String) -> JSONObject { ["text": text] }

  private func location(_ file: SourceFile?, _ span: SourceSpan?) -> JSONObject? {
    guard let file else { return nil }
    var place: JSONObject = ["artifactLocation": artifact(file)]
    if let span { place.add("region", region(span, file)) }
    return ["physicalLocation": place]
  }

  private func artifact(_ file: SourceFile) -> JSONObject {
    ["uri": FileURI.uri(relativePath(file.name))]
  }

  private func region(_ span: SourceSpan, _ file: SourceFile) -> JSONObject {
    let region = TextRegion(span, of: file, in: .scalars)
    return [
      "startLine": region.line, "startColumn": region.column, "endLine": region.endLine,
      "endColumn": region.endColumn, "byteOffset": span.start, "byteLength": span.end - span.start,
    ]
  }

  private func fix(_ fix: Diagnostic.Fix, _ file: SourceFile) -> JSONObject {
    let replacements = fix.edits.map { edit -> JSONObject in
      let text: JSONObject = ["text": edit.text]
      return ["deletedRegion": region(edit.span, file), "insertedContent": text]
    }
    let change: JSONObject = ["artifactLocation": artifact(file), "replacements": replacements]
    return ["artifactChanges": [change]]
  }

  var json: String {
    let rules = codes.sorted { $0.rawValue < $1.rawValue }.map { code -> JSONObject in
      let note = code.explanation
      let level: JSONObject = ["level": "\(code.severity)"]
      return [
        "id": code.text, "shortDescription": message(note.title),
        "fullDescription": message(note.explanation), "defaultConfiguration": level,
      ]
    }
    let driver: JSONObject = ["name": "bindlab", "version": Version.text, "rules": rules]
    let tool: JSONObject = ["driver": driver]
    let run: JSONObject = ["tool": tool, "columnKind": "unicodeCodePoints", "results": results]
    let log: JSONObject = [
      "$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0", "runs": [run],
    ]
    return log.json
  }
}
