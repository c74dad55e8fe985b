import Text

// Values, sources, messages and the comparison, as tables and lists.
extension ReportPage {
  /// The most lines of a file that are shown from its beginning, and also from its end.
  private static let mostLines = 2_000

  func shown(_ known: Known) -> String {
    switch known {
    case .text(let text): PageText.plain(text)
    case .unknown: "not known"
    case .gone: "released"
    }
  }

  // MARK: Values

  func valuesSection() -> String {
    var html = ""
    if isOfTrace {
      html += "<p class=\"about\">Taken from the events. A trace contains no variables and no"
      html += " properties that no event has written.</p>\n"
    }
    html += "<p class=\"about\" id=\"values-about\">As they are at the end of the"
    html += " \(isOfTrace ? "trace" : "run").</p>\n"
    if properties.isEmpty {
      html += "<p>There are no properties.</p>\n"
    } else {
      html += "<div class=\"scroll\" id=\"values-box\"><table><thead><tr><th>property<th>value</tr>"
      html += "</thead>\n<tbody id=\"rows\">\n"
      for (place, (name, value)) in zip(properties, finalValues).enumerated() {
        let isText = if case .text = value { true } else { false }
        html += "<tr\(isCalm[place] ? " class=\"calm\"" : "")><th scope=\"row\">"
        html += PageText.html(name, limit: 120)
        html += "<td\(isText ? "" : " class=\"none\"")>\(Markup.escaped(shown(value)))</tr>\n"
      }
      html += "</tbody></table></div>\n"
    }
    if propertiesLeftOut > 0 {
      let count = PageText.grouped(propertiesLeftOut)
      html += "<p class=\"gap\">\(count) more properties are left out: the page holds the first"
      html += " \(PageText.grouped(properties.count)).</p>\n"
    }
    return ReportPage.section("values", "Values", html)
  }

  // MARK: Sources

  func sourceSection() -> String {
    let files = files.enumerated().map { source($1, $0) }.joined()
    let about = isOfTrace ? "<p class=\"about\">A trace does not have the source.</p>\n" : ""
    return ReportPage.section("source", "Source", "\(about)<div id=\"files\">\n\(files)</div>\n")
  }

  private func source(_ file: File, _ position: Int) -> String {
    func html(_ range: Range<Int>) -> String {
      range.map { line(file.lines[$0], position, $0 + 1) }.joined()
    }
    let (count, most) = (file.lines.count, ReportPage.mostLines)
    let gap = count > 2 * most ? most..<(count - most) : count..<count
    var lines = html(0..<gap.lowerBound)
    if !gap.isEmpty {
      let count = PageText.grouped(gap.count)
      lines += "</ol>\n<p class=\"gap\">\(count) lines are left out here.</p>\n"
      lines += "<div class=\"code\">\n" + html(gap.upperBound..<file.lines.count)
    }
    return """
      <details class="file" open><summary>\(PageText.html(file.name, limit: 200))</summary>
      <div class="scroll"><div class="code">
      \(lines)</div></div></details>

      """
  }

  private func line(_ text: String, _ file: Int, _ number: Int) -> String {
    let spaced = text.split(separator: "\t", omittingEmptySubsequences: false)
      .joined(separator: "    ")
    let shown = PageText.html(spaced, limit: 500)
    // Not a list, since a browser would lay out the numbers of all lines at each step.
    return "<div id=\"s\(file)-\(number)\"><i>\(number)</i>\(shown)</div>\n"
  }

  // MARK: Messages

  func messagesSection() -> String {
    guard !messages.isEmpty else { return "" }
    let shownTurns = Set(turns.map(\.trace.number))
    var html = "<ul>\n"
    for message in messages {
      let lines = message.text.split(separator: "\n", omittingEmptySubsequences: false)
        .map { PageText.html(String($0), limit: 500) }
      html += "<li class=\"\(message.isError ? "bad" : "odd")\">"
      if lines.count > 1 {
        // Errors are visible at once; a warning is unfolded by readers who want it.
        html += "<details\(message.isError ? " open" : "")><summary>\(lines[0])</summary>"
        html += "<pre>\n\(lines.dropFirst().joined(separator: "\n"))</pre></details>"
      } else {
        html += "<p>\(lines[0])</p>"
      }
      if shownTurns.contains(message.turn) {
        html += "<a href=\"#t\(message.turn)\">after turn \(message.turn)</a>"
      }
      html += "\n"
    }
    html += "</ul>\n"
    if messagesLeftOut > 0 {
      html += "<p class=\"gap\">\(PageText.grouped(messagesLeftOut)) more are left out.</p>\n"
    }
    return ReportPage.section("messages", "Errors and warnings", html)
  }

  // MARK: Costs

  func costsSection() -> String {
    guard !costs.isEmpty else { return "" }
    let lines = costs.map { PageText.html($0, limit: 500) }.joined(separator: "\n")
    return ReportPage.section(
      "costs", "Costs",
      "<p class=\"about\">How often each binding, observer and computed property fired.</p>\n<pre class=\"box\">\n\(lines)</pre>\n"
    )
  }

  // MARK: The comparison

  func comparisonSection() -> String {
    guard comparison != nil || isOfTrace else { return "" }
    let text =
      comparison.map(comparisonHTML)
      ?? "<p class=\"about\">A trace cannot be run again: the report of the script"
      + " itself compares the semantics.</p>\n"
    return ReportPage.section("compare", "Under other semantics", text)
  }

  private func comparisonHTML(_ comparison: SemanticsTable) -> String {
    func escape(_ text: String) -> String { PageText.html(text, limit: 500) }
    var html =
      "<p class=\"about\">What the script does under each semantics, until nothing is due any"
      + " more.</p>\n"
    html += comparison.summary(marking: semantics)
    for (names, text) in comparison.errors {
      let isAll = names.count > 2 && names.count == comparison.rows.count
      let who = isAll ? "all" : names.joined(separator: ", ")
      html += "<p class=\"bad\"><b>\(escape(who))</b>: \(escape(text))</p>\n"
    }
    let verdict = comparison.verdict
    html += "<h3>\(verdict.prefix(1).uppercased())\(escape(String(verdict.dropFirst())))</h3>\n"
    if !comparison.groups.isEmpty { html += comparison.differenceTable }
    if comparison.sides.count == 2 { html += comparison.partingTable }
    if let note = comparison.note { html += "<p class=\"about\">Note: \(escape(note)).</p>\n" }
    return html
  }
}

extension SemanticsTable {
  private func escape(_ text: String) -> String {
    PageText.html(text, limit: 200)
  }

  /// A table with its head and its rows; each row is given as `<tr` and the rest of it.
  private func table(_ head: String, _ rows: [String]) -> String {
    """
    <div class="scroll"><table><thead><tr>\(head)</tr></thead>
    <tbody>
    \(rows.map { "<tr\($0)</tr>\n" }.joined())</tbody></table></div>

    """
  }

  fileprivate func summary(marking names: [String]) -> String {
    let counts = counts.map { "<th class=\"r\">\($0)" }.joined()
    return table(
      "<th>semantics<th>outcome\(counts)<th>cycle",
      rows.map { row in
        let isBad = row.outcome != "settled" && row.outcome != "held"
        let mark = isBad ? " class=\"bad\"" : row.outcome == "held" ? " class=\"odd\"" : ""
        let numbers = row.numbers.map { "<td class=\"r\">\(PageText.grouped($0))" }.joined()
        return "\(names.contains(row.name) ? " class=\"own\"" : "")><th scope=\"row\">"
          + "\(escape(row.name))<td\(mark)>\(row.outcome)\(numbers)<td>\(row.cycle)"
      })
  }

  fileprivate var differenceTable: String {
    let heads = groups.map { "<th>\(escape($0.joined(separator: ", ")))" }.joined()
    let html = table(
      "<th>property\(heads)",
      differences.map { property, values in
        "><th scope=\"row\">\(escape(property))" + values.map { "<td>\(escape($0))" }.joined()
      })
    guard differencesLeftOut > 0 else { return html }
    let count = PageText.grouped(differencesLeftOut)
    return html + "<p class=\"gap\">\(count) more are left out.</p>\n"
  }

  fileprivate var partingTable: String {
    let names = sides.map { escape($0.semantics) }
    var html = "<h3>Where the traces of \(names[0]) and \(names[1]) begin to differ</h3>\n"
    if !common.isEmpty { html += "<pre class=\"box\">\(text(common))</pre>\n" }
    html += "<div class=\"sides\">\n"
    for (side, name) in zip(sides, names) {
      let lines = side.lines.isEmpty ? ["(nothing more)"] : side.lines
      html += "<div><h4>\(name)</h4><pre class=\"box\">\(text(lines))</pre></div>\n"
    }
    return html + "</div>\n"
  }

  private func text(_ lines: [String]) -> String { lines.map(escape).joined(separator: "\n") }
}
