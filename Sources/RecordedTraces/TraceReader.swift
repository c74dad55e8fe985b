import BindingEngine
import Platform
import Rendering
import Text

/// What is wrong with a trace: `FILE:LINE: error: MESSAGE`.
struct TraceProblem: Error, CustomStringConvertible {
  var file: String
  var line: Int
  var message: String
  var isWarning = false

  var description: String {
    "\(file):\(line): \(isWarning ? "warning" : "error"): \(message)"
  }
}

/// Reads an NDJSON trace, a line at a time, into its events.
struct TraceReader {
  var trace = RecordedTrace()
  /// Problems that are reported, but do not prevent the trace from being used.
  var warnings: [TraceProblem] = []
  let bytes: UnsafeBufferPointer<UInt8>
  private let file: String
  var line = 0

  // MARK: The turn that is being read

  var turn: RecordedTurn?
  var header = TurnTrace()
  /// The lists in properties, as far as the trace shows them, and those of the current turn.
  private var lists: [UInt32: ListValue] = [:]
  private var changedLists: [UInt32: ListValue?] = [:]
  /// The lines of the running turn.
  private var part = 0..<0
  /// The parts that the running turn took from where they stood, so that they have other names.
  private var renamed: [(name: String, part: String)] = []
  /// The links that the current turn made or removed.
  var changedLinks: [(link: UInt32, isMade: Bool)] = []
  /// The objects that it made or released.
  var changedObjects = ChangedObjects()

  private init(_ bytes: UnsafeBufferPointer<UInt8>, file: String) {
    self.bytes = bytes
    self.file = file
    trace.name = file
  }

  /// The trace in `bytes`, and the problems in it.
  static func read(
    _ bytes: [UInt8], file: String
  ) throws(TraceProblem) -> (trace: RecordedTrace, warnings: [TraceProblem]) {
    let result: Result<(RecordedTrace, [TraceProblem]), TraceProblem> =
      bytes.withUnsafeBufferPointer { buffer in
        var reader = TraceReader(buffer, file: file)
        do throws(TraceProblem) {
          try reader.readAll()
        } catch {
          return .failure(error)
        }
        return .success((reader.trace, reader.warnings))
      }
    let (trace, warnings) = try result.get()
    return (trace, warnings)
  }

  func problem(_ message: String) -> TraceProblem {
    TraceProblem(file: file, line: line, message: message)
  }

  private mutating func readAll() throws(TraceProblem) {
    if let foreign = ForeignBytes(bytes) {
      line = 1
      throw problem(foreign.message + (foreign.help.map { "; " + $0 } ?? ""))
    }
    for part in try findTurns() {
      line = part.line
      self.part = part.bytes
      try readLines(
        part.bytes,
        to: { (reader, range) throws(TraceProblem) in
          try reader.readLine(range)
        })
    }
    finishTurn()
    guard !trace.turns.isEmpty else {
      line = max(line, 1)
      throw problem("expected a trace as --trace=json writes it, found none")
    }
    trace.settle()
  }

  /// Visits the lines of `part`; `line` is the number of the one before it.
  mutating func readLines(
    _ part: Range<Int>, to visit: (inout TraceReader, Range<Int>) throws(TraceProblem) -> Void
  ) throws(TraceProblem) {
    var start = part.lowerBound
    while start < part.upperBound {
      line += 1
      let end = endOfLine(from: start)
      let isLast = end == bytes.count
      do throws(TraceProblem) {
        try visit(&self, start..<end)
      } catch {
        // The run was ended in the middle of a line.
        guard isLast, isCutOff(start..<end) else { throw error }
        var warning = problem("the last line is cut off: only the lines before it are used")
        warning.isWarning = true
        if warnings.last?.line != line { warnings.append(warning) }
      }
      start = end + 1
    }
  }

  private func endOfLine(from start: Int) -> Int {
    guard let base = bytes.baseAddress else { return start }
    let found = Memory.find(UInt8(ascii: "\n"), in: base + start, bytes.count - start)
    return found.map { UnsafeRawPointer(base).distance(to: $0) } ?? bytes.count
  }

  /// Whether an unreadable line is the beginning of a readable one.
  private func isCutOff(_ range: Range<Int>) -> Bool {
    let first = range.first { bytes[$0] > 32 }
    guard let first, bytes[first] == UInt8(ascii: "{") else { return false }
    return range.last { bytes[$0] > 32 }.map { bytes[$0] != UInt8(ascii: "}") } ?? false
      || {
        var reader = JSONReader(bytes, range)
        return (try? reader.readLine()) == nil
      }()
  }

  private mutating func readLine(_ range: Range<Int>) throws(TraceProblem) {
    try parse(range) { (reader, json) throws(JSONError) in
      guard var fields = try json.readFields() else { return }
      try reader.take(&fields)
    }
  }

  /// The first fields of a line; nil for an empty one.
  mutating func head(of range: Range<Int>) throws(TraceProblem) -> TraceHead? {
    var head: TraceHead?
    try parse(range) { (_, json) throws(JSONError) in head = try json.readHead() }
    return head
  }

  private mutating func parse(
    _ range: Range<Int>,
    _ read: (inout TraceReader, inout JSONReader) throws(JSONError) -> Void
  ) throws(TraceProblem) {
    guard let first = range.first(where: { bytes[$0] > 32 }) else { return }
    guard bytes[first] == UInt8(ascii: "{") else {
      throw problem(
        "expected a JSON object; what a script prints goes between the lines of its trace, unless"
          + " --trace-to sends that to a file")
    }
    var json = JSONReader(bytes, range)
    do throws(JSONError) {
      try read(&self, &json)
    } catch {
      let column = error.offset - range.lowerBound + 1
      throw problem(error.offset < 0 ? error.message : "\(error.message), at byte \(column)")
    }
  }

  // MARK: Lines

  private mutating func take(_ fields: inout TraceFields) throws(JSONError) {
    let head = try fields.head()
    if head.isAnswer { return }
    if head.kind == "turn" || turn?.number != head.number { begin(head.number, fields) }
    switch head.kind {
    case "turn": return
    case "end":
      header.take(fields)
      turn?.outcome = fields.outcome ?? ""
      finishTurn()
    case "left-out": turn?.leftOut += fields.count ?? 0
    default: try takeEvent(head.kind, &fields)
    }
  }

  private mutating func begin(_ number: Int, _ fields: TraceFields) {
    finishTurn()
    var begun = RecordedTurn(number: number)
    begun.statement =
      fields.kind == "turn" ? fields.text ?? "" : "(its beginning is not in the trace)"
    begun.place = fields.kind == "turn" ? fields.at ?? "" : ""
    begun.timer = fields.timer
    turn = begun
    header = TurnTrace()
    changedLists = [:]
    changedLinks = []
    changedObjects = ChangedObjects()
    renamed = []
    renameParts()
  }

  /// The lines of a turn name objects as they are called at its end, so what the turn takes from where
  /// it stood has its new name from its first line on.
  private mutating func renameParts() {
    guard mentionsObject(part) else { return }
    let place = line
    defer { line = place }
    // What is wrong with a line is reported when it is read.
    try? readLines(
      part,
      to: { (reader, range) throws(TraceProblem) in
        guard reader.mentionsObject(range) else { return }
        var json = JSONReader(reader.bytes, range)
        guard let fields = try? json.readFields(), fields.kind == TraceEvent.Kind.write.word,
          let name = fields.property, let part = fields.objectName(fields.old),
          reader.trace.rename(name, to: part)
        else { return }
        reader.renamed.append((name, part))
      })
  }

  /// Whether an object may be a value in some lines: most lines need not be read twice.
  private func mentionsObject(_ range: Range<Int>) -> Bool {
    let wanted: StaticString = "\"object\""
    let count = wanted.utf8CodeUnitCount
    guard let base = bytes.baseAddress else { return false }
    // Its rarest letter is searched for.
    let offset = 4
    var start = base + range.lowerBound
    let end = base + range.upperBound
    while let found = Memory.find(wanted.utf8Start[offset], in: start, end - start) {
      start = base + base.distance(to: found.assumingMemoryBound(to: UInt8.self))
      let first = start - offset
      if first >= base + range.lowerBound, end - first >= count,
        Memory.isEqual(first, wanted.utf8Start, count)
      {
        return true
      }
      start += 1
    }
    return false
  }

  private mutating func finishTurn() {
    guard let turn else { return }
    header.number = turn.number
    header.statement = turn.statement
    header.place = turn.place
    header.leftOut = turn.leftOut
    header.outcome = turn.outcome.isEmpty ? "not ended in the trace" : turn.outcome
    trace.turns.append(turn)
    trace.counts.append(header)
    if !turn.wasUndone {
      for (property, list) in changedLists { lists[property] = list }
      changedObjects.add(to: &trace, turn.number)
      for (link, isMade) in changedLinks {
        for handle in [link, link + 1] {
          if isMade { trace.links[Int(handle)].made = turn.number }
          if !isMade { trace.links[Int(handle)].ended = turn.number }
        }
      }
    } else {
      for (name, part) in renamed.reversed() { _ = trace.rename(part, to: name) }
    }
    self.turn = nil
  }

  // MARK: Events

  private mutating func takeEvent(
    _ word: String, _ fields: inout TraceFields
  ) throws(JSONError) {
    guard let kind = TraceFields.kinds[word] else {
      throw .line("unknown kind '\(word)': expected one that bindlab(1) lists")
    }
    guard let sequence = fields.sequence, sequence > 0 else {
      throw .line("expected the field 'seq', the number of the event")
    }
    let number = UInt32(sequence)
    let last = turn?.events.last?.sequence ?? 0
    guard number > last else {
      throw .line("event \(sequence) after event \(last): expected a later one")
    }
    let cause = fields.cause ?? 0
    guard cause < sequence else {
      throw .line("the cause of event \(sequence) is \(cause): expected an earlier event, or 0")
    }
    var reason = TraceEvent.Reason.none
    if let word = fields.reason {
      guard let known = TraceFields.reasons[word] else { throw .line("unknown reason '\(word)'") }
      reason = known
    }
    var event = TraceEvent(
      kind: kind, reason: reason, sequence: number, cause: UInt32(cause), link: 0, property: 0,
      other: 0, old: .nil, new: .nil, text: fields.text)
    if let name = fields.property { event.property = trace.property(name) }
    if let name = fields.target { event.other = trace.property(name) }
    if let value = fields.old { event.old = try fields.value(value, in: &trace) }
    if let value = fields.new { event.new = try fields.value(value, in: &trace) }
    if kind == .release, case .string(let name) = event.new {
      event.new = .object(trace.object(name))
    }
    // Where the block is: an event has no other place for it.
    if kind == .correct { event.text = fields.at }
    if kind == .request || kind == .timer, case .string(let text) = event.new {
      event.new = Value(durationText: text) ?? event.new
    }
    if event.isOfWaiting, case .string(let text) = event.old {
      event.old = Value(durationText: text) ?? event.old
    }
    if let word = fields.change {
      guard let change = TraceFields.changes[word] else { throw .line("unknown change '\(word)'") }
      event.change = ListChange(change, at: fields.index ?? 0)
    }
    for (property, list) in try changedObjects.take(event, fields, in: &trace) {
      changedLists[property] = .some(list)
    }
    if kind == .write { takeList(&event, count: fields.count ?? 1) }
    if fields.binding != nil || fields.link != nil { takeLink(fields, &event) }
    if event.kind == .glitch, let number = fields.awaited {
      event.awaited = trace.link(number: number, text: "")
    }
    for name in fields.reads {
      turn?.reads.append(RecordedRead(event: number, property: trace.property(name)))
    }
    turn?.events.append(event)
  }

  /// Turns the insertion, removal or replacement of an element into the lists before and after it.
  ///
  /// - Parameter count: How many elements it is about. If it is not 1, the event has a list of them.
  private mutating func takeList(_ event: inout TraceEvent, count: Int) {
    let known = changedLists[event.property] ?? lists[event.property]
    var list: ListValue?
    let index = event.change.index
    switch event.change.kind {
    case .set, .prior:
      if case .list(let whole) = event.new { list = whole }
      changedLists[event.property] = .some(list)
      return
    case .insert:
      if let known, index <= known.count {
        if count != 1, case .list(let several) = event.new {
          list = known.inserting(contentsOf: several, at: index)
        } else {
          list = known.inserting(event.new, at: index)
        }
      }
    case .remove:
      if let known, count > 0, index + count <= known.count {
        list = known.removing(index..<index + count)
      }
    case .replace:
      if let known, index < known.count { list = known.replacing(at: index, with: event.new) }
    }
    if let known, let list { (event.old, event.new) = (.list(known), .list(list)) }
    changedLists[event.property] = .some(list)
  }
}

extension JSONError {
  /// What is wrong with a line as a whole.
  static func line(_ message: String) -> JSONError { JSONError(message: message, offset: -1) }
}
