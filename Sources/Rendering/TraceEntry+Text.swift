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
      let silent = reason == .silent ? "   silent: nothing is notified" : ""
      return "\(property ?? ""): \(change)\(silent)"
    case .compute: return "computed \(property ?? ""): \(change)"
    case .fire:
      return new == nil ? "\(name): reads \(old?.text ?? "nil")" : "\(name): \(change)"
    case .transform: return "\(text ?? "{ … }"): \(change)"
    case .held where reason == .loop: return "\(name): a loop: it is due again while it is firing"
    case .glitch:
      return "\(name): glitch: read \(property ?? "") = \(old?.text ?? "nil"), which is stale"
        + glitchReason
    case .held: return "\(name): held back: it is already firing (locked)"
    case .observe: return reason == .prior ? "\(name): before the change" : name
    case .bind: return "bound \(name)"
    case .unbind: return "unbound \(name)\(because)"
    case .move: return "\(name): follows the object that is there now"
    case .make: return "made \(new?.text ?? "")\(old.map { " for \($0.text)" } ?? "")"
    case .reuse: return "reused \(new?.text ?? "")\(old.map { " for \($0.text)" } ?? "")"
    case .release: return "released \(new?.text ?? "")"
    case .print: return "printed \(Value.quoted(text ?? ""))"
    case .event:
      let heard = reason == .unheard ? "   no handler" : ""
      return "\(text ?? "fired \(property ?? "")")\(payload)\(heard)"
    case .call: return "called \(text ?? property ?? "")\(payload)"
    case .request:
      return
        "\(text ?? "{ … }"): answer for \(old?.text ?? "nil") requested, due at \(new?.text ?? "")"
    case .answer: return "\(name): the answer for \(old?.text ?? "nil") arrives"
    case .timer: return "\(text ?? "") is due at \(new?.text ?? "")"
    case .error where reason == .caught:
      return "threw \(Value.quoted(text ?? "")): the command fails"
    case .error: return "error: \(text ?? "")"
    case .undo: return "rolled back: the turn changed nothing"
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
    case .released: ": its object was released"
    case .overwritten: ": its target was written"
    case .replaced: ": another binding took its place"
    case .once: ": it passes only one value"
    default: ""
    }
  }

  private func dropped(_ name: String) -> String {
    let value = new?.text ?? "nil"
    switch reason {
    case .equal:
      return "\(name.isEmpty ? property ?? "" : name): dropped, the value is already \(value)"
    case .brokenTarget:
      return "\(name): \(value) dropped, a property on the path to the target is nil"
    case .brokenSource: return "\(name): waits, a property on the path to the source is nil"
    case .released where text != nil:
      return "\(text ?? "") dropped, its object was released"
    case .released:
      return "\(name.isEmpty ? property ?? "" : name): \(value) dropped, the target was released"
    case .refused: return "\(property ?? ""): refused, only \(name) may write it"
    case .nothing:
      guard let text else { return "\(value) dropped, its object is nil" }
      if text == "release" { return "nothing to release: it is nil" }
      return text.hasSuffix(")")
        ? "\(text): not called, its object is nil" : "\(text): \(value) dropped, its object is nil"
    case .overtaken: return "\(name): the answer for \(value) dropped, a newer request replaced it"
    case .unanswered where text != nil: return "\(text ?? ""): no answer, it is still executing"
    case .unanswered: return "\(name): no answer for \(value)"
    case .unbound: return "an answer for \(value) dropped, the binding that asked is gone"
    case .executing: return "\(text ?? ""): not executed, it is already executing"
    case .idle: return "\(text ?? ""): not cancelled, it is not executing"
    case .unbegun: return "\(text ?? ""): not finished, it is not executing"
    case .noValue: return "\(name): not notified, there is no value yet"
    default: return "\(name): dropped"
    }
  }

  /// What had changed already, and what had yet to pass it on.
  private var glitchReason: String {
    let change =
      target == nil || target == property ? [] : ["\(target ?? "") is \(new?.text ?? "nil") now"]
    let parts = change + (awaited.map { ["#\($0) has yet to fire"] } ?? [])
    return parts.isEmpty ? "" : ": " + parts.joined(separator: " and ")
  }
}
