import BindingEngine
import Names

@testable import Exploring
@testable import Interpreter
@testable import Language
@testable import Syntax

extension SyntaxTree {
  /// The statements as nested lists, one per line: `(assign (member (name a) (name x)) (int 1))`.
  ///
  /// It reads each node according to `NodeKind`, by `a`, `b` and `flags`, as the compiler does.
  func dump(_ names: NameTable) -> String {
    statements.map { TreeDump(tree: self, names: names).text($0) }.joined(separator: "\n")
  }
}

private struct TreeDump {
  let tree: SyntaxTree
  let names: NameTable

  func text(_ id: NodeID) -> String {
    guard id.exists else { return "-" }
    let node = tree[id]
    let (label, parts) = describe(node)
    return "(" + ([label] + parts).joined(separator: " ") + ")"
  }

  private func text(_ index: UInt32) -> String { text(NodeID(index)) }

  private func list(_ position: UInt32) -> [String] { tree.list(position).map { text($0) } }

  private func name(_ index: UInt32) -> String { names.text(of: Name(index: index)) }

  private func string(_ index: UInt32) -> String { tree.string(index).debugDescription }

  /// The parts without that of `kept by` at a place, if there is none: few have one.
  private func withoutKeeper(_ parts: [String], _ place: Int) -> [String] {
    guard place < parts.count, parts[place] == "-" else { return parts }
    return Array(parts[..<place] + parts[(place + 1)...])
  }

  private func flagged(_ label: String, _ node: Node, _ words: (UInt8, String)...) -> String {
    words.reduce(label) { node.flags & $1.0 != 0 ? "\($0) \($1.1)" : $0 }
  }

  private func describe(_ node: Node) -> (String, [String]) {
    let label = "\(node.kind)"
    switch node.kind {
    case .none, .missing, .nilLiteral, .trueLiteral, .falseLiteral, .selfReference, .arrow, .wait,
      .continueStatement,
      .objects, .bindings, .observers, .commands, .coupling, .cycles, .reset, .version, .quit,
      .breakpoints, .costs:
      return (label, [])
    case .intLiteral: return ("int \(Int(bitPattern: UInt(SyntaxTree.bits(node))))", [])
    case .doubleLiteral: return ("double \(Double(bitPattern: SyntaxTree.bits(node)))", [])
    case .durationLiteral: return ("duration \(SyntaxTree.bits(node))", [])
    case .stringLiteral: return ("string \(string(node.a))", [])
    case .name: return (name(node.a), [])
    case .number: return ("#\(node.a)", [])
    case .type: return (flagged("type \(name(node.a))", node, (1, "?")), [])
    case .interpolation, .listLiteral, .dictionaryLiteral, .body, .print, .watch, .unwatch, .block:
      return (label, list(node.a))
    case .member, .element, .labeledArgument, .new, .extend, .computed, .letDeclaration,
      .varDeclaration, .knob, .inlineStage, .transformBinding, .fire, .post, .after,
      .whileStatement,
      .repeatStatement, .breakStatement, .expect, .expectError:
      return (label, [text(node.a), text(node.b)])
    case .breakpoint:
      return (
        "\(label) \(BreakOccasion(rawValue: node.flags)?.word ?? "")", [text(node.a), text(node.b)]
      )
    case .expectBehaviour:
      return ("expect \(ExpectedBehaviour(rawValue: node.flags)!)", [text(node.a), text(node.b)])
    case .walk: return ("\(WalkWord(rawValue: node.flags)!)", [])
    case .unary: return (UnaryOperator(rawValue: node.flags) == .not ? "!" : "-", [text(node.a)])
    case .binary:
      return (BinaryOperator(rawValue: node.flags)!.spelling, [text(node.a), text(node.b)])
    case .parenthesized, .valueBlock, .defaultMember, .event, .release, .advance, .batch,
      .untracked,
      .returnStatement, .throwStatement, .rejectStatement, .dropStatement, .source, .expression,
      .show, .explain, .save, .help, .rewind,
      .replay, .whatif, .unbreak, .history:
      return (label, [text(node.a)])
    case .why, .blame: return (label, [text(node.a), text(node.b)])
    case .whynot:
      let arrow = node.b == 0 ? "" : " \(Arrow(rawValue: node.flags)!.spelling)"
      return (label + arrow, [text(node.a), text(node.b)])
    case .call, .conditional, .objectDeclaration, .classDeclaration, .action, .command,
      .transformer, .semantics, .rebind, .compare, .ifStatement, .forStatement:
      return (label, [text(node.a)] + list(node.b))
    case .effect: return (label, [text(node.a)] + withoutKeeper(list(node.b), 1))
    case .switchCase:
      return (flagged(label, node, (1, "else")), [text(node.a)] + list(node.b))
    case .protocolDeclaration, .enumDeclaration, .enumCase, .switchStatement:
      return (label, [text(node.a)] + list(node.b))
    case .requirement:
      return (flagged(label, node, (1, "optional")), [text(node.a)] + list(node.b))
    case .responds, .typeTest: return (label, [text(node.a), text(node.b)])
    case .property: return (flagged(label, node, (1, "weak")), [text(node.a)] + list(node.b))
    case .observe:
      return (
        flagged(label, node, (1, "initial"), (2, "prior"), (4, "some")),
        [text(node.a)] + withoutKeeper(list(node.b), 2)
      )
    case .on:
      return (
        flagged(label, node, (1, "notification")), [text(node.a)] + withoutKeeper(list(node.b), 2)
      )
    case .namedStage: return (flagged(label, node, (1, "!")), [text(node.a)] + list(node.b))
    case .unbind: return (flagged(label, node, (1, "all")), [text(node.a)])
    case .assign:
      let operation =
        BinaryOperator(rawValue: node.flags >> 1 &- 1).map { " \($0.spelling)=" } ?? ""
      return (
        flagged(label, node, (1, "silent")) + operation, [text(node.a), text(node.b)]
      )
    case .graph:
      return ("graph \(GraphFormat(rawValue: node.flags)!)", [text(node.a), text(node.b)])
    case .trace: return ("trace \(TraceWord(rawValue: node.flags)!)", [])
    case .binding:
      let arrow = Arrow(rawValue: node.flags & 31)!.spelling
      return (
        flagged("binding \(arrow)", node, (32, "enabled"), (64, "old"), (128, "once")),
        withoutKeeper(list(node.a), 5)
      )
    }
  }
}

extension SyntaxTree {
  /// The nodes directly below `id`.
  func children(of id: NodeID) -> [NodeID] {
    TreeChildren(tree: self).children(of: self[id]).filter(\.exists)
  }

  /// All nodes below `id`.
  func descendants(of id: NodeID) -> [NodeID] {
    var found: [NodeID] = []
    var open = [id]
    while let next = open.popLast() {
      let children = children(of: next)
      found += children
      open += children
    }
    return found
  }
}

/// Which of `a` and `b` are nodes, and which are lists of them.
private struct TreeChildren {
  let tree: SyntaxTree

  func children(of node: Node) -> [NodeID] {
    let (a, b) = (NodeID(node.a), NodeID(node.b))
    switch node.kind {
    case .none, .missing, .nilLiteral, .trueLiteral, .falseLiteral, .selfReference, .arrow, .wait,
      .continueStatement,
      .objects, .bindings, .observers, .commands, .coupling, .cycles, .reset, .version, .quit,
      .breakpoints, .walk, .costs,
      .intLiteral,
      .doubleLiteral, .durationLiteral, .stringLiteral, .name, .number, .type, .trace:
      return []
    case .interpolation, .listLiteral, .dictionaryLiteral, .body, .print, .watch, .unwatch, .block:
      return Array(tree.list(node.a))
    case .binding: return Array(tree.list(node.a)) + [b]
    case .call, .conditional, .objectDeclaration, .classDeclaration, .action, .command,
      .transformer, .semantics, .rebind, .compare, .ifStatement, .forStatement, .property, .observe,
      .effect,
      .on, .protocolDeclaration, .enumDeclaration, .enumCase, .switchStatement, .switchCase,
      .requirement, .namedStage:
      return [a] + Array(tree.list(node.b))
    case .unary, .parenthesized, .valueBlock, .defaultMember, .event, .release, .advance, .batch,
      .untracked,
      .returnStatement, .throwStatement, .rejectStatement, .dropStatement, .source, .expression,
      .show,
      .explain, .save,
      .help, .unbind, .rewind, .replay, .whatif, .unbreak, .history:
      return [a]
    case .member, .element, .responds, .typeTest, .labeledArgument, .new, .extend, .computed,
      .letDeclaration,
      .varDeclaration, .knob, .inlineStage, .transformBinding, .fire, .post, .after,
      .whileStatement,
      .repeatStatement, .breakStatement, .expect, .expectError, .expectBehaviour, .binary, .assign,
      .graph,
      .breakpoint, .why,
      .whynot, .blame:
      return [a, b]
    }
  }
}
