import BindingEngine
import Language
import Text

// Values as answers.
extension Session {
  /// Shows a value, and keeps it as `_`: an object with its members, one level deep.
  ///
  /// - Parameter isWhole: Whether nothing is left out where the line is too long for the screen.
  package func showValue(_ value: Value, isWhole: Bool = false) {
    if !isDry { state.lastValue = value }
    let limit = isWhole || !options.isOnScreen ? Int.max : options.width
    guard case .object(let object) = value, core.pointee.isAlive(object) else {
      return show(line(of: value, limit), value)
    }
    var shown = line(of: object, limit)
    if core.pointee.slots(of: object.index).contains(where: isStale) {
      // A `computed` that nothing has read is evaluated, in a turn that is rolled back.
      dry { _ in
      } then: { _ in
        shown = line(of: object, limit, evaluating: true)
      }
    }
    show(shown, value)
  }

  private func show(_ line: StyledText, _ value: Value) {
    output(shown(line)) { [self] text in host.show(value: text) { traced(value).json } }
  }

  /// A value as `print` writes it alone; among others an object is only named.
  func printed(_ value: Value) -> String {
    guard case .object(let object) = value, core.pointee.isAlive(object) else {
      return core.pointee.describe(value)
    }
    return line(of: object, .max).plain
  }

  private func line(of value: Value, _ limit: Int) -> StyledText {
    // A list of a million elements is not written in full to find that out.
    let hasRoom =
      limit == .max
      || core.pointee.shortLiteral(value, limit: limit + 1).displayWidth <= limit
    switch value {
    case .list(let list) where !hasRoom:
      return fitting(
        "[", list.lazy.map { [self] in StyledText(.new, core.pointee.literal($0)) }, "]", limit,
        hint: hintOnValue)
    case .dictionary(let dictionary) where !hasRoom:
      let entries = Array(zip(dictionary.keys, dictionary.values)).lazy.map { [self] in
        "\(core.pointee.literal($0.0)): \(.new, core.pointee.literal($0.1))" as StyledText
      }
      return fitting("[", entries, "]", limit, hint: hintOnValue)
    // A string alone is the answer itself, and is never cut.
    default: return StyledText(.new, core.pointee.literal(value))
    }
  }

  /// `vm: Person { name = "Kim", age = 3 }`.
  private func line(
    of object: ObjectID, _ limit: Int, evaluating: Bool = false
  ) -> StyledText {
    let name = core.pointee.describe(object)
    let kind = className(of: object)
    let title: StyledText =
      kind.isEmpty || name.hasPrefix("\(kind):")
      ? "\(.object, name)" : "\(.object, name): \(kind)"
    let members = core.pointee.slots(of: object.index).filter {
      core.pointee.info(of: $0).role == .property
    }
    if members.isEmpty { return title }
    let texts = members.lazy.map { [self] slot in
      "\(.property, names.text(of: core.pointee.info(of: slot).name)) = \(.new, text(of: slot, evaluating))"
        as StyledText
    }
    return fitting("\(title) { ", texts, " }", limit, hint: hintOnValue)
  }

  private func text(of slot: UInt32, _ evaluating: Bool) -> String {
    if evaluating { return evaluated(slot).map { core.pointee.literal($0) } ?? "(fails)" }
    return isStale(slot) ? ellipsis : core.pointee.literal(core.pointee.read(slot))
  }

  private func isStale(_ slot: UInt32) -> Bool {
    core.pointee.properties[slot].marks.contains(.stale)
  }

  private var ellipsis: String { options.isASCII ? "..." : "…" }

  /// The columns that a part needs if it is shortened; below that it only counts among the rest.
  private static var leastPart: Int { 8 }

  /// How to see the whole of a value that is too long for the screen.
  private var hintOnValue: StyledText { "  (\(.hint, "show \(LanguageWords.lastValue)"))" }

  /// The parts with commas between them, as many as fit, and how many are left out.
  ///
  /// - Parameter hint: What stands at the end if some are left out.
  func fitting(
    _ start: StyledText, _ parts: some Collection<StyledText>, _ end: StyledText, _ limit: Int,
    hint: StyledText = ""
  ) -> StyledText {
    let whole = fitting(start, parts, end, limit)
    guard whole.isCut, !hint.isEmpty else { return whole.line }
    return fitting(start, parts, "\(end)\(hint)", limit).line
  }

  private func fitting(
    _ start: StyledText, _ parts: some Collection<StyledText>, _ end: StyledText, _ limit: Int
  ) -> (line: StyledText, isCut: Bool) {
    var line = start
    // Counted along: a line of a million parts is not measured again for each.
    var used = start.displayWidth
    for (position, part) in parts.enumerated() {
      let isLast = position == parts.count - 1
      let note = isLast ? "" : ", \(ellipsis) \(parts.count - position - 1) more"
      let comma = position == 0 ? "" : ", "
      used += comma.count
      let room = limit == .max ? .max : limit - used - note.count - end.displayWidth
      let width = limit == .max ? 0 : part.displayWidth
      if width <= room {
        line.append(StyledText(comma))
        line.append(part)
        used += width
        continue
      }
      let rest = parts.count - position
      if room > Session.leastPart {
        let cut = part.cut(to: room, ellipsis: ellipsis)
        return ("\(line)\(comma)\(cut)\(.quiet, isLast ? "" : note)\(end)", true)
      }
      return ("\(line)\(.quiet, "\(comma)\(ellipsis) \(rest) more")\(end)", true)
    }
    return ("\(line)\(end)", false)
  }
}
