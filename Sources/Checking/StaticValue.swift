import Language
import Names
import Values

/// What is known about a value without running the script.
struct StaticValue {
  var kinds = ValueKinds.any
  /// The object, if the value is one and it is known.
  var object: KnownObject?
  /// The value itself, if it is known and not a list.
  private(set) var literal: Value?
  /// What is known about a list or a case; nil for other values.
  private var contents: Contents?
  /// What the property from which it was read can hold, if that property has a type.
  var declared: ValueKinds?

  /// How many elements of a list and bytes of a text are followed.
  static let mostFollowed = 1_000

  static var unknown: StaticValue { StaticValue() }

  /// Stored separately: values are copied often, and few of them have contents.
  private final class Contents {
    let count: Int?
    let elements: [StaticValue]?
    let size: Int
    let enumeration: Enumeration?

    init(
      count: Int? = nil, elements: [StaticValue]? = nil, size: Int = 1,
      enumeration: Enumeration? = nil
    ) {
      (self.count, self.elements, self.size) = (count, elements, size)
      self.enumeration = enumeration
    }
  }

  /// The number of elements, if it is a list and this is known.
  var count: Int? { contents?.count }
  /// The elements of such a list, unless there are many.
  var elements: [StaticValue]? { contents?.elements }
  /// Whether it may refer to an object, itself or by an element.
  var mayReferToObject: Bool { object != nil || elements?.isEmpty == false }
  /// The number of values in it, with all nested ones.
  private var size: Int { contents?.size ?? 1 }

  init(_ kinds: ValueKinds = .any, object: KnownObject? = nil) {
    self.kinds = kinds
    self.object = object
  }

  /// A known value; for a long one, only its type.
  init(_ value: Value) {
    kinds = ValueKinds(of: value)
    switch value {
    case .list(let list):
      if list.count <= StaticValue.mostFollowed {
        follow(list.map { StaticValue($0) })
      } else {
        contents = Contents(count: list.count)
      }
    case .dictionary(let dictionary) where dictionary.size > StaticValue.mostFollowed: break
    case .enumeration(let value) where value.values.size > StaticValue.mostFollowed:
      enumeration = value.enumeration
    case .string(let text) where text.utf8.count > StaticValue.mostFollowed: break
    // A handle of a run has no meaning here.
    case .object: break
    case .nil, .bool, .int, .double, .string, .dictionary, .enumeration, .duration:
      literal = value
    }
  }

  init(elements: [StaticValue]) {
    kinds = .list
    follow(elements)
  }

  /// Keeps the elements, unless there are many, with all nested ones.
  private mutating func follow(_ elements: [StaticValue]) {
    let size = elements.reduce(1) { $0 + $1.size }
    contents =
      size <= StaticValue.mostFollowed
      ? Contents(count: elements.count, elements: elements, size: size)
      : Contents(count: elements.count)
  }

  /// The value itself, including a list, if all of it is known.
  var whole: Value? {
    guard let elements else { return literal }
    var found: [Value] = []
    for element in elements {
      guard let value = element.whole else { return nil }
      found.append(value)
    }
    return ListValue(found).map(Value.list)
  }

  /// The list with a change, as far as the change is known.
  ///
  /// - Parameters:
  ///   - place: The index of the element; nil to append.
  ///   - value: The new element.
  func changed(
    _ operation: ListOperation, _ place: StaticValue, _ value: StaticValue
  ) -> StaticValue {
    let isSeveral =
      operation.takesContents || operation == .remove && place.kinds.contains(.list)
    if isSeveral { return changed(operation, place, severalFrom: value) }
    guard var elements else {
      var list = StaticValue(.list)
      let difference = operation == .replace ? 0 : operation == .remove ? -1 : 1
      if let count { list.contents = Contents(count: count + difference) }
      return list
    }
    if operation == .append {
      elements.append(value)
      return StaticValue(elements: elements)
    }
    let last = operation == .insert ? elements.count : elements.count - 1
    guard case .int(let index)? = place.literal, index >= 0, index <= last else {
      return StaticValue(.list)
    }
    switch operation {
    case .insert: elements.insert(value, at: index)
    case .remove: elements.remove(at: index)
    default: elements[index] = value
    }
    return StaticValue(elements: elements)
  }

  /// The list after several elements have been inserted or removed at once.
  private func changed(
    _ operation: ListOperation, _ place: StaticValue, severalFrom list: StaticValue
  ) -> StaticValue {
    guard operation != .remove, var elements, let more = list.elements else {
      return StaticValue(.list)
    }
    var index = elements.count
    if operation == .insertContents {
      guard case .int(let given)? = place.literal, given >= 0, given <= index else {
        return StaticValue(.list)
      }
      index = given
    }
    elements.insert(contentsOf: more, at: index)
    return StaticValue(elements: elements)
  }

  /// The dictionary with another value for a key, as far as the two are known.
  func setting(_ key: Value, to value: StaticValue) -> StaticValue {
    guard case .dictionary(let dictionary)? = literal, let whole = value.whole,
      let changed = try? dictionary.changed(key, to: whole)
    else { return StaticValue(kinds) }
    return StaticValue(.dictionary(changed))
  }

  var enumeration: Enumeration? {
    get {
      if case .enumeration(let value)? = literal {
        value.enumeration
      } else {
        contents?.enumeration
      }
    }
    set {
      contents = Contents(
        count: count, elements: elements, size: size, enumeration: newValue)
    }
  }

  /// For messages: the value if it is known, else its type; nil if that would take many words.
  func text(_ names: NameTable) -> String? {
    if let literal { return literal.literal() }
    if kinds == .nil { return "nil" }
    if kinds == .object, let object { return object.text(names) }
    return kinds.typeName.map(Mistake.withArticle)
  }
}

/// An object whose class is known.
struct KnownObject {
  var object: StaticObject
  /// Whether it is this very object or one made in the same way; otherwise only the members of the
  /// class are known, and there may be more.
  var isExact: Bool

  /// Its name in messages.
  func text(_ names: NameTable) -> String {
    isExact && object.isNamed ? object.text(names) : Mistake.withArticle(object.text(names))
  }
}

/// What a property admits.
struct StaticType {
  enum Base {
    case named(TypeName)
    case instance(StaticClass)
    case enumeration(Enumeration)
    /// A class that is not declared; that was reported.
    case unknown
  }

  var base: Base
  var isOptional: Bool

  static var any: StaticType { StaticType(base: .named(.any), isOptional: true) }

  /// What can be read from a property of the type.
  var kinds: ValueKinds {
    switch base {
    case .named(let name): ValueKinds(of: ValueType(name.base, optional: isOptional))
    case .instance: isOptional ? [.object, .nil] : .object
    case .enumeration: isOptional ? [.enumeration, .nil] : .enumeration
    case .unknown: .any
    }
  }

  /// What can be written to it: an `Int` widens to a `Double`. For values, the engine decides the same
  /// in `GraphCore.admit`, since it is a library by itself and does not know about kinds.
  var admitted: ValueKinds {
    if case .named(.double) = base { return kinds.union(.int) }
    return kinds
  }
}
