/// A value that a property can hold and a binding can pass.
///
/// 17 bytes, so that a property record has room for its flags in the value's padding.
public enum Value: Sendable {
  case `nil`
  case bool(Bool)
  case int(Int)
  case double(Double)
  case string(String)
  case list(ListValue)
  case dictionary(DictionaryValue)
  case enumeration(EnumerationCase)
  case object(ObjectID)
  /// A span of virtual time, in microseconds.
  case duration(Int)
}
