import Names
import Syntax
import Values

// What is wrong with a binding.
extension World {
  /// Why a binding cannot pass values between its ends, and which end is wrong.
  ///
  /// - Parameters:
  ///   - source: The kind of its source; nil if it is not known yet.
  ///   - action: The action that is its target, with its number of parameters.
  ///   - path: The name of the source or target in messages.
  package func mistake(
    ofPassing arrow: Arrow, from source: MemberKind?, to target: MemberKind?, isOnce: Bool,
    hasEach: Bool, action: @autoclosure () -> (name: Name, count: Int)?,
    path: (_ isTarget: Bool) -> String
  ) -> (mistake: Mistake, isTarget: Bool)? {
    switch source {
    case .property?, nil: break
    case .action?: return (.notASource(path(false), .action), false)
    case .command?: return (.notASource(path(false), .command), false)
    case .event?:
      if arrow.isTwoWay { return (.oneWayOnly(path(false), .event), false) }
      if isOnce { return (.eventOnce(path(false)), false) }
      if arrow.isInitial {
        let later: Arrow = arrow.isLeftward ? .leftLater : .rightLater
        return (.eventPassesNothingAtOnce(path(false), arrow: later.spelling), false)
      }
    }
    if arrow.isTwoWay {
      if let target, target != .property { return (.oneWayOnly(path(true), target), true) }
      return hasEach ? (.eachBothWays, true) : nil
    }
    guard target == .action, let action = action() else { return nil }
    return mistake(ofPassingTo: action.name, taking: action.count).map { ($0, true) }
  }

  /// Why a transformer is not allowed in a binding.
  ///
  /// - Parameter name: nil for a block.
  package func mistake(
    ofStage name: Name?, _ ways: TransformerWays, isReversed: Bool, isTwoWay: Bool
  ) -> Mistake? {
    let (there, back): (TransformerWays, TransformerWays) =
      isReversed ? (.reverse, .forward) : (.forward, .reverse)
    guard let name else { return isTwoWay && !ways.contains(back) ? .blockCannotGoBack : nil }
    if !ways.contains(there) {
      return .cannotGo(text(name), isReversed: isReversed, canTurn: ways.contains(back))
    }
    guard isTwoWay else { return nil }
    if ways.contains(.asynchronous) { return .asynchronousBothWays(text(name)) }
    return ways.contains(back) ? nil : .cannotGoBack(text(name), isReversed: isReversed)
  }
}

/// The directions of a transformer.
package struct TransformerWays: OptionSet {
  package let rawValue: UInt8
  package static let forward = TransformerWays(rawValue: 1)
  package static let reverse = TransformerWays(rawValue: 2)
  /// It answers later.
  package static let asynchronous = TransformerWays(rawValue: 4)
  /// It depends on more than its value: on what came before, or on what still waits.
  package static let ofBinding = TransformerWays(rawValue: 8)

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  package init(forward: Bool, reverse: Bool, isAsynchronous: Bool) {
    self = isAsynchronous ? .asynchronous : []
    if forward { insert(.forward) }
    if reverse { insert(.reverse) }
  }
}

extension TransformerSyntax {
  package var ways: TransformerWays {
    var ways = TransformerWays(
      forward: forward.exists, reverse: reverse.exists, isAsynchronous: delay.exists && late == nil)
    if isOfBinding { ways.insert(.ofBinding) }
    return ways
  }

  package var mistake: Mistake? {
    ways.isDisjoint(with: [.forward, .reverse]) ? .transformerWithoutWay : nil
  }
}

extension World {
  /// Whether `after` names a parameter, the state or the value, so that each value has a time of its own.
  /// Otherwise it is evaluated once, when the transformer is declared.
  package func decidesForEachValue(_ declared: TransformerSyntax, in tree: SyntaxTree) -> Bool {
    let own = Set(declared.names(of: declared.forward).map { tree.name($0) })
    return tree.contains(nameIn: declared.delay) { own.contains($0) || text($0) == "value" }
  }
}

extension SyntaxTree {
  /// A two-way binding with its sides exchanged, as text.
  package func turnedRound(_ binding: BindingSyntax) -> String {
    "bind \(sourceText(of: binding.right)) <> \(sourceText(of: binding.left))"
  }

  /// What is wrong with the text of an end that begins at `root`.
  package func mistakes(ofEndAt root: NodeID, hasNames: Bool, isTarget: Bool) -> [Mistake] {
    switch expression(root) {
    case .name, .selfReference, .element, .missing, .none: []
    case .parenthesized:
      (isTarget ? [.expressionAsTarget] : []) + (hasNames ? [.pathFromExpression] : [])
    default: [.endIsNoProperty(isTarget: isTarget)]
    }
  }
}
