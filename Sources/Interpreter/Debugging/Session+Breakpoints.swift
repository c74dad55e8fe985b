import BindingEngine
import Language
import Syntax
import Text

// `break`, `breakpoints` and `unbreak`.
extension Session {
  /// - Parameter subject: The object that the path leads to, or at whose property it ends.
  func setBreakpoint(
    _ stop: BreakpointSyntax, in box: SyntaxTreeBox, subject: Value?
  ) throws(ScriptFailure) {
    let tree = box.tree
    let place: Breakpoint.Place
    var text: String
    if let occasion = stop.occasion {
      place = .occasion(occasion)
      text = "on \(occasion.word)"
    } else {
      text = self.text(of: stop.place, in: tree)
      if case .number(let number) = tree.expression(stop.place) {
        place = .link(core.pointee.bindingID(try link(numbered: Int(number))))
      } else {
        place = try propertyPlace(stop.place, in: tree, subject)
      }
    }
    let condition = stop.condition
    if condition.exists { try checkCondition(condition, in: box) }
    if condition.exists { text += " if \(shortText(of: condition, in: tree, limit: 60))" }
    state.breakpointCount += 1
    state.breakpoints.append(
      Breakpoint(
        number: state.breakpointCount, place: place, text: text,
        condition: condition.exists ? (box, condition) : nil))
    applyTraceMode()
    print("breakpoint \(.binding, "\(state.breakpointCount)"): \(code: text)")
  }

  private func propertyPlace(
    _ path: NodeID, in tree: SyntaxTree, _ subject: Value?
  ) throws(ScriptFailure) -> Breakpoint.Place {
    guard case .object(let object)? = subject else {
      let text = text(of: path, in: tree)
      throw .message("'\(text)' is not an object or property", help: nil)
    }
    guard case .member(_, let member) = tree.expression(path) else { return .object(object) }
    let name = tree.name(member)
    guard let slot = core.pointee.slot(name, of: object) else {
      throw machine.noProperty(name, of: object)
    }
    return .property(slot, of: object)
  }

  func showBreakpoints() {
    if state.breakpoints.isEmpty { return print("no breakpoints") }
    for breakpoint in state.breakpoints {
      print("\(.binding, "\(breakpoint.number)")  \(code: breakpoint.text)")
    }
  }

  /// - Parameter number: nil for all.
  func removeBreakpoints(_ number: Int?) throws(ScriptFailure) {
    if let number {
      guard state.breakpoints.contains(where: { $0.number == number }) else {
        throw .message("there is no breakpoint \(number)", help: "'breakpoints' lists them")
      }
      state.breakpoints.removeAll { $0.number == number }
    } else {
      state.breakpoints = []
    }
    applyTraceMode()
  }
}
