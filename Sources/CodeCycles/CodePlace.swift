import BindingEngine
import Language

/// A place that a change or a call can reach: a property, an event, an action or a command of an
/// object, an action without an object, the end of a command, or the making of an object.
package struct CodePlace: Hashable {
  /// What it is if it is not a member, in the upper bits.
  private enum Kind: UInt32 { case member, action, cancelling, finishing, making }

  /// A number that stands for it: less than the largest one.
  package let number: UInt32
  private static let shift: UInt32 = 29

  package init(slot: UInt32) { number = slot }

  /// - Parameter action: Its index among the session's callables.
  package init(action: UInt32) { self.init(.action, action) }

  /// - Parameter cancelling: The command.
  package init(cancelling: UInt32) { self.init(.cancelling, cancelling) }

  /// - Parameter finishing: The command.
  package init(finishing: UInt32) { self.init(.finishing, finishing) }

  /// - Parameter making: The index of the class.
  package init(making: UInt32) { self.init(.making, making) }

  package init(number: UInt32) { self.number = number }

  init(_ place: EffectPlace) { number = UInt32(place.number) }

  var effectPlace: EffectPlace { EffectPlace(number: UInt64(number)) }

  private init(_ kind: Kind, _ index: UInt32) { number = kind.rawValue << CodePlace.shift | index }

  private func index(of kind: Kind) -> UInt32? {
    number >> CodePlace.shift == kind.rawValue ? number & (1 << CodePlace.shift - 1) : nil
  }

  /// The member of an object that it is; nil for everything else.
  package var slot: UInt32? { index(of: .member) }
  package var action: UInt32? { index(of: .action) }
  package var cancelling: UInt32? { index(of: .cancelling) }
  package var finishing: UInt32? { index(of: .finishing) }
  package var making: UInt32? { index(of: .making) }

  /// The member whose object it lives with: itself, or the command that ends.
  package var member: UInt32? { slot ?? cancelling ?? finishing }
}
