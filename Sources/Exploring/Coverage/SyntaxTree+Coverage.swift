import Basics
import Language
import Syntax
import Text

/// Which side of a node a part is; several parts can belong to one node.
enum PartAspect: Hashable {
  case whole
  /// The directions of a two-way binding.
  case forward, reverse
  /// The observe block of a binding.
  case observer
  /// An ending of a command, by its final status.
  case ending(String)
  /// The cycle that a binding closes.
  case cycle
}

extension SyntaxTree {
  /// The longest name of a part.
  static let mostPartText = 60

  /// Everything in the tree that a run can exercise, besides cycles, which only a run finds.
  ///
  /// - Complexity: O(*n*) in the number of nodes.
  func coverableParts() -> [(node: NodeID, aspect: PartAspect, part: CoveredPart)] {
    var parts: [(node: NodeID, aspect: PartAspect, part: CoveredPart)] = []
    func add(
      _ kind: CoveredPart.Kind, _ node: NodeID, _ aspect: PartAspect = .whole, at place: NodeID,
      _ text: String
    ) {
      parts.append((node, aspect, part(kind, at: place, text)))
    }
    // What such a block does is rolled back, and is no run.
    let trials = nodeIDs.filter { self[$0].kind == .compare || self[$0].kind == .whatif }
      .map { self[$0].span }.sorted { $0.start < $1.start }
    for id in nodeIDs {
      let span = self[id].span
      let before = trials.indices.partitionPoint { trials[$0].start > span.start }
      if before > 0, span.end <= trials[before - 1].end { continue }
      switch self[id].kind {
      case .binding:
        let binding = binding(id)
        add(.binding, id, at: id, text(of: id))
        if binding.arrow.isTwoWay {
          let (left, right) = (text(of: binding.left), text(of: binding.right))
          add(.direction, id, .forward, at: id, "\(left) ~> \(right)")
          add(.direction, id, .reverse, at: id, "\(right) ~> \(left)")
        }
        if binding.observer.exists {
          add(.observer, id, .observer, at: binding.observer, "observe of \(text(of: id))")
        }
      case .observe, .on, .effect:
        add(.observer, id, at: id, head(of: id))
      case .transformer:
        let declared = transformer(id)
        let name = text(of: declared.name)
        if declared.forward.exists { add(.way, declared.forward, at: declared.forward, name) }
        if declared.reverse.exists { add(.way, declared.reverse, at: declared.reverse, "!\(name)") }
      case .inlineStage:
        guard case .inline(let block, let reverse) = stage(id) else { continue }
        add(.way, block, at: block, text(of: block))
        if reverse.exists { add(.way, reverse, at: reverse, "reverse \(text(of: reverse))") }
      case .ifStatement:
        guard case .ifStatement(_, let then, let otherwise) = statement(id) else { continue }
        add(.branch, then, at: id, head(of: id))
        if !otherwise.exists {
          add(.branch, id, at: id, "not \(head(of: id))")
        } else if self[otherwise].kind != .ifStatement {
          add(.branch, otherwise, at: otherwise, "else of \(head(of: id))")
        }
      case .conditional:
        guard case .conditional(_, let then, let otherwise) = expression(id) else { continue }
        add(.branch, then, at: then, "? \(text(of: then))")
        add(.branch, otherwise, at: otherwise, ": \(text(of: otherwise))")
      case .switchCase:
        let choice = switchCase(id)
        let name = choice.isElse ? "else of switch" : "case \(head(of: id))"
        add(.branch, choice.block, at: choice.block, name)
      case .forStatement, .whileStatement, .repeatStatement:
        statement(id).eachPart { block, use in
          if use == .block { add(.branch, block, at: id, head(of: id)) }
        }
      case .command:
        let name = text(of: command(id).name)
        for ending in CommandCall.ends {
          add(.ending, id, .ending(ending), at: id, "\(name) \(ending)")
        }
      default: continue
      }
    }
    return parts
  }

  private var nodeIDs: [NodeID] { (1..<UInt32(max(1, nodes.count))).map { NodeID($0) } }

  /// A part with its place in the tree's file.
  func part(_ kind: CoveredPart.Kind, at node: NodeID, _ text: String) -> CoveredPart {
    let start = self[node].span.start
    let line = file.lines.line(of: start)
    return CoveredPart(
      kind, line: line + file.firstLine, column: Int(start - file.lines.starts[line]) + 1,
      text: text)
  }

  func text(of node: NodeID) -> String {
    shortText(of: node, limit: SyntaxTree.mostPartText, isASCII: true)
  }

  /// The text before the block of a statement.
  private func head(of node: NodeID) -> String {
    let text = text(of: node)
    var head = text.prefix { $0 != "{" }
    while head.last == " " { head.removeLast() }
    return head.isEmpty ? text : String(head)
  }
}
