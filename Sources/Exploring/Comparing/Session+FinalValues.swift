import BindingEngine
import Interpreter
import Text

extension Session {
  /// The value of every property and every variable of the script.
  ///
  /// Objects without a name are named by the path to them, such as `table.rows[0]`, since
  /// their numbers depend on when they were made. Only those that no path leads to, such as those of locals,
  /// are named by class and number.
  /// A `computed` that nothing has read is evaluated, in a turn that is rolled back.
  func finalValues() -> [ComparedRun.FinalValue] {
    var values: [ComparedRun.FinalValue] = []
    dry { _ in
    } then: { _ in
      var reader = FinalValueReader(self)
      values = reader.read()
    }
    return values
  }
}

/// Follows everything that can be reached from a name.
private struct FinalValueReader {
  private let session: Session
  private var values: [ComparedRun.FinalValue] = []
  /// The names of the objects, and the objects that have not been examined yet.
  private var names: [UInt32: String] = [:]
  private var pending: [ObjectID] = []
  private var counts: [String: Int] = [:]
  /// How many elements of lists may still be visited: nested lists can have too many of them to
  /// visit in reasonable time.
  private var budget = 1_000_000

  init(_ session: Session) { self.session = session }

  private var core: GraphCore { _read { yield session.graphState } }

  mutating func read() -> [ComparedRun.FinalValue] {
    for index in 1..<UInt32(core.objects.count)
    where !core.objects[index].generation.isMultiple(of: 2) {
      let object = core.objectID(at: index)
      let name = core.describe(object)
      // An object without a name is called by its class and a number after a colon.
      if !name.contains(":") { find(object, name) }
    }
    var read = readPending()
    for (name, declaration) in session.symbols.all {
      let text = session.names.text(of: name)
      switch declaration.symbol {
      case .variable(let slot):
        find(core.read(slot), text)
        read.append((text, slot))
      case .constant(let slot): find(core.read(slot), text)
      default: break
      }
    }
    read += readPending()
    findLost()
    read += readPending()
    for (name, slot) in read { add(name, slot) }
    return values
  }

  /// The objects that no path leads to, except those of the prelude.
  private mutating func findLost() {
    for index in 1..<UInt32(core.objects.count)
    where !core.objects[index].generation.isMultiple(of: 2) && names[index] == nil {
      let object = core.objectID(at: index)
      let classID = core.classID(of: object)
      guard classID != session.commandClass, classID != session.responseClass else { continue }
      find(object, core.describe(object))
    }
  }

  /// The properties of all objects that are reached; visiting an object also names the objects in it.
  private mutating func readPending() -> [(String, UInt32)] {
    var found: [(String, UInt32)] = []
    var position = 0
    while position < pending.count {
      let object = pending[position]
      position += 1
      for slot in core.slots(of: object.index) where core.info(of: slot).role == .property {
        let property = session.names.text(of: core.info(of: slot).name)
        let name = "\(names[object.index] ?? "").\(property)"
        find(session.evaluated(slot) ?? .nil, name)
        found.append((name, slot))
      }
    }
    pending = []
    return found
  }

  private mutating func find(_ value: Value, _ path: String, depth: Int = 0) {
    switch value {
    case .object(let object): find(object, path)
    case .dictionary(let dictionary) where depth < 16:
      for (key, element) in zip(dictionary.keys, dictionary.values) {
        budget -= 1
        guard budget > 0 else { return }
        find(core.living(element), "\(path)[\(key.literal())]", depth: depth + 1)
      }
    case .enumeration(let value) where depth < 16:
      for element in value.values { find(core.living(element), path, depth: depth + 1) }
    case .list(let list) where depth < 16:
      for (position, element) in list.enumerated() {
        budget -= 1
        guard budget > 0 else { return }
        find(core.living(element), "\(path)[\(position)]", depth: depth + 1)
      }
    default: break
    }
  }

  private mutating func find(_ object: ObjectID, _ name: String) {
    guard core.isAlive(object), names[object.index] == nil else { return }
    let own = core.describe(object)
    names[object.index] = own.contains(":") ? name : own
    pending.append(object)
  }

  private mutating func add(_ name: String, _ slot: UInt32) {
    let count = counts[name, default: 0] + 1
    counts[name] = count
    let value = session.evaluated(slot)
    values.append(
      ComparedRun.FinalValue(
        name: count == 1 ? name : "\(name) (\(count))",
        text: value.map { text(of: $0) } ?? "(an error)", json: value.map(json) ?? "null"))
  }

  private func text(of value: Value) -> String {
    switch value {
    case .object(let object): names[object.index] ?? core.literal(value)
    case .list(let list): "[" + list.map { text(of: core.living($0)) }.joined(separator: ", ") + "]"
    case .dictionary(let dictionary):
      dictionary.text { text(of: core.living($0)) }
    case .enumeration(let value):
      value.enumeration.name + "." + value.text { text(of: core.living($0)) }
    default: core.literal(value)
    }
  }

  private func json(_ value: Value) -> String {
    switch value {
    case .object: (["object": text(of: value)] as JSONObject).json
    case .list(let list): jsonArray(list.map { json(core.living($0)) })
    case .dictionary(let dictionary): dictionary.json { json(core.living($0)) }
    case .enumeration(let value): value.json { json(core.living($0)) }
    default: session.traced(value).json
    }
  }
}
