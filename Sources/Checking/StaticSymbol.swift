import BindingEngine
import Language
import Names
import Syntax

/// What is known of declarations without running the script.
enum StaticContents: SymbolContents {
  /// nil if the object differs from run to run.
  typealias Object = StaticObject?
  typealias Constant = StaticConstant
  typealias Variable = Void
  typealias Class = StaticClass
  /// The ways it can go; nil if it may be declared more than once.
  typealias Transformer = TransformerWays?
  /// Its position in the graph where it has one.
  typealias Link = Int?
  typealias OwnSemantics = StaticSemantics
  /// How many values it takes; nil if it may be declared more than once.
  typealias Action = Int?
}

/// What a constant holds, apart: it would make every symbol large.
final class StaticConstant {
  let value: StaticValue
  init(_ value: StaticValue) { self.value = value }
}

/// Knobs, apart as well.
final class StaticSemantics {
  let knobs: Semantics
  init(_ knobs: Semantics) { self.knobs = knobs }
}

typealias StaticSymbol = DeclaredSymbol<StaticContents>

extension StaticSymbol {
  /// What remains of it if the name may mean this or something else of the kind.
  var loosened: StaticSymbol {
    switch self {
    case .object: .object(nil)
    case .constant: .constant(StaticConstant(.unknown))
    case .transformer: .transformer(nil)
    case .link: .link(nil)
    case .action: .action(nil)
    case .function: .function(nil)
    case .variable, .classSymbol, .protocolSymbol, .semantics: self
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
