import BindingEngine
import Compiling
import Language
import Syntax

// Two bindings that write one property, which `check` reports for a whole script.
extension Session {
  /// Reports, where somebody types, a binding that writes a property that another one writes.
  ///
  /// Nothing is said of a two-way binding, of an event, and of a binding that reads what it writes,
  /// since there both may be meant.
  func warnWhereTwoWrite(_ link: UInt32) {
    guard isTypedHere, !isDry, core.pointee.semantics.write == .keep,
      isPlainWriter(link)
    else { return }
    let target = core.pointee.links[link].target
    guard
      let other = core.pointee.writers(of: target).last(where: { $0 != link && isPlainWriter($0) }),
      state.turned.given.bindings.insert(
        BindingWarning(origin: core.pointee.origin(of: link), code: .twoWriters)
      ).inserted
    else { return }
    report(
      Diagnostic(
        .twoWriters(
          core.pointee.describe(property: target),
          by: [other, link].map { "#\(core.pointee.number(of: $0))" }),
        .warning, file: nil, span: nil))
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

  private func isPlainWriter(_ link: UInt32) -> Bool {
    let record = core.pointee.links[link]
    let apart: LinkFlags = [.dead, .observer, .computed, .once, .step, .reverse]
    guard record.flags.isDisjoint(with: apart), core.pointee.partner(of: link) == 0,
      record.target != 0, core.pointee.role(of: record.target) == .property
    else { return false }
    let sources = core.pointee.sources(of: link)
    return !sources.contains(record.target)
      && sources.allSatisfy { core.pointee.role(of: $0) == .property }
  }
}
