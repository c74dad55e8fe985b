import Text

/// Text of scripts and values, made safe for a page: it can neither change the page nor deceive.
enum PageText {
  /// The text with invisible characters as escapes, cut if it is long.
  ///
  /// Characters that control the direction of writing are shown as escapes. Text that is written from
  /// right to left is isolated, so that it does not reorder what is beside it.
  static func plain(_ text: String, limit: Int = .max) -> String {
    let shown = excerpt(text, limit: limit)
    // First strong isolate, and its end.
    return shown.unicodeScalars.contains(where: isRightToLeft) ? "\u{2068}\(shown)\u{2069}" : shown
  }

  /// The text with invisible characters as escapes, cut if it is long, as a part of a text that is made safe
  /// as a whole later.
  static func excerpt(_ text: String, limit: Int) -> String {
    guard text.utf8.count > limit, text.unicodeScalars.count > limit else { return text.visible() }
    let start = String(String.UnicodeScalarView(text.unicodeScalars.prefix(limit)))
    return start.visible() + "… (\(grouped(text.unicodeScalars.count)) characters)"
  }

  /// A count with a comma between groups of thousands.
  static func grouped(_ count: Int) -> String {
    guard count >= 1000 else { return "\(count)" }
    return "\(grouped(count / 1000)),\(String(1000 + count % 1000).dropFirst())"
  }

  /// The safe text as the content of an element or of an attribute in double quotes.
  static func html(_ text: String, limit: Int = .max) -> String {
    Markup.escaped(plain(text, limit: limit))
  }

  private static func isRightToLeft(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFE, 0x1_0800...0x1_0FFF,
      0x1_E800...0x1_EFFF:
      true
    default: false
    }
  }
}

/// Text as a JSON string that can stand in a `script` element.
struct PageString: JSONWritable {
  let text: String

  var json: String {
    text.json.escaped(by: ["<": "\\u003c", ">": "\\u003e", "&": "\\u0026"])
  }
}

extension TraceEntry {
  /// The entry with texts that are safe in a page: short, and without anything that could deceive.
  package func forPage() -> TraceEntry {
    var entry = self
    func fit(_ value: TracedValue?) -> TracedValue? {
      value.map { TracedValue(text: PageText.excerpt($0.text, limit: 80), json: "") }
    }
    entry.old = fit(old)
    entry.new = fit(new)
    entry.link = link.map { PageText.excerpt($0, limit: 120) }
    entry.property = property.map { PageText.excerpt($0, limit: 120) }
    entry.target = target.map { PageText.excerpt($0, limit: 120) }
    entry.text = text.map { PageText.excerpt($0, limit: 400) }
    return entry
  }
}
