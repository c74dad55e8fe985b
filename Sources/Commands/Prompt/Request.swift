import Invocation
import Syntax
import Text

/// A line that a program sends to a session.
struct Request {
  enum Task {
    case run(String)
    /// The offset is in bytes.
    case complete(String, at: Int)
    case help(String)
    case graph(GraphFormat, of: String?)
  }

  /// Why a line is no request.
  struct Problem: Error {
    /// The id of the line if it has one.
    var id = "null"
    var message: String
    var help: String?

    /// A line in which no request can be recognised.
    static func form(_ message: String) -> Problem {
      Problem(
        message: message, help: "a request is a line such as {\"id\": 1, \"run\": \"a.x = 2\"}")
    }
  }

  /// As it is written in JSON.
  let id: String
  /// The id in places.
  var name: Substring { id.hasPrefix("\"") ? id.dropFirst().dropLast() : id[...] }
  let task: Task

  /// - Throws: What is wrong with the line.
  init(_ line: String) throws(Problem) {
    let bytes = Array(line.utf8)
    var fields = Fields()
    // The body throws, and `withUnsafeBufferPointer` must not lose the type of what it throws.
    let result = bytes.withUnsafeBufferPointer { buffer -> Result<Void, Problem> in
      do throws(JSONError) {
        var reader = JSONReader(buffer, 0..<buffer.count)
        return .success(try fields.take(try reader.readLine(), reader))
      } catch {
        return .failure(.form("\(error.message) at byte \(error.offset)"))
      }
    }
    do throws(Problem) {
      try result.get()
      (id, task) = (try fields.knownID(), try fields.task())
    } catch {
      var problem = error
      if let id = fields.id { problem.id = id }
      throw problem
    }
  }
}

/// The fields of a line, which may be wrong ones.
private struct Fields {
  private enum Value {
    case text(String)
    case number(Int)
    case other
  }

  private static let tasks = ["run", "complete", "help", "graph"]

  private var values: [(name: String, value: Value)] = []
  private(set) var id: String?
  private var kind: String?

  mutating func take(_ line: JSONValue, _ reader: JSONReader) throws(JSONError) {
    guard case .object(let members) = line else {
      kind = line.kindText
      return
    }
    for (key, value) in members {
      let name = try reader.text(key)
      let found: Value =
        switch value {
        case .string(let text): .text(try reader.text(text))
        case .int(let number): .number(number)
        default: .other
        }
      values.append((name, found))
      guard name == "id" else { continue }
      switch found {
      case .text(let text): id = text.json
      case .number(let number): id = number.json
      case .other: break
      }
    }
  }

  func task() throws(Request.Problem) -> Request.Task {
    let names = values.map(\.name)
    for (place, name) in names.enumerated() where names[..<place].contains(name) {
      throw Request.Problem(message: "the field '\(name)' is there twice")
    }
    let tasks = names.filter(Fields.tasks.contains)
    guard let task = tasks.first else {
      throw .form(
        "a request needs one of the fields \(listing(Fields.tasks.map { "'\($0)'" }, "and"))")
    }
    guard tasks.count == 1 else {
      throw Request.Problem(message: "'\(task)' and '\(tasks[1])' are two requests")
    }
    let others = ["complete": ["at"], "graph": ["of"]][task] ?? []
    for name in names where name != "id" && name != task && !others.contains(name) {
      throw Request.Problem(message: "'\(task)' takes no field '\(name)'")
    }
    let text = try text(task)
    switch task {
    case "run": return .run(text)
    case "help": return .help(text)
    case "complete": return .complete(text, at: try offset(in: text))
    default:
      guard let format = GraphFormat.allCases.first(where: { "\($0)" == text }) else {
        let words = GraphFormat.allCases.map { "'\($0)'" }
        throw Request.Problem(message: "'graph' takes \(listing(words, "or")), not '\(text)'")
      }
      return .graph(format, of: names.contains("of") ? try self.text("of") : nil)
    }
  }

  func knownID() throws(Request.Problem) -> String {
    if let id { return id }
    if let kind { throw .form("a request is an object, not \(kind)") }
    guard value("id") != nil else { throw .form("a request needs a field 'id'") }
    throw .form("'id' takes a whole number or a string")
  }

  private func value(_ name: String) -> Value? { values.first { $0.name == name }?.value }

  private func text(_ name: String) throws(Request.Problem) -> String {
    guard case .text(let text)? = value(name) else {
      throw Request.Problem(message: "'\(name)' takes a string")
    }
    return text
  }

  /// The place of the cursor: the end of the text if none is given.
  private func offset(in text: String) throws(Request.Problem) -> Int {
    let count = text.utf8.count
    guard let at = value("at") else { return count }
    guard case .number(let offset) = at, 0...count ~= offset else {
      throw Request.Problem(message: "'at' takes a number of bytes from 0 to \(count)")
    }
    let isInside = Array(text.utf8).dropFirst(offset).first.map(UTF8.isContinuation) ?? false
    guard !isInside else { throw Request.Problem(message: "'at' is inside a character") }
    return offset
  }
}
