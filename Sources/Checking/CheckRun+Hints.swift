import Language
import Names
import Syntax

/// Hints: facts about this script and the files that it reads, which need not be mistakes.
/// Someone at the prompt, or a script that reads this one, may use what nothing uses here.
extension CheckRun {
  /// A binding or observer that only a change can run.
  struct Watch {
    var script: SyntaxTreeBox
    var node: NodeID
    /// The node of the source.
    var source: NodeID
    var steps: [StaticGraph.Place]
    var isEvent: Bool
    var isBinding: Bool
  }

  /// A property that a one-way binding writes; being bound does not count as a use.
  struct Target {
    var script: SyntaxTreeBox
    /// The node of the end.
    var node: NodeID
    var place: StaticGraph.Place
  }

  /// Reports what nothing uses, after everything else, if there are no errors.
  func reportHints(of main: SyntaxTreeBox) {
    guard !isIncomplete, !findings.hasErrors else { return }
    let found = foundHints(of: main)
    var files: [SourceFile] = []
    for case let file? in found.map(\.file) where !files.contains(where: { $0 === file }) {
      files.append(file)
    }
    // By the file, as what it declares may be used in files that another file of the script does not know.
    let certain = files.flatMap { file in
      let own = found.filter { $0.file === file }
      let around = filesAround(file.name)
      guard !around.isEmpty else { return own }
      let uses = uses
      defer { self.uses = uses }
      for other in around {
        let (tree, diagnostics, _) = Parser.parse(other, names: names)
        // What cannot be parsed may use anything.
        if diagnostics.contains(where: { $0.severity == .error }) { return [] }
        self.uses.gather(tree)
      }
      return foundHints(of: main).filter { $0.file === file }
    }
    findings.add(certain)
  }

  private func foundHints(of main: SyntaxTreeBox) -> [Diagnostic] {
    hints = []
    reportUnused(in: main)
    reportTargets()
    reportWatches()
    reportNotifications(in: main)
    return hints
  }

  /// Reports what looks like an expectation in a file, and checks nothing.
  func reportSeemingExpectations(in tree: SyntaxTree) {
    // What is typed is looked at, and so are the blocks of a Markdown file.
    guard !tree.file.name.hasPrefix("<"), !tree.file.name.hasSuffix(".md") else { return }
    for found in SeemingExpectations(in: tree).found {
      let (message, help, fix): (String, String, Diagnostic.Fix?) =
        switch found.kind {
        case .comparison: ("this comparison checks nothing", "write 'expect' before it", nil)
        case .arrow(let arrow):
          (
            "this comment is not compared with the output", "write '// =>'",
            arrow.map { Diagnostic.Fix([.init($0, "=>")]) }
          )
        }
      findings.add(
        Diagnostic(
          FindingCode.checksNothing.severity, message, file: tree.file, span: found.span,
          notes: [.init(.help, help)], code: .checksNothing, fix: fix))
    }
  }

  private func hint(
    _ code: FindingCode, _ message: String, _ script: SyntaxTreeBox, _ node: NodeID,
    help: String? = nil
  ) {
    hints.append(
      Diagnostic(
        code.severity, message, file: script.tree.file, span: script.tree[node].span,
        notes: help.map { [.init(.help, $0)] } ?? [], code: code))
  }

  // MARK: Declarations

  private func reportUnused(in main: SyntaxTreeBox) {
    let tree = main.tree
    for id in tree.ids(where: { !$0.isExpression }) {
      let kind: SymbolKind
      switch tree[id].kind {
      case .letDeclaration: kind = .constant
      case .varDeclaration: kind = .variable
      case .classDeclaration: kind = .classSymbol
      case .protocolDeclaration: kind = .protocolSymbol
      case .enumDeclaration: kind = .enumeration
      case .transformer: kind = .transformer
      case .objectDeclaration:
        guard !uses.showsAll, !worksAlone(tree.object(id), in: tree) else { continue }
        kind = .object
      default: continue
      }
      reportUnused(tree.statement(id).declaredName, kind, in: main)
    }
    for id in tree.statements where tree[id].kind == .action {
      let action = tree.action(id)
      reportUnused(action.name, action.isFunction ? .function : .action, in: main)
    }
  }

  private func reportUnused(_ nameNode: NodeID, _ kind: SymbolKind, in main: SyntaxTreeBox) {
    guard main.tree[nameNode].kind == .name else { return }
    let name = main.tree.name(nameNode)
    guard uses.mentioned[name] == nil, !text(name).hasPrefix("_") else { return }
    hint(.unused, "nothing in this script uses '\(text(name))', \(kind.text)", main, nameNode)
  }

  /// Whether an object does something without being named, by bindings and observers of its own.
  private func worksAlone(_ object: ObjectSyntax, in tree: SyntaxTree) -> Bool {
    if object.superclass.exists,
      symbols[tree.name(object.superclass)]?.symbol.kind != .protocolSymbol
    {
      guard case .classSymbol(let shape)? = symbols[tree.name(object.superclass)]?.symbol else {
        return true
      }
      if shape.hasLinks || shape.isOpen || shape.hasSideEffects { return true }
    }
    return tree.members(of: object.body).contains { member in
      switch tree.member(member) {
      case .binding, .observe, .on: true
      // The expression of its first value may do anything.
      case .property(let property): !isPlain(property.initial, in: tree)
      case .computed, .defaultMember, .event, .action, .command, .missing: false
      }
    }
  }

  /// Whether an expression is only a literal value.
  private func isPlain(_ expression: NodeID, in tree: SyntaxTree) -> Bool {
    switch tree[expression].kind {
    case .new, .call, .name, .member, .element, .conditional, .binary: false
    default: true
    }
  }

  // MARK: Targets

  private func reportTargets() {
    guard !uses.showsAll, !uses.selfIsGiven else { return }
    var open: [Name: Bool] = [:]
    var seen: Set<OriginKey> = []
    for target in targets {
      let (object, name) = (target.place.object, target.place.name)
      let key = OriginKey(tree: ObjectIdentifier(target.script), node: target.node)
      guard !isUsed(name, of: object, uses.read, &open), !isLookedAt(object),
        !isOfPrelude(name, object),
        object.property(name)?.hasSetter == false, seen.insert(key).inserted
      else { continue }
      hint(
        .neverRead, "nothing in this script reads '\(object.text(names)).\(text(name))'",
        target.script, target.node)
    }
  }

  /// Whether a member is used in a certain way, of this object or of one that may be this object.
  ///
  /// - Parameter open: For each name asked about, whether it is also used of an object that the text
  ///   does not show.
  private func isUsed(
    _ name: Name, of object: StaticObject, _ members: MemberUses, _ open: inout [Name: Bool]
  ) -> Bool {
    if members.anywhere[name] != nil { return true }
    guard let owners = members.owners[name] else { return false }
    guard case .declared(let own) = object.called, !owners.contains(own) else { return true }
    if let known = open[name] { return known }
    let isOpen = owners.contains { owner in
      guard uses.ambiguous[owner] == nil, case .object(_?)? = symbols[owner]?.symbol else {
        return true
      }
      return false
    }
    open[name] = isOpen
    return isOpen
  }

  /// Whether an object, or one that it is a part of, is used as a whole.
  private func isLookedAt(_ object: StaticObject) -> Bool {
    var current = object
    while true {
      switch current.called {
      case .declared(let name): return uses.whole[name] != nil
      case .part(let parent, let name):
        if uses.whole[name] != nil { return true }
        current = parent
      // The code that made it may have passed it anywhere.
      case .instance: return true
      }
    }
  }

  /// Whether a member belongs to a built-in class, which others than the script use.
  private func isOfPrelude(_ name: Name, _ object: StaticObject) -> Bool {
    object.property(name).map { isOfPrelude($0) } ?? true
  }

  private func isOfPrelude(_ property: StaticProperty) -> Bool {
    property.script.tree.file.name == "<prelude>"
  }

  // MARK: Sources

  private func reportWatches() {
    var open: [Name: Bool] = [:]
    var seen: Set<OriginKey> = []
    for watch in watches {
      guard let last = watch.steps.last, watch.steps.allSatisfy({ isStill($0, &open) }),
        let member = last.object.property(last.name),
        seen.insert(OriginKey(tree: ObjectIdentifier(watch.script), node: watch.node)).inserted
      else { continue }
      let path = "\(last.object.text(names)).\(text(last.name))"
      let what = watch.isBinding ? "this binding passes nothing" : "this observer never runs"
      if watch.isEvent {
        hint(
          .neverFired, "nothing in this script fires '\(path)', so \(what)", watch.script,
          watch.source)
      } else if member.role == .property {
        hint(
          .neverChanged, "nothing in this script changes '\(path)', so \(what)",
          watch.script, watch.source)
      }
    }
  }

  /// Whether nothing in the program changes a property, or fires an event.
  private func isStill(_ place: StaticGraph.Place, _ open: inout [Name: Bool]) -> Bool {
    guard let member = place.object.property(place.name),
      !isUsed(place.name, of: place.object, uses.changed, &open)
    else { return false }
    let isDefault = place.object.type.defaultProperty == place.name
    switch member.role {
    case .event:
      // `fire button` fires the default event of whatever `button` is.
      return uses.fired[place.name] == nil && !(isDefault && firesDefaults)
    case .property:
      return !isDefault && !member.isComputed && !uses.releases && !isOfPrelude(member)
    case .action, .command: return false
    }
  }

  /// Whether something is fired by the name of its object.
  private var firesDefaults: Bool {
    uses.fired.names.contains { uses.events[$0] == nil }
      || uses.changed.anywhere.names.contains { symbols[$0]?.symbol.kind == .object }
  }

  // MARK: Notifications

  private func reportNotifications(in main: SyntaxTreeBox) {
    let tree = main.tree
    let (posted, handled) = (uses.posted.names.map(text), uses.handled.names.map(text))
    for id in tree.ids(where: { $0 == .post || $0 == .on }) {
      let (nameNode, isPosted): (NodeID, Bool)
      switch tree.statement(id) {
      case .post(let name, _): (nameNode, isPosted) = (name, true)
      case .on(let observer) where observer.isNotification:
        (nameNode, isPosted) = (observer.path, false)
      default: continue
      }
      guard case .name(let name) = tree.expression(nameNode) else { continue }
      let others = isPosted ? uses.handled : uses.posted
      guard others[name] == nil else { continue }
      let near = findings.near(text(name), among: isPosted ? handled : posted)
      let message =
        isPosted
        ? "nothing in this script handles the notification '\(text(name))'"
        : "nothing in this script posts the notification '\(text(name))'"
      hint(
        isPosted ? .unhandled : .neverPosted, message + Mistake.meant(near), main, nameNode)
    }
  }
}

extension StaticClass {
  /// Whether making an instance may do more than make it: its first values are evaluated.
  fileprivate var hasSideEffects: Bool {
    chain.contains { layer in
      layer.own.contains { property in
        guard property.initial.exists, !property.isComputed else { return false }
        switch property.script.tree[property.initial].kind {
        case .new, .call: return true
        default: return false
        }
      }
    }
  }
}

extension FindingCode {
  /// Whether it says that nothing uses, reads, changes or handles something.
  package var isAboutUse: Bool {
    (FindingCode.unused.rawValue..<FindingCode.moreNotes.rawValue).contains(rawValue)
  }
}
