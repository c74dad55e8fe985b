// Values, sources, messages and the comparison, as tables and lists.
extension ReportPage {
  /// The most lines of a file that are shown of its beginning, and as many of its end.
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
    var html =
      "<section id=\"values\" aria-labelledby=\"values-h\">\n<h2 id=\"values-h\">Values</h2>\n"
    if isOfTrace {
      html += "<p class=\"about\">As the events tell. A trace does not have variables, nor what no"
      html += " event has written.</p>\n"
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
        html +=
          "<tr\(isCalm[place] ? " class=\"calm\"" : "")><th scope=\"row\">\(PageText.escaped(PageText.plain(name, limit: 120)))"
        html += "<td\(isText ? "" : " class=\"none\"")>\(PageText.escaped(shown(value)))</tr>\n"
      }
      html += "</tbody></table></div>\n"
    }
    if propertiesLeftOut > 0 {
      let count = PageText.grouped(propertiesLeftOut)
      html += "<p class=\"gap\">\(count) more properties are left out: the page holds the first"
      html += " \(PageText.grouped(properties.count)).</p>\n"
    }
    return html + "</section>\n"
  }

  // MARK: Sources

  func sourceSection() -> String {
    var html =
      "<section id=\"source\" aria-labelledby=\"source-h\">\n<h2 id=\"source-h\">Source</h2>\n"
    if isOfTrace { html += "<p class=\"about\">A trace does not have the source.</p>\n" }
    html += "<div id=\"files\">\n"
    for (position, file) in files.enumerated() { html += source(file, position) }
    return html + "</div>\n</section>\n"
  }

  private func source(_ file: File, _ position: Int) -> String {
    let name = PageText.escaped(PageText.plain(file.name, limit: 200))
    var html = "<details class=\"file\" open><summary>\(name)</summary>\n<div class=\"scroll\">"
    html += "<div class=\"code\">\n"
    let lines = file.lines.enumerated()
    guard file.lines.count > 2 * ReportPage.mostLines else {
      for (number, line) in lines { html += self.line(line, position, number + 1) }
      return html + "</div></div></details>\n"
    }
    let head = ReportPage.mostLines
    let tail = file.lines.count - head
    for (number, line) in lines.prefix(head) { html += self.line(line, position, number + 1) }
    html +=
      "</ol>\n<p class=\"gap\">\(PageText.grouped(tail - head)) lines are left out here.</p>\n"
    html += "<div class=\"code\">\n"
    for (number, line) in lines.dropFirst(tail) { html += self.line(line, position, number + 1) }
    return html + "</div></div></details>\n"
  }

  private func line(_ text: String, _ file: Int, _ number: Int) -> String {
    let spaced = text.split(separator: "\t", omittingEmptySubsequences: false)
      .joined(separator: "    ")
    let shown = PageText.escaped(PageText.plain(spaced, limit: 500))
    // No list: its numbers cost a browser the layout of all lines at each step.
    return "<div id=\"s\(file)-\(number)\"><i>\(number)</i>\(shown)</div>\n"
  }

  // MARK: Messages

  func messagesSection() -> String {
    guard !messages.isEmpty else { return "" }
    var html = "<section id=\"messages\" aria-labelledby=\"messages-h\">\n"
    html += "<h2 id=\"messages-h\">Errors and warnings</h2>\n<ul>\n"
    let shownTurns = Set(turns.map(\.trace.number))
    for message in messages {
      let lines = message.text.split(separator: "\n", omittingEmptySubsequences: false)
        .map { PageText.escaped(PageText.plain(String($0), limit: 500)) }
      html += "<li class=\"\(message.isError ? "bad" : "odd")\">"
      if lines.count > 1 {
        // What went wrong is to be seen at once; a warning is unfolded by who wants to know.
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
    return html + "</section>\n"
  }

  // MARK: Costs

  func costsSection() -> String {
    guard !costs.isEmpty else { return "" }
    let lines = costs.map { PageText.escaped(PageText.plain($0, limit: 500)) }
    return "<section id=\"costs\" aria-labelledby=\"costs-h\">\n<h2 id=\"costs-h\">Costs</h2>\n"
      + "<p class=\"about\">Who fired how often.</p>\n"
      + "<pre class=\"box\">\n\(lines.joined(separator: "\n"))</pre>\n</section>\n"
  }

  // MARK: The comparison

  func comparisonSection() -> String {
    guard comparison != nil || isOfTrace else { return "" }
    var html = "<section id=\"compare\" aria-labelledby=\"compare-h\">\n"
    html += "<h2 id=\"compare-h\">Under other semantics</h2>\n"
    guard let comparison else {
      return html + "<p class=\"about\">A trace cannot be run again: the report of the script"
        + " itself compares the semantics.</p>\n</section>\n"
    }
    html +=
      "<p class=\"about\">The script once more under each semantics, to the end of all that is"
    html += " still due.</p>\n"
    html += comparison.summary(marking: semantics)
    for (names, text) in comparison.errors {
      let who =
        names.count > 2 && names.count == comparison.rows.count
        ? "all" : names.joined(separator: ", ")
      html += "<p class=\"bad\"><b>\(escape(who))</b>: \(escape(text))</p>\n"
    }
    html +=
      "<h3>\(comparison.verdict.prefix(1).uppercased())\(escape(String(comparison.verdict.dropFirst())))</h3>\n"
    if !comparison.groups.isEmpty { html += comparison.differenceTable }
    if comparison.sides.count == 2 { html += comparison.partingTable }
    if let note = comparison.note { html += "<p class=\"about\">Note: \(escape(note)).</p>\n" }
    return html + "</section>\n"
  }

  private func escape(_ text: String) -> String {
    PageText.escaped(PageText.plain(text, limit: 500))
  }
}

extension SemanticsTable {
  private func escape(_ text: String) -> String {
    PageText.escaped(PageText.plain(text, limit: 200))
  }

  fileprivate func summary(marking names: [String]) -> String {
    var html = "<div class=\"scroll\"><table><thead><tr><th>semantics<th>outcome"
    html += counts.map { "<th class=\"r\">\($0)" }.joined()
    html += "<th>cycle</tr></thead>\n<tbody>\n"
    for row in rows {
      let isOwn = names.contains(row.name)
      html += "<tr\(isOwn ? " class=\"own\"" : "")><th scope=\"row\">\(escape(row.name))"
      let isBad = row.outcome != "settled" && row.outcome != "held"
      let mark = isBad ? "bad" : row.outcome == "held" ? "odd" : ""
      html += "<td\(mark.isEmpty ? "" : " class=\"\(mark)\"")>\(row.outcome)"
      html += row.numbers.map { "<td class=\"r\">\(PageText.grouped($0))" }.joined()
      html += "<td>\(row.cycle)</tr>\n"
    }
    return html + "</tbody></table></div>\n"
  }

  fileprivate var differenceTable: String {
    var html = "<div class=\"scroll\"><table><thead><tr><th>property"
    html += groups.map { "<th>\(escape($0.joined(separator: ", ")))" }.joined()
    html += "</tr></thead>\n<tbody>\n"
    for (property, values) in differences {
      html += "<tr><th scope=\"row\">\(escape(property))"
      html += values.map { "<td>\(escape($0))" }.joined() + "</tr>\n"
    }
    html += "</tbody></table></div>\n"
    if differencesLeftOut > 0 {
      html += "<p class=\"gap\">\(PageText.grouped(differencesLeftOut)) more are left out.</p>\n"
    }
    return html
  }

  fileprivate var partingTable: String {
    let names = sides.map { escape($0.semantics) }
    var html = "<h3>Where the traces of \(names[0]) and \(names[1]) part</h3>\n"
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
