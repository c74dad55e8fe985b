/// The kinds of declared names.
package enum SymbolKind {
  case object, constant, variable, classSymbol, protocolSymbol, enumeration, transformer, link,
    semantics, action
  case function

  /// The word for it in messages, with its article.
  package var text: String {
    switch self {
    case .object: "an object"
    case .constant: "a constant"
    case .variable: "a variable"
    case .classSymbol: "a class"
    case .protocolSymbol: "a protocol"
    case .enumeration: "an enum"
    case .transformer: "a transformer"
    case .link: "a binding"
    case .semantics: "a semantics"
    case .action: "an action"
    case .function: "a function"
    }
  }
}
