/// An enumeration: its name, and its cases.
public final class Enumeration: Sendable {
  /// One of the cases, and what a value of it carries.
  public struct Case: Hashable, Sendable {
    public let name: String
    /// The names of the values that it carries; empty if it carries none.
    public let parameters: [String]

    public init(_ name: String, parameters: [String] = []) {
      self.name = name
      self.parameters = parameters
    }

    /// As it is declared: `failed(message)`.
    public var signature: String {
      parameters.isEmpty ? name : "\(name)(\(parameters.joined(separator: ", ")))"
    }
  }

  public let name: String
  /// In the order of their declarations.
  public let cases: [Case]
  /// Where in `cases` a name stands first.
  private let positions: [String: Int]

  public init(name: String, cases: [Case]) {
    self.name = name
    self.cases = cases
    positions = Dictionary(
      zip(cases.lazy.map(\.name), cases.indices), uniquingKeysWith: { first, _ in first })
  }

  /// The case of that name; nil if there is none.
  ///
  /// - Complexity: O(1).
  public func named(_ name: String) -> Case? { positions[name].map { cases[$0] } }

  /// Whether a value is one of its cases, or a case of another declaration of the enumeration.
  public func admits(_ value: EnumerationCase) -> Bool {
    self === value.enumeration || name == value.enumeration.name
  }

  /// Whether it still declares the case of a value.
  package func declares(_ value: EnumerationCase) -> Bool {
    self === value.enumeration || named(value.name)?.parameters.count == value.values.count
  }
}

extension Enumeration: Hashable {
  /// Whether the two have equal names and cases.
  public static func == (left: Enumeration, right: Enumeration) -> Bool {
    left === right || left.name == right.name && left.cases == right.cases
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// A value of an enumeration: one of its cases, with what it carries.
public final class EnumerationCase: Sendable {
  public let enumeration: Enumeration
  public let name: String
  public let values: ListValue

  /// - Precondition: The enumeration has a case of that name, which carries as many values.
  public init(_ name: String, of enumeration: Enumeration, carrying values: ListValue = .empty) {
    precondition(
      enumeration.named(name)?.parameters.count == values.count, "no case with as many values")
    self.name = name
    self.enumeration = enumeration
    self.values = values
  }

  /// - Parameter value: Makes text of a value that it carries.
  package func text(_ value: (Value) -> String) -> String {
    values.isEmpty ? name : "\(name)(\(values.map(value).joined(separator: ", ")))"
  }
}

extension EnumerationCase: Equatable {
  /// By name, since an enumeration that is declared again in a session keeps its values.
  public static func == (left: EnumerationCase, right: EnumerationCase) -> Bool {
    left === right
      || left.name == right.name && left.enumeration.name == right.enumeration.name
        && left.values == right.values
  }
}
