import Language
import Names
import Syntax

extension CheckedProgram {
  /// A declaration because of which a symbol cannot get another name; nil if there is none.
  ///
  /// - Complexity: O(*n*) in the nodes of the program.
  package func obstacle(toRenaming id: SymbolID, as newName: String) -> ProgramUse? {
    let name = run.names.intern(newName)
    let takers = declarations.filter { symbol($0.symbol).name == name }
    switch symbol(id).kind {
    case .notification: return nil
    case .enumCase(let type):
      return takers.first {
        if case .enumCase(type) = symbol($0.symbol).kind { true } else { false }
      }?.use
    case .member:
      if let taker = takers.first(where: { isRelated($0.symbol, to: id) }) { return taker.use }
      if let use = use(of: name, byOwnersOf: id) { return use }
      guard isUsedAlone(id) else { return nil }
      return takers.first {
        if case .enumCase = symbol($0.symbol).kind { false } else { true }
      }?.use
    case .declared, .local:
      // A name that is used alone must mean the same as before at each of its places.
      return takers.first {
        switch symbol($0.symbol).kind {
        case .declared, .local, .member: true
        case .enumCase, .notification: false
        }
      }?.use
    }
  }

  /// Whether an object may have both members.
  private func isRelated(_ one: SymbolID, to other: SymbolID) -> Bool {
    let (first, second) = (classes(of: one), classes(of: other))
    return first.contains { shape in
      second.contains { shape.inherits(from: $0) || $0.inherits(from: shape) }
    }
  }

  /// The classes, and the shapes of single objects, that declare a member.
  func classes(of id: SymbolID) -> [StaticClass] {
    map.classes.keys.sorted().filter { map.root($0) == id.number }.flatMap { map.classes[$0] ?? [] }
  }

  /// The declaration of a member that an object has besides the member `id`, as the language or
  /// `extend` declares it.
  private func use(of name: Name, byOwnersOf id: SymbolID) -> ProgramUse? {
    for sheet in map.sheets {
      for index in sheet.numbers.indices
      where sheet.numbers[index] != 0 && map.root(sheet.numbers[index]) == id.number {
        let owner = map.owners[Int(sheet.owners[index])]
        if let taken = owner?.property(name) { return use(of: taken) }
      }
    }
    return nil
  }

  private func use(of property: StaticProperty) -> ProgramUse {
    let tree = property.script.tree
    return ProgramUse(file: tree.file, span: tree[property.nameNode].span, role: .declared)
  }

  /// Whether a member is used somewhere without the name of its object.
  private func isUsedAlone(_ id: SymbolID) -> Bool {
    uses(of: id).contains { use in
      let start = Int(use.span.start)
      let before = start > 0 ? use.file.bytes[start - 1] : 0
      return use.role != .declared && before != UInt8(ascii: ".") && before != UInt8(ascii: "\"")
    }
  }

  /// The first name that stands for something else in a text of the program that differs only in how
  /// things are called; nil if all names stand for the same.
  ///
  /// - Complexity: O(*n*) in the nodes of the program.
  package func firstDifference(from changed: CheckedProgram) -> ProgramUse? {
    let whole = ProgramUse(file: files[0], span: SourceSpan(0, 0), role: .read)
    guard map.sheets.count == changed.map.sheets.count else { return whole }
    // The symbols of the two programs, each with its only partner.
    var partners: [SymbolID: SymbolID] = [:]
    var origins: [SymbolID: SymbolID] = [:]
    for (sheet, other) in zip(map.sheets, changed.map.sheets) {
      guard sheet.numbers.count == other.numbers.count else { return whole }
      for index in sheet.numbers.indices
      where sheet.numbers[index] != 0 || other.numbers[index] != 0 {
        let id = NodeID(UInt32(index))
        let (before, after) = (place(id, in: sheet), changed.place(id, in: other))
        guard before.symbols.count == after.symbols.count else { return before.use }
        for (symbol, partner) in zip(before.symbols, after.symbols) {
          if partners[symbol] == nil, origins[partner] == nil {
            partners[symbol] = partner
            origins[partner] = symbol
          }
          guard partners[symbol] == partner, origins[partner] == symbol else { return before.use }
        }
      }
    }
    return nil
  }
}
