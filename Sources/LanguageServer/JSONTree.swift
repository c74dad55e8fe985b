import Text

/// A message of a client, or a part of one, with its texts decoded.
enum JSONTree: Equatable {
  case null
  case bool(Bool)
  case int(Int)
  case double(Double)
  case string(String)
  case array([JSONTree])
  case object([String: JSONTree])

  /// Reads one value, and nothing else.
  init(_ bytes: [UInt8]) throws(JSONError) {
    let result = bytes.withUnsafeBufferPointer { buffer -> Result<JSONTree, JSONError> in
      do throws(JSONError) {
        var reader = JSONReader(buffer, 0..<buffer.count)
        // An editor may type one half after the other, and every unit counts for positions.
        reader.replacesHalfPairs = true
        let value = try reader.readLine()
        return .success(try JSONTree(value, reader))
      } catch {
        return .failure(error)
      }
    }
    self = try result.get()
  }

  private init(_ value: JSONValue, _ reader: JSONReader) throws(JSONError) {
    switch value {
    case .null: self = .null
    case .bool(let flag): self = .bool(flag)
    case .int(let number): self = .int(number)
    case .double(let number): self = .double(number)
    case .string(let text): self = .string(try reader.text(text))
    case .array(let elements):
      var list: [JSONTree] = []
      list.reserveCapacity(elements.count)
      for element in elements { list.append(try JSONTree(element, reader)) }
      self = .array(list)
    case .object(let members):
      var fields: [String: JSONTree] = [:]
      for (key, value) in members { fields[try reader.text(key)] = try JSONTree(value, reader) }
      self = .object(fields)
    }
  }

  /// A field of an object; nil if there is none.
  subscript(name: String) -> JSONTree? {
    if case .object(let fields) = self { fields[name] } else { nil }
  }

  var string: String? { if case .string(let text) = self { text } else { nil } }
  var int: Int? { if case .int(let number) = self { number } else { nil } }
  var bool: Bool? { if case .bool(let flag) = self { flag } else { nil } }
  var array: [JSONTree]? { if case .array(let elements) = self { elements } else { nil } }
  var isObject: Bool { if case .object = self { true } else { false } }
}

/// What a request is called by: its answer has it, too.
enum RequestID: Hashable, JSONWritable {
  case number(Int)
  case text(String)

  init?(_ value: JSONTree?) {
    switch value {
    case .int(let number)?: self = .number(number)
    case .string(let text)?: self = .text(text)
    default: return nil
    }
  }

  var json: String {
    switch self {
    case .number(let number): number.json
    case .text(let text): text.json
    }
  }
}

/// The JSON value `null`.
struct JSONNull: JSONWritable {
  var json: String { "null" }
}

/// A value that is already written.
struct WrittenJSON: JSONWritable {
  let json: String
}

extension Array where Element == any JSONWritable {
  /// A list of values of several kinds.
  var asList: WrittenJSON { WrittenJSON(json: jsonArray(map(\.json))) }
}
