import Checking
import Syntax
import Text

/// Another name for something, at all of its places in all files, or at none.
extension LanguageServer {
  /// After an edit of a long text the answer is that of the last check, since `rename` itself looks at
  /// the new text. What the last check refuses, the edit may have allowed.
  func prepareRename(_ parameters: JSONTree) throws(ProtocolError) -> any JSONWritable {
    var spots = try spots(parameters)
    var old = try? renamedName(spots)
    if old == nil {
      spots = try exactSpots(parameters)
      old = try renamedName(spots)
    }
    let use = spots[0].place.use
    let result: JSONObject = ["range": range(use.span, in: use.file), "placeholder": old ?? ""]
    return result
  }

  func rename(_ parameters: JSONTree) throws(ProtocolError) -> any JSONWritable {
    guard let name = parameters["newName"]?.string else { throw .parameters("no new name") }
    // A client need not report files that change, and a rename must see each of them as it is.
    noteChange()
    let here = try exactSpots(parameters)
    let old = try renamedName(here)
    if name == old { return JSONNull() }
    guard SourceFile.isName(name) else { throw .failed("'\(name)' cannot be a name") }
    let spots = try spotsEverywhere(here, isRecent: false)
    _ = try renamedName(spots)
    let uses = uses(spots)
    try refuseUnknownUses(of: old, in: spots, besides: uses)
    for path in Set(uses.map(\.file.name)).sorted() { try refuseUnwritable(path) }
    try refuseCollisions(spots, uses, with: name)
    var edits: [String: [JSONObject]] = [:]
    for use in uses {
      edits[uri(of: use.file.name), default: []].append([
        "range": range(use.span, in: use.file), "newText": name,
      ])
    }
    return edit(edits)
  }

  /// Changes of texts, by their URIs.
  func edit(_ edits: [String: [JSONObject]]) -> JSONObject {
    guard client.hasVersionedEdits else {
      let files = edits.keys.sorted().map { "\($0.json):\((edits[$0] ?? []).json)" }
      return ["changes": WrittenJSON(json: "{" + files.joined(separator: ",") + "}")]
    }
    let changes = edits.keys.sorted().map { uri -> JSONObject in
      var document: JSONObject = ["uri": uri]
      if let version = host.documents[uri]?.version {
        document.add("version", version)
      } else {
        document.add("version", JSONNull())
      }
      return ["textDocument": document, "edits": edits[uri] ?? []]
    }
    return ["documentChanges": changes]
  }

  /// The present name, unless the text alone does not decide what has it.
  private func renamedName(_ spots: [NamedSpot]) throws(ProtocolError) -> String {
    guard let first = spots.first else { throw .failed("this is no name that can change") }
    for spot in spots {
      guard spot.place.symbols.count == 1 else {
        throw .failed("this name stands for several things, from run to run")
      }
      let symbol = spot.place.symbols[0]
      let name = spot.program.name(of: symbol)
      let kind = spot.program.symbol(symbol).kind
      if case .notification = kind { continue }
      guard spot.program.uses(of: symbol).contains(where: { $0.role == .declared }) else {
        throw .failed("'\(name)' is declared by the language")
      }
      if case .member = kind, let other = spot.program.uncertain(name).first {
        throw .failed(
          "'\(name)' is used in \(text(of: other)), where its object is not known")
      }
    }
    return first.program.name(of: first.place.symbols[0])
  }

  // MARK: Collisions

  /// Refuses a name that would mean something else in some place.
  private func refuseCollisions(
    _ spots: [NamedSpot], _ uses: [ProgramUse], with name: String
  ) throws(ProtocolError) {
    for spot in spots {
      if let other = spot.program.obstacle(toRenaming: spot.place.symbols[0], as: name) {
        throw .failed("'\(name)' is taken: it is declared in \(text(of: other))")
      }
    }
    var seen: Set<ObjectIdentifier> = []
    for spot in spots where seen.insert(ObjectIdentifier(spot.program)).inserted {
      try refuseDifference(spot.program, uses, with: name)
    }
  }

  /// Whatever the rules miss shows in the changed texts.
  private func refuseDifference(
    _ program: CheckedProgram, _ uses: [ProgramUse], with name: String
  ) throws(ProtocolError) {
    defer { host.trials = [:] }
    for file in program.files {
      // The parts of a Markdown text have its name, and each is a program of its own.
      let isPart = isPart(file)
      let identity = host.identity(of: file.name)
      let edits = uses.filter {
        $0.file === file || !isPart && host.identity(of: $0.file.name) == identity
      }
      .map { Diagnostic.Fix.Edit($0.span, name) }
      let changed = FixedText(
        file, [Diagnostic(.note, "", file: file, span: nil, fix: Diagnostic.Fix(edits))])
      host.trials[identity] = changed.bytes
    }
    let main = program.files[0]
    guard let bytes = host.trials[host.identity(of: main.name)] else { return }
    let after = CheckedProgram(
      main.changed(to: bytes), host: host, options: program.options,
      identify: host.identity, isWanted: isWanted)
    guard let after else { throw .cancelled }
    let errors = after.diagnostics.filter { $0.severity == .error }
    if let error = errors.first,
      errors.count > program.diagnostics.count(where: { $0.severity == .error })
    {
      throw .failed("with the name '\(name)' the script would have an error: \(error.message)")
    }
    if let other = program.firstDifference(from: after) {
      throw .failed("with the name '\(name)' something else would be meant in \(text(of: other))")
    }
  }

  func text(of use: ProgramUse) -> String {
    "\(shortName(use.file.name)):\(use.file.lines.line(of: use.span.start) + 1)"
  }

  /// A path as messages show it: below the folder of the project.
  func shortName(_ path: String) -> String {
    let path = path.asPlainPath
    let root = roots.first { path.hasPrefix($0 + "/") }
    return root.map { String(path.dropFirst($0.count + 1)) } ?? path
  }
}

extension LanguageServer.NamedSpot {
  /// Whether the name means nothing outside of its statement, so that no other file can use it.
  var isLocal: Bool {
    place.symbols.allSatisfy {
      if case .local = program.symbol($0).kind { true } else { false }
    }
  }
}
