import Text

/// Text of scripts and values made fit for a page: nothing in it can change the page or deceive.
enum PageText {
  /// The text with what has no picture of its own as escapes, cut where it is long.
  ///
  /// What commands the direction of writing is shown instead of obeyed, and text that is written
  /// from right to left is kept from turning round what stands beside it.
  static func plain(_ text: String, limit: Int = .max) -> String {
    if text.utf8.count <= limit, text.utf8.allSatisfy({ 0x20..<0x7F ~= $0 }) { return text }
    var shown = ""
    var count = 0
    var isRightToLeft = false
    for scalar in text.unicodeScalars {
      guard count < limit else {
        shown += "… (\(grouped(text.unicodeScalars.count)) characters)"
        break
      }
      count += 1
      if isHidden(scalar) {
        shown += "\\u{" + String(scalar.value, radix: 16) + "}"
      } else {
        shown.unicodeScalars.append(scalar)
        isRightToLeft = isRightToLeft || PageText.isRightToLeft(scalar)
      }
    }
    // First strong isolate, and its end.
    return isRightToLeft ? "\u{2068}\(shown)\u{2069}" : shown
  }

  /// A number with a comma between thousands.
  static func grouped(_ number: Int) -> String {
    let digits = Array(String(abs(number)))
    var text = number < 0 ? "-" : ""
    for (position, digit) in digits.enumerated() {
      if position > 0, (digits.count - position).isMultiple(of: 3) { text += "," }
      text.append(digit)
    }
    return text
  }

  /// Text as the content of an element or of an attribute in double quotes.
  static func escaped(_ text: String) -> String { Markup.escaped(text) }

  /// Text as a JSON string that can stand in a `script` element.
  static func json(_ text: String) -> String {
    var json = ""
    for scalar in jsonString(text).unicodeScalars {
      switch scalar {
      case "<": json += "\\u003c"
      case ">": json += "\\u003e"
      case "&": json += "\\u0026"
      default: json.unicodeScalars.append(scalar)
      }
    }
    return json
  }

  /// Control characters, what commands the direction of writing, and what is no character at all,
  /// which HTML does not admit.
  private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x20..<0x7F: false
    case 0..<0x20, 0x7F..<0xA0, 0x61C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x206F, 0xFEFF,
      0xFDD0...0xFDEF, 0xFFF9...0xFFFB:
      true
    default: scalar.value & 0xFFFE == 0xFFFE
    }
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

extension TraceEntry {
  /// The entry with its texts fit for a page: short, and with nothing in them that could deceive.
  package func forPage() -> TraceEntry {
    var entry = self
    func fit(_ value: TracedValue?) -> TracedValue? {
      value.map { TracedValue(text: PageText.plain($0.text, limit: 80), json: "") }
    }
    entry.old = fit(old)
    entry.new = fit(new)
    entry.link = link.map { PageText.plain($0, limit: 120) }
    entry.property = property.map { PageText.plain($0, limit: 120) }
    entry.target = target.map { PageText.plain($0, limit: 120) }
    entry.text = text.map { PageText.plain($0, limit: 400) }
    return entry
  }
}
