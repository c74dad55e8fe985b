import Syntax
import Values

/// Ranges of whole numbers, and what they take of lists and strings.
extension Operators {
  private static let mostOfRange = 10_000_000

  /// The numbers of `low...high` or `low..<high`.
  ///
  /// - Throws: `ScriptFailure` where an end is no Int, or the range is reversed or too large.
  package static func numbers(
    _ low: Value, _ high: Value, isClosed: Bool
  ) throws(ScriptFailure) -> Range<Int> {
    guard case .int(let first) = low, case .int(let last) = high else {
      throw .mistake(
        .cannotTake(isClosed ? "..." : "..<", left: low.typeName, right: high.typeName))
    }
    guard first <= last else { throw .mistake(.rangeReversed(low: first, high: last)) }
    let (count, overflow) = last.subtractingReportingOverflow(first)
    guard !overflow, count < mostOfRange || count == mostOfRange && !isClosed, last < .max else {
      throw .mistake(.rangeTooLarge)
    }
    return first..<(isClosed ? last + 1 : last)
  }

  /// A range as a value: the list of its numbers.
  package static func list(of numbers: Range<Int>) -> Value {
    guard let list = ListValue(numbers, unless: { false }) else {
      preconditionFailure("a range larger than a list")
    }
    return .list(list)
  }

  /// The elements of a List, or the characters of a String, at the places of a range.
  ///
  /// - Throws: `ScriptFailure` where there are no such places, or the value has none.
  package static func part(
    _ value: Value, _ places: Range<Int>, _ texts: inout TextPlaces
  ) throws(ScriptFailure) -> Value {
    switch value {
    case .nil: return .nil
    case .list(let list):
      guard places.lowerBound >= 0, places.upperBound <= list.count else {
        throw .mistake(.rangeOutside(places, count: list.count, isString: false))
      }
      return .list(list.part(places))
    case .string(let text):
      guard let start = texts.index(of: places.lowerBound, in: text),
        let end = texts.index(of: places.upperBound, in: text)
      else { throw .mistake(.rangeOutside(places, count: text.count, isString: true)) }
      return .string(String(text[start..<end]))
    default: throw .mistake(.noElements(type: value.typeName))
    }
  }

  /// The character of a String at a place.
  package static func character(
    of text: String, at index: Value, _ texts: inout TextPlaces
  ) throws(ScriptFailure) -> Value {
    guard case .int(let place) = index else { throw ValuePlace.index(below: nil).failure(index) }
    guard let found = texts.index(of: place, in: text), found < text.endIndex else {
      throw .mistake(.outsideString(place, count: text.count))
    }
    return .string(String(text[found]))
  }

  /// What a dictionary has for a key: nil where there is no such key.
  package static func entry(
    of dictionary: DictionaryValue, at key: Value
  ) throws(ScriptFailure) -> Value {
    guard DictionaryValue.canBeKey(key) else { throw ValuePlace.dictionaryKey.failure(key) }
    return dictionary[key] ?? .nil
  }
}
