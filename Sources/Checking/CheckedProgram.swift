import Language
import Names
import Syntax

/// What a check does next.
package enum CheckStep {
  /// A statement or a block, of which there are many.
  case statement
  /// A part of the check that goes through the whole script.
  case part
}

/// A script that was checked with all files that it reads, and what its names stand for.
///
/// The text may have syntax errors: then the names are known as far as they can be read.
package final class CheckedProgram {
  /// What is wrong with it, as `check` reports it.
  package let diagnostics: [Diagnostic]
  let run: CheckRun
  let map: ProgramMap
  /// What all names of one file have in common.
  private let identify: (String) -> String

  /// - Parameters:
  ///   - filesAround: As for `Checker.check`.
  ///   - identify: Gives what all names of one file have in common.
  ///   - isWanted: Called before each step; once it is false, the check ends and there is no result.
  /// - Complexity: As for `Checker.check`.
  package init?(
    _ file: SourceFile, host: any SessionHost, options: CheckOptions,
    filesAround: @escaping (_ path: String) -> [SourceFile] = { _ in [] },
    identify: @escaping (String) -> String = \.asPlainPath,
    isWanted: @escaping (CheckStep) -> Bool
  ) {
    self.identify = identify
    map = ProgramMap()
    run = CheckRun(file, host: host, options: options, map: map, isWanted: isWanted)
    run.filesAround = filesAround
    diagnostics = run.result()
    run.filesAround = { _ in [] }
    run.isWanted = { _ in true }
    map.isComplete = true
    if run.isAbandoned { return nil }
  }

  /// A symbol of the program: all names that must be the same.
  package struct SymbolID: Hashable {
    let number: ProgramMap.Number
  }

  /// A name in the text, with what it stands for; usually one symbol.
  package struct NamedPlace {
    package var symbols: [SymbolID]
    package var use: ProgramUse
    let sheet: ProgramMap.Sheet
    let node: NodeID
  }

  /// The files that belong to it; the main script comes first.
  package var files: [SourceFile] { map.sheets.map(\.script.tree.file) }

  /// The tree of a file, by the file's name.
  package func tree(of name: String) -> SyntaxTree? { sheet(of: name)?.script.tree }

  func sheet(of name: String) -> ProgramMap.Sheet? {
    let identity = identify(name)
    return map.sheets.first { identify($0.script.tree.file.name) == identity }
  }

  package var options: CheckOptions { run.options }

  package func text(_ name: Name) -> String { run.text(name) }

  package func symbol(_ id: SymbolID) -> ProgramSymbol { map.entries[Int(id.number)].symbol }

  package func name(of id: SymbolID) -> String { text(symbol(id).name) }

  // MARK: Places

  /// The name at an offset of a file, with what it stands for; for a member of an object that is not
  /// known, all members of that name.
  ///
  /// - Complexity: O(*n*) in the nodes of the file.
  package func place(at offset: Int, in file: String) -> NamedPlace? {
    guard let sheet = sheet(of: file) else { return nil }
    var found: NamedPlace?
    sheet.script.tree.visit { id, kind in
      guard kind == .name || kind == .type, sheet.numbers[Int(id.index)] != 0 else { return }
      let span = self.span(of: id, in: sheet)
      if span.start <= offset, offset <= span.end, found == nil || offset < span.end {
        found = place(id, in: sheet)
      }
    }
    return found ?? uncertainPlace(at: offset, in: sheet)
  }

  private func uncertainPlace(at offset: Int, in sheet: ProgramMap.Sheet) -> NamedPlace? {
    let tree = sheet.script.tree
    var node: NodeID?
    tree.visit { id, kind in
      guard kind == .member || kind == .responds, let name = tree.memberName(of: id),
        tree[name].kind == .name, tree[name].span.start <= offset, offset <= tree[name].span.end
      else { return }
      node = name
    }
    guard let node else { return nil }
    var place = place(node, in: sheet)
    for number in map.entries.indices.dropFirst() {
      let entry = map.entries[number]
      guard case .member = entry.symbol.kind, entry.symbol.name == tree.name(node) else { continue }
      let id = SymbolID(number: map.root(UInt32(number)))
      if !place.symbols.contains(id) { place.symbols.append(id) }
    }
    return place
  }

  /// All names of a file whose meaning is known, in the order of the text.
  ///
  /// - Complexity: O(*n* log *n*) in the nodes of the file.
  package func places(in file: String) -> [NamedPlace] {
    guard let sheet = sheet(of: file) else { return [] }
    var found: [NamedPlace] = []
    for index in sheet.numbers.indices where sheet.numbers[index] != 0 {
      found.append(place(NodeID(UInt32(index)), in: sheet))
    }
    return found.sorted { $0.use.span.start < $1.use.span.start }
  }

  /// The names of a file that begin at some offsets, and whose meaning is known; in no order.
  ///
  /// - Complexity: O(*n*) in the nodes of the file.
  package func places(at starts: Set<UInt32>, in file: String) -> [NamedPlace] {
    guard let sheet = sheet(of: file) else { return [] }
    let tree = sheet.script.tree
    return sheet.numbers.indices.compactMap { index in
      let id = NodeID(UInt32(index))
      guard sheet.numbers[index] != 0, starts.contains(tree[id].span.start) else { return nil }
      return place(id, in: sheet)
    }
  }

  /// Visits the names of a file whose meaning is known, each with one of its meanings; in no order.
  ///
  /// - Complexity: O(*n*) in the nodes of the file.
  package func visitNames(
    in file: String, _ visit: (SourceSpan, ProgramSymbol, ProgramUse.Role) -> Void
  ) {
    guard let sheet = sheet(of: file) else { return }
    for index in sheet.numbers.indices where sheet.numbers[index] != 0 {
      let symbol = map.entries[Int(map.root(sheet.numbers[index]))].symbol
      visit(
        span(of: NodeID(UInt32(index)), in: sheet), symbol, sheet.uses[index] ?? .read)
    }
  }

  func place(_ id: NodeID, in sheet: ProgramMap.Sheet) -> NamedPlace {
    let numbers = [sheet.numbers[Int(id.index)]] + (sheet.others[id] ?? [])
    var symbols: [SymbolID] = []
    for number in numbers.map({ map.root($0) }) where number != 0 {
      if !symbols.contains(SymbolID(number: number)) { symbols.append(SymbolID(number: number)) }
    }
    let use = ProgramUse(
      file: sheet.script.tree.file, span: span(of: id, in: sheet),
      role: sheet.uses[Int(id.index)] ?? .read)
    return NamedPlace(symbols: symbols, use: use, sheet: sheet, node: id)
  }

  /// The bytes of the name: a type may have a `?` after it.
  private func span(of id: NodeID, in sheet: ProgramMap.Sheet) -> SourceSpan {
    let tree = sheet.script.tree
    var span = tree[id].span
    if tree[id].kind == .type {
      span.end = span.start + UInt32(text(tree.type(id).name).utf8.count)
    }
    return span
  }

  /// All places of a symbol, by file and in the order of the text.
  ///
  /// - Complexity: O(*n* log *n*) in the nodes of the program.
  package func uses(of symbol: SymbolID) -> [ProgramUse] {
    var isMeant = Array(repeating: false, count: map.entries.count)
    for number in map.entries.indices where map.root(UInt32(number)) == symbol.number {
      isMeant[number] = true
    }
    return map.sheets.flatMap { sheet in
      var found: [ProgramUse] = []
      for index in sheet.numbers.indices {
        let id = NodeID(UInt32(index))
        guard sheet.numbers[index] != 0,
          isMeant[Int(sheet.numbers[index])]
            || sheet.others[id]?.contains(where: { isMeant[Int($0)] }) == true
        else { continue }
        found.append(place(id, in: sheet).use)
      }
      return found.sorted { $0.span.start < $1.span.start }
    }
  }

  /// The symbols that are declared somewhere in the program, each with its first declaration, by file
  /// and in the order of the text.
  package var declarations: [(symbol: SymbolID, use: ProgramUse)] {
    var seen: Set<SymbolID> = []
    return files.flatMap { places(in: $0.name) }.compactMap { place in
      guard place.use.role == .declared, let symbol = place.symbols.first,
        seen.insert(symbol).inserted
      else { return nil }
      return (symbol, place.use)
    }
  }

  /// The members of this name of which it is uncertain whose they are, and the texts that may be keys
  /// with this name.
  ///
  /// - Complexity: O(*n*) in the nodes of the program.
  package func uncertain(_ name: String) -> [ProgramUse] {
    map.sheets.flatMap { sheet in
      let tree = sheet.script.tree
      var members: [NodeID] = []
      var texts: [NodeID] = []
      tree.visit { id, kind in
        switch kind {
        case .member, .responds:
          guard let node = tree.memberName(of: id), sheet.numbers[Int(node.index)] == 0,
            text(tree.name(node)) == name
          else { return }
          members.append(node)
        case .stringLiteral: if tree.text(id) == name { texts.append(id) }
        default: break
        }
      }
      if !texts.isEmpty, tree.keyNames(run.names).isEmpty, tree.cellNames(run.names).isEmpty {
        texts = []
      }
      return (members + texts).map {
        ProgramUse(file: tree.file, span: tree[$0].span, role: .read)
      }
    }
  }
}

extension SyntaxTree {
  /// The name after the dot of a path, or after `responds`.
  fileprivate func memberName(of id: NodeID) -> NodeID? {
    switch expression(id) {
    case .member(_, let name), .responds(_, let name): name
    default: nil
    }
  }
}
