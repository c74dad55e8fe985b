import Language
import Names
import Syntax

/// What a block does, read from its text once for all blocks with this text.
package final class CodeReading {
  package let tree: SyntaxTreeBox
  package let effects: [CodeEffect]
  /// The bare names in it that mean members of `self`.
  package let members: SharedNames
  /// The names that it copies from its surroundings, in order.
  package let copies: [Name]
  /// The kind of block; nil for code without text.
  package let role: BlockRole?
  /// Whether it passes values on, but may reject one.
  package let mayReject: Bool

  package init(
    _ tree: SyntaxTreeBox, _ effects: [CodeEffect], members: SharedNames, copies: [Name] = [],
    role: BlockRole? = nil, mayReject: Bool = false
  ) {
    self.tree = tree
    self.effects = effects
    self.members = members
    self.copies = copies
    self.role = role
    self.mayReject = mayReject
  }
}
