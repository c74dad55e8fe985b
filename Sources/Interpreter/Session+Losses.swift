import BindingEngine
import Compiling
import Language
import Syntax

/// The warnings that were given and are not given again, however often their code runs.
struct GivenWarnings {
  /// The variables that computed properties and bindings read.
  var variables: Set<VariableRead> = []
  var bindings: Set<BindingWarning> = []
  var losses: Set<LostPlace> = []
  /// The `computed` properties that changed while they notified.
  var renotified: Set<UInt32> = []
  /// The last observers that were made outside of bodies.
  var observers: [ObserverPlace: BindingID] = [:]
}

/// A statement that has ended a binding as a side effect.
struct LostPlace: Hashable {
  var statement: OriginKey?
  var origin: UInt32
}

/// A place in the script that makes observers of a property, or effects of an object.
struct ObserverPlace: Hashable {
  var origin: UInt32
  var subject: UInt32
  /// The object whose code it runs: another one does something else.
  var receiver: ObjectID?
}

// What a script loses, or makes once more, without an error.
extension Session {
  /// Notes the bindings that the turn has ended as a side effect, while they can still be named.
  func noteLostLinks() {
    for (link, successor) in core.pointee.lostLinks {
      let place = LostPlace(
        statement: turnStatement.map { OriginKey(tree: ObjectIdentifier($0.tree), node: $0.node) },
        origin: core.pointee.origin(of: link))
      guard state.turned.given.losses.insert(place).inserted else { continue }
      let semantics = options.semantics.name
      state.running.lostBindings.append(
        successor.map { .replacesBinding(hopText(link), by: subject($0), semantics: semantics) }
          ?? .endsBinding(
            hopText(link), of: core.pointee.describe(property: core.pointee.links[link].target),
            semantics: semantics, isCertain: true))
    }
  }

  func warnAboutLostBindings() {
    let lost = state.running.lostBindings
    state.running.lostBindings = []
    guard let (tree, node) = turnStatement else { return }
    for mistake in lost { warn(mistake, in: tree.tree.file, at: tree.tree[node].span) }
  }
}

extension Machine {
  /// Reports an observer or an effect if the same place in the script has made one before that does the
  /// same.
  ///
  /// - Parameter subject: The property that it observes; of an effect, the object whose code makes it.
  func warnWhereMadeBefore(_ link: UInt32, of subject: UInt32, running block: BlockID) {
    guard !session.isDry, let origin = session.linkOrigin(of: link) else { return }
    // With copies of locals it does something else than the one before.
    if block.exists, !blocks[block.index].copies.isEmpty { return }
    let place = ObserverPlace(
      origin: core.pointee.origin(of: link), subject: subject,
      receiver: block.exists ? blocks[block.index].receiver : nil)
    let made = core.pointee.bindingID(link)
    guard let other = session.state.turned.given.observers.updateValue(made, forKey: place),
      session.graph.isBound(other), isNew(.madeAgain, ofBinding: place.origin)
    else { return }
    session.warn(
      .sameObserver(session.hopText(other.index)), in: origin.tree.tree.file,
      at: origin.tree.tree[origin.node].span)
  }
}
