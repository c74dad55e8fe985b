import Language
import Names
import Syntax

/// A statement or a member through which a change of one property reaches others.
package struct ProgramFlow {
  package enum Kind {
    case binding(isTwoWay: Bool)
    case computed
    /// An observer, an event handler, or the code of an action, a command or a `set` block.
    case code
  }

  package var kind: Kind
  package var sources: [ProgramEnd]
  package var targets: [ProgramEnd]
  package var file: SourceFile
  /// The whole statement or member.
  package var span: SourceSpan
}

/// A property, event, action or command of an object, at a place of the text.
package struct ProgramEnd {
  package var symbol: CheckedProgram.SymbolID
  /// Its name with that of its object: `vm.name`, or `Person.name` for every object of a class.
  package var path: String
  package var use: ProgramUse
  let owner: StaticObject?

  /// Whether it is certain which object has it.
  var isCertain: Bool { owner?.isNamed == true }

  /// Whether a change of one may be a change of the other: of the same member of one object, or of a
  /// class of which the object may be.
  package func mayBe(_ other: ProgramEnd) -> Bool {
    guard symbol == other.symbol else { return false }
    guard let owner, let second = other.owner else { return true }
    return owner === second || !owner.isNamed || !second.isNamed
  }
}

extension CheckedProgram {
  /// The end for which a name stands; nil if it is no member of an object.
  package func end(at place: NamedPlace) -> ProgramEnd? {
    guard let symbol = place.symbols.first, case .member = self.symbol(symbol).kind else {
      return nil
    }
    let owner = map.owners[Int(place.sheet.owners[Int(place.node.index)])]
    let name = self.name(of: symbol)
    return ProgramEnd(
      symbol: symbol, path: owner.map { "\($0.text(run.names)).\(name)" } ?? name, use: place.use,
      owner: owner)
  }

  /// Everything through which changes are passed on, by file and in the order of the text.
  ///
  /// - Complexity: O(*n*) in the nodes of the program, and in the depth of its bodies.
  package var flows: [ProgramFlow] { map.sheets.flatMap { flows(in: $0) } }

  private func flows(in sheet: ProgramMap.Sheet) -> [ProgramFlow] {
    let tree = sheet.script.tree
    var found: [ProgramFlow] = []
    func add(_ id: NodeID, _ kind: ProgramFlow.Kind, _ from: [ProgramEnd], _ to: [ProgramEnd]) {
      guard !from.isEmpty, !to.isEmpty else { return }
      found.append(
        ProgramFlow(kind: kind, sources: from, targets: to, file: tree.file, span: tree[id].span))
    }
    tree.visit { id, kind in
      switch kind {
      case .binding:
        let binding = tree.binding(id)
        add(
          id, .binding(isTwoWay: binding.arrow.isTwoWay), ends(of: binding.source, in: sheet),
          ends(of: binding.target, in: sheet))
        if binding.observer.exists {
          add(
            id, .code, ends(of: binding.source, in: sheet),
            effects(of: binding.observer, in: sheet))
        }
      case .computed:
        let computed = tree.value(id)
        add(
          id, .computed, members(within: computed.value, in: sheet),
          ends(of: computed.name, in: sheet))
      case .observe:
        let observer = tree.observe(id)
        add(id, .code, ends(of: observer.path, in: sheet), effects(of: observer.block, in: sheet))
      case .on where !tree.on(id).isNotification:
        let observer = tree.on(id)
        add(id, .code, ends(of: observer.path, in: sheet), effects(of: observer.block, in: sheet))
      case .action:
        let action = tree.action(id)
        add(id, .code, ends(of: action.name, in: sheet), effects(of: action.block, in: sheet))
      case .command:
        let command = tree.command(id)
        add(id, .code, ends(of: command.name, in: sheet), effects(of: command.block, in: sheet))
      case .property where tree.property(id).setter.exists:
        let property = tree.property(id)
        add(id, .code, ends(of: property.name, in: sheet), effects(of: property.setter, in: sheet))
      default: break
      }
    }
    return found.sorted { $0.span.start < $1.span.start }
  }

  /// The property at which a path ends; for an expression, all that it reads.
  private func ends(of id: NodeID, in sheet: ProgramMap.Sheet) -> [ProgramEnd] {
    switch sheet.script.tree.expression(id) {
    case .member(_, let name): ends(of: name, in: sheet)
    case .name: end(at: place(id, in: sheet)).map { [$0] } ?? []
    case .element(let base, _): ends(of: base, in: sheet)
    default: members(within: id, in: sheet)
    }
  }

  func members(within id: NodeID, in sheet: ProgramMap.Sheet) -> [ProgramEnd] {
    guard id.exists else { return [] }
    return sheet.script.tree.ids(within: id).compactMap { node in
      sheet.numbers[Int(node.index)] == 0 ? nil : end(at: place(node, in: sheet))
    }
  }

  /// What code writes, fires, calls or executes.
  private func effects(of block: NodeID, in sheet: ProgramMap.Sheet) -> [ProgramEnd] {
    members(within: block, in: sheet).filter { end in
      if end.use.role == .written { return true }
      guard case .member(let kind) = symbol(end.symbol).kind else { return false }
      return kind != .property
    }
  }
}
