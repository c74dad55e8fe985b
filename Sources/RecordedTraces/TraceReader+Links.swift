import BindingEngine

extension TraceReader {
  /// Finds the link that acted, its direction, and its description.
  mutating func takeLink(_ fields: TraceFields, _ event: inout TraceEvent) {
    let link = trace.link(number: fields.binding, text: fields.link ?? "")
    if let text = fields.link { setText(text, of: link, at: event.sequence) }
    switch event.kind {
    case .bind:
      let isTwoWay = fields.arrow.map { $0 == "<>" || $0 == "<!>" } ?? false
      if event.other == 0, let name = targetName(fields) { event.other = trace.property(name) }
      setEnds(of: link, fields.sources.map { trace.property($0) }, event.other, isTwoWay)
      trace.links[Int(link)].wayLength = fields.sources.count
      for handle in [link, link + 1] {
        trace.links[Int(handle)].place = fields.at ?? ""
        trace.links[Int(handle)].name = fields.name ?? ""
        trace.links[Int(handle)].keeper = fields.keeper ?? ""
        // This is known only after the turn, since a number that was rolled back is used again.
        (trace.links[Int(handle)].made, trace.links[Int(handle)].ended) = (.max, nil)
      }
      changedLinks.append((link, true))
      event.other = 0
    case .unbind: changedLinks.append((link, false))
    case .rebind:
      setEnds(
        of: link, fields.sources.map { trace.property($0) }, event.other,
        trace.links[Int(link)].known.isTwoWay)
    case .move where !fields.sources.isEmpty:
      trace.links[Int(link)].known.sources = fields.sources.map { trace.property($0) }
    case .compute:
      trace.links[Int(link)].known.target = event.property
      if !fields.reads.isEmpty {
        trace.links[Int(link)].known.sources = fields.reads.map { trace.property($0) }
      }
    case .fire, .observe:
      // The trace does not contain the making of the binding.
      if trace.links[Int(link)].known.sources.isEmpty {
        let sources =
          event.property != 0 ? [event.property] : fields.reads.map { trace.property($0) }
        let isTwoWay = (fields.link ?? "").contains(" <> ") || (fields.link ?? "").contains(" <!> ")
        setEnds(of: link, sources, event.other, isTwoWay)
      } else if event.other != 0, !trace.links[Int(link)].known.isTwoWay {
        trace.links[Int(link)].known.target = event.other
      }
    default: break
    }
    event.link = link
    if trace.links[Int(link)].known.isTwoWay { event.link = direction(of: link, event) }
  }

  /// The end that a binding writes, from its text: if its path contains nil, there is no other name for
  /// it.
  private func targetName(_ fields: TraceFields) -> String? {
    guard let text = fields.link, let arrow = fields.arrow else { return nil }
    let parts = text.split(separator: " ").map(String.init)
    guard let place = parts.firstIndex(of: arrow), place > 0, place + 1 < parts.count else {
      return nil
    }
    let name = arrow.hasPrefix("<~") ? parts[place - 1] : parts[place + 1]
    return name.contains(".") && !name.contains("(") && !name.contains(")") ? name : nil
  }

  private mutating func setText(_ text: String, of link: UInt32, at sequence: UInt32) {
    let known = trace.links[Int(link)].text
    guard known != text else { return }
    trace.links[Int(link)].earlierTexts.append((turn?.number ?? 0, sequence, known))
    trace.links[Int(link)].text = text
    trace.links[Int(link) + 1].text = text
  }

  private mutating func setEnds(
    of link: UInt32, _ sources: [UInt32], _ target: UInt32, _ isTwoWay: Bool
  ) {
    trace.links[Int(link)].known.sources = sources
    trace.links[Int(link)].known.target = target
    trace.links[Int(link)].known.isTwoWay = isTwoWay
    guard isTwoWay, let source = sources.last else { return }
    trace.links[Int(link) + 1].known.sources = target == 0 ? [] : [target]
    trace.links[Int(link) + 1].known.target = source
    trace.links[Int(link) + 1].known.isTwoWay = true
  }

  /// The direction of a two-way binding that acted.
  private func direction(of link: UInt32, _ event: TraceEvent) -> UInt32 {
    let target = trace.links[Int(link)].known.target
    let source = trace.links[Int(link)].known.sources.last ?? 0
    switch event.kind {
    case .fire:
      if event.property == target, target != 0 { return link + 1 }
      return event.other == source && source != 0 && event.property != source ? link + 1 : link
    case .write: return event.property == source && source != target ? link + 1 : link
    case .bind, .unbind, .move, .rebind: return link
    default: break
    }
    guard let cause = turn?.event(event.cause) else { return link }
    if cause.link == link || cause.link == link + 1, event.kind != .held { return cause.link }
    return cause.property == target && target != 0 ? link + 1 : link
  }
}
