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
    case _ where scalar.isUnseen:
      // In UTF-16, as JSON counts: two escapes for a scalar beyond the first 65,536.
      for unit in String(scalar).utf16 {
        let digits = String(unit, radix: 16)
        json += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      }
    default: json.unicodeScalars.append(scalar)
    }
  }
  return json + "\""
}
