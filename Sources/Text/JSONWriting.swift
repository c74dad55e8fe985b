import Basics

/// What can be written as a JSON value: on one line, without blanks.
package protocol JSONWritable {
  var json: String { get }
}

extension Int: JSONWritable {
  package var json: String { description }
}

extension UInt32: JSONWritable {
  package var json: String { description }
}

extension Bool: JSONWritable {
  package var json: String { self ? "true" : "false" }
}

extension Optional: JSONWritable where Wrapped: JSONWritable {
  package var json: String { self?.json ?? "null" }
}

extension Array: JSONWritable where Element: JSONWritable {
  package var json: String { jsonArray(map { $0.json }) }
}

/// A list of values that are already written.
package func jsonArray(_ elements: [String]) -> String {
  "[" + elements.joined(separator: ",") + "]"
}

extension String: JSONWritable {
  package var json: String {
    // Most texts need no escapes.
    if utf8.allSatisfy(JSONBytes.isPlain) { return "\"\(self)\"" }
    var json = "\""
    for scalar in unicodeScalars {
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
}

/// An object whose fields keep the order in which they are added; their names need no escapes.
package struct JSONObject: JSONWritable, ExpressibleByDictionaryLiteral {
  /// The fields so far, with commas between them.
  private var fields = ""

  package init(dictionaryLiteral fields: (String, any JSONWritable)...) {
    for (name, value) in fields { add(name, value) }
  }

  package var json: String { "{" + fields + "}" }

  package mutating func add(_ name: String, _ value: any JSONWritable) {
    if !fields.isEmpty { fields += "," }
    // An interpolation would take three times as long, and a long answer has a million fields.
    fields += "\""
    fields += name
    fields += "\":"
    fields += value.json
  }

  /// Adds the fields that have a value.
  package mutating func add(known fields: KeyValuePairs<String, (any JSONWritable)?>) {
    for case (let name, let value?) in fields { add(name, value) }
  }

  package mutating func add(_ other: JSONObject) {
    if !fields.isEmpty, !other.fields.isEmpty { fields += "," }
    fields += other.fields
  }
}
