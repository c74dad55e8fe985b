import Rendering
import Syntax

/// The results of the turns of an expectation's block.
struct BehaviourWatch {
  /// The most lines that are kept for `expect trace`.
  private static let mostLines = 20_000

  let node: NodeID
  let tree: SyntaxTreeBox
  /// The longest chain of causes that is allowed.
  let limit: Int?
  let behaviour: ExpectedBehaviour
  /// Whether changes waited for a tick before the block began.
  let wasTickDue: Bool
  private let isASCII: Bool
  /// Whether no more lines are kept.
  private var isFull = false
  /// The turns as lines, for `expect trace`.
  private(set) var lines: [String] = []
  /// The first thing that was not as expected, and its turn.
  private(set) var problem: String?
  private(set) var offender: TurnTrace?

  init(node: NodeID, tree: SyntaxTreeBox, limit: Int?, wasTickDue: Bool, isASCII: Bool) {
    self.node = node
    self.tree = tree
    self.limit = limit
    self.wasTickDue = wasTickDue
    self.isASCII = isASCII
    behaviour = tree.tree.behaviour(node).behaviour
  }

  mutating func take(_ trace: TurnTrace) {
    switch behaviour {
    case .trace:
      guard !trace.isQuiet, !isFull else { return }
      lines += trace.treeLines(full: false, isASCII: isASCII, width: 100).map(\.plain)
      guard lines.count > BehaviourWatch.mostLines else { return }
      isFull = true
      lines.append("what follows is left out, after more than \(BehaviourWatch.mostLines) lines")
    case .settles:
      guard problem == nil, let found = whyNotSettled(trace) else { return }
      (problem, offender) = (found, trace)
    case .quiet:
      guard problem == nil, let entry = trace.entries.first(where: \.isPropagation) else { return }
      let link = entry.number.map { "#\($0)" } ?? "a computed property"
      let name = [link, entry.link ?? entry.property ?? ""].filter { !$0.isEmpty }
      problem =
        "\(name.joined(separator: " ")) was set off in turn \(trace.number), expected nothing"
      offender = trace
    case .noCycles: break
    }
  }

  private func whyNotSettled(_ trace: TurnTrace) -> String? {
    if trace.outcome != "settled" {
      let cycle = trace.cycle.map { ": \($0)" } ?? ""
      let error = trace.entries.first { $0.kind == .error }?.text.map { ": \($0)" } ?? ""
      return "turn \(trace.number) did not settle, outcome \(trace.outcome)"
        + (cycle.isEmpty ? error : cycle)
    }
    guard let limit, trace.depth > limit else { return nil }
    return "turn \(trace.number) settled in \(trace.depth), expected \(limit) at most"
  }
}

extension TraceEntry {
  /// Whether a change set it off, and not the statement itself.
  fileprivate var isPropagation: Bool {
    switch kind {
    case .fire, .observe, .held, .request, .answer, .move: true
    // Reading a value for a statement may evaluate it.
    case .compute: cause != 0
    default: false
    }
  }
}
