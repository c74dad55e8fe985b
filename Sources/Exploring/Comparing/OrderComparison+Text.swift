import Language
import Rendering
import Text

// The effects of a reordering, as text and as JSON.
extension OrderComparison {
  /// - Parameter width: How many columns a line may take.
  package func textLines(width: Int, isASCII: Bool) -> [StyledText] {
    guard movable > 0 else {
      return ["nothing to reorder: no two bindings or observers are declared together"]
    }
    var lines: [StyledText] = []
    for finding in findings {
      if !lines.isEmpty { lines.append("") }
      lines += verdict(finding).wrapped(width: width)
      if let aside = finding.dependence?.aside { lines.append("but \(aside.what.dependenceText)") }
      if let dependence = finding.dependence {
        if let system = SemanticsNote.named(finding.semantics)?.promisesNoOrder {
          lines.append("\(system) promises no order, so each of these results can happen there")
        }
        lines += dependence.textLines(width: width, isASCII: isASCII)
      }
    }
    return lines
  }

  private func verdict(_ finding: Finding) -> StyledText {
    let what = "\(movable) bindings and observers"
    if !finding.agrees {
      return """
        \(.heading, finding.semantics): \(.error, "the final values depend on the order") of the \
        \(what)
        """
    }
    let orders = "\(finding.tried) other order\(finding.tried == 1 ? "" : "s")"
    let tried =
      isComplete ? "\(finding.tried == 1 ? "the" : "all") \(orders)" : "the \(orders) tried"
    return
      "\(.heading, finding.semantics): \(.good, "the final values are the same") in \(tried) of the \(what)"
  }

  /// One JSON object on one line for each semantics.
  package var jsonLines: [String] {
    findings.map { finding in
      var object: JSONObject = [
        "v": 1, "file": title, "semantics": finding.semantics, "movable": movable,
        "orders": finding.tried, "all": isComplete, "depends": !finding.agrees,
      ]
      if let dependence = finding.dependence {
        let statements = dependence.statements.map { statement -> JSONObject in
          ["at": statement.place, "text": statement.text, "moved": statement.isMoved]
        }
        object.add("reordering", statements)
        if let aside = dependence.aside {
          object.add("aside", aside.what.rawValue)
          object.add("sides", aside.sides)
        }
        object.add("error", dependence.error)
        object.add("differences", dependence.differences)
      }
      return object.json
    }
  }
}

extension OrderComparison.Dependence {
  fileprivate func textLines(width: Int, isASCII: Bool) -> [StyledText] {
    let ellipsis = TraceSigns(isASCII: isASCII).ellipsis
    var lines: [StyledText] = ["", "the smallest reordering found:", ""]
    let order = TextTable(
      headers: ["place", "statement", ""],
      rows: statements.map {
        [
          StyledText(.place, $0.place), StyledText(code: $0.text),
          StyledText(.held, $0.isMoved ? "moved" : ""),
        ]
      })
    lines += order.lines(maxWidth: width, ellipsis: ellipsis)
    if let error {
      let line: StyledText = "it fails then: \(.error, error)"
      lines += [""] + line.wrapped(width: width)
    }
    lines.append("")
    if let aside {
      let row = [StyledText(aside.what.title)] + aside.sides.map { StyledText(.new, $0) }
      let table = TextTable(headers: ["", "as written", "reordered"], rows: [row])
      return lines + table.lines(maxWidth: width, ellipsis: ellipsis)
    }
    let values = TextTable(
      headers: ["property", "as written", "reordered"],
      rows: differences.prefix(20).map(\.row))
    lines += values.lines(maxWidth: width, ellipsis: ellipsis)
    if differences.count > 20 {
      lines.append("and \(differences.count - 20) more; --format json has all")
    }
    return lines
  }
}

extension Comparison.Aside {
  /// What depends on the order, though the final values do not.
  fileprivate var dependenceText: String {
    switch self {
    case .printed: "what is printed depends on the order"
    case .links: "which bindings and observers are there at the end depends on the order"
    case .glitches: "whether there are glitches depends on the order"
    case .outcome: "how turns end depends on the order"
    case .writes: "the number of writes depends on the order"
    }
  }

  /// The name of what is shown of both orders.
  fileprivate var title: String {
    switch self {
    case .printed: "first line that differs"
    case .links: "bindings and observers"
    case .glitches: "glitches"
    case .outcome: "worst outcome"
    case .writes: "writes"
    }
  }

  /// What two runs that differ in this have of it, as text.
  func sides(_ first: ComparedRun, _ second: ComparedRun) -> [String] {
    let runs = [first, second]
    switch self {
    case .printed:
      let lines = runs.map { $0.printed.split(separator: "\n", omittingEmptySubsequences: false) }
      let same = zip(lines[0], lines[1]).prefix { $0 == $1 }.count
      return lines.map { same < $0.count ? String($0[same]) : "(none)" }
    case .links: return runs.map { String($0.links) }
    case .glitches: return runs.map { String($0.glitches) }
    case .outcome: return runs.map(\.outcome.rawValue)
    case .writes: return runs.map { String($0.writes) }
    }
  }
}
