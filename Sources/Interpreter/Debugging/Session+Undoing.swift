import BindingEngine
import Rendering
import Text

// `undo` at a prompt: back to before the last turn that changed something.
extension Session {
  /// How far `undo` goes back, and what it undoes, the last turn first.
  public struct Undoing {
    /// How many turns `rewind` takes back, with those that changed nothing.
    public var turns: Int
    /// The number and the statement of each turn that changed something.
    public var undone: [StyledText]
  }

  /// What `undo` is to do for so many turns that changed something, or for all of them if there are
  /// fewer; nil if no remembered turn changed anything.
  public func undoing(_ count: Int) -> Undoing? {
    var undoing = Undoing(turns: 0, undone: [])
    for back in 0..<turnsBack where hasChanged(back: back) {
      undoing.turns = back + 1
      undoing.undone.append(title(back: back))
      if undoing.undone.count == count { break }
    }
    return undoing.undone.isEmpty ? nil : undoing
  }

  private func title(back: Int) -> StyledText {
    let number = core.pointee.rememberedNumber(at: core.pointee.journal.count - 1 - back)
    let entry = state.journal.entries[state.journal.entries.count - 1 - back]
    guard let (tree, node) = entry.statement else { return "turn \(Int(number))" }
    let statement = shortText(of: node, in: tree.tree, limit: 50)
    return "turn \(Int(number))  \(code: entry.timer.map { $0.title ?? statement } ?? statement)"
  }

  /// Whether a turn changed a value, what there is, or what is due.
  private func hasChanged(back: Int) -> Bool {
    let position = state.journal.entries.count - 1 - back
    let entry = state.journal.entries[position]
    let after = back == 0 ? state.journal.after : state.journal.entries[position + 1].before
    if entry.timer != nil || after?.symbolChanges != entry.before.symbolChanges { return true }
    let turn = core.pointee.rememberedTurn(at: core.pointee.journal.count - 1 - back)
    guard !turn.events.contains(where: { $0.kind == .undo }) else { return false }
    return turn.leftOut > 0 || turn.events.contains(where: \.changesSomething)
  }
}

extension TraceEvent {
  /// Whether the graph, its clock or what is due is another one after it.
  fileprivate var changesSomething: Bool {
    switch kind {
    case .write, .compute: old != new
    case .note, .bind, .unbind, .move, .rebind, .make, .reuse, .release, .request, .answer, .timer:
      true
    case .fire, .transform, .correct, .held, .dropped, .observe, .glitch, .print, .event, .call,
      .error,
      .undo:
      false
    }
  }
}
