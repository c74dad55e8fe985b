import BindingEngine
import Language
import Names
import Syntax
import Text

extension Session {
  /// The words for a failure, at its place.
  package func diagnostic(
    for failure: ScriptFailure, file: SourceFile, span: SourceSpan
  ) -> Diagnostic {
    let (message, notes): (String, [Diagnostic.Note])
    switch failure {
    case .diagnostic(let found): return found
    case .script(let error): return error.diagnostic
    case .graph(.noProperty(let name, let object)):
      let failure = machine.noProperty(names.intern(name), of: object.handle)
      return diagnostic(for: failure, file: file, span: span)
    case .sessionOver: (message, notes) = ("the session is over", [])
    case .outOfMemory(let refusal): (message, notes) = ("this needs \(refusal)", [])
    case .message(let text, let help):
      (message, notes) = (text, help.map { [.init(.help, $0)] } ?? [])
    case .mistake(let mistake):
      (message, notes) = words(mistake)
      return Diagnostic(.error, message, file: file, span: span, notes: notes).helping(mistake)
    case .thrown(let text): (message, notes) = (text, [])
    case .graph(let error): (message, notes) = describe(error)
    }
    return Diagnostic(.error, message, file: file, span: span, notes: notes)
  }

  private func describe(_ error: GraphError) -> (String, [Diagnostic.Note]) {
    switch error {
    case .released, .otherGraph, .interrupted, .refused, .noProperty, .noEvent:
      return (error.description, [])
    case .noTail(let name, let value):
      return words(ValueTail.mistake(name, behind: value) { core.pointee.literal($0) })
    case .typeMismatch(let property, let value):
      let wanted = core.pointee.info(of: property.handle.slot).type
      if let mistake = lacking(wanted, value, in: property.name) { return words(mistake) }
      let type = typeText(wanted)
      return words(
        .typeMismatch(
          property: property.name, type: type,
          value: core.pointee.literal(value), given: value.typeName))
    case .readOnly(let property):
      let kind = core.pointee.info(of: property.handle.slot).role
      let mistake = kind.mistake(ofWriting: property.name, isComputed: true)
      return words(mistake ?? .readOnly(property.name))
    case .refusedWrite(let property, let binding):
      return words(
        .refusedWrite(
          property.name, binding: Int(binding.number), semantics: core.pointee.semantics.name))
    case .stillObserved(let object, let link):
      return words(
        .stillObserved(object.name, by: "#\(link.number) \(describe(link: link.index))"))
    case .unboundAlready(let link): return words(.unboundAlready("#\(link.number)"))
    case .readsItself(let circle):
      let (message, notes) = words(.readsItself(circle.first?.name ?? ""))
      guard circle.count > 2 else { return (message, notes) }
      return (message, [.init(.note, GraphError.path(of: circle))] + notes)
    case .changesWhatItReads(let property, let changed):
      return words(.changesWhatItReads(property.name, changed: changed.name))
    case .cannotGo(let transformer, let isReverse):
      return (
        "'\(transformer)' has no \(isReverse ? "reverse" : "forward")", []
      )
    case .runaway(let runaway): return describe(runaway)
    case .noTwoWay:
      return words(.noTwoWay(semantics: core.pointee.semantics.name))
    case .nestedTooDeeply: return ("too many nested writes", [])
    case .thrown(let message, _): return (message, [])
    }
  }

  /// Throws what a rule finds wrong, if anything.
  func refuse(
    _ mistake: Mistake?, at node: NodeID, in tree: SyntaxTree
  ) throws(ScriptFailure) {
    guard let mistake else { return }
    throw .diagnostic(Diagnostic(mistake, file: tree.file, span: tree[node].span))
  }

  package func refusal(
    ofDeclaring node: NodeID, as kind: SymbolKind, in tree: SyntaxTree
  ) -> Diagnostic? {
    let (name, span) = (tree.name(node), tree[node].span)
    guard let declaration = symbols[name],
      let mistake = mistake(
        ofDeclaring: name, as: kind, over: declaration, in: tree.file, at: span)
    else { return nil }
    var refusal = Diagnostic(mistake, file: tree.file, span: span)
    if let file = declaration.file {
      refusal.notes.insert(
        .init(.note, "first declared here", file: file, span: declaration.span), at: 0)
    }
    return refusal
  }

  /// Refuses a declaration that runs after another one has taken its name.
  func refuseIfTaken(
    _ node: NodeID, by kind: SymbolKind, in tree: SyntaxTree
  ) throws(ScriptFailure) {
    if let refusal = refusal(ofDeclaring: node, as: kind, in: tree) { throw .diagnostic(refusal) }
  }

  private func words(_ mistake: Mistake) -> (String, [Diagnostic.Note]) {
    let text = mistake.text
    return (text.message, text.help.map { [.init(.help, $0)] } ?? [])
  }

  package func typeText(_ type: ValueType) -> String {
    let base: String =
      switch type.base {
      case .enumeration(let type): type.name
      case .instance(let classID):
        names.text(of: core.pointee.classes[Int(classID.index)].name)
      default: TypeName.allCases.first { $0.base == type.base }?.rawValue ?? "Any"
      }
    return type.isOptional && type.base != .any ? base + "?" : base
  }

  // MARK: Runaways

  package func describe(_ runaway: Runaway) -> (String, [Diagnostic.Note]) {
    var (message, notes) = words(for: runaway)
    if runaway.isEndless, let circle = SemanticsNote.named(core.pointee.semantics.name)?.circle {
      notes.append(.init(.note, circle.there))
    }
    return (message, notes)
  }

  private func words(for runaway: Runaway) -> (String, [Diagnostic.Note]) {
    let unit: String =
      switch runaway.unit {
      case .firings: "firings of one binding"
      case .depth: "nested writes"
      case .rounds: "rounds"
      }
    let limit = "the limit of \(runaway.limit) \(unit)"
    let times = runaway.laps == 1 ? "once" : "\(runaway.laps) times"
    let rounds = "runaway: a cycle ran \(times), beyond \(limit)"
    if let path = codeCycle(of: runaway) {
      return (
        "runaway: a cycle through code ran beyond \(limit): \(pathText(path))",
        notes(of: path)
      )
    }
    switch runaway.shape {
    case .loop where runaway.laps == 0:
      return (
        Mistake.closesLoop(semantics: core.pointee.semantics.name).text.message,
        lapNotes(runaway)
      )
    case .loop:
      return ("loop: a binding is due again while it is firing", lapNotes(runaway))
    case .endless:
      return (
        "runaway: it does not end within \(limit)",
        [
          .init(
            .help,
            "'cycles' shows what may go round; if nothing does, it is a chain longer than the limit"
          )
        ]
      )
    case .longChain:
      return (
        "a chain of firings is longer than \(limit)",
        [.init(.help, "'cycles' shows whether the chain is the beginning of a cycle")]
      )
    case .blowUp:
      return (
        "one change reached a binding on more paths than \(limit); the paths multiply",
        [.init(.help, "'cycles' shows whether the paths run through cycles that locks cut")]
      )
    case .oscillates(let period):
      let laps = period == 1 ? "in every lap" : "every \(period) laps"
      return ("\(rounds); its values repeat \(laps)", lapNotes(runaway))
    case .diverges:
      return ("\(rounds); its values have not repeated", lapNotes(runaway))
    }
  }

  /// The closed path, hop by hop with values: the first laps and the last.
  private func lapNotes(_ runaway: Runaway) -> [Diagnostic.Note] {
    runaway.hops.map { hop in
      let place = place(of: hop.link)
      let values = hop.values.map { core.pointee.literal($0) }
      let shown =
        values.count > 2
        ? values.dropLast().joined(separator: ", ") + " … " + values[values.count - 1]
        : values.joined(separator: ", ")
      let who = hopText(hop.link)
      guard runaway.laps > 0 else { return .init(.note, who, file: place?.file, span: place?.span) }
      if core.pointee.links[hop.link].flags.contains(.computed) {
        return .init(.note, "\(who): \(shown)", file: place?.file, span: place?.span)
      }
      let (verb, target) = hopWords(hop.property.handle.slot, "\(hop.property)")
      // Without a payload there is nothing to show.
      let isBare = verb != "wrote" && hop.values.allSatisfy { $0 == .nil }
      return .init(
        .note, "\(who) \(verb) \(target)\(isBare ? "" : ": \(shown)")", file: place?.file,
        span: place?.span)
    }
  }

  /// A verb for what happened at a place on a cycle, and the name of the place in that sentence.
  private func hopWords(_ slot: UInt32, _ name: String) -> (verb: String, target: String) {
    if let notification = notificationName(at: slot) {
      return ("posted", names.text(of: notification))
    }
    switch core.pointee.info(of: slot).role {
    case .property: return ("wrote", name)
    case .event: return ("fired", name)
    case .action: return ("called", name)
    case .command: return ("executed", name)
    }
  }

  // MARK: Places and texts

  /// The place of a binding or observer in the source.
  package func place(of link: UInt32) -> (file: SourceFile, span: SourceSpan)? {
    linkOrigin(of: link).map(place)
  }

  package func place(of origin: LinkOrigin) -> (file: SourceFile, span: SourceSpan) {
    (origin.tree.tree.file, origin.tree.tree[origin.node].span)
  }

  /// `file:line`.
  package func placeText(of link: UInt32) -> String {
    place(of: link).map { placeText($0.file, $0.span) } ?? ""
  }

  /// The place of a `set` block.
  func placeText(ofSetter block: BlockID) -> String? {
    guard block.exists, let code = machine.blocks[block.index].code?.takeUnretainedValue(),
      let span = code.spans.first
    else { return nil }
    return placeText(code.tree.tree.file, span)
  }

  package func placeText(_ file: SourceFile, _ span: SourceSpan) -> String {
    "\(file.name):\(file.lines.line(of: span.start) + file.firstLine)"
  }

  /// The source text of a node.
  package func text(of node: NodeID, in tree: SyntaxTree) -> String {
    tree.sourceText(of: node)
  }

  /// The source text of a node on one line, cut if it is long.
  package func shortText(of node: NodeID, in tree: SyntaxTree, limit: Int = 70) -> String {
    tree.shortText(of: node, limit: limit, isASCII: options.isASCII)
  }

  /// A binding as the language writes it, with the current names of its ends: `vm.name ~>
  /// label.text | Shout`.
  ///
  /// - Parameter limit: How long a stage or an expression may be before it is cut.
  package func describe(link: UInt32, limit: Int = 30) -> String {
    let lead = core.pointee.lead(of: link)
    let record = core.pointee.links[lead]
    let origin = linkOrigin(of: lead)
    if record.flags.contains(.computed) {
      return "computed \(core.pointee.describe(property: record.target))"
    }
    if record.flags.contains(.effect) {
      guard let origin else { return "effect" }
      let tree = origin.tree.tree
      return "effect " + shortText(of: tree.observingBlock(origin.node), in: tree, limit: limit + 3)
    }
    let source = endText(lead, isSource: true, origin, limit: limit + 10)
    if record.flags.contains(.observer) {
      guard let origin, origin.tree.tree[origin.node].kind == .on else {
        return "\(origin?.tree.tree.observingWords(origin?.node ?? .none) ?? "observe") \(source)"
      }
      return
        "on \(notificationName(at: record.source).map { "notification \(names.text(of: $0))" } ?? source)"
    }
    let target = endText(lead, isSource: false, origin, limit: limit + 10)
    let arrow = origin?.arrow ?? (record.flags.contains(.forward) ? .both : .right)
    var text =
      arrow.isLeftward
      ? "\(target) \(arrow.spelling) \(source)" : "\(source) \(arrow.spelling) \(target)"
    if record.flags.contains(.once) { text = "once " + text }
    guard let origin, origin.tree.tree[origin.node].kind == .binding else { return text }
    let tree = origin.tree.tree
    let binding = tree.binding(origin.node)
    for stage in binding.stages {
      text += " | " + shortText(of: stage, in: tree, limit: limit)
    }
    if binding.eachClass.exists {
      text += " each \(shortText(of: binding.eachClass, in: tree, limit: limit))"
    }
    if binding.transform.exists { text += " transform { … }" }
    return text
  }

  /// A key path with its root; the keys of dictionaries stand in brackets.
  package func text(of path: KeyPathRecord) -> String {
    var text = core.pointee.describe(path.root)
    var value = Value.object(path.root)
    for name in path.names {
      let word = names.text(of: name)
      if case .dictionary = value, ValueTail(rawValue: word) == nil {
        text += "[\(Value.quoted(word))]"
        value = core.pointee.living(value.entry(word) ?? .nil)
        continue
      }
      text += "." + word
      if case .object(let object) = value, core.pointee.isAlive(object),
        let slot = core.pointee.slot(name, of: object)
      {
        value = core.pointee.read(slot)
      } else {
        value = .nil
      }
    }
    return text
  }

  private func endText(
    _ link: UInt32, isSource: Bool, _ origin: LinkOrigin?, limit: Int
  ) -> String {
    let record = core.pointee.links[link]
    let slot = isSource ? record.source : record.target
    if record.detail != 0 {
      let detail = core.pointee.details[record.detail]
      switch isSource ? detail.source : detail.target {
      case .path(let index):
        let path = core.pointee.paths[Int(index)]
        return text(of: path)
      case .block:
        guard let origin, origin.tree.tree[origin.node].kind == .binding else { return "(…)" }
        let tree = origin.tree.tree
        let binding = tree.binding(origin.node)
        let text = shortText(of: binding.source, in: tree, limit: limit)
        return binding.isImplied ? "(\(text))" : text
      case .property, .nothing: break
      }
    }
    // In the turn that releases it, it still has its name.
    let isGone = slot == 0 || core.pointee.wasReleasedBefore(slot)
    return isGone ? "(released)" : core.pointee.describe(property: slot)
  }

  func contains(_ text: String, _ part: String) -> Bool {
    guard !part.isEmpty else { return true }
    let haystack = Array(text.utf8)
    let needle = Array(part.utf8)
    guard haystack.count >= needle.count else { return false }
    return (0...(haystack.count - needle.count)).contains {
      haystack[$0..<($0 + needle.count)].elementsEqual(needle)
    }
  }

  package func warnAboutVariable(
    _ name: Name, of role: BlockRole, in file: SourceFile, at span: SourceSpan
  ) {
    let read = VariableRead(name: name, isSource: role == .source)
    guard state.turned.given.variables.insert(read).inserted else { return }
    warn(
      .unannouncedVariable(names.text(of: name), isSource: read.isSource), in: file, at: span)
  }

  package func warn(_ mistake: Mistake, in file: SourceFile, at span: SourceSpan) {
    report(Diagnostic(mistake, .warning, file: file, span: span))
  }
}
