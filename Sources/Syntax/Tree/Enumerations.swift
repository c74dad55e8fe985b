/// `idle`, or `failed(message)`: in the declaration of an enumeration, or before a block of `switch`.
package struct EnumCaseSyntax {
  package let name: NodeID
  package let parameters: NodeList
}

/// `switch phase { idle, loading { … } else { … } }`
package struct SwitchSyntax {
  package let subject: NodeID
  package let cases: [SwitchCaseSyntax]

  /// The block of `else`; none where there is no `else`.
  package var otherwise: NodeID { cases.last { $0.isElse }?.block ?? .none }

  /// The parts, without the block of `else`.
  package var named: [SwitchCaseSyntax] { cases.filter { !$0.isElse } }
}

/// `idle, loading { … }`, `failed(message) { … }`
package struct SwitchCaseSyntax {
  package let patterns: [EnumCaseSyntax]
  package let block: NodeID
  /// Whether it is for every case that the others do not name.
  package let isElse: Bool

  /// The names that its block has for what the case carries.
  package var names: NodeList { patterns.first?.parameters ?? NodeList([]) }
}

extension SyntaxTree {
  package func enumCase(_ id: NodeID) -> EnumCaseSyntax {
    let node = expect(.enumCase, id)
    return EnumCaseSyntax(name: NodeID(node.a), parameters: list(node.b))
  }

  package func switchSyntax(_ id: NodeID) -> SwitchSyntax {
    let node = expect(.switchStatement, id)
    return SwitchSyntax(
      subject: NodeID(node.a), cases: list(node.b).map { switchCase($0) })
  }

  package func switchCase(_ id: NodeID) -> SwitchCaseSyntax {
    let node = expect(.switchCase, id)
    return SwitchCaseSyntax(
      patterns: list(node.b).map { enumCase($0) }, block: NodeID(node.a),
      isElse: node.flags & 1 != 0)
  }
}
