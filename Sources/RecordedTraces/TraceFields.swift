import BindingEngine
import Rendering
import Text

/// Which turn a line belongs to, and what it reports.
struct TraceHead {
  var number: Int
  var kind: String
  /// Whether it begins a turn that 'whatif' only tried.
  var isTried = false
  /// Whether it is an answer, or what was printed while nothing was traced: no event.
  var isAnswer = false
}

/// The fields of one line of a trace, by their names; unknown fields are skipped.
struct TraceFields {
  let reader: JSONReader
  var version: Int?
  var turn: Int?
  var sequence: Int?
  var kind: String?
  var cause: Int?
  var reason: String?
  var binding: Int?
  var link: String?
  var property: String?
  var target: String?
  var awaited: Int?
  var sources: [String] = []
  var arrow: String?
  var at: String?
  var reads: [String] = []
  var name: String?
  var keeper: String?
  var className: String?
  /// The properties of an object that was made, each with its value if it has one.
  var members: [(name: String, value: JSONValue?)] = []
  var change: String?
  var index: Int?
  var old: JSONValue?
  var new: JSONValue?
  var text: String?
  var count: Int?
  var timer: TurnTimer?
  var isTried = false
  var isTickDue = false
  // Fields of the last line of a turn.
  var outcome: String?
  var counts: [String: Int] = [:]
  var cycle: String?

  static let kinds = Dictionary(
    uniqueKeysWithValues: TraceEvent.Kind.allCases.map { ($0.word, $0) })
  static let reasons = Dictionary(
    uniqueKeysWithValues: TraceEvent.Reason.allCases.compactMap { reason in
      reason.word.map { ($0, reason) }
    })
  static let changes = Dictionary(
    uniqueKeysWithValues: ListChange.Kind.allCases.map { ($0.word, $0) })

  init(reader: JSONReader) { self.reader = reader }

  mutating func take(_ members: [(key: JSONText, value: JSONValue)]) throws(JSONError) {
    for (key, value) in members { try take(key, value) }
  }

  mutating func take(_ key: JSONText, _ value: JSONValue) throws(JSONError) {
    switch reader.word(key) {
    case "v": version = try number(value, key)
    case "turn": turn = try number(value, key)
    case "seq": sequence = try number(value, key)
    case "kind": kind = try string(value, key)
    case "cause": cause = try number(value, key)
    case "reason": reason = try string(value, key)
    case "binding": binding = try number(value, key)
    case "link": link = try string(value, key)
    case "property": property = try string(value, key)
    case "target": target = try string(value, key)
    case "awaited": awaited = try number(value, key)
    case "sources": sources = try strings(value, key)
    case "arrow": arrow = try string(value, key)
    case "at": at = try string(value, key)
    case "reads": reads = try strings(value, key)
    case "name": name = try string(value, key)
    case "keeper": keeper = try string(value, key)
    case "class": className = try string(value, key)
    case "values": members = try pairs(value, key)
    case "change": change = try string(value, key)
    case "index": index = try number(value, key)
    case "old": old = value
    case "new": new = value
    case "text": text = try string(value, key)
    case "count": count = try number(value, key)
    case "timer": timer = try turnTimer(value)
    case "waiting": if case .bool(let isSet) = value { isTickDue = isSet }
    case "tried": if case .bool(let isSet) = value { isTried = isSet }
    case "outcome": outcome = try string(value, key)
    case "cycle": if case .string = value { cycle = try string(value, key) }
    case "rounds": counts["rounds"] = try number(value, key)
    case "writes", "firings", "held", "dropped", "rejected", "depth", "glitches":
      if case .int = value { counts[try reader.text(key)] = try number(value, key) }
    default: break
    }
  }

  /// The largest number that a field may have. The events of a turn are counted in 32 bits, and no
  /// run comes near this limit. Everything computed from such a number stays far from overflow.
  static let greatest = Int(Int32.max)

  private func number(_ value: JSONValue, _ field: JSONText) throws(JSONError) -> Int {
    guard case .int(let number) = value else { throw unexpected(value, "a whole number", field) }
    guard (0...Self.greatest).contains(number) else {
      let name = try reader.text(field)
      throw .line("expected a number from 0 to \(Self.greatest) as '\(name)', found \(number)")
    }
    return number
  }

  private func unexpected(_ value: JSONValue, _ expected: String, _ field: JSONText) -> JSONError {
    let name = (try? reader.text(field)) ?? ""
    return .line("expected \(expected) as '\(name)', found \(value.kindText)")
  }

  /// Which turn the line belongs to, and what it reports.
  func head() throws(JSONError) -> TraceHead {
    guard let version else { throw .line("expected the field 'v', the version") }
    guard version == 1 else {
      throw .line("version \(version) of the format is not known; expected version 1")
    }
    guard let turn else { throw .line("expected the field 'turn', the number of a turn") }
    guard let kind else { throw .line("expected the field 'kind'") }
    return TraceHead(
      number: turn, kind: kind, isTried: isTried,
      isAnswer: kind == "output" || kind == "print" && sequence == nil)
  }

  private func string(_ value: JSONValue, _ field: JSONText) throws(JSONError) -> String {
    guard case .string(let text) = value else { throw unexpected(value, "a string", field) }
    return try reader.text(text)
  }

  /// The timer that began a turn, according to its first line.
  private func turnTimer(_ value: JSONValue) throws(JSONError) -> TurnTimer {
    guard case .object(let members) = value else {
      throw .line("expected an object as 'timer', found \(value.kindText)")
    }
    var due: Value?
    var (turn, sequence): (Int?, Int?) = (nil, nil)
    for (key, value) in members {
      switch reader.word(key) {
      case "due": due = Value(durationText: try string(value, key))
      case "turn": turn = try number(value, key)
      case "seq": sequence = try number(value, key)
      default: break
      }
    }
    guard case .duration(let time)? = due else {
      throw .line("expected a time such as \"2s\" as 'due' of 'timer'")
    }
    var timer = TurnTimer(due: time)
    if let turn, let sequence {
      timer.setting = TurnTimer.Setting(turn: turn, sequence: UInt32(sequence))
    }
    return timer
  }

  private func strings(_ value: JSONValue, _ field: JSONText) throws(JSONError) -> [String] {
    guard case .array(let values) = value else {
      throw unexpected(value, "a list of strings", field)
    }
    var found: [String] = []
    for value in values { found.append(try string(value, field)) }
    return found
  }

  private func pairs(
    _ value: JSONValue, _ field: JSONText
  ) throws(JSONError) -> [(name: String, value: JSONValue?)] {
    guard case .array(let values) = value else { throw unexpected(value, "a list", field) }
    var found: [(name: String, value: JSONValue?)] = []
    for value in values {
      guard case .array(let parts) = value, (1...2).contains(parts.count) else {
        throw .line("expected lists of a name and a value as 'values'")
      }
      found.append((try string(parts[0], field), parts.count > 1 ? parts[1] : nil))
    }
    return found
  }

  /// The name of an object as a value; nil for another value.
  func objectName(_ json: JSONValue?) -> String? {
    guard case .object(let members)? = json, members.count == 1,
      case .string(let name) = members[0].value
    else { return nil }
    return try? reader.text(name)
  }

  /// A value of the language.
  func value(_ json: JSONValue, in trace: inout RecordedTrace) throws(JSONError) -> Value {
    switch json {
    case .null: return .nil
    case .bool(let flag): return .bool(flag)
    case .int(let number): return .int(number)
    case .double(let number): return .double(number)
    case .string(let text): return .string(try reader.text(text))
    case .array(let elements):
      var values: [Value] = []
      for element in elements { values.append(try value(element, in: &trace)) }
      guard let list = ListValue(values) else { throw .line("a list is too long") }
      return .list(list)
    case .object(let members):
      guard members.count == 1 else { throw .line("expected {\"object\":NAME} as a value") }
      switch (reader.word(members[0].key), members[0].value) {
      case ("object", .string(let name)): return .object(trace.object(try reader.text(name)))
      case ("dictionary", .array(let pairs)): return try dictionary(pairs, in: &trace)
      case ("case", .array(let parts)): return try enumerationCase(parts, in: &trace)
      default: throw .line("expected {\"object\":NAME} as a value")
      }
    }
  }
}

extension TraceFields {
  /// The case with these names of its enumeration and itself, and then what it carries.
  private func enumerationCase(
    _ parts: [JSONValue], in trace: inout RecordedTrace
  ) throws(JSONError) -> Value {
    var values: [Value] = []
    for part in parts.dropFirst(2) { values.append(try value(part, in: &trace)) }
    guard parts.count >= 2, case .string(let type) = parts[0], case .string(let name) = parts[1],
      let carried = ListValue(values)
    else { throw .line("expected {\"case\":[ENUM,CASE]} as a value") }
    let found = Enumeration.Case(
      try reader.text(name), parameters: values.indices.map { "value\($0 + 1)" })
    let enumeration = Enumeration(name: try reader.text(type), cases: [found])
    return .enumeration(EnumerationCase(found.name, of: enumeration, carrying: carried))
  }

  /// The dictionary of pairs of a key and its value.
  private func dictionary(
    _ pairs: [JSONValue], in trace: inout RecordedTrace
  ) throws(JSONError) -> Value {
    var keys: [Value] = []
    var values: [Value] = []
    for pair in pairs {
      guard case .array(let parts) = pair, parts.count == 2 else {
        throw .line("expected pairs of a key and its value")
      }
      keys.append(try value(parts[0], in: &trace))
      values.append(try value(parts[1], in: &trace))
    }
    do {
      return .dictionary(try DictionaryValue.of(keys, values))
    } catch {
      throw .line("these are not the entries of a dictionary")
    }
  }
}

extension JSONReader {
  /// Reads a whole line; nil if it is no object.
  mutating func readFields() throws(JSONError) -> TraceFields? {
    guard case .object(let members) = try readLine() else { return nil }
    var fields = TraceFields(reader: self)
    try fields.take(members)
    return fields
  }

  /// Reads a line only as far as its first fields say which turn it belongs to; the whole line where
  /// they do not come first.
  mutating func readHead() throws(JSONError) -> TraceHead {
    var fields = TraceFields(reader: self)
    var isMissingSome = true
    try readMembers { (key, value) throws(JSONError) in
      try fields.take(key, value)
      isMissingSome = fields.version == nil || fields.turn == nil || fields.kind == nil
      // Later fields say whether a turn was only tried, and whether a line is an answer.
      return isMissingSome || ["turn", "print", "output"].contains(fields.kind)
    }
    if isMissingSome { try endLine() }
    return try fields.head()
  }
}

extension TurnTrace {
  /// Reads the counts in a turn's last line.
  mutating func take(_ fields: TraceFields) {
    func count(_ name: String) -> Int { fields.counts[name] ?? 0 }
    writes = count("writes")
    firings = count("firings")
    held = count("held")
    dropped = count("dropped")
    rejected = count("rejected")
    depth = count("depth")
    glitches = count("glitches")
    rounds = count("rounds")
    cycle = fields.cycle
    isTickDue = fields.isTickDue
  }
}

extension Value {
  /// A duration as the language writes it: `2s`, `150ms`, `1m`.
  init?(durationText text: String) {
    let units: [(suffix: String, size: Double)] = [
      ("ms", 1_000), ("s", 1_000_000), ("m", 60_000_000),
    ]
    guard let unit = units.first(where: { text.hasSuffix($0.suffix) }),
      let number = Double(text.dropLast(unit.suffix.count)),
      let microseconds = Int(exactly: (number * unit.size).rounded())
    else { return nil }
    self = .duration(microseconds)
  }
}
