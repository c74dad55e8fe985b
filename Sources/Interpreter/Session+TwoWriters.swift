import BindingEngine
import Compiling
import Language
import Syntax

// Two bindings that write one property, which `check` reports for a whole script.
extension Session {
  /// Reports a binding that writes a property that another one writes: where somebody types, and wherever
  /// it would replace the other one in the system that the semantics models.
  ///
  /// Nothing is said of an event and of a binding that reads what it writes, since there both may be meant,
  /// nor of a two-way binding, unless it would replace another one.
  func warnWhereTwoWrite(_ link: UInt32) {
    let system = SemanticsNote.systemReplacingBindings(
      under: core.pointee.semantics.name)
    guard isTypedHere || system != nil, !isDry, core.pointee.semantics.write == .keep,
      isPlainWriter(link, orTwoWay: system != nil)
    else { return }
    let target = core.pointee.links[link].target
    let other = core.pointee.writers(of: target).last {
      $0 != link && isPlainWriter($0, orTwoWay: system != nil)
    }
    guard let other,
      state.turned.given.bindings.insert(
        BindingWarning(origin: core.pointee.origin(of: link), code: .twoWriters)
      ).inserted
    else { return }
    let place = isTypedHere ? nil : place(of: link)
    report(
      Diagnostic(
        .twoWriters(
          core.pointee.describe(property: target),
          by: [other, link].map { "#\(core.pointee.number(of: $0))" }, system: system,
          ends: ends(of: link, replacing: other)),
        .warning, file: place?.file, span: place?.span))
  }

  /// The ends of a binding as 'rebind' takes them; nil if one of the two converts values, or if they have
  /// other arrows.
  private func ends(of link: UInt32, replacing other: UInt32) -> String? {
    guard let new = binding(link), let old = binding(other), new.syntax.stages.isEmpty,
      old.syntax.stages.isEmpty, !new.syntax.transform.exists, !old.syntax.transform.exists,
      new.syntax.arrow == old.syntax.arrow
    else { return nil }
    return new.tree.ends(of: new.syntax)
  }

  private func binding(_ link: UInt32) -> (tree: SyntaxTree, syntax: BindingSyntax)? {
    guard let origin = linkOrigin(of: link), origin.tree.tree[origin.node].kind == .binding else {
      return nil
    }
    return (origin.tree.tree, origin.tree.tree.binding(origin.node))
  }

  /// Warns of a two-way binding whose echo nothing stops, neither the semantics nor a transformer, once for
  /// each place.
  func warnWhereEchoRuns(_ link: UInt32) {
    guard !isDry, core.pointee.partner(of: link) != 0, core.pointee.semantics.letsEchoesRun,
      !codeGraph.mayReject(link),
      state.turned.given.bindings.insert(
        BindingWarning(origin: core.pointee.origin(of: link), code: .endlessEcho)
      ).inserted
    else { return }
    let place = place(of: link)
    report(
      Diagnostic(
        .endlessEcho(semantics: core.pointee.semantics.name), .warning, file: place?.file,
        span: place?.span))
  }

  private func isPlainWriter(_ link: UInt32, orTwoWay: Bool) -> Bool {
    let record = core.pointee.links[link]
    let apart: LinkFlags = [.dead, .observer, .computed, .once, .step, .reverse]
    guard record.flags.isDisjoint(with: apart), orTwoWay || core.pointee.partner(of: link) == 0,
      record.target != 0, core.pointee.role(of: record.target) == .property
    else { return false }
    let sources = core.pointee.sources(of: link)
    return !sources.contains(record.target)
      && sources.allSatisfy { core.pointee.role(of: $0) == .property }
  }
}
