import Language
import Names
import Syntax
import Values

/// What the names of a program stand for, at their places in all of its files.
///
/// The check records it where it resolves them, so that there is no other resolver. For each node of a
/// tree there is a number, since a large script has a million nodes.
package final class ProgramMap {
  /// What a name stands for: a position in `symbols`. 0 is nothing.
  typealias Number = UInt32

  struct Entry {
    var symbol: ProgramSymbol
    /// The entry that this one must have the same name as; itself if there is none.
    var parent: Number
  }

  /// One file, with the meaning of each node.
  final class Sheet {
    let script: SyntaxTreeBox
    var numbers: [Number]
    var uses: [ProgramUse.Role?]
    /// The objects to which the members belong, as positions in `owners`.
    var owners: [UInt32]
    /// Further meanings of nodes that have several.
    var others: [NodeID: [Number]] = [:]

    init(_ script: SyntaxTreeBox) {
      self.script = script
      let count = script.tree.nodes.count
      numbers = Array(repeating: 0, count: count)
      uses = Array(repeating: nil, count: count)
      owners = Array(repeating: 0, count: count)
    }
  }

  private struct Place: Hashable {
    var sheet: ObjectIdentifier
    var node: NodeID
  }

  private struct CaseKey: Hashable {
    var type: String
    var name: Name
  }

  private(set) var entries: [Entry] = []
  private(set) var sheets: [Sheet] = []
  private(set) var owners: [StaticObject?] = [nil]
  /// The classes that declare each member.
  private(set) var classes: [Number: [StaticClass]] = [:]
  private var ownerNumbers: [ObjectIdentifier: UInt32] = [:]
  private var sheetNumbers: [ObjectIdentifier: Int] = [:]
  private var declared = NameMap<Number>()
  private var notifications = NameMap<Number>()
  private var cases: [CaseKey: Number] = [:]
  private var places: [Place: Number] = [:]
  /// Whether the program is examined, so that nothing is recorded any more: a question about it must not
  /// change it.
  @exclusivity(unchecked) var isComplete = false
  /// The sheet of the file that is being examined.
  @exclusivity(unchecked) private var sheet: Sheet?

  init() {
    entries.append(Entry(symbol: ProgramSymbol(name: .none, kind: .notification), parent: 0))
  }

  func enter(_ script: SyntaxTreeBox) {
    if let sheet, sheet.script === script { return }
    let key = ObjectIdentifier(script)
    if let number = sheetNumbers[key] {
      sheet = sheets[number]
      return
    }
    let made = Sheet(script)
    sheetNumbers[key] = sheets.count
    sheets.append(made)
    sheet = made
  }

  // MARK: Numbers

  private func add(_ symbol: ProgramSymbol) -> Number {
    let number = Number(entries.count)
    entries.append(Entry(symbol: symbol, parent: number))
    return number
  }

  /// The number of a name declared at top level.
  ///
  /// - Parameter kind: nil if it is unknown at this place.
  func number(ofDeclared name: Name, _ kind: SymbolKind?) -> Number {
    if let known = declared[name] {
      if let kind { entries[Int(known)].symbol.kind = .declared(kind) }
      return known
    }
    let made = add(ProgramSymbol(name: name, kind: .declared(kind)))
    declared[name] = made
    return made
  }

  func number(ofNotification name: Name) -> Number {
    if let known = notifications[name] { return known }
    let made = add(ProgramSymbol(name: name, kind: .notification))
    notifications[name] = made
    return made
  }

  func number(ofCase name: Name, of type: String) -> Number {
    let key = CaseKey(type: type, name: name)
    if let known = cases[key] { return known }
    let made = add(ProgramSymbol(name: name, kind: .enumCase(of: type)))
    cases[key] = made
    return made
  }

  /// The number of a local name, by the node of its declaration in the present file.
  func number(ofLocal name: Name, _ kind: LocalKind, at node: NodeID) -> Number {
    guard let sheet else { return 0 }
    if sheet.numbers[Int(node.index)] != 0 { return sheet.numbers[Int(node.index)] }
    return add(ProgramSymbol(name: name, kind: .local(kind)))
  }

  /// The number of a member: all declarations of one name in a chain of classes share it, and so do
  /// the shapes that are made of the same text.
  func number(of property: StaticProperty) -> Number {
    if property.symbol != 0 { return property.symbol }
    let root = property.root ?? property
    if root !== property {
      property.symbol = number(of: root)
      return property.symbol
    }
    let place = Place(sheet: ObjectIdentifier(property.script), node: property.nameNode)
    if let known = places[place] {
      property.symbol = known
      return known
    }
    let made = add(ProgramSymbol(name: property.name, kind: .member(property.role)))
    places[place] = made
    property.symbol = made
    return made
  }

  // MARK: Recording

  /// Records what a node of the present file stands for.
  func note(
    _ number: Number, at node: NodeID, _ role: ProgramUse.Role, of owner: StaticObject? = nil
  ) {
    guard let sheet, number != 0, !isComplete else { return }
    let index = Int(node.index)
    if sheet.numbers[index] == 0 || sheet.numbers[index] == number {
      sheet.numbers[index] = number
    } else if sheet.others[node, default: []].contains(number) == false {
      sheet.others[node, default: []].append(number)
    }
    if sheet.uses[index] != .declared { sheet.uses[index] = role }
    if let owner, sheet.owners[index] == 0 || owner.isNamed {
      sheet.owners[index] = self.owner(owner)
    }
  }

  /// Records that a class has a declaration of a member.
  func note(_ number: Number, declaredIn shape: StaticClass) {
    classes[number, default: []].append(shape)
  }

  private func owner(_ object: StaticObject) -> UInt32 {
    let key = ObjectIdentifier(object)
    if let known = ownerNumbers[key] { return known }
    let made = UInt32(owners.count)
    owners.append(object)
    ownerNumbers[key] = made
    return made
  }

  /// Records that two symbols must have one name, since one is an action that a protocol requires of
  /// the other's object.
  func merge(_ one: Number, _ other: Number) {
    let (first, second) = (root(one), root(other))
    if first != second { entries[Int(max(first, second))].parent = min(first, second) }
  }

  /// The symbol that stands for all those with which a symbol shares its name.
  func root(_ number: Number) -> Number {
    var number = number
    while entries[Int(number)].parent != number { number = entries[Int(number)].parent }
    return number
  }
}

/// What a name in a program stands for.
package struct ProgramSymbol {
  package enum Kind {
    /// A declaration at top level, of a kind that may be unknown; all share one namespace.
    case declared(SymbolKind?)
    case member(MemberKind)
    case local(LocalKind)
    case enumCase(of: String)
    case notification
  }

  package var name: Name
  package var kind: Kind
}

/// A place where a name stands for something.
package struct ProgramUse {
  package enum Role: UInt8 {
    case declared, written, read
  }

  package var file: SourceFile
  package var span: SourceSpan
  package var role: Role
}
