import Names
import Syntax

/// The names that the blocks and bodies around a place add to those declared at top level.
struct Sight {
  /// A local name of a block.
  struct Local {
    var name: Name
    var kind: LocalKind
    /// The expression whose value it has; none if the value differs from run to run.
    var value: NodeID
    var span: SourceSpan
  }

  /// The innermost first.
  var locals: [Local] = []
  /// The body of `self`; none outside of bodies.
  var body = NodeID.none
  /// The owner of the body: an object, a class, `new` or `extend`.
  var bodyHolder = NodeID.none
  /// The body of `outer`, and its owner; none if there is no object around that of `self`.
  var outerBody = NodeID.none
  var outerHolder = NodeID.none
}

extension TextPlace {
  /// Whether the blocks and bodies around the place give a meaning to one of some names, or to `self`.
  package func givesMeaning(toAnyOf names: Set<Name>) -> Bool {
    let sight = sight(hasRun: true)
    return sight.body.exists || sight.locals.contains { names.contains($0.name) }
  }

  /// What is visible at the place.
  ///
  /// - Parameter hasRun: Whether the world knows the earlier declarations at top level.
  func sight(hasRun: Bool) -> Sight {
    var sight = Sight()
    // Whether names around a block that copies no locals are invisible.
    var isClosed = false
    var hidesOuter = false
    for (position, holder) in holders.enumerated() {
      let outer = position + 1 < holders.count ? holders[position + 1] : NodeID.none
      switch tree[holder].kind {
      case .block:
        if !isClosed { declareValues(tree.statements(of: holder)[...], in: &sight) }
        guard outer.exists else { continue }
        guard let (role, parameters) = tree.role(of: holder, in: outer) else { continue }
        if !isClosed { declare(role, parameters, in: &sight) }
        if role.isShared { isClosed = true }
      case .forStatement:
        guard !isClosed, case .forStatement(let loop) = tree.statement(holder),
          tree[loop.block].span.start <= tree[name].span.start
        else { continue }
        sight.locals += loop.names.map { local($0, .constant) }
      case .switchCase where !isClosed:
        sight.locals += tree.switchCase(holder).names.map { local($0, .constant) }
      case .call:
        guard !isClosed, case .call(let callee, let arguments) = tree.expression(holder),
          tree.block(of: arguments).exists,
          holders[..<position].contains(where: {
            tree[$0].kind == .valueBlock
          }), case .member(_, let method) = tree.expression(callee),
          let block = ValueMethod.named(names.text(of: tree.name(method)))?.block
        else { continue }
        declare(block.parameters, in: &sight)
      case .body:
        if !sight.body.exists {
          sight.body = holder
          sight.bodyHolder = outer
          hidesOuter = isClosed
        } else if !sight.outerBody.exists, !hidesOuter {
          sight.outerBody = holder
          sight.outerHolder = outer
        }
      default: break
      }
    }
    if !hasRun, !isClosed { declareValues(statementsBefore.suffix(100), in: &sight) }
    return sight
  }

  private func local(_ name: NodeID, _ kind: LocalKind, value: NodeID = .none) -> Sight.Local {
    Sight.Local(name: tree.name(name), kind: kind, value: value, span: tree[name].span)
  }

  /// The declarations before the place, which are visible in the rest of their block.
  private func declareValues(
    _ statements: some BidirectionalCollection<NodeID>, in sight: inout Sight
  ) {
    for statement in statements.reversed()
    where tree[statement].span.end <= UInt32(word.lowerBound) {
      switch tree.statement(statement) {
      case .letDeclaration(let declared):
        sight.locals.append(local(declared.name, .constant, value: declared.value))
      case .varDeclaration(let declared):
        sight.locals.append(local(declared.name, .variable, value: declared.value))
      default: break
      }
    }
  }

  private func declare(_ role: BlockRole, _ parameters: [NodeID], in sight: inout Sight) {
    sight.locals += parameters.map { local($0, .parameter) }
    declare(role.parameters, in: &sight)
  }

  private func declare(_ parameters: [String], in sight: inout Sight) {
    for text in parameters {
      // The words of blocks are among the first names of every name table.
      sight.locals.append(
        Sight.Local(name: names.intern(text), kind: .parameter, value: .none, span: tree[name].span)
      )
    }
  }
}

extension SyntaxTree {
  /// The kind of the block in a node, with its parameters; nil for a block that runs as a part of the
  /// statements around it.
  fileprivate func role(of block: NodeID, in holder: NodeID) -> (BlockRole, [NodeID])? {
    switch self[holder].kind {
    case .transformer: return (.transformer, transformer(holder).names(of: block))
    case .inlineStage: return (.transformer, [])
    case .transformBinding: return (.transform, [])
    case .binding:
      let binding = binding(holder)
      if block == binding.transform { return (.transform, []) }
      if block == binding.observer { return (.ownObserver, []) }
      return block == binding.eachClass ? (.each, []) : nil
    case .observe: return (.observer, [])
    case .on: return (.on, [])
    case .effect: return (.effect, [])
    case .after: return (.after, [])
    case .action: return (.action, Array(action(holder).parameters))
    case .command:
      let parameter = command(holder).parameter
      return (.action, parameter.exists ? [parameter] : [])
    case .property: return (.setter, [])
    default: return nil
    }
  }
}
