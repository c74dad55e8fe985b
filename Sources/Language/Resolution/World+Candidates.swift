import Names
import Syntax
import Values

extension WorldContents {
  /// The candidates at a place of a text: only those that begin with the typed part of the word.
  ///
  /// - Parameter hasRun: Whether the world knows the declarations before the place.
  /// - Complexity: O(*n*) in the number of declared names, and the members of one object.
  package func candidates(at place: TextPlace, hasRun: Bool) -> [Candidate] {
    if place.isInText { return [] }
    return CandidateSearch(world: self, place: place, sight: place.sight(hasRun: hasRun)).run()
  }
}

/// A search for the candidates at one place.
struct CandidateSearch<World: WorldContents> {
  let world: World
  let place: TextPlace
  let sight: Sight
  private(set) var found: [Candidate] = []
  /// How many more objects are examined for the wanted members: there may be a hundred
  /// thousand.
  private var lookBudget = 10_000

  var tree: SyntaxTree { place.tree }

  init(world: World, place: TextPlace, sight: Sight) {
    self.world = world
    self.place = place
    self.sight = sight
  }

  consuming func run() -> [Candidate] {
    if place.isPartOfStatement { addWords() }
    switch place.wanted {
    case .nothing: break
    case .member:
      addMemberWords()
      addInherited()
    case .ownMember: addOwn { $0.kind == .property }
    case .requirement:
      add("action", .word, .language, "an action that objects of the protocol have", suffix: " ")
      if place.words.isEmpty {
        add("optional", .word, .language, "before an action that they may lack", suffix: " ")
      }
    case .className: addDeclared([.classSymbol])
    case .supertype: addDeclared([.classSymbol, .protocolSymbol])
    case .protocolName: addDeclared([.protocolSymbol])
    case .transformer: addTransformers()
    case .argument(let callee, let position):
      if let (label, note) = label(of: callee, at: position) {
        add("\(label):", .word, .language, note, suffix: " ")
      } else {
        addRoots(.value)
      }
    case .link: addDeclared([.link])
    case .enumCase(let subject):
      if let type = value(of: subject)?.known.enumeration { addCases(of: type, isPattern: true) }
      add("else", .word, .language, "for all other cases", suffix: " { ")
    case .semantics: addSemantics()
    case .type:
      for type in TypeName.allCases { add(type.rawValue, .type, .language, type.summary) }
      addDeclared([.classSymbol, .protocolSymbol, .enumeration])
    case .knob:
      for knob in Semantics.knobNames {
        let words = Semantics.words(of: knob)
        let note = words.isEmpty ? "a number, or none" : words.joined(separator: ", ")
        add(knob, .semantics, .language, note, suffix: " = ")
      }
    case .knobWord(let knob):
      let name = tree.sourceText(of: knob)
      for word in Semantics.words(of: name) {
        add(word, .semantics, .language, Semantics.meaning(of: word, for: name))
      }
    case .path(let base, let use):
      if base.exists { addMembers(behind: base, use) } else { addRoots(use) }
    }
    return found
  }

  // MARK: Adding

  private func begins(_ text: String) -> Bool { text.hasPrefix(place.begun) }

  private mutating func add(
    _ word: String, _ kind: Candidate.Kind, _ origin: Candidate.Origin, _ note: String,
    suffix: String = ""
  ) {
    guard begins(word) else { return }
    // A part that is already there is not offered again.
    let suffix = suffix.utf8.first.map { $0 == place.next } == true ? "" : suffix
    found.append(Candidate(word: word, suffix: suffix, kind: kind, origin: origin, note: note))
  }

  /// Adds names declared at top level, in alphabetical order.
  private mutating func addDeclared(
    _ kinds: Set<SymbolKind>, suffix: String = "", where isWanted: (String) -> Bool = { _ in true }
  ) {
    var words: [(word: String, name: Name, kind: SymbolKind)] = []
    for (name, kind) in world.declared(beginning: place.begun) where kinds.contains(kind) {
      let word = world.text(name)
      if isWanted(word) { words.append((word, name, kind)) }
    }
    addSorted(words, suffix: suffix)
  }

  private mutating func addSorted(
    _ words: [(word: String, name: Name, kind: SymbolKind)], suffix: String = ""
  ) {
    // So many notes are not read.
    let hasNotes = words.count <= Candidate.mostNotes
    for (word, name, kind) in words.sorted(by: { $0.word < $1.word }) {
      let note = hasNotes ? world.note(ofDeclared: name, kind) : kind.text
      add(word, .declared(kind), .world, note, suffix: suffix)
    }
  }

  /// Adds the transformers that take what comes before them.
  private mutating func addTransformers() {
    let kinds = kindsBeforeStage
    addDeclared([.transformer]) { [self] in takes($0, kinds) }
  }

  /// Adds objects, constants and variables at which a path for `use` can begin.
  private mutating func addValues(_ use: TextPlace.PathUse? = nil) {
    let known = Set(sight.locals.map(\.name))
    var words: [(word: String, name: Name, kind: SymbolKind)] = []
    for (name, kind) in world.declared(beginning: place.begun) {
      switch kind {
      case .object, .constant, .variable: break
      case .classSymbol, .protocolSymbol, .enumeration, .transformer, .link, .semantics, .action,
        .function:
        continue
      }
      if known.contains(name) { continue }
      if let use, use.wantsEvent, lookBudget > 0, let value = world.value(ofDeclared: name) {
        lookBudget -= 1
        let mayLead = value.leadsOn || value.kinds == .any
        guard value.object.map(world.leadsToEvent) ?? mayLead else { continue }
      }
      words.append((world.text(name), name, kind))
    }
    addSorted(words)
  }

  private mutating func addSemantics() {
    for note in SemanticsNote.all { add(note.name, .semantics, .language, note.models) }
    addDeclared([.semantics])
  }

  private mutating func addMemberWords() {
    for entry in StatementWord.all where entry.beginsMember {
      add(entry.word, .word, .language, entry.summary, suffix: " ")
    }
  }

  /// Adds what can follow the statement's word.
  private mutating func addWords() {
    guard let entry = StatementWord.named(place.words.first ?? "") else { return }
    let offers = entry.follows(Array(place.words.dropFirst()))
    for offer in offers {
      switch offer {
      case .word(let word, let note):
        let text = word.hasSuffix(" ") ? String(word.dropLast()) : word
        add(text, .word, .language, note, suffix: String(word.dropFirst(text.count)))
      case .arrows:
        for arrow in Arrow.allCases {
          add(arrow.spelling, .word, .language, arrow.summary, suffix: " ")
        }
      case .links, .breakpoints:
        for (word, note) in world.numbered(offer, beginning: place.begun) {
          add(word, .number, .world, note)
        }
      case .topics:
        // Behind the name of a writing only its own words follow.
        for entry in HelpIndex.entries where place.words.count == 1 {
          add(entry.word, .topic, .language, entry.summary)
        }
      case .semantics: if !place.name.exists { addSemantics() }
      // The tree shows where these are possible.
      case .values, .expression, .transformers, .classes, .linkNames: break
      }
    }
  }

  // MARK: Paths

  /// Adds what a path, or a value, can begin with.
  private mutating func addRoots(_ use: TextPlace.PathUse) {
    if case .statement = use {
      for entry in StatementWord.all where entry.place == .statement {
        add(entry.word, .word, .language, entry.summary, suffix: " ")
      }
    }
    var seen: Set<Name> = []
    for local in sight.locals where seen.insert(local.name).inserted {
      add(world.text(local.name), .local(local.kind), .text(local.span), local.kind.text)
    }
    if sight.body.exists {
      add("self", .word, .language, "the object whose body this is")
      if sight.outerBody.exists {
        add("outer", .word, .language, "the object around the body of 'new'")
      }
      addOwn { [self] in fits($0, use) }
    }
    addValues(use)
    if case .unbound = use { addDeclared([.link]) }
    guard use.takesAnyValue else { return }
    add("turn", .word, .language, "the last turn")
    for function in BuiltinFunction.allCases {
      add(function.rawValue, .function, .language, function.summary, suffix: "(")
    }
    addDeclared([.action, .function, .transformer], suffix: "(")
    addDeclared([.enumeration], suffix: ".")
    add("new", .word, .language, "makes an object of a class", suffix: " ")
    for (word, note) in [("true", "yes"), ("false", "no"), ("nil", "no value")] {
      add(word, .word, .language, note)
    }
  }

  /// Adds the members of `self`.
  private mutating func addOwn(_ isWanted: (KnownMember<World.Object>) -> Bool) {
    for (member, origin) in members(of: ownBody, where: { begins(world.text($0)) })
    where isWanted(member) {
      add(world.text(member.name), .member(member.kind), origin, member.note)
    }
  }

  /// Adds the properties to which a body can give another first value.
  private mutating func addInherited() {
    let names = tree.members(of: sight.body).map { tree.member($0).declaredName }
    let declared = Set(names.filter { tree[$0].kind == .name && $0 != place.name }.map(tree.name))
    for (member, origin) in members(of: ownBody, where: { begins(world.text($0)) })
    where member.kind == .property && member.isWritable && !declared.contains(member.name) {
      add(world.text(member.name), .member(.property), origin, member.note, suffix: " = ")
    }
  }

  /// Adds the members of the value before a dot.
  private mutating func addMembers(behind base: NodeID, _ use: TextPlace.PathUse) {
    if case .name(let name) = tree.expression(base), isTurn(name) {
      for field in TurnField.allCases { add(field.rawValue, .word, .language, field.summary) }
      return
    }
    if case .name(let name) = tree.expression(base), let type = world.enumeration(named: name) {
      return addCases(of: type, isPattern: false)
    }
    guard let value = value(of: base) else { return }
    for (member, origin) in members(of: value, where: { begins(world.text($0)) })
    where fits(member, use) {
      add(
        world.text(member.name), .member(member.kind), origin, member.note,
        suffix: place.isKey ? "\"]" : "")
    }
    if place.isKey { return }
    if case .action = use { addActionsOfProtocols() }
    if use.takesAnyValue, isCommand(base) {
      for call in CommandCall.allCases {
        add(call.rawValue, .member(.action), .language, call.summary, suffix: call.opening)
      }
    }
    guard use.takesTails, !value.isObject else { return }
    if use.takesAnyValue, value.kinds.contains(.list) {
      for operation in ListOperation.named {
        add(operation.rawValue, .method, .language, operation.signature, suffix: "(")
      }
    }
    let kinds = value.kinds.subtracting(.object)
    if use.takesAnyValue {
      for method in ValueMethod.all where !kinds.isDisjoint(with: method.receivers) {
        add(
          method.name, .method, .language, method.summary,
          suffix: method.opensBlock ? " { " : "(")
      }
    }
    for tail in ValueTail.allCases where !StaticOperators.result(of: tail, kinds).isEmpty {
      add(tail.rawValue, .tail, .language, tail.summary)
    }
  }

  /// - Parameter isPattern: Whether they stand before blocks.
  private mutating func addCases(of type: Enumeration, isPattern: Bool) {
    for found in type.cases {
      add(
        found.name, .word, .world, "a case of \(type.name)",
        suffix: found.parameters.isEmpty ? isPattern ? " { " : "" : "(")
    }
  }

  /// Adds the actions of protocols, since an object may lack the optional ones.
  private mutating func addActionsOfProtocols() {
    for (name, kind) in world.declared(beginning: "") where kind == .protocolSymbol {
      guard let type = world.instance(ofClass: name) else { continue }
      for action in world.members(of: type, where: { begins(world.text($0)) }) {
        let word = world.text(action.name)
        if found.contains(where: { $0.word == word }) { continue }
        add(word, .member(action.kind), .world, "an action of \(world.text(name))")
      }
    }
  }

  /// Whether a path leads to a command.
  private func isCommand(_ path: NodeID) -> Bool {
    switch tree.expression(path) {
    case .member(let base, let name):
      guard let object = value(of: base) else { return false }
      return isCommand(tree.name(name), of: object)
    case .name(let name): return sight.body.exists && isCommand(name, of: ownBody)
    default: return false
    }
  }

  private func isCommand(_ name: Name, of object: Found) -> Bool {
    members(of: object, where: { $0 == name }).first?.member.kind == .command
  }

  /// Whether a path for `use` can end at a member, or continue after it.
  private func fits(_ member: KnownMember<World.Object>, _ use: TextPlace.PathUse) -> Bool {
    switch use {
    case .asked: return true
    case .statement, .value:
      return member.kind.mistake(ofReading: "") == nil || member.kind == .action
    case .end(let binding, let isTarget):
      return canEnd(binding, member, isTarget: isTarget) || member.leadsOn
    case .watched: return member.kind.mistake(ofObserving: "") == nil || member.leadsOn
    case .handled: return member.kind.mistake(ofHandling: "") == nil || member.leadsOn
    case .fired: return member.kind.mistake(ofFiring: "") == nil || member.leadsOn
    case .written:
      return member.kind.mistake(ofWriting: "", isComputed: !member.isWritable) == nil
        || member.leadsOn
    case .holder, .unbound: return member.leadsOn || member.kind == .property
    case .action: return member.kind == .action
    }
  }

  /// Whether a binding can begin or end at a member.
  private func canEnd(
    _ binding: BindingSyntax, _ member: KnownMember<World.Object>, isTarget: Bool
  ) -> Bool {
    // Without an arrow, any arrow may follow.
    let hasArrow = tree[binding.sign].kind == .arrow
    let arrow = hasArrow ? binding.arrow : .rightLater
    let isWritten = isTarget || arrow.isTwoWay
    if isWritten, member.kind == .property, !member.isWritable { return false }
    return world.mistake(
      ofPassing: arrow, from: isTarget && hasArrow ? nil : member.kind,
      to: isTarget ? member.kind : .property, isOnce: binding.isOnce,
      hasEach: binding.eachClass.exists, action: nil, path: { _ in "" }) == nil
  }
}

extension KnownMember {
  var leadsOn: Bool { kind == .command || kind == .property && value.leadsOn }

  /// Whether it is an event, or a path may reach one through it.
  package var leadsToEvent: Bool { kind == .event || leadsOn }
}

extension TextPlace.PathUse {
  /// Whether any value is possible here.
  var takesAnyValue: Bool {
    switch self {
    case .statement, .value: true
    case .end, .watched, .handled, .fired, .written, .unbound, .asked, .holder, .action: false
    }
  }

  /// Whether a path can end in a member that every value has.
  var takesTails: Bool {
    switch self {
    case .statement, .value, .asked: true
    case .end(let binding, let isTarget): !isTarget && !binding.arrow.isTwoWay
    case .watched, .handled, .fired, .written, .unbound, .holder, .action: false
    }
  }

  var wantsEvent: Bool {
    switch self {
    case .handled, .fired: true
    case .statement, .value, .end, .watched, .written, .unbound, .asked, .holder, .action: false
    }
  }
}

extension LocalKind {
  /// Its description in lists.
  fileprivate var text: String {
    switch self {
    case .constant: "a constant"
    case .variable: "a variable"
    case .parameter, .copy: "a parameter"
    }
  }
}
