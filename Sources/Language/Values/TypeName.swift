import Values

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

  /// Its values in a few words.
  package var summary: String {
    switch self {
    case .int: "whole numbers of 64 bits"
    case .double: "numbers with a fraction; takes Int, too"
    case .number: "Int and Double"
    case .string: "text"
    case .bool: "true and false"
    case .list: "lists, such as [1, 2]"
    case .dictionary: "values by keys, such as [\"a\": 1]"
    case .object: "objects of every class"
    case .duration: "times, such as 150ms"
    case .any: "everything"
    }
  }

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
