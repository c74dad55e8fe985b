import BindingEngine
import Rendering

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

/// Reads an NDJSON trace: a line at a time, into the events that it tells of.
struct TraceReader {
  private(set) var trace = RecordedTrace()
  /// What is to be told and does not keep the trace from being used.
  private(set) var warnings: [TraceProblem] = []
  private let bytes: UnsafeBufferPointer<UInt8>
  private let file: String
  private var line = 0

  // MARK: The turn that is being read

  var turn: RecordedTurn?
  var header = TurnTrace()
  private var lastNumber = 0
  /// The lists that properties hold, as far as the trace says, and those of the running turn.
  private var lists: [UInt32: List] = [:]
  private var changedLists: [UInt32: List?] = [:]
  /// The parts that the running turn took from where they stood, so that they have other names.
  private var renamed: [(name: String, part: String)] = []
  /// The links that the running turn made or ended.
  private var changedLinks: [(link: UInt32, isMade: Bool)] = []

  private init(_ bytes: UnsafeBufferPointer<UInt8>, file: String) {
    self.bytes = bytes
    self.file = file
    trace.name = file
  }

  /// The trace in `bytes`, and what is to be said of it.
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

  private func problem(_ message: String) -> TraceProblem {
    TraceProblem(file: file, line: line, message: message)
  }

  private mutating func readAll() throws(TraceProblem) {
    var start = 0
    // A mark at the beginning, as some editors leave it.
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { start = 3 }
    while start < bytes.count {
      line += 1
      var end = start
      while end < bytes.count, bytes[end] != UInt8(ascii: "\n") { end += 1 }
      let isLast = end == bytes.count
      do throws(TraceProblem) {
        try readLine(start..<end)
      } catch {
        // A run that was ended in the middle of a line.
        guard isLast, isCutOff(start..<end) else { throw error }
        var warning = problem("the last line is cut off: what stands before it is used")
        warning.isWarning = true
        warnings.append(warning)
      }
      start = end + 1
    }
    finishTurn()
    guard !trace.turns.isEmpty else {
      line = max(line, 1)
      throw problem("expected a trace as --trace=json writes it, found none")
    }
    trace.settle()
  }

  /// Whether a line that could not be read is the beginning of one that could.
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
    guard let first = range.first(where: { bytes[$0] > 32 }) else { return }
    guard bytes[first] == UInt8(ascii: "{") else {
      throw problem(
        "expected a JSON object; what a script prints goes between the lines of its trace, unless"
          + " --trace-to sends that to a file")
    }
    var reader = JSONReader(bytes, range)
    do throws(JSONError) {
      guard case .object(let members) = try reader.readLine() else { return }
      var fields = TraceFields(reader: reader)
      try fields.take(members)
      try take(&fields)
    } catch {
      let column = error.offset - range.lowerBound + 1
      throw problem(error.offset < 0 ? error.message : "\(error.message), at byte \(column)")
    }
  }

  // MARK: Lines

  private mutating func take(_ fields: inout TraceFields) throws(JSONError) {
    guard let version = fields.version else { throw .line("expected the field 'v', the version") }
    guard version == 1 else {
      throw .line("version \(version) of the format is not known; expected version 1")
    }
    guard let number = fields.turn, number >= 0 else {
      throw .line("expected the field 'turn', the number of a turn")
    }
    guard let kind = fields.kind else { throw .line("expected the field 'kind'") }
    if kind == "turn" || turn?.number != number { try begin(number, fields) }
    switch kind {
    case "turn": return
    case "end":
      header.take(fields)
      turn?.outcome = fields.outcome ?? ""
      finishTurn()
    case "left-out": turn?.leftOut += max(fields.count ?? 0, 0)
    default: try takeEvent(kind, &fields)
    }
  }

  private mutating func begin(_ number: Int, _ fields: TraceFields) throws(JSONError) {
    finishTurn()
    if number <= lastNumber, !trace.turns.isEmpty {
      guard fields.kind == "turn", number <= 1 else {
        throw .line("turn \(number) behind turn \(lastNumber): expected a later one")
      }
      // After 'reset', or where two runs have written to one file.
      var warning = problem("turn \(number) begins anew: what stands before it is forgotten")
      warning.isWarning = true
      warnings.append(warning)
      let name = trace.name
      trace = RecordedTrace()
      trace.name = name
      lists = [:]
    }
    lastNumber = number
    var begun = RecordedTurn(number: number)
    begun.statement =
      fields.kind == "turn" ? fields.text ?? "" : "(its beginning is not in the trace)"
    begun.place = fields.kind == "turn" ? fields.at ?? "" : ""
    turn = begun
    header = TurnTrace()
    changedLists = [:]
    changedLinks = []
    renamed = []
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
    guard let sequence = fields.sequence, sequence > 0, let number = UInt32(exactly: sequence)
    else {
      throw .line("expected the field 'seq', the number of the event")
    }
    let last = turn?.events.last?.sequence ?? 0
    guard number > last else {
      throw .line("event \(sequence) behind event \(last): expected a later one")
    }
    let cause = fields.cause ?? 0
    guard cause >= 0, cause < sequence else {
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
    if kind == .write, let name = fields.property, let part = fields.objectName(fields.old),
      trace.rename(name, to: part)
    {
      renamed.append((name, part))
    }
    if let name = fields.property { event.property = trace.property(name) }
    if let name = fields.target { event.other = trace.property(name) }
    if let value = fields.old { event.old = try fields.value(value, in: &trace) }
    if let value = fields.new { event.new = try fields.value(value, in: &trace) }
    if kind == .release, case .string(let name) = event.new {
      event.new = .object(trace.object(name))
    }
    if kind == .request || kind == .timer, case .string(let text) = event.new {
      event.new = Value(durationText: text) ?? event.new
    }
    if let word = fields.change {
      guard let change = TraceFields.changes[word] else { throw .line("unknown change '\(word)'") }
      event.change = ListChange(change, at: max(fields.index ?? 0, 0))
    }
    if kind == .write { takeList(&event) }
    if fields.binding != nil || fields.link != nil { takeLink(fields, &event) }
    for name in fields.reads {
      turn?.reads.append(RecordedRead(event: number, property: trace.property(name)))
    }
    turn?.events.append(event)
  }

  /// Makes of an element that came, went or was exchanged the lists before and after.
  private mutating func takeList(_ event: inout TraceEvent) {
    let known = changedLists[event.property] ?? lists[event.property]
    var list: List?
    let index = event.change.index
    switch event.change.kind {
    case .set, .prior:
      if case .list(let whole) = event.new { list = whole }
      changedLists[event.property] = .some(list)
      return
    case .insert:
      if let known, index <= known.count { list = known.inserting(event.new, at: index) }
    case .remove:
      if let known, index < known.count { list = known.removing(at: index) }
    case .replace:
      if let known, index < known.count { list = known.replacing(at: index, with: event.new) }
    }
    if let known, let list { (event.old, event.new) = (.list(known), .list(list)) }
    changedLists[event.property] = .some(list)
  }

  /// Finds the link that acted, which of its directions, and what is said of it.
  private mutating func takeLink(_ fields: TraceFields, _ event: inout TraceEvent) {
    let link = trace.link(number: fields.binding, text: fields.link ?? "")
    if let text = fields.link { setText(text, of: link) }
    switch event.kind {
    case .bind:
      let isTwoWay = fields.arrow.map { $0 == "<>" || $0 == "<!>" } ?? false
      if event.other == 0, let name = targetName(fields) { event.other = trace.property(name) }
      setEnds(of: link, fields.sources.map { trace.property($0) }, event.other, isTwoWay)
      trace.links[Int(link)].wayLength = fields.sources.count
      for handle in [link, link + 1] {
        trace.links[Int(handle)].place = fields.at ?? ""
        // Not before its turn is kept; a number that was put back is given again.
        (trace.links[Int(handle)].made, trace.links[Int(handle)].ended) = (.max, nil)
      }
      changedLinks.append((link, true))
      event.other = 0
    case .unbind: changedLinks.append((link, false))
    case .move where !fields.sources.isEmpty:
      trace.links[Int(link)].known.sources = fields.sources.map { trace.property($0) }
    case .compute:
      trace.links[Int(link)].known.target = event.property
      if !fields.reads.isEmpty {
        trace.links[Int(link)].known.sources = fields.reads.map { trace.property($0) }
      }
    case .fire, .observe:
      // Where the making of the binding is not in the trace.
      if trace.links[Int(link)].known.sources.isEmpty {
        let sources =
          event.property != 0 ? [event.property] : fields.reads.map { trace.property($0) }
        let isTwoWay = (fields.link ?? "").contains(" <> ") || (fields.link ?? "").contains(" <!> ")
        setEnds(of: link, sources, event.other, isTwoWay)
      } else if event.other != 0, !trace.links[Int(link)].known.isTwoWay {
        trace.links[Int(link)].known.target = event.other
      }
    default: break
    }
    event.link = link
    if trace.links[Int(link)].known.isTwoWay { event.link = direction(of: link, event) }
  }

  /// The end that a binding writes, as its text has it: where nil stands on the way there is no other
  /// name for it.
  private func targetName(_ fields: TraceFields) -> String? {
    guard let text = fields.link, let arrow = fields.arrow else { return nil }
    let parts = text.split(separator: " ").map(String.init)
    guard let place = parts.firstIndex(of: arrow), place > 0, place + 1 < parts.count else {
      return nil
    }
    let name = arrow.hasPrefix("<~") ? parts[place - 1] : parts[place + 1]
    return name.contains(".") && !name.contains("(") && !name.contains(")") ? name : nil
  }

  private mutating func setText(_ text: String, of link: UInt32) {
    trace.links[Int(link)].text = text
    trace.links[Int(link) + 1].text = text
  }

  private mutating func setEnds(
    of link: UInt32, _ sources: [UInt32], _ target: UInt32, _ isTwoWay: Bool
  ) {
    trace.links[Int(link)].known.sources = sources
    trace.links[Int(link)].known.target = target
    trace.links[Int(link)].known.isTwoWay = isTwoWay
    guard isTwoWay, let source = sources.last else { return }
    trace.links[Int(link) + 1].known.sources = target == 0 ? [] : [target]
    trace.links[Int(link) + 1].known.target = source
    trace.links[Int(link) + 1].known.isTwoWay = true
  }

  /// The event of the running turn with a number.
  private func eventInTurn(_ sequence: UInt32) -> TraceEvent? {
    guard let events = turn?.events else { return nil }
    var low = 0
    var high = events.count
    while low < high {
      let middle = (low + high) / 2
      if events[middle].sequence < sequence { low = middle + 1 } else { high = middle }
    }
    return low < events.count && events[low].sequence == sequence ? events[low] : nil
  }

  /// Which direction of a two-way binding acted.
  private func direction(of link: UInt32, _ event: TraceEvent) -> UInt32 {
    let target = trace.links[Int(link)].known.target
    let source = trace.links[Int(link)].known.sources.last ?? 0
    switch event.kind {
    case .fire:
      if event.property == target, target != 0 { return link + 1 }
      return event.other == source && source != 0 && event.property != source ? link + 1 : link
    case .write: return event.property == source && source != target ? link + 1 : link
    case .bind, .unbind, .move: return link
    default: break
    }
    guard let cause = eventInTurn(event.cause) else { return link }
    if cause.link == link || cause.link == link + 1, event.kind != .held { return cause.link }
    return cause.property == target && target != 0 ? link + 1 : link
  }
}

extension JSONError {
  /// What is wrong with a line as a whole.
  static func line(_ message: String) -> JSONError { JSONError(message: message, offset: -1) }
}
