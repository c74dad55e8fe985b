import Checking
import Syntax
import Text

/// Another name for something, at all of its places.
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
    let spots = try exactSpots(parameters)
    let old = try renamedName(spots)
    if name == old { return JSONNull() }
    guard SourceFile.isName(name) else { throw .failed("'\(name)' cannot be a name") }
    let uses = uses(spots)
    for spot in spots { try refuseCollision(spot, uses, with: name) }
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
    let files = edits.keys.sorted().map { "\($0.json):\((edits[$0] ?? []).json)" }
    return ["changes": WrittenJSON(json: "{" + files.joined(separator: ",") + "}")]
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

  /// Refuses a name that would mean something else in some place.
  private func refuseCollision(
    _ spot: NamedSpot, _ uses: [ProgramUse], with name: String
  ) throws(ProtocolError) {
    if let other = spot.program.obstacle(toRenaming: spot.place.symbols[0], as: name) {
      throw .failed("'\(name)' is taken: it is declared in \(text(of: other))")
    }
    // Whatever the rules above miss shows in the changed texts.
    defer { host.trials = [:] }
    for file in spot.program.files {
      // The parts of a Markdown text have its name, and each is a program of its own.
      let isPart = shown(file) !== file
      let edits = uses.filter { $0.file === file || !isPart && $0.file.name == file.name }.map {
        Diagnostic.Fix.Edit($0.span, name)
      }
      let changed = FixedText(
        file, [Diagnostic(.note, "", file: file, span: nil, fix: Diagnostic.Fix(edits))])
      host.trials[DocumentHost.plain(file.name)] = changed.bytes
    }
    let main = spot.program.files[0]
    guard let bytes = host.trials[DocumentHost.plain(main.name)] else { return }
    let after = CheckedProgram(
      SourceFile(name: main.name, bytes: bytes), host: host, options: spot.program.options,
      isWanted: isWanted)
    guard let after else { throw .cancelled }
    let errors = after.diagnostics.filter { $0.severity == .error }
    if let error = errors.first,
      errors.count > spot.program.diagnostics.count(where: { $0.severity == .error })
    {
      throw .failed("with the name '\(name)' the script would have an error: \(error.message)")
    }
    if let other = spot.program.firstDifference(from: after) {
      throw .failed("with the name '\(name)' something else would be meant in \(text(of: other))")
    }
  }

  private func text(of use: ProgramUse) -> String {
    let file = use.file.name.split(separator: "/").last.map(String.init) ?? use.file.name
    return "\(file):\(use.file.lines.line(of: use.span.start) + 1)"
  }
}
