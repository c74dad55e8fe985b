// The turns as text, so that all of them can be read without a script.
extension ReportPage {
  /// The deepest indentation of an event.
  private static let deepest = 12

  func turnsSection() -> String {
    var html =
      "<p class=\"about\">A turn is a statement with all that it sets off. Each event is indented"
      + " below its cause.</p>\n<div id=\"list\">\n"
    if turns.isEmpty { html += "<p>There were no turns.</p>\n" }
    for (position, turn) in turns.enumerated() {
      if turnsLeftOut > 0, position == turnsLeftOutAt {
        html += turnsLeftOutText
      } else if isOfTrace {
        let last = position == 0 ? 0 : turns[position - 1].trace.number
        html += ReportPage.missingText(last + 1, turn.trace.number - 1)
      }
      html += self.html(of: turn)
    }
    return ReportPage.section("turns", "Turns", html + "</div>\n")
  }

  private var turnsLeftOutText: String {
    let count = PageText.grouped(turnsLeftOut)
    return
      "<p class=\"gap\">\(count) turn\(turnsLeftOut == 1 ? " is" : "s are") left out here: the page holds"
      + " the first \(turnsLeftOutAt) and the last \(turns.count - turnsLeftOutAt).</p>\n"
  }

  /// The turns that a trace lacks.
  private static func missingText(_ first: Int, _ last: Int) -> String {
    guard first <= last else { return "" }
    let which =
      first == last
      ? "Turn \(PageText.grouped(first)) is"
      : "Turns \(PageText.grouped(first)) to \(PageText.grouped(last)) are"
    return "<p class=\"gap\">\(which) not in the trace.</p>\n"
  }

  private func html(of turn: Turn) -> String {
    let trace = turn.trace
    let statement = PageText.html(trace.statement, limit: 200)
    var html = "<details class=\"t\(turn.trace.isQuiet ? " quiet" : "")\" id=\"t\(trace.number)\">"
    html += "<summary><b>\(trace.number)</b> <code>\(statement)</code>"
    for mark in turn.marks {
      html += " <em class=\"\(mark.isBad ? "bad" : "odd")\">\(outcome(mark.text))</em>"
    }
    html += "</summary>"
    html += "<p class=\"at\">\(placeHTML(turn)) \(outcome(trace.outcome)): \(trace.countsText)</p>"
    let lines = eventLines(of: turn)
    if !lines.isEmpty { html += "<pre>\n" + lines.joined(separator: "\n") + "</pre>" }
    for remark in trace.remarks {
      html += "<p class=\"odd\">\(PageText.html(remark, limit: 400))</p>"
    }
    if let cycle = trace.cycle {
      html += "<p class=\"odd\">cycle: \(PageText.html(cycle, limit: 600))</p>"
    }
    return html + "</details>\n"
  }

  /// A recorded trace may contain any text as an outcome.
  private func outcome(_ text: String) -> String { PageText.html(text, limit: 80) }

  private func placeHTML(_ turn: Turn) -> String {
    let text = PageText.html(turn.trace.place, limit: 200)
    guard let place = turn.place else { return text }
    return "<a href=\"#s\(place.file)-\(place.lines.lowerBound)\">\(text)</a>"
  }

  /// One line for each event, and one for each gap between them.
  private func eventLines(of turn: Turn) -> [String] {
    let signs = TraceSigns(isASCII: false)
    var lines: [String] = []
    var depths: [Int: Int] = [:]
    var last = 0
    for entry in turn.trace.entries {
      if entry.sequence > last + 1 {
        let count = entry.sequence - last - 1
        lines.append("… \(PageText.grouped(count)) event\(count == 1 ? "" : "s") left out …")
      }
      last = entry.sequence
      let depth = entry.cause == 0 ? 0 : (depths[entry.cause] ?? ReportPage.deepest - 1) + 1
      depths[entry.sequence] = depth
      let indent = String(repeating: " ", count: 2 * min(depth, ReportPage.deepest))
      lines.append(indent + PageText.html(entry.text(signs).plain))
    }
    return lines
  }
}

extension ReportPage.Turn {
  /// The summary of the turn.
  var marks: [(text: String, isBad: Bool)] {
    var marks: [(text: String, isBad: Bool)] = []
    if trace.outcome != "settled" {
      marks.append((trace.outcome, trace.outcome != "held"))
    } else if trace.cycle != nil {
      marks.append(("cycle", false))
    }
    if trace.glitches > 0 {
      marks.append((trace.glitches == 1 ? "glitch" : "\(trace.glitches) glitches", false))
    }
    return marks
  }
}
