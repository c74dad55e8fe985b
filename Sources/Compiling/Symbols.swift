import BindingEngine
import Language
import Names
import Syntax

/// Where a session keeps what is declared.
package enum LiveContents: SymbolContents {
  /// A global slot that holds it.
  package typealias Object = UInt32
  package typealias Constant = UInt32
  package typealias Variable = UInt32
  package typealias Class = ClassID
  /// Index in the core's transformers.
  package typealias Transformer = UInt32
  package typealias Link = BindingID
  /// Index in the session's own semantics: the knobs themselves would make every symbol large.
  package typealias OwnSemantics = Int
  /// Index in the session's callables.
  package typealias Action = UInt32
}

package typealias Symbol = DeclaredSymbol<LiveContents>

/// A declaration: what it stands for, and where it was made.
package struct Declaration {
  package var symbol: Symbol
  package var file: SourceFile?
  package var span: SourceSpan

  package init(symbol: Symbol, file: SourceFile?, span: SourceSpan) {
    (self.symbol, self.file, self.span) = (symbol, file, span)
  }
}

/// All that is declared at top level.
///
/// A class, since asking a struct of another module would copy all of it. Every statement asks it, so
/// what is used then is not checked for exclusive access.
package final class SymbolTable {
  /// Not generic, unlike what it holds: the runtime would look for conformances before it makes a list
  /// of that, which takes a twentieth of the time of a start.
  private struct Meaning {
    var symbol: Symbol?
  }

  private struct Place {
    package var file: SourceFile?
    package var span: SourceSpan
  }

  /// By the index of the name, so that a script's names are found without hashing, and apart from
  /// the places, so that looking one up counts no reference.
  @exclusivity(unchecked) private var symbols: [Meaning] = []
  @exclusivity(unchecked) private var places: [Place?] = []
  /// For each declaration since the turn or the journal began, what the name meant before.
  @exclusivity(unchecked) private var changes: [(name: Name, before: Declaration?)] = []
  /// How many of them are from before the turn.
  @exclusivity(unchecked) private var turnStart = 0
  /// Whether what is declared in a turn can be rolled back once it is over.
  @exclusivity(unchecked) package var keepsChanges = false

  package var changeCount: Int { changes.count }
  /// Another number after each change of what a name means.
  package private(set) var version = 0

  /// Names that code waits for, and those of them that were declared since the last check.
  @exclusivity(unchecked) package var awaited: Set<Name> = []
  @exclusivity(unchecked) package var declaredMeanwhile: [Name] = []

  package init() {}

  /// Another table with the same contents.
  package init(copying other: SymbolTable) { become(other) }

  /// Gets the contents of another table.
  package func become(_ other: SymbolTable) {
    (symbols, places, changes) = (other.symbols, other.places, other.changes)
    (turnStart, keepsChanges) = (other.turnStart, other.keepsChanges)
    (awaited, declaredMeanwhile) = (other.awaited, other.declaredMeanwhile)
    version = max(version, other.version) + 1
  }

  /// What a name stands for, without where it was declared.
  package func symbol(_ name: Name) -> Symbol? {
    Int(name.index) < symbols.count ? symbols[Int(name.index)].symbol : nil
  }

  package subscript(name: Name) -> Declaration? {
    get {
      guard let symbol = symbol(name), let place = places[Int(name.index)] else { return nil }
      return Declaration(symbol: symbol, file: place.file, span: place.span)
    }
    set {
      changes.append((name, self[name]))
      put(newValue, at: name)
      if newValue != nil { noteDeclared(name) }
    }
  }

  /// Notes that something with a name now exists, if code waits for it.
  package func noteDeclared(_ name: Name) {
    if !awaited.isEmpty, awaited.remove(name) != nil { declaredMeanwhile.append(name) }
  }

  /// A turn begins: what is declared from here on can be rolled back.
  package func beginTurn() {
    if changes.isEmpty { return }
    if keepsChanges {
      turnStart = changes.count
    } else {
      changes.removeAll(keepingCapacity: true)
      turnStart = 0
    }
  }

  /// Rolls back what has been declared since the turn began.
  package func undoTurn() {
    undoChanges(to: min(turnStart, changes.count))
  }

  /// Rolls back all but the first `count` of the changes that can be rolled back.
  package func undoChanges(to count: Int) {
    while changes.count > count, let change = changes.popLast() {
      put(change.before, at: change.name)
    }
  }

  /// The first `count` of the declarations can no longer be rolled back.
  package func forgetChanges(_ count: Int) {
    changes.removeFirst(count)
    turnStart = max(0, turnStart - count)
  }

  private func put(_ declaration: Declaration?, at name: Name) {
    while symbols.count <= Int(name.index) {
      symbols.append(Meaning())
      places.append(nil)
    }
    if !isSameClass(declaration?.symbol, symbols[Int(name.index)].symbol) { version += 1 }
    symbols[Int(name.index)].symbol = declaration?.symbol
    places[Int(name.index)] = declaration.map { Place(file: $0.file, span: $0.span) }
  }

  /// Whether a block that runs again declares the same class once more.
  private func isSameClass(_ new: Symbol?, _ old: Symbol?) -> Bool {
    guard case .classSymbol(let new)? = new, case .classSymbol(let old)? = old else { return false }
    return new == old
  }

  /// The declared names with what they stand for, in the order in which they were first seen.
  package var all: [(name: Name, declaration: Declaration)] {
    symbols.indices.compactMap { index in
      let name = Name(index: UInt32(index))
      return self[name].map { (name, $0) }
    }
  }
}

extension SymbolTable {
  /// The declared variables with their slots, in the order in which the names were first seen.
  package var variables: [(name: Name, slot: UInt32)] {
    symbols.indices.compactMap { index in
      guard case .variable(let slot)? = symbols[index].symbol else { return nil }
      return (Name(index: UInt32(index)), slot)
    }
  }

  /// The declared names that are wanted, with what they stand for.
  package func declared(where isWanted: (Name) -> Bool) -> [(name: Name, kind: SymbolKind)] {
    symbols.indices.compactMap { index in
      let name = Name(index: UInt32(index))
      guard let symbol = symbols[index].symbol, isWanted(name) else { return nil }
      return (name, symbol.kind)
    }
  }
}
