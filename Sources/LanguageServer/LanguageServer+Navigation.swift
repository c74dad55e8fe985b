import Checking
import Names
import Syntax
import Text

/// Where names are declared and used.
extension LanguageServer {
  /// A name under the cursor, with the programs in which it may be used.
  struct NamedSpot {
    var program: CheckedProgram
    var place: CheckedProgram.NamedPlace
  }

  /// The name at a place, in each program that has it; after an edit of a long text as it was at the last
  /// check, unless the edit has changed the name.
  func spots(_ parameters: JSONTree) throws(ProtocolError) -> [NamedSpot] {
    let (document, offset) = try place(parameters)
    var isChanged = false
    var recent: [NamedSpot] = []
    for program in try recentPrograms(with: document) {
      let shift = program.tree(of: document.path).flatMap { self.shift(of: $0.file) } ?? TextShift()
      guard let origin = shift.origin(of: offset) else { return try exactSpots(parameters) }
      guard let spot = spot(at: origin, of: document, in: program) else { continue }
      // At the edge of an edit it may be a name that has changed, or that is elsewhere now.
      if shift.moved(spot.place.use.span)?.contains(offset) != true { isChanged = true }
      recent.append(spot)
    }
    return isChanged ? try exactSpots(parameters) : recent
  }

  /// The name at a place, in each program that has it.
  func exactSpots(_ parameters: JSONTree) throws(ProtocolError) -> [NamedSpot] {
    let (document, offset) = try place(parameters)
    return try programs(with: document).compactMap { spot(at: offset, of: document, in: $0) }
  }

  private func spot(
    at offset: Int, of document: OpenDocument, in program: CheckedProgram
  ) -> NamedSpot? {
    guard let place = program.place(at: offset, in: document.path), !place.symbols.isEmpty else {
      return nil
    }
    return NamedSpot(program: program, place: place)
  }

  /// The places of a name in all programs of the workspace: also in scripts that do not read the text, but a
  /// file in which the name is used.
  ///
  /// - Parameter isRecent: Whether long texts may be as they were at the last check.
  func spotsEverywhere(
    _ spots: [NamedSpot], isRecent: Bool
  ) throws(ProtocolError) -> [NamedSpot] {
    func key(_ spot: NamedSpot, _ symbol: CheckedProgram.SymbolID) -> SpotKey {
      SpotKey(program: ObjectIdentifier(spot.program), symbol: symbol)
    }
    var found = spots
    var seen = Set(spots.flatMap { spot in spot.place.symbols.map { key(spot, $0) } })
    var next = 0
    while next < found.count {
      let spot = found[next]
      next += 1
      guard isWanted(.part) else { throw .cancelled }
      var starts: [String: Set<UInt32>] = [:]
      for use in spot.place.symbols.flatMap({ spot.program.uses(of: $0) }) {
        starts[use.file.name, default: []].insert(use.span.start)
      }
      for path in starts.keys.sorted() {
        for program in try programs(reading: path, isRecent: isRecent)
        where program !== spot.program {
          for place in program.places(at: starts[path] ?? [], in: path) {
            let other = NamedSpot(program: program, place: place)
            let new = place.symbols.filter { seen.insert(key(other, $0)).inserted }
            if !new.isEmpty { found.append(other) }
          }
        }
      }
    }
    return found
  }

  private struct SpotKey: Hashable {
    var program: ObjectIdentifier
    var symbol: CheckedProgram.SymbolID
  }

  /// All places of what a name stands for, each once.
  func uses(_ spots: [NamedSpot]) -> [ProgramUse] {
    var seen: Set<String> = []
    return spots.flatMap { spot in
      spot.place.symbols.flatMap { spot.program.uses(of: $0) }
    }.filter {
      current($0.span, in: $0.file) != nil
        && seen.insert("\($0.span.start) \(host.identity(of: $0.file.name))").inserted
    }
  }

  // MARK: Requests

  func definition(_ parameters: JSONTree) throws(ProtocolError) -> any JSONWritable {
    let spots = try spotsEverywhere(spots(parameters), isRecent: true)
    if spots.isEmpty { return try sourcedFile(parameters) }
    return uses(spots).filter { $0.role == .declared }.map { location($0.span, in: $0.file) }
  }

  /// The class of an object, and the type of the values of a property.
  func typeDefinition(_ parameters: JSONTree) throws(ProtocolError) -> any JSONWritable {
    var found: [WrittenJSON] = []
    for spot in try spots(parameters) {
      for use in spot.program.typeDeclarations(of: spot.place) {
        let place = WrittenJSON(json: location(use.span, in: use.file).json)
        if !found.contains(where: { $0.json == place.json }) { found.append(place) }
      }
    }
    return found
  }

  /// The file that the text of a `source` statement names.
  private func sourcedFile(_ parameters: JSONTree) throws(ProtocolError) -> any JSONWritable {
    let (document, offset) = try place(parameters)
    for (span, target) in sourceTexts(in: document) where span.contains(offset) {
      guard case .success(let bytes) = host.read(path: target) else { return JSONNull() }
      return [location(SourceSpan(0, 0), in: SourceFile(name: target, bytes: bytes))]
    }
    return JSONNull()
  }

  func references(_ parameters: JSONTree) throws(ProtocolError) -> any JSONWritable {
    let withDeclaration = parameters["context"]?["includeDeclaration"]?.bool ?? true
    return uses(try spotsEverywhere(spots(parameters), isRecent: true)).filter {
      withDeclaration || $0.role != .declared
    }
    .map { location($0.span, in: $0.file) }
  }

  func highlights(_ parameters: JSONTree) throws(ProtocolError) -> any JSONWritable {
    let (document, _) = try place(parameters)
    let own = host.identity(of: document.path)
    return uses(try spots(parameters)).filter { host.identity(of: $0.file.name) == own }.map {
      use -> JSONObject in
      ["range": range(use.span, in: use.file), "kind": use.role == .read ? 2 : 3]
    }
  }
}
