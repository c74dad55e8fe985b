/// What a property admits.
public struct ValueType: Hashable, Sendable {
  public enum Base: Hashable, Sendable {
    case any, int, double, number, string, bool, list, dictionary, object, duration
    /// The cases of one enumeration.
    case enumeration(Enumeration)
    /// Instances of one class and of its subclasses.
    case instance(ClassID)
  }

  public var base: Base
  /// Whether nil is admitted. `any` always admits it.
  public var isOptional: Bool

  public init(_ base: Base, optional: Bool = false) {
    self.base = base
    self.isOptional = optional
  }

  /// Anything, including nil.
  public static let any = ValueType(.any, optional: true)
}

extension Value {
  /// The name of the value's type as the language writes it.
  public var typeName: String {
    switch self {
    case .nil: "nil"
    case .bool: "Bool"
    case .int: "Int"
    case .double: "Double"
    case .string: "String"
    case .list: "List"
    case .dictionary: "Dictionary"
    case .enumeration(let value): value.enumeration.name
    case .object: "Object"
    case .duration: "Duration"
    }
  }
}

/// What kind of member of an object a property is.
package enum MemberKind: UInt8 {
  case property
  case event
  case action
  /// Its value is the object with the command's status.
  case command
}
