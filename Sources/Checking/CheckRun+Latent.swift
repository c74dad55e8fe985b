import Language
import Syntax

/// A condition that decides which branch of an expression is taken.
struct Condition {
  enum Outcome {
    case isTrue, isFalse, isNil

    /// Its text after the condition.
    var text: String {
      switch self {
      case .isTrue: "is true"
      case .isFalse: "is false"
      case .isNil: "is nil"
      }
    }
  }

  var script: SyntaxTreeBox
  var node: NodeID
  var outcome: Outcome
}

/// A property that an expression reads only under conditions.
struct LatentRead {
  var place: StaticGraph.Place
  var conditions: [Condition]
}

/// A link with a property that it reads under conditions.
struct LatentLink {
  var position: Int
  var target: StaticGraph.Place
  var read: LatentRead
}

/// Cycles that close when an expression takes a branch, and other findings that need all bindings
/// together.
extension CheckRun {
  /// How many branches are tried: in a large graph, each of them is a search.
  private static let mostLatent = 2_000

  /// Records what a link reads under conditions, except `certain`, which it always reads.
  func noteLatent(
    _ reads: [LatentRead], of position: Int, to target: StaticGraph.Place,
    besides certain: [StaticGraph.Place]
  ) {
    for read in reads where latentLinks.count < CheckRun.mostLatent {
      let place = read.place
      guard !certain.contains(where: { $0.object === place.object && $0.name == place.name }) else {
        continue
      }
      latentLinks.append(LatentLink(position: position, target: target, read: read))
    }
  }

  /// Reports the cycles that a branch would close, one for each binding and property.
  func reportLatentCycles() {
    var seen: Set<[String]> = []
    for latent in latentLinks where !graph.mayEnd(latent.position) {
      let link = graph.links[latent.position]
      guard link.isComputed || graph.isLiving(latent.position),
        let cycle = graph.cycle(
          closedBy: latent.position, reading: latent.read.place, to: latent.target),
        !cycle.links.contains(where: graph.mayEnd)
      else { continue }
      let file = link.script.tree.file
      let path = "\(latent.read.place.object.text(names)).\(text(latent.read.place.name))"
      // One for all instances of a class.
      guard seen.insert([file.name, "\(link.node.index)", text(latent.read.place.name)]).inserted
      else { continue }
      var notes = latent.read.conditions.enumerated().map { position, condition in
        Diagnostic.Note(
          .note,
          "\(position == 0 ? "it reads '\(path)' where" : "and") '\(sourceText(of: condition))' \(condition.outcome.text)",
          file: condition.script.tree.file, span: condition.script.tree[condition.node].span)
      }
      notes += hopNotes(cycle)
      findings.add(
        Diagnostic(
          .warning,
          "\(subject(of: link)) would close a cycle by reading '\(path)': "
            + pathText(cycle, isSelf: false), file: file, span: link.script.tree[link.node].span,
          notes: notes, code: .latentCycle))
    }
    latentLinks = []
  }

  private func subject(of link: StaticGraph.Link) -> String {
    link.isComputed ? hopText(link) : name(of: link)
  }

  private func sourceText(of condition: Condition) -> String {
    condition.script.tree.shortText(of: condition.node, limit: 60, isASCII: options.isASCII)
  }

  // MARK: Two writers

  /// The system in which a binding of an end that is bound replaces the first one, but not here.
  var replacingSystem: String? {
    isSemanticsCertain ? SemanticsNote.systemReplacingBindings(under: semantics.name) : nil
  }

  /// Records a one-way binding that writes `place` from a source that changes independently.
  ///
  /// - Parameter isSame: Whether another one does the same, which has a warning of its own.
  func noteWriter(
    _ position: Int, of place: StaticGraph.Place, from source: End, isSame: Bool
  ) {
    guard place.object.property(place.name)?.role == .property,
      source.member.map({ $0.role == .property }) ?? true,
      !source.steps.contains(where: { $0.object === place.object && $0.name == place.name })
    else { return }
    let other = graph.noteWriter(position)
    guard semantics.write == .keep else {
      // If a write removes the binding of its target, there is one at a time.
      if let other, isSemanticsCertain, !graph.mayEnd(other), !scope.isMuted {
        let link = graph.links[position]
        report(
          .replacesBinding(
            hopText(graph.links[other]), by: name(of: link), semantics: semantics.name),
          .warning, at: link.script.tree[link.node].span)
        graph.end(other)
      }
      return
    }
    guard let other, !isSame, conflicts.count <= Parser.mostErrors else { return }
    conflicts.append((other, position, place, isSame: false))
  }

  /// Reports properties that two bindings write at the same time.
  func reportConflicts() {
    var seen: Set<[OriginKey]> = []
    for conflict in conflicts where !graph.mayEnd(conflict.first) && !graph.mayEnd(conflict.second)
    {
      let links = [graph.links[conflict.second], graph.links[conflict.first]]
      let key = links.map(\.origin)
      guard seen.insert(key).inserted else { continue }
      guard !conflict.isSame else {
        report(links[0], doingTheSameAs: links[1])
        continue
      }
      let place = "\(conflict.place.object.text(names)).\(text(conflict.place.name))"
      findings.add(
        Diagnostic(
          .twoWriters(place, system: replacingSystem), .warning,
          file: links[0].script.tree.file, span: links[0].script.tree[links[0].node].span,
          notes: links.map { link in
            .init(
              .note, hopText(link), file: link.script.tree.file,
              span: link.script.tree[link.node].span)
          } + [.init(.help, replacing(links[1], by: links[0]))]))
    }
    conflicts = []
  }

  /// What to write if the second of two bindings is meant to replace the first.
  private func replacing(
    _ first: StaticGraph.Link, by second: StaticGraph.Link
  ) -> String {
    let reference =
      first.binding.name.exists
      ? text(first.script.tree.name(first.binding.name)) : first.number.map { "#\($0)" }
    guard let reference else { return "read both in the expression of one binding" }
    let isAlike =
      first.stages == [] && second.stages == []
      && first.binding.arrow.isLeftward == second.binding.arrow.isLeftward
    return Mistake.replacing(
      reference, withEnds: isAlike ? second.script.tree.ends(of: second.binding) : nil)
  }

  private func report(_ link: StaticGraph.Link, doingTheSameAs first: StaticGraph.Link) {
    let note = Diagnostic.Note(
      .note, "first made here", file: first.script.tree.file,
      span: first.script.tree[first.node].span)
    findings.add(
      Diagnostic(
        .sameBinding(hopText(first)), .warning, file: link.script.tree.file,
        span: link.script.tree[link.node].span, notes: [note]))
  }
}
