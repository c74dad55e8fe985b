import BindingEngine
import Language
import Names
import Syntax

/// What a name stands for, as far as that can be told without running the script.
enum StaticSymbol {
  /// nil where the object differs from run to run.
  case object(StaticObject?)
  case constant(StaticValue)
  case variable
  case classSymbol(StaticClass)
  /// The ways it can go; nil where it may be declared more than once.
  case transformer(ways: TransformerWays?)
  /// A binding or an observer, by its position in the graph where it has one.
  case link(position: Int?)
  indirect case semantics(Semantics)
  /// How many values it takes; nil where it may be declared more than once.
  case action(parameterCount: Int?)

  var kind: SymbolKind {
    switch self {
    case .object: .object
    case .constant: .constant
    case .variable: .variable
    case .classSymbol: .classSymbol
    case .transformer: .transformer
    case .link: .link
    case .semantics: .semantics
    case .action: .action
    }
  }

  /// What is left of it where the name may mean this or something else of the kind.
  var loosened: StaticSymbol {
    switch self {
    case .object: .object(nil)
    case .constant: .constant(.unknown)
    case .transformer: .transformer(ways: nil)
    case .link: .link(position: nil)
    case .action: .action(parameterCount: nil)
    case .variable, .classSymbol, .semantics: self
    }
  }
}

struct StaticDeclaration {
  var symbol: StaticSymbol
  /// nil for what the prelude declares.
  var file: SourceFile?
  var span: SourceSpan
  /// Whether it is there whenever the script has come this far.
  var isCertain: Bool
  /// Whether the same name was given to something else before.
  var isAgain = false
  /// Made by the statement that is being looked at, which does not see it yet.
  var isPending = false
}

/// Something for each name, found without hashing.
struct NameMap<Element> {
  private var elements: [Element?] = []

  subscript(name: Name) -> Element? {
    get { Int(name.index) < elements.count ? elements[Int(name.index)] : nil }
    set {
      while elements.count <= Int(name.index) { elements.append(nil) }
      elements[Int(name.index)] = newValue
    }
  }

  /// The names that have something.
  var names: [Name] {
    elements.indices.filter { elements[$0] != nil }.map { Name(index: UInt32($0)) }
  }
}
