import BindingEngine

/// The types that have names of their own.
package enum TypeName: String, CaseIterable {
  case int = "Int"
  case double = "Double"
  case number = "Number"
  case string = "String"
  case bool = "Bool"
  case list = "List"
  case dictionary = "Dictionary"
  case object = "Object"
  case duration = "Duration"
  case any = "Any"

  package var base: ValueType.Base {
    switch self {
    case .int: .int
    case .double: .double
    case .number: .number
    case .string: .string
    case .bool: .bool
    case .list: .list
    case .dictionary: .dictionary
    case .object: .object
    case .duration: .duration
    case .any: .any
    }
  }
}
