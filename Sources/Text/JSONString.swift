/// Text as a JSON string.
public func jsonString(_ text: String) -> String {
  var json = "\""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\"": json += "\\\""
    case "\\": json += "\\\\"
    case "\n": json += "\\n"
    case "\r": json += "\\r"
    case "\t": json += "\\t"
    case "\u{0}"..<" ", "\u{7F}", "\u{2028}", "\u{2029}":
      let digits = String(scalar.value, radix: 16)
      json += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    default: json.unicodeScalars.append(scalar)
    }
  }
  return json + "\""
}
