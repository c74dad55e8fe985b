import Basics
import Checking
import Files
import Language
import LineEditing
import Platform
import Syntax

/// The files of one run. A file that is an input is never overwritten, and one that is an output is
/// never read.
package final class RunFiles {
  /// The role of a file in this run, for messages.
  private enum Use: String {
    case input = "this run reads it"
    case settings = "it is the start-up file"
    case history = "the history is kept there"
    case progress = "the progress in lessons is kept there"
    case standardOutput = "standard output goes there"
    case standardError = "standard error goes there"
    case output = "this run writes it"
  }

  /// Paths of inputs, whether or not the files exist yet.
  private var inputPaths: [(path: [UInt8], use: Use)] = []
  /// The files that were read, even if their paths lead to other files now.
  private var inputs = SmallTable<FileIdentity, Void>()
  private var outputs = SmallTable<FileIdentity, Use>()
  /// The paths in which `source` has looked for files.
  private var searched: Set<[UInt8]> = []

  package init() {
    for (descriptor, use) in [
      (Descriptor.errors, Use.standardError), (Descriptor.output, Use.standardOutput),
    ] {
      if let identity = FileIdentity(of: descriptor) { outputs[identity] = use }
    }
  }

  /// What the program keeps for its user. Found only when a file is to be written.
  private static var keptPaths: [(path: [UInt8], use: Use)] {
    let homes = Environment.homes
    let kept: [(String?, Use)] = [
      (Environment.initPath, .settings), (StateFolder.path(of: "history", in: homes), .history),
      (StateFolder.path(of: "lessons", in: homes), .progress),
    ]
    return kept.compactMap { path, use in path.map { (Array($0.utf8), use) } }
  }

  /// A copy of the files of another run, for a separate run.
  package init(like other: RunFiles) {
    (inputPaths, inputs, outputs) = (other.inputPaths, other.inputs, other.outputs)
  }

  /// Registers an input before an output is opened.
  ///
  /// - Parameter withSources: Whether it is a script or a transcript, whose files in `source`
  ///   are registered, too.
  package func expect(_ path: [UInt8], withSources: Bool = false) {
    guard path != Array("-".utf8) else {
      if let identity = FileIdentity(of: Descriptor.input) { inputs[identity] = () }
      return
    }
    inputPaths.append((path, .input))
    // A pipe can be read only once, by the run itself.
    guard withSources, searched.insert(path).inserted, FileIdentity(at: path) != nil,
      case .success(let bytes) = FileBytes.read(path)
    else { return }
    let file = SourceFile(name: String(pathBytes: path), bytes: bytes)
    expectSources(of: file)
  }

  /// Registers the files that a script names in `source`.
  package func expectSources(of file: SourceFile) {
    for path in file.sourcedPaths { expect(path.pathBytes, withSources: true) }
  }

  // MARK: Reading

  /// The contents of a file, or of standard input for `-`.
  package func read(_ path: String) -> Result<[UInt8], SessionFileError> {
    guard path != "-" else { return contents(of: Descriptor.input) }
    return read(path.pathBytes)
  }

  /// The contents of a file whose name need not be valid text.
  package func read(_ path: [UInt8]) -> Result<[UInt8], SessionFileError> {
    let descriptor = FileBytes.open(path, .reading)
    guard descriptor >= 0 else { return .failure(.last) }
    defer { Descriptor.close(descriptor) }
    return contents(of: descriptor)
  }

  private func contents(of descriptor: Int32) -> Result<[UInt8], SessionFileError> {
    if let identity = FileIdentity(of: descriptor) {
      if let use = outputs[identity] { return .failure(SessionFileError(use.rawValue)) }
      inputs[identity] = ()
    }
    return FileBytes.read(from: descriptor).mapError { SessionFileError($0) }
  }

  /// Why standard input cannot be read line by line.
  package var refusalOfStandardInput: String? {
    FileIdentity(of: Descriptor.input).flatMap { outputs[$0]?.rawValue }
  }

  // MARK: Writing

  /// Writes a complete file.
  package func save(_ text: String, to path: String) -> SessionFileError? {
    let path = path.pathBytes
    if let refusal = refusal(ofWriting: path) { return refusal }
    // Output that was already written there must not be lost.
    for descriptor in [Descriptor.output, Descriptor.errors] where leads(path, to: descriptor) {
      return FileBytes.write(Array(text.utf8), to: descriptor).map { SessionFileError($0) }
    }
    return save(Array(text.utf8), to: path, replacing: nil)
  }

  /// Writes a file that was read and changed, unless another program has written it since then.
  package func rewrite(_ path: [UInt8], from old: [UInt8], to new: [UInt8]) -> SessionFileError? {
    save(new, to: path, replacing: old)
  }

  private func save(
    _ bytes: [UInt8], to path: [UInt8], replacing old: [UInt8]?
  ) -> SessionFileError? {
    do throws(FileError) {
      try FileSaving.save(bytes, to: path, replacing: old)
      return nil
    } catch {
      return SessionFileError(error)
    }
  }

  /// Opens an empty file that is written during the run.
  package func open(_ path: String) -> Result<OutputFile, SessionFileError> {
    let bytes = path.pathBytes
    if let refusal = refusal(ofWriting: bytes) { return .failure(refusal) }
    for descriptor in [Descriptor.output, Descriptor.errors] where leads(bytes, to: descriptor) {
      return .success(OutputFile(path: path, descriptor: descriptor))
    }
    let descriptor = FileBytes.open(bytes, [.writing, .creating])
    guard descriptor >= 0 else { return .failure(.last) }
    let file = OutputFile(path: path, descriptor: descriptor)
    guard let identity = FileIdentity(of: descriptor) else { return .success(file) }
    guard Descriptor.truncate(descriptor, to: 0) else { return .failure(.last) }
    outputs[identity] = .output
    return .success(file)
  }

  /// Makes the folders on the way to a file.
  ///
  /// - Returns: Why one of them cannot be made.
  package static func makeFolders(above path: String) -> String? {
    for end in path.indices.dropFirst() where path[end] == "/" {
      let folder = String(path[..<end]).pathBytes
      if !FileSystem.makeFolder(folder), SystemError.last != .alreadyExists {
        return "\(SystemError.last)"
      }
    }
    return nil
  }

  /// Why nothing can be written there.
  package func refusal(ofWriting path: [UInt8]) -> SessionFileError? {
    guard let identity = FileIdentity(at: path) else { return nil }
    var use = inputs[identity] != nil ? Use.input : nil
    let paths = RunFiles.keptPaths + inputPaths
    use = use ?? paths.first { FileIdentity(at: $0.path) == identity }?.use
    if use == nil, outputs[identity] == .output { use = .output }
    return use.map { SessionFileError("\($0.rawValue); name another file") }
  }

  private static let namesOfStandardInput = ["/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"]

  /// Whether a path means standard input: by its name, or because it is the same pipe or terminal.
  package func isStandardInput(_ path: [UInt8]) -> Bool {
    if Self.namesOfStandardInput.contains(where: { path.elementsEqual($0.utf8) }) { return true }
    guard let named = FileStatus(at: path), let open = FileStatus(of: Descriptor.input) else {
      return false
    }
    return ![.regular, .folder].contains(named.kind) && named.isSameFile(as: open)
  }

  private func leads(_ path: [UInt8], to descriptor: Int32) -> Bool {
    FileIdentity(at: path).map { $0 == FileIdentity(of: descriptor) } ?? false
  }
}

/// A file that is written during the run: a trace, or the results of tests.
package final class OutputFile {
  package let path: String
  private let descriptor: Int32
  /// Why something could not be written; after that, nothing more is written.
  package private(set) var failure: SystemError?

  package init(path: String, descriptor: Int32) {
    self.path = path
    self.descriptor = descriptor
  }

  package var isStandardOutput: Bool { descriptor == Descriptor.output }

  package func write(_ text: String) {
    guard failure == nil else { return }
    failure = FileBytes.write(Array(text.utf8), to: descriptor)
  }

  /// Closes the file; some systems report only then that a disk is full.
  package func finish() {
    guard descriptor > Descriptor.errors, !Descriptor.close(descriptor),
      SystemError.last != .interrupted
    else { return }
    failure = failure ?? .last
  }
}

extension SessionFileError {
  /// The reason why the last system call failed.
  package static var last: SessionFileError { SessionFileError(SystemError.last) }

  package init(_ error: FileError) {
    if case .system(let failure) = error { self.init(failure) } else { self.init("\(error)") }
  }

  package init(_ error: SystemError) {
    self =
      error == .interrupted && Interruption.isRaised ? .interrupted : SessionFileError("\(error)")
  }
}
