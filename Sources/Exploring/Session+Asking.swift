import BindingEngine
import Interpreter
import Language
import Syntax
import Text

// The questions about what exists, and what it depends on.
extension Session {
  // MARK: Lists

  /// Declared objects by name, in the order in which they were made.
  private func declaredObjects() -> [(name: String, object: ObjectID)] {
    symbols.all.compactMap { name, declaration -> (String, ObjectID, UInt32)? in
      let slot: UInt32
      switch declaration.symbol {
      case .object(let found), .constant(let found): slot = found
      default: return nil
      }
      guard case .object(let object) = graphState.read(slot) else { return nil }
      return (names.text(of: name), object, slot)
    }
    .sorted { $0.2 < $1.2 }
    .map { ($0.0, $0.1) }
  }

  func showObjects() {
    let objects = declaredObjects()
    if objects.isEmpty { return print("no objects") }
    showTable(["object", "class", "properties"], rows: objects.count) { part in
      var rows: [[StyledText]] = []
      // A `computed` that nothing has read is evaluated, in a turn that is rolled back.
      dry { _ in
      } then: { _ in
        rows = objects[part].map { name, object in
          [
            StyledText(.object, name), StyledText(className(of: object)),
            propertyTexts(of: object).joined(by: ", "),
          ]
        }
      }
      return rows
    }
  }

  private func propertyTexts(of object: ObjectID) -> [StyledText] {
    graphState.slots(of: object.index).compactMap { slot in
      let info = graphState.info(of: slot)
      guard info.role == .property else { return nil }
      let value =
        evaluated(slot).map { StyledText(.new, graphState.literal($0, in: slot)) }
        ?? StyledText(.error, "(fails)")
      return "\(.property, names.text(of: info.name)) = \(value)"
    }
  }

  private func isObserver(_ link: UInt32) -> Bool {
    graphState.links[link].flags.contains(.observer)
  }

  private func showLinks(_ links: [UInt32], as word: String) {
    let keepers = graphState.keepers()
    showTable(["", word, "name", "place"], rows: links.count, alignments: [.right]) { part in
      links[part].map { link in
        let name = graphState.linkNames[link].map { names.text(of: $0) } ?? ""
        return [
          StyledText(.binding, "#\(graphState.number(of: link))"),
          "\(code: describe(link: link))\(keptText(keepers[link], " kept by "))",
          StyledText(.object, name),
          StyledText(.place, placeText(of: link)),
        ]
      }
    }
  }

  /// The object that keeps a link, after some words; empty if none does.
  private func keptText(_ keeper: ObjectID?, _ words: String) -> StyledText {
    guard let keeper else { return "" }
    return "\(words)\(.object, graphState.describe(keeper))"
  }

  func showBindings() {
    let links = sortedLinks().filter { !isObserver($0) }
    if links.isEmpty { return print("no bindings") }
    showLinks(links, as: "binding")
  }

  func showObservers() {
    let links = sortedLinks().filter(isObserver)
    if links.isEmpty { return print("no observers") }
    showLinks(links, as: "observer")
  }

  // MARK: `show`

  package func show(
    _ path: NodeID, in tree: SyntaxTree, _ subject: Value?
  ) throws(ScriptFailure) {
    guard path.exists else { return showObjects() }
    guard case .object(let object)? = subject else {
      if case .member(_, let member) = tree.expression(path) {
        let name = names.text(of: tree.name(member))
        if case .dictionary(let dictionary)? = subject, tree.isKey(path) {
          return showValue(graphState.living(dictionary[.string(name)] ?? .nil))
        }
        if let subject, subject != .nil {
          let value = try ValueTail.value(name, ValueTail(rawValue: name), of: subject)
          return showValue(graphState.living(value))
        }
        throw .message("'\(text(of: path, in: tree))' has no object", help: nil)
      }
      return showValue(subject ?? .nil, isWhole: true)
    }
    if case .member(_, let member) = tree.expression(path) {
      let name = tree.name(member)
      guard let slot = graphState.slot(name, of: object) else {
        throw machine.noProperty(name, of: object)
      }
      if case .object(let part) = graphState.read(slot) { return showObject(part) }
      return showProperty(slot)
    }
    showObject(object)
  }

  private func showObject(_ object: ObjectID) {
    let name = className(of: object)
    print(
      "\(.object, graphState.describe(object))\(name.isEmpty ? "" : ": \(name)")" as StyledText)
    for slot in graphState.slots(of: object.index) { showProperty(slot, indent: "  ") }
    for link in graphState.kept(by: object) { print("  keeps \(title(of: link))") }
  }

  private func showProperty(_ slot: UInt32, indent: String = "") {
    let info = graphState.info(of: slot)
    let shown = indent.isEmpty ? graphState.describe(property: slot) : names.text(of: info.name)
    if info.role != .property {
      print("\(indent)\(memberLine(slot, info, shown))")
      return showLinks(slot, indent)
    }
    let kind = (info.computed.exists ? "computed " : "") + (info.isWeak ? "weak " : "")
    let type = info.type == .any ? "" : ": \(typeText(info.type))"
    var value = graphState.literal(graphState.read(slot), in: slot)
    var stale = staleRemark(slot).map { "   \($0)" as StyledText } ?? ""
    if !stale.isEmpty, graphState.semantics.computed.isPerListener {
      // Nothing keeps its value up to date, so there is none that could be stale.
      value = valueWhenRead(slot).map { graphState.literal($0, in: slot) } ?? "(fails)"
      stale = "   evaluated when it is read"
    }
    print("\(indent)\(kind)\(.property, shown)\(type) = \(.new, value)\(stale)\(noteRemark(slot))")
    showLinks(slot, indent)
  }

  /// `noted: 6`, of a property of which a write waits to be stored.
  private func noteRemark(_ slot: UInt32) -> StyledText {
    guard let value = graphState.noted(for: slot) else { return "" }
    return "   \(.held, "noted: \(graphState.literal(value, in: slot))")"
  }

  /// `stale: reading it gives 11`, of a `computed` property that has not been evaluated since something
  /// that it reads has changed; nil for anything else.
  func staleRemark(_ slot: UInt32) -> StyledText? {
    guard graphState.properties[slot].marks.contains(.stale), !graphState.isInTurn else {
      return nil
    }
    guard let value = valueWhenRead(slot) else { return "stale: reading it fails" }
    return "stale: reading it gives \(.new, graphState.literal(value, in: slot))"
  }

  /// The value of a stale `computed` property; nil if it cannot be evaluated.
  private func valueWhenRead(_ slot: UInt32) -> Value? {
    var value: Value?
    dry { _ in
    } then: { _ in
      value = evaluated(slot)
    }
    return value
  }

  /// An event, an action or a command in one line.
  private func memberLine(
    _ slot: UInt32, _ info: PropertyInfo, _ name: String
  ) -> StyledText {
    let shown = StyledText(.property, name)
    switch info.role {
    case .property: return shown
    case .event: return "event \(shown)"
    case .action, .command:
      let callable = state.callables[Int(info.callable)]
      let parameters = callable.parameters.map { names.text(of: $0) }.joined(separator: ", ")
      guard info.role == .command else { return "action \(shown)(\(parameters))" }
      var status = ""
      if case .object(let command) = graphState.read(slot),
        let place = graphState.slot(names.intern("status"), of: command)
      {
        status = graphState.describe(graphState.read(place))
      }
      return "command \(shown)\(parameters.isEmpty ? "" : "(\(parameters))"): \(.new, status)"
    }
  }

  private func showLinks(_ slot: UInt32, _ indent: String) {
    for link in graphState.observers(of: slot) {
      let lead = graphState.lead(of: link)
      if graphState.links[lead].flags.contains(.computed) {
        print("\(indent)  read by \(code: describe(link: lead))")
      } else {
        let verb = isObserver(lead) ? "observed by" : "passed on by"
        print("\(indent)  \(verb) \(title(of: lead))")
      }
    }
    for link in graphState.writers(of: slot) {
      let record = graphState.links[link]
      guard record.flags.isDisjoint(with: [.computed, .forward, .reverse]) else { continue }
      print("\(indent)  written by \(title(of: link))")
    }
  }

  /// `#1 vm.name ~> label.text`.
  func title(of link: UInt32) -> StyledText {
    "\(.binding, "#\(graphState.number(of: link))") \(code: describe(link: link))"
  }

  // MARK: `explain`

  package func explain(_ id: NodeID, in tree: SyntaxTree) throws(ScriptFailure) {
    let number: Int
    if case .number(let written) = tree.expression(id) {
      number = Int(written)
    } else {
      guard case .link(let link)? = symbols[tree.name(id)]?.symbol, graph.isBound(link) else {
        throw .mistake(unknownLink(tree.name(id)))
      }
      number = Int(link.number)
    }
    let link = try link(numbered: number)
    print("\(.binding, "#\(number)")\(sentence(about: link))")
    let keeper = keptText(graphState.keepers()[link], "  it ends with ")
    if !keeper.isEmpty { print(keeper) }
    for line in subscriptions(of: link) { print("\(code: line)") }
  }

  /// When an observer is notified; `text` describes the observer.
  private func occasion(of text: String, _ origin: LinkOrigin?) -> String {
    if text.hasPrefix("on ") { return "each time that \(text.dropFirst(3)) happens" }
    let path = text.split(separator: " ").last.map(String.init) ?? ""
    guard let origin, origin.tree.tree[origin.node].kind == .observe else {
      return "after each change of \(path)"
    }
    let observer = origin.tree.tree.observe(origin.node)
    let prior = observer.isPrior ? "before and " : ""
    return "\(prior)after each change of \(path)"
      + (observer.isInitial ? ", and has run at once" : "")
      + (observer.wantsValue ? " if there was a value" : "")
  }

  /// What is said of a link after its number.
  private func sentence(about link: UInt32) -> StyledText {
    let record = graphState.links[link]
    let place = StyledText(.place, placeText(of: link))
    let origin = linkOrigin(of: link)
    let ends = describe(link: link)
    if record.flags.contains(.effect) {
      return """
         runs its block, and again after each change of what it has read then\
        \(place.isEmpty ? "" : ", since ")\(place)\(remarkOnEarlier(link)).
        """
    }
    if record.flags.contains(.observer) {
      return """
         runs its block \(code: occasion(of: ends, origin))\(place.isEmpty ? "" : ", since ")\(place)\
        \(remarkOnEarlier(link)).
        """
    }
    let arrow = origin?.arrow ?? .right
    let sources = graphState.sources(of: link).map { graphState.describe(property: $0) }
    let target = record.target == 0 ? "nothing" : graphState.describe(property: record.target)
    var text = ends
    text += ": "
    text +=
      arrow.isTwoWay
      ? "changes pass both ways between \(sources.last ?? "nothing") and \(target)"
      : "each change of \(sources.joined(separator: " and ")) passes on to \(target)"
    if let origin, origin.tree.tree[origin.node].kind == .binding {
      let tree = origin.tree.tree
      let binding = tree.binding(origin.node)
      let each = binding.eachClass
      var way = binding.stages.map { shortText(of: $0, in: tree, limit: 30) }
      if each.exists {
        way.append("one cell per element, \(shortText(of: each, in: tree, limit: 30))")
      }
      if binding.transform.exists { way.append("its transform block") }
      if !way.isEmpty { text += ", through \(way.joined(separator: ", then "))" }
      if binding.observer.exists { text += "; its observe block runs after that" }
    }
    text += arrow.isInitial ? "; a first value passes at once" : "; nothing passes at once"
    return " \(code: text)\(place.isEmpty ? "" : ", at ")\(place)\(remarkOnEarlier(link))."
  }

  /// That a binding uses what was declared again since then; empty if it does not.
  private func remarkOnEarlier(_ link: UInt32) -> String {
    let names = earlierDefinitions(usedBy: link).map { "'\(text($0))'" }
    guard !names.isEmpty else { return "" }
    let they = names.count == 1 ? "it was" : "they were"
    let earlier = names.joined(separator: " and ")
    return "; it uses the earlier \(earlier), from before \(they) declared again"
  }
}
