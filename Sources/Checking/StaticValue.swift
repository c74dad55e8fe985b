import BindingEngine
import Language
import Names

/// What is known of a value without running the script.
struct StaticValue {
  var kinds = ValueKinds.any
  /// The object that it is, if it is one and that is known.
  var object: KnownObject?
  /// The value itself, where it is not a list and is known.
  private(set) var literal: Value?
  /// How many elements it has, where it is a list of which that is known.
  var count: Int?
  /// The elements of such a list, unless they are many.
  private(set) var elements: [StaticValue]?
  /// How many values it is made of.
  private var size = 1
  /// What the property can hold from which it was read, if that has a type.
  var declared: ValueKinds?

  /// How many elements of a list and bytes of a text are followed.
  static let mostFollowed = 1_000

  static var unknown: StaticValue { StaticValue() }

  init(_ kinds: ValueKinds = .any, object: KnownObject? = nil) {
    self.kinds = kinds
    self.object = object
  }

  /// A value that is known, but of a long one only what kind it is.
  init(_ value: Value) {
    kinds = ValueKinds(of: value)
    switch value {
    case .list(let list):
      count = list.count
      if list.count <= StaticValue.mostFollowed { follow(list.map { StaticValue($0) }) }
    case .dictionary(let dictionary) where dictionary.size > StaticValue.mostFollowed: break
    case .string(let text) where text.utf8.count > StaticValue.mostFollowed: break
    // A handle means nothing here.
    case .object: break
    case .nil, .bool, .int, .double, .string, .dictionary, .duration: literal = value
    }
  }

  init(elements: [StaticValue]) {
    kinds = .list
    count = elements.count
    follow(elements)
  }

  /// Keeps what the elements are, unless these and what is in them are many.
  private mutating func follow(_ elements: [StaticValue]) {
    size = elements.reduce(1) { $0 + $1.size }
    if size <= StaticValue.mostFollowed { self.elements = elements } else { size = 1 }
  }

  /// The value itself, a list too, where all of it is known.
  var whole: Value? {
    guard let elements else { return literal }
    var found: [Value] = []
    for element in elements {
      guard let value = element.whole else { return nil }
      found.append(value)
    }
    return ListValue(found).map(Value.list)
  }

  /// The list with a change in it, as far as what is changed is known.
  ///
  /// - Parameters:
  ///   - place: The index of the element; nil if something is appended.
  ///   - value: The new element.
  func changed(
    _ operation: ListOperation, _ place: StaticValue, _ value: StaticValue
  ) -> StaticValue {
    guard var elements else {
      var list = StaticValue(.list)
      let difference = operation == .replace ? 0 : operation == .remove ? -1 : 1
      list.count = count.map { $0 + difference }
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
    case .append, .replace: elements[index] = value
    }
    return StaticValue(elements: elements)
  }

  /// The dictionary with another value for a key, as far as the two are known.
  func setting(_ key: Value, to value: StaticValue) -> StaticValue {
    guard case .dictionary(let dictionary)? = literal, let whole = value.whole,
      let changed = try? dictionary.changed(key, to: whole)
    else { return StaticValue(kinds) }
    return StaticValue(.dictionary(changed))
  }

  /// For messages: the value where it is known, else its type; nil if that would take many words.
  func text(_ names: NameTable) -> String? {
    if let literal { return literal.literal() }
    if kinds == .nil { return "nil" }
    if kinds == .object, let object { return object.text(names) }
    return kinds.typeName.map(Mistake.withArticle)
  }
}

/// An object of which the class is known.
struct KnownObject {
  var object: StaticObject
  /// Whether it is this very object or one made the same way; else it only has what the class has,
  /// and perhaps more.
  var isExact: Bool

  /// What messages call it.
  func text(_ names: NameTable) -> String {
    isExact && object.isNamed ? object.text(names) : Mistake.withArticle(object.text(names))
  }
}

/// What a property admits.
struct StaticType {
  enum Base {
    case named(TypeName)
    case instance(StaticClass)
    /// A class that is not declared, which was reported.
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
    case .unknown: .any
    }
  }

  /// What can be written to it: an `Int` widens to a `Double`. For values the engine decides the same,
  /// in `GraphCore.admit`: it is a library by itself, and knows nothing of kinds.
  var admitted: ValueKinds {
    if case .named(.double) = base { return kinds.union(.int) }
    return kinds
  }
}
