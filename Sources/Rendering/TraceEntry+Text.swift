import BindingEngine

/// The signs of a trace, in Unicode or in ASCII.
public struct TraceSigns: Sendable {
  public let arrow: String
  public let branch: String
  public let last: String
  public let bar: String
  public let ellipsis: String

  public init(isASCII: Bool) {
    arrow = isASCII ? "->" : "→"
    branch = isASCII ? "|- " : "├─ "
    last = isASCII ? "`- " : "└─ "
    bar = isASCII ? "|  " : "│  "
    ellipsis = isASCII ? "..." : "…"
  }

  /// A line of a trace as it is without signs beyond ASCII.
  package static func inASCII(_ line: String) -> String {
    if line.utf8.allSatisfy({ $0 < 128 }) { return line }
    var text = ""
    for character in line {
      switch character {
      case "→": text += "->"
      case "├": text += "|"
      case "└": text += "`"
      case "│": text += "|"
      case "─": text += "-"
      case "…": text += "..."
      default: text.append(character)
      }
    }
    return text
  }
}

extension TraceEntry {
  /// The entry in one line.
  public func line(isASCII: Bool) -> String { text(TraceSigns(isASCII: isASCII)) }

  /// The entry in one line, with what is unseen as escapes.
  func text(_ signs: TraceSigns) -> String { plainText(signs).visible() }

  private func plainText(_ signs: TraceSigns) -> String {
    let who = number.map { "#\($0)" } ?? ""
    let name = [who, link ?? ""].filter { !$0.isEmpty }.joined(separator: " ")
    let change = "\(old?.text ?? "nil") \(signs.arrow) \(new?.text ?? "nil")"
    switch kind {
    case .write:
      if self.change.kind != .set { return "\(property ?? ""): \(listChange(signs))" }
      let silent = reason == .silent ? "   silent: nobody is told" : ""
      return "\(property ?? ""): \(change)\(silent)"
    case .compute: return "computed \(property ?? ""): \(change)"
    case .fire:
      return new == nil ? "\(name): reads \(old?.text ?? "nil")" : "\(name): \(change)"
    case .transform: return "\(text ?? "{ … }"): \(change)"
    case .held where reason == .loop: return "\(name): a loop, it is due while it is firing"
    case .glitch:
      return
        "\(name): glitch, \(property ?? "") is \(old?.text ?? "nil") and does not know yet that"
        + " \(target ?? "") is \(new?.text ?? "nil")"
    case .held: return "\(name): held, its lock is on: it is firing already"
    case .observe: return reason == .prior ? "\(name): before the change" : name
    case .bind: return "bound \(name)"
    case .unbind: return "unbound \(name)\(because)"
    case .move: return "\(name): follows the object that stands there now"
    case .make: return "made \(new?.text ?? "")\(old.map { " for \($0.text)" } ?? "")"
    case .reuse: return "reused \(new?.text ?? "")\(old.map { " for \($0.text)" } ?? "")"
    case .release: return "released \(new?.text ?? "")"
    case .print: return "printed \(Value.quoted(text ?? ""))"
    case .event:
      let heard = reason == .unheard ? "   nobody listens" : ""
      return "\(text ?? "fired \(property ?? "")")\(payload)\(heard)"
    case .call: return "called \(text ?? property ?? "")\(payload)"
    case .request:
      return
        "\(text ?? "{ … }") was asked for \(old?.text ?? "nil"), its answer is due at \(new?.text ?? "")"
    case .answer: return "\(name): the answer for \(old?.text ?? "nil") lands"
    case .timer: return "\(text ?? "") is due at \(new?.text ?? "")"
    case .error where reason == .caught:
      return "threw \(Value.quoted(text ?? "")): the command fails"
    case .error: return "error: \(text ?? "")"
    case .undo: return "put back: the turn left nothing behind"
    case .dropped: return dropped(name)
    }
  }

  /// `("ok")`, for what has a payload.
  private var payload: String {
    guard let new, new.text != "nil" else { return "" }
    return new.text.hasPrefix("(") ? new.text : "(\(new.text))"
  }

  func listChange(_ signs: TraceSigns) -> String {
    let (old, new) = (old?.text ?? "nil", new?.text ?? "nil")
    switch change.kind {
    case .insert: return "insert \(new) at \(change.index)"
    case .remove: return "remove \(old) at \(change.index)"
    case .replace: return "replace at \(change.index): \(old) \(signs.arrow) \(new)"
    case .set, .prior: return "\(old) \(signs.arrow) \(new)"
    }
  }

  private var because: String {
    switch reason {
    case .released: ": its object is released"
    case .overwritten: ": its target was written"
    case .replaced: ": another binding took its place"
    case .once: ": it was to pass one value"
    default: ""
    }
  }

  private func dropped(_ name: String) -> String {
    let value = new?.text ?? "nil"
    switch reason {
    case .equal:
      return "\(name.isEmpty ? property ?? "" : name): dropped, \(value) is there already"
    case .brokenTarget: return "\(name): \(value) dropped, nil stands on the way to the target"
    case .brokenSource: return "\(name): waits, nil stands on the way to the source"
    case .released where text != nil:
      return "\(text ?? "") is dropped, its object is released"
    case .released:
      return "\(name.isEmpty ? property ?? "" : name): \(value) dropped, the target is released"
    case .refused: return "\(property ?? ""): refused, \(name) writes it"
    case .nothing:
      guard let text else { return "\(value) dropped, its object is nil" }
      if text == "release" { return "nothing to release: it is nil" }
      return text.hasSuffix(")")
        ? "\(text): not called, its object is nil" : "\(text): \(value) dropped, its object is nil"
    case .overtaken: return "\(name): the answer for \(value) dropped, a newer request overtook it"
    case .unanswered where text != nil: return "\(text ?? ""): no answer, it goes on executing"
    case .unanswered: return "\(name): no answer for \(value)"
    case .unbound: return "an answer for \(value) dropped, the binding that asked is gone"
    case .executing: return "\(text ?? ""): not executed, it is executing already"
    case .idle: return "\(text ?? ""): not cancelled, it is not executing"
    case .unbegun: return "\(text ?? ""): not finished, it is not executing"
    case .noValue: return "\(name): not told, there is no value yet"
    default: return "\(name): dropped"
    }
  }
}
