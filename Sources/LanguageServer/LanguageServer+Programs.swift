import Checking
import Language
import Syntax

/// A checked script, for as long as nothing that it read has changed.
struct ProgramRecord {
  var program: CheckedProgram
  var generation: Int
  /// The stamps of the open documents that it read; nil for files that are not open.
  var stamps: [String: Int?]
  /// The files that run together with some of its files, by the paths of these.
  var around: [String: [String]]
}

/// The checked scripts that are open or in the folders of the workspace.
extension LanguageServer {
  /// The checked script that a text is.
  func program(of document: OpenDocument) throws(ProtocolError) -> CheckedProgram {
    let path = document.path
    let key = document.part.map { "\(path)#\($0)" } ?? path
    if let known = programs[key], isValid(known) { return known.program }
    // Next to a new one an old one is kept only where it answers while the new one is made.
    if host.document(at: path).map(isLong) != true { programs[key] = nil }
    host.readPaths = []
    var around: [String: [String]] = [:]
    let made = CheckedProgram(
      document.file, host: host, options: settings(of: document).check,
      filesAround: { path in
        let files = self.sourceGraph().files(around: path)
        around[path] = files
        self.host.readPaths.formUnion(files)
        return self.scripts(around: path)
      },
      identify: host.identity, isWanted: isWanted)
    guard let made else { throw .cancelled }
    var stamps: [String: Int?] = [:]
    for path in host.readPaths.union([path]) { stamps[path] = .some(stamp(of: path)) }
    programs[key] = ProgramRecord(
      program: made, generation: generation, stamps: stamps, around: around)
    return made
  }

  /// Forgets what is known about a text that is closed.
  func forgetPrograms(of document: OpenDocument) {
    programs[document.path] = nil
    for part in parts(of: document) { programs["\(part.path)#\(part.part ?? 0)"] = nil }
  }

  /// Forgets the programs of scripts that are not open if there are many: a project may have thousands.
  func forgetClosedPrograms() {
    let most = 200
    guard programs.count > most else { return }
    programs = programs.filter { host.document(at: $0.value.program.files[0].name) != nil }
  }

  /// How the script was checked that a program is.
  func settings(of program: CheckedProgram) -> ScriptSettings {
    let main = program.files[0]
    for known in markdown.values {
      if let part = known.found.parts.first(where: { $0.file === main }) { return part.settings }
    }
    return settings(of: main.name).script
  }

  private func isValid(_ record: ProgramRecord) -> Bool {
    record.generation == generation
      && record.stamps.allSatisfy { path, stamp in self.stamp(of: path) == stamp }
      && record.around.allSatisfy { path, files in sourceGraph().files(around: path) == files }
  }

  private func stamp(of path: String) -> Int? {
    host.document(at: path)?.stamp
  }

  /// The programs that a document belongs to: the scripts that read it, which know what it finds
  /// declared, and if there are none, itself.
  func programs(with document: OpenDocument) throws(ProtocolError) -> [CheckedProgram] {
    var found: [CheckedProgram] = []
    if document.kind == .markdown {
      for part in parts(of: document) { found.append(try program(of: part)) }
      return found
    }
    found = try programs(reading: document.path)
    return found.isEmpty ? [try program(of: document)] : found
  }

  /// The scripts that read a file, or that are it, and that no script reads.
  ///
  /// - Parameter isRecent: Whether long texts may be as they were at the last check.
  func programs(
    reading path: String, isRecent: Bool = false
  ) throws(ProtocolError) -> [CheckedProgram] {
    var found: [CheckedProgram] = []
    for main in sourceGraph().readers(of: path).mains {
      guard let text = text(at: main) else { continue }
      for part in parts(of: text) {
        found.append(try isRecent ? recentProgram(of: part) : program(of: part))
      }
    }
    // A script with an error before its 'source' reads nothing.
    return found.filter { $0.tree(of: path) != nil }
  }

  /// Whether a check of a script takes longer than a reader waits for.
  func isLong(_ document: OpenDocument) -> Bool {
    document.kind == .script && document.file.bytes.count > surroundings.longText
  }

  /// The programs that a document belongs to, for an answer that may be a moment old: those of a long
  /// text are as they were at the last check, until the next one is complete. Their places are shifted by
  /// what has changed since.
  func recentPrograms(with document: OpenDocument) throws(ProtocolError) -> [CheckedProgram] {
    let known = isLong(document) ? knownPrograms(with: document) : []
    return known.isEmpty ? try programs(with: document) : known
  }

  /// The program whose main script a document is, for such an answer.
  func recentProgram(of document: OpenDocument) throws(ProtocolError) -> CheckedProgram {
    if isLong(document), let known = programs[document.path], known.generation == generation {
      return known.program
    }
    return try program(of: document)
  }

  /// The programs of the last check that a document belongs to.
  func knownPrograms(with document: OpenDocument) -> [CheckedProgram] {
    sourceGraph().readers(of: document.path).mains.compactMap { programs[$0] }
      .filter { $0.generation == generation }.map(\.program)
      .filter { $0.tree(of: document.path) != nil }
  }

  /// The script that is open under a file's name.
  func newest(of file: SourceFile) -> OpenDocument? {
    let document = host.document(at: file.name)
    return document?.kind == .script ? document : nil
  }

  /// How the text of a file has changed since a program read it.
  ///
  /// - Complexity: O(*n*) in the length of the text, once for each change.
  func shift(of file: SourceFile) -> TextShift? {
    guard let document = newest(of: file), document.file !== file else { return nil }
    let key = ObjectIdentifier(file)
    if let known = shifts[key], known.stamp == document.stamp { return known.shift }
    let made = TextShift(from: file.bytes, to: document.file.bytes)
    // The file is kept, since another one could get its identity.
    shifts[key] = (file, document.stamp, made)
    return made
  }

  /// Where a part of a file is in the newest text; nil if it has changed since a program read it.
  func current(_ span: SourceSpan, in file: SourceFile) -> SourceSpan? {
    guard let shift = self.shift(of: file) else { return span }
    return shift.moved(span)
  }
}
