import BindingEngine
import Text

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

  /// A text with the signs of traces, graphs and help in ASCII.
  package static func inASCII(_ line: String) -> String {
    if line.utf8.allSatisfy({ $0 < 128 }) { return line }
    var text = ""
    for character in line { text += ascii[character] ?? String(character) }
    return text
  }

  private static let ascii: [Character: String] = [
    "→": "->", "├": "|", "└": "`", "│": "|", "─": "-", "…": "...", "↺": "@", "–": "-", "·": "*",
    "×": "x", "✓": "x",
  ]
}

extension TraceEntry {
  /// The entry in one line.
  package func line(isASCII: Bool) -> StyledText { text(TraceSigns(isASCII: isASCII)) }

  /// The entry in one line, with what is unseen as escapes.
  func text(_ signs: TraceSigns) -> StyledText { unescapedText(signs).visible() }

  /// Whether a correction is of the value with which this deals.
  func isOf(_ correction: TraceEntry) -> Bool {
    cause == correction.cause && [.write, .note, .dropped].contains(kind)
      && (property == nil || property == correction.property)
  }

  /// `#1 vm.name ~> label.text`, or as much of it as there is.
  func title() -> StyledText {
    let number = number.map { StyledText(.binding, "#\($0)") }
    guard let link, !link.isEmpty else { return number ?? "" }
    return number.map { "\($0) \(code: link)" } ?? StyledText(code: link)
  }

  /// What there is to say about the lock of a firing.
  private var lockRemark: String {
    reason == .unlocked ? "   not locked: its block is new" : ""
  }

  /// Whether this happens between a firing and its write: something that it reads is evaluated.
  func comesBetween(_ firing: TraceEntry) -> Bool {
    switch kind {
    case .compute, .glitch: true
    // An expression has no source of its own.
    case .fire: target != nil && (firing.property == nil || firing.property == target)
    default: false
    }
  }

  /// The title of a firing at the end of the line that says what it wrote.
  func titleOfFiring() -> StyledText { "\(title())\(.held, lockRemark)" }

  private func unescapedText(_ signs: TraceSigns) -> StyledText {
    let name = title()
    let property = property ?? ""
    let (old, new) = (old?.text ?? "nil", self.new?.text ?? "nil")
    let change: StyledText = "\(.old, old) \(signs.arrow) \(.new, new)"
    switch kind {
    case .write:
      if self.change.kind != .set {
        let inPlace = reason == .inPlace ? "   in place: nothing is notified" : ""
        return "\(.property, property): \(listChange(signs))\(.held, inPlace)"
      }
      let silent =
        switch reason {
        case .silent: "   silent: nothing is notified"
        case .released: "   its object was released: nothing is notified"
        case .announced: "   announced, and stored when its listeners have been notified"
        case .storedOver: "   stored now, over what a listener wrote"
        default: ""
        }
      return "\(.property, property): \(change)\(.held, silent)"
    case .note: return "\(.property, property): noted \(.new, new)"
    case .compute: return "computed \(.property, property): \(change)"
    case .fire:
      let what: StyledText = self.new == nil ? "reads \(.new, old)" : change
      return "\(name): \(what)\(.held, lockRemark)"
    case .correct: return "\(.property, property): given \(correction)"
    case .transform: return "\(code: text ?? "{ … }"): \(change)"
    case .held where reason == .loop:
      return "\(name): \(.held, "a loop: it is due again while it is firing")"
    case .glitch where reason == .kept:
      let who: StyledText = target.map { "computed \(.property, $0)" } ?? name
      return "\(who): \(.glitch, "glitch: it keeps \(property) = \(old), which is \(new) now")"
    case .glitch:
      let read = "glitch: read \(property) = \(old), which \(glitchReason)"
      return "\(name): \(.glitch, read)"
    case .held: return "\(name): \(.held, "held back: it is already firing (locked)")"
    case .observe: return reason == .prior ? "\(name): before the change" : name
    case .bind: return "bound \(name)"
    case .unbind: return "unbound \(name)\(.dropped, because)"
    case .move: return "\(name): now \(following)"
    case .rebind: return "rebound \(name), which was \(code: text ?? "")"
    case .make: return "made \(.object, object)\(reasonForMaking)"
    case .reuse: return "reused \(.object, object)\(reasonForMaking)"
    case .release: return "released \(.object, object)"
    case .print: return "printed \(.new, Value.quoted(text ?? ""))"
    case .event:
      let handlers = reason == .unheard ? "   no handler" : ""
      let what: StyledText = text.map { StyledText($0) } ?? "fired \(.property, property)"
      return "\(what)\(.new, payload)\(.dropped, handlers)"
    case .call: return "called \(.property, text ?? property)\(.new, payload)"
    case .request where reason == .waiting:
      return "\(code: text ?? "{ … }"): \(.old, old) \(.held, "held until \(object)")"
    case .answer where reason == .waiting:
      return "\(name): \(code: text ?? "{ … }") passes \(.old, old) on"
    case .request:
      return "\(code: text ?? "{ … }"): answer for \(.old, old) requested, due at \(object)"
    case .answer: return "\(name): the answer for \(.old, old) arrives"
    case .timer: return "\(code: text ?? "") is due at \(object)"
    case .error where reason == .caught:
      return "\(.error, "threw \(Value.quoted(text ?? ""))"): the command fails"
    case .error: return "\(.error, "error:") \(text ?? "")"
    case .undo: return "\(.error, "rolled back:") the turn changed nothing"
    case .dropped: return dropped(name)
    }
  }

  /// `follows P:2, no longer P:1`, of a binding that has moved.
  var following: StyledText {
    if let property {
      let gone: StyledText = target.map { ", no longer \(.property, $0)" } ?? ""
      return "reads \(.property, property)\(gone)"
    }
    if let target { return "no longer reads \(.property, target)" }
    switch (old, new) {
    case (let old?, let new?): return "follows \(.object, new.text), no longer \(.object, old.text)"
    case (nil, let new?): return "follows \(.object, new.text)"
    case (let old?, nil): return "follows nothing, no longer \(.object, old.text): its path has nil"
    case (nil, nil): return "follows the new object on its path"
    }
  }

  /// `9, which 'set' (a.bind:3) made 5`, of what a `set` block was given.
  var correction: StyledText {
    let place = place.map { " (\($0))" } ?? ""
    return "\(.old, old?.text ?? "nil"), which 'set'\(place) made \(.new, new?.text ?? "nil")"
  }

  /// What was made, or the time at which something is due.
  private var object: String { new?.text ?? "" }

  /// ` for "Kim"`, of a cell.
  private var reasonForMaking: String { old.map { " for \($0.text)" } ?? "" }

  /// `("ok")`, for what has a payload.
  private var payload: String {
    guard let new, new.text != "nil" else { return "" }
    return new.text.hasPrefix("(") ? new.text : "(\(new.text))"
  }

  func listChange(_ signs: TraceSigns) -> StyledText {
    let (old, new) = (old?.text ?? "nil", new?.text ?? "nil")
    let change: StyledText = "\(.old, old) \(signs.arrow) \(.new, new)"
    switch self.change.kind {
    case .insert: return "insert \(.new, new) at \(self.change.index)"
    case .remove: return "remove \(.old, old) at \(self.change.index)"
    case .replace: return "replace at \(self.change.index): \(change)"
    case .set, .prior: return change
    }
  }

  private var because: String {
    switch reason {
    case .released: ": its object was released"
    case .overwritten: ": its target was written"
    case .replaced: ": another binding took its place"
    case .once: ": it passes only one value"
    case .unkept: ": nobody keeps it"
    case .remade: ": the effect that made it runs again or has ended"
    default: ""
    }
  }

  private func dropped(_ name: StyledText) -> StyledText {
    let value = new?.text ?? "nil"
    let who = name.isEmpty ? StyledText(.property, property ?? "") : name
    func line(_ who: StyledText, _ what: String) -> StyledText { "\(who): \(.dropped, what)" }
    func alone(_ what: String) -> StyledText { StyledText(.dropped, what) }
    let text = text ?? ""
    switch reason {
    case .equal: return line(who, "dropped, the value is already \(value)")
    case .once: return line(name, "does not fire, it passes only one value")
    case .repeated: return line(name, "\(value) dropped, it wrote that there last")
    case .brokenTarget:
      return line(name, "\(value) dropped, a property on the path to the target is nil")
    case .brokenSource: return line(name, "waits, a property on the path to the source is nil")
    case .released where self.text != nil: return alone("\(text) dropped, its object was released")
    case .released: return line(who, "\(value) dropped, the target was released")
    case .refused:
      return line(StyledText(.property, property ?? ""), "refused, only \(name.plain) may write it")
    case .nothing where self.text == nil: return alone("\(value) dropped, its object is nil")
    case .nothing where text == "release": return alone("nothing to release: it is nil")
    case .nothing:
      return line(
        StyledText(text),
        text.hasSuffix(")")
          ? "not called, its object is nil" : "\(value) dropped, its object is nil")
    case .overtaken where isOfWaiting:
      return line(StyledText(text), "\(value) dropped, a newer value replaced it")
    case .overtaken:
      return line(name, "the answer for \(value) dropped, a newer request replaced it")
    case .unanswered where self.text != nil:
      return line(StyledText(text), "no answer, it is still executing")
    case .unanswered: return line(name, "no answer for \(value)")
    case .unbound where isOfWaiting:
      return line(StyledText(text), "\(value) dropped, the binding has ended or has other ends")
    case .unbound: return alone("an answer for \(value) dropped, the binding that asked is gone")
    case .executing: return line(StyledText(text), "not executed, it is already executing")
    case .disabled where property != nil:
      return line(StyledText(.property, property ?? ""), "not fired, \(text) is not enabled")
    case .disabled: return line(StyledText(text), "not executed, it is not enabled")
    case .idle: return line(StyledText(text), "not cancelled, it is not executing")
    case .unbegun: return line(StyledText(text), "not finished, it is not executing")
    case .rejected: return line(name, "\(value) rejected: \(text)")
    case .later: return line(who, "\(value) dropped, a later write of \(property ?? "it") counts")
    case .noValue: return line(name, "not notified, there is no value yet")
    case .unnoticed:
      return line(name, "is not notified of its own change: it had read \(property ?? "it") before")
    case .unread:
      return line(name, "\(property ?? "its target") is marked, and evaluated when it is read")
    case .elsewhere:
      return line(name, "is not notified, it has not read in \(property ?? "it") what has changed")
    case .unchanged: return line(name, "does not run, what it has read has the same value")
    default: return line(name, "dropped")
    }
  }

  /// What had changed already, and what had yet to pass it on. Before the end of the turn that is not
  /// known.
  private var glitchReason: String {
    let change =
      target == nil || target == property ? [] : ["\(target ?? "") is \(new?.text ?? "nil") now"]
    let parts = change + (awaited.map { ["#\($0) has yet to fire"] } ?? [])
    if parts.isEmpty { return target == nil ? "may be stale" : "is stale" }
    return "is stale: " + parts.joined(separator: " and ")
  }

  /// Whether it says that a value was dropped that waited in a transformer with its own `late`.
  var isOfWaiting: Bool {
    kind == .dropped && (reason == .overtaken || reason == .unbound) && text != nil
  }
}
