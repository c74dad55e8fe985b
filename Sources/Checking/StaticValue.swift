import BindingEngine
import Language
import Names

/// What is known of a value without running the script.
struct StaticValue {
  var kinds = ValueKinds.any
  /// The object that it is, where it is one and that is known.
  var object: KnownObject?
  /// The value itself, where it is written out.
  var literal: Value?
  /// How many elements it has, where it is a list of which that is known.
  var count: Int?

  static var unknown: StaticValue { StaticValue() }

  init(_ kinds: ValueKinds = .any, object: KnownObject? = nil, literal: Value? = nil) {
    self.kinds = kinds
    self.object = object
    self.literal = literal
  }

  /// A value that stands in the text.
  init(_ literal: Value) {
    self.init(ValueKinds(of: literal), literal: literal)
  }

  /// For messages: the value where it is known, else its type; nil where that would take many words.
  func text(_ names: NameTable) -> String? {
    switch literal {
    case .int(let number)?: return String(number)
    case .double(let number)?: return Value.text(of: number)
    case .bool(let flag)?: return flag ? "true" : "false"
    case .string(let text)?: return Value.quoted(text)
    case .duration(let span)?: return Value.text(ofMicroseconds: span)
    default: break
    }
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
    /// A class that nobody declared, which was reported.
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
