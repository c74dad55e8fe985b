import BindingEngine
import Rendering
import Text

// The tables of what there was after a turn of the trace.
extension TraceSession {
  private func table(
    _ headers: [String], _ rows: [[StyledText]], _ alignments: [TextTable.Alignment] = []
  ) {
    let table = TextTable(headers: headers, rows: rows, alignments: alignments)
    var widths: [Int] = []
    print(table.lines(maxWidth: style.width, widths: &widths))
  }

  /// The declared objects, in the order in which they were made, with what the trace shows of their
  /// properties.
  func showObjects() {
    let now = trace.now ?? (.max - 1)
    let index = wholeIndex
    var parts: [String: RecordedTrace.MadeObject] = [:]
    for made in trace.made where made.turn <= now {
      parts[trace.objectNames[Int(made.object.index)]] = made
    }
    let rows = trace.made.compactMap { made -> [StyledText]? in
      let name = trace.objectNames[Int(made.object.index)]
      // A part of another object, or one of a class, has no name of its own.
      guard made.turn <= now, made.released.map({ $0 > now }) ?? true,
        !name.contains("."), !name.contains(":")
      else { return nil }
      let properties = self.properties(of: made, index).map { property -> StyledText in
        let member = trace.propertyNames[Int(property)].dropFirst(name.count + 1)
        let value =
          part(in: property, index, parts) ?? known(property, in: index)
          ?? StyledText(.quiet, "(not evaluated)")
        return "\(.property, String(member)) = \(value)"
      }
      return [
        StyledText(.object, name), StyledText(made.className), properties.joined(by: ", "),
      ]
    }
    if rows.isEmpty { return print("no objects") }
    table(["object", "class", "properties"], rows)
  }

  /// The properties of an object; in an old trace, those that something has written.
  private func properties(
    of made: RecordedTrace.MadeObject, _ index: EventIndex
  ) -> [UInt32] {
    guard made.properties.isEmpty else { return made.properties }
    return trace.properties(of: made.object).filter { property in
      index.sets(of: property).contains { [.write, .compute].contains(index[$0].kind) }
    }
  }

  /// The class and number of an object that is named after the property that holds it.
  ///
  /// - Parameter parts: The objects that were made by then, by their names.
  private func part(
    in property: UInt32, _ index: EventIndex, _ parts: [String: RecordedTrace.MadeObject]
  ) -> StyledText? {
    let name = trace.propertyNames[Int(property)]
    guard let made = parts[name], !made.className.isEmpty,
      known(property, in: index)?.plain == name
    else { return nil }
    return StyledText(.new, "\(made.className):\(made.ordinal)")
  }

  /// The bindings, or the observers, that existed then.
  func showLinks(areObservers: Bool) {
    let word = areObservers ? "observer" : "binding"
    let now = trace.now ?? (.max - 1)
    let rows = stride(from: 2, to: trace.links.count, by: 2).compactMap { place -> Int? in
      let link = trace.links[place]
      guard link.number != nil, (link.known.kind == .observer) == areObservers,
        link.made ?? 0 <= now, link.ended.map({ $0 > now }) ?? true
      else { return nil }
      return place
    }
    .sorted { trace.links[$0].number ?? 0 < trace.links[$1].number ?? 0 }
    .map { place -> [StyledText] in
      let link = trace.links[place]
      let keeper: StyledText =
        link.keeper.isEmpty ? "" : " kept by \(.object, link.keeper)"
      return [
        StyledText(.binding, "#\(link.number ?? 0)"),
        "\(code: trace.text(of: UInt32(place), after: now))\(keeper)",
        StyledText(.object, link.name), StyledText(.place, link.place),
      ]
    }
    if rows.isEmpty { return print("no \(word)s") }
    table(["", word, "name", "place"], rows, [.right])
  }
}
