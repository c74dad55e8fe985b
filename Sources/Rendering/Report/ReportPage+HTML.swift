import Text

// The document: one file that loads nothing from anywhere.
extension ReportPage {
  /// The page as HTML; the same run always gives the same page.
  ///
  /// Its policy admits only the page's own style and script, by their digests, and no connections.
  var html: String {
    let title = PageText.html(self.title, limit: 200)
    let policy =
      "default-src 'none'; style-src 'sha256-\(PageAssets.styleDigest)';"
      + " script-src 'sha256-\(PageAssets.scriptDigest)'; base-uri 'none';"
      + " form-action 'none'"
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="\(policy)">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <meta name="referrer" content="no-referrer">
      <meta name="generator" content="bindlab \(Markup.escaped(version))">
      <title>\(title) – bindlab</title>
      <style>\(PageAssets.style)</style>
      </head>
      <body>
      <a class="skip" href="#turns">To the turns</a>
      <header>
      <h1>\(title)</h1>
      <p class="about">\(escapedSummary)</p>
      \(ReportPage.bar)</header>
      \(messagesSection())<main>
      <div id="bench">
      \(sourceSection())<div id="middle">
      \(graphSection())\(valuesSection())</div>
      <div id="right">
      \(ReportPage.now)\(turnsSection())</div>
      </div>
      \(costsSection())\(comparisonSection())</main>
      \(ReportPage.help)<script type="application/json" id="data">\(dataJSON())</script>
      <script>\(PageAssets.script)</script>
      </body>
      </html>

      """
  }

  /// A part of the page with a heading of its own.
  static func section(_ id: String, _ heading: String, _ contents: String) -> String {
    """
    <section id="\(id)" aria-labelledby="\(id)-h">
    <h2 id="\(id)-h">\(heading)</h2>
    \(contents)</section>

    """
  }

  /// `under bind: 12 turns, 30 writes, 18 firings`, and what needs attention.
  private var escapedSummary: String {
    func count(_ number: Int, _ word: String) -> String {
      "\(PageText.grouped(number)) \(word)\(number == 1 ? "" : "s")"
    }
    let all = turns.count + turnsLeftOut
    var parts = [count(all, "turn")]
    if turnsLeftOut == 0 {
      parts.append(count(turns.reduce(0) { $0 + $1.trace.writes }, "write"))
      parts.append(count(turns.reduce(0) { $0 + $1.trace.firings }, "firing"))
    }
    let origin = isOfTrace ? "a recorded trace, which does not have the semantics" : runText
    let marked = turns.filter { !$0.marks.isEmpty }.count
    var text = origin + ": " + parts.joined(separator: ", ")
    if marked > 0 { text += "; \(count(marked, "turn")) marked" }
    let errors = messages.filter(\.isError).count
    if errors > 0 { text += "; <span class=\"bad\">\(count(errors, "error"))</span>" }
    return text
  }

  private var runText: String {
    "run under <b>\(semantics.map { PageText.html($0) }.joined(separator: "</b>, then <b>"))</b>"
  }

  /// The controls that need the script; without it they are hidden.
  private static let bar = """
    <div id="bar" role="toolbar" aria-label="Stepping" hidden>
    <button type="button" id="b-turn-back" title="previous turn: [ or Page Up" aria-label="Previous turn">«</button>
    <button type="button" id="b-back" title="previous event: p or ←" aria-label="Previous event">‹</button>
    <button type="button" id="b-next" title="next event: n or →" aria-label="Next event">›</button>
    <button type="button" id="b-turn-next" title="next turn: ] or Page Down" aria-label="Next turn">»</button>
    <span id="where"></span>
    <button type="button" id="b-mark" title="next turn with a cycle, a glitch or an error: m">next mark</button>
    <button type="button" id="b-help" title="keys: ?" aria-label="Help">?</button>
    </div>
    """ + "\n"

  private static let now = """
    <section id="now" aria-labelledby="now-h" hidden>
    <h2 id="now-h">This event</h2>
    <p id="now-text" aria-live="polite"></p>
    <ol id="chain" aria-label="What led to this event"></ol>
    </section>
    """ + "\n"

  private static let help = """
    <dialog id="help" aria-labelledby="help-h">
    <h2 id="help-h">Keys</h2>
    <table>
    <tr><td><kbd>n</kbd> <kbd>→</kbd><td>next event</tr>
    <tr><td><kbd>p</kbd> <kbd>←</kbd><td>previous event</tr>
    <tr><td><kbd>]</kbd> <kbd>Page Down</kbd><td>next turn</tr>
    <tr><td><kbd>[</kbd> <kbd>Page Up</kbd><td>previous turn</tr>
    <tr><td><kbd>m</kbd> <kbd>M</kbd><td>next or previous turn with a cycle, a glitch or an error</tr>
    <tr><td><kbd>Home</kbd> <kbd>End</kbd><td>first or last event</tr>
    <tr><td><kbd>/</kbd><td>find a property</tr>
    <tr><td><kbd>f</kbd><td>the whole graph, or its true size</tr>
    <tr><td><kbd>?</kbd><td>this help; <kbd>Esc</kbd> closes it</tr>
    </table>
    <p>Click a property, in the graph or in the table, for the next event that changes it; with
    Shift the one before. The address of the page holds the event: copied, it leads here again.</p>
    <form method="dialog"><button>Close</button></form>
    </dialog>
    """ + "\n"
}
