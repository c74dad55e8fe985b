import Syntax
import Values

extension ValueMethod {
  static let ofDictionaries = [
    ValueMethod(
      "setting", of: .dictionary, ["", "to"], "setting(key, to: x)",
      "with that value for the key; a new key comes last",
      example: ("[\"a\": 1].setting(\"b\", to: 2)", "[\"a\": 1, \"b\": 2]"), gives: .dictionary,
      bytes: MethodCall.asEntry
    ) { (call, _) throws(ScriptFailure) in
      .dictionary(try call.dictionary.changed(call.arguments[0], to: call.arguments[1]))
    },
    ValueMethod(
      "removing", of: .dictionary, [""], "removing(key)", "without the key",
      example: ("[\"a\": 1, \"b\": 2].removing(\"a\")", "[\"b\": 2]"), gives: .dictionary,
      bytes: MethodCall.asEntry
    ) { (call, _) throws(ScriptFailure) in .dictionary(call.dictionary.removing(call.arguments[0]))
    },
  ]
}

extension MethodCall {
  /// The receiver, which is a Dictionary.
  fileprivate var dictionary: DictionaryValue {
    guard case .dictionary(let dictionary) = receiver else { preconditionFailure("no Dictionary") }
    return dictionary
  }
}

extension DictionaryValue {
  /// This dictionary with another value for a key.
  ///
  /// - Throws: `ScriptFailure` where that cannot be a key, or the result would be nested too deeply.
  package func changed(_ key: Value, to value: Value) throws(ScriptFailure) -> DictionaryValue {
    guard DictionaryValue.canBeKey(key) else { throw ValuePlace.dictionaryKey.failure(key) }
    guard let changed = setting(key, to: value) else { throw Operators.tooDeep }
    return changed
  }

  /// The dictionary that a literal makes of its keys and values.
  package static func literal(
    _ keys: [Value], _ values: [Value]
  ) throws(ScriptFailure) -> DictionaryValue {
    do throws(Refusal) {
      return try DictionaryValue.of(keys, values)
    } catch {
      switch error {
      case .keyTwice(let position): throw .mistake(.keyTwice(keys[position].literal()))
      case .noKey(let position): throw ValuePlace.dictionaryKey.failure(keys[position])
      case .tooLarge: throw Operators.tooDeep
      }
    }
  }

  /// The elements of `list` by `keys`, of which each stands for one, in the order of their first ones.
  ///
  /// - Throws: `ScriptFailure` where one cannot be a key, or the result would be nested too deeply.
  package static func grouping(
    _ list: ListValue, by keys: [Value]
  ) throws(ScriptFailure) -> DictionaryValue {
    var places: [HashableValue: Int] = [:]
    var order: [Value] = []
    var groups: [[Value]] = []
    for (element, key) in zip(list, keys) {
      guard DictionaryValue.canBeKey(key) else { throw ValuePlace.dictionaryKey.failure(key) }
      if let place = places[HashableValue(value: key)] {
        groups[place].append(element)
      } else {
        places[HashableValue(value: key)] = groups.count
        order.append(key)
        groups.append([element])
      }
    }
    var lists: [Value] = []
    for group in groups { lists.append(try MethodCall.list(group)) }
    return try literal(order, lists)
  }
}

extension SyntaxTree {
  /// The key of a dictionary literal that is written out a second time; nil where there is none.
  package func keyTwice(in parts: NodeList) -> NodeID? {
    var keys: Set<HashableValue> = []
    for position in stride(from: 0, to: parts.count, by: 2) {
      let key: Value
      switch expression(parts[position]) {
      case .intLiteral(let number): key = .int(number)
      case .stringLiteral(let text): key = .string(text)
      default: continue
      }
      if !keys.insert(HashableValue(value: key)).inserted { return parts[position] }
    }
    return nil
  }
}
