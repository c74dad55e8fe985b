import Language
import Names
import Syntax
import Values

/// What is known about declarations without running the script.
enum StaticContents: SymbolContents {
  /// nil if the object differs from run to run.
  typealias Object = StaticObject?
  typealias Constant = StaticConstant
  typealias Variable = Void
  typealias Class = StaticClass
  /// Its directions; nil if it may be declared more than once.
  typealias Transformer = TransformerWays?
  /// Its index in the graph, if it has one.
  typealias Link = Int?
  typealias OwnSemantics = StaticSemantics
  /// How many parameters it takes; nil if it may be declared more than once.
  typealias Action = Int?
}

/// The value of a constant, stored separately since it would make every symbol large.
final class StaticConstant {
  let value: StaticValue
  init(_ value: StaticValue) { self.value = value }
}

/// Knobs, stored separately as well.
final class StaticSemantics {
  let knobs: Semantics
  init(_ knobs: Semantics) { self.knobs = knobs }
}

typealias StaticSymbol = DeclaredSymbol<StaticContents>

extension StaticSymbol {
  /// What is still known if the name may mean this or something else of the kind.
  var loosened: StaticSymbol {
    switch self {
    case .object: .object(nil)
    case .constant: .constant(StaticConstant(.unknown))
    case .transformer: .transformer(nil)
    case .link: .link(nil)
    case .action: .action(nil)
    case .function: .function(nil)
    case .variable, .classSymbol, .protocolSymbol, .enumeration, .semantics: self
    }
  }
}

/// A class, since each use of a name looks it up, and a copy of a struct would count four references.
final class StaticDeclaration {
  let symbol: StaticSymbol
  /// nil for what the prelude declares.
  let file: SourceFile?
  let span: SourceSpan
  /// Whether it certainly exists when the script has come this far.
  let isCertain: Bool
  /// Whether the same name meant something else before.
  let isAgain: Bool

  init(
    _ symbol: StaticSymbol, file: SourceFile?, span: SourceSpan, isCertain: Bool, isAgain: Bool
  ) {
    (self.symbol, self.file, self.span) = (symbol, file, span)
    (self.isCertain, self.isAgain) = (isCertain, isAgain)
  }

  /// This declaration with less certainty: the name may mean something else of the kind.
  var loosened: StaticDeclaration {
    StaticDeclaration(
      symbol.loosened, file: file, span: span, isCertain: isCertain, isAgain: isAgain)
  }
}

/// A map from names that needs no hashing.
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
