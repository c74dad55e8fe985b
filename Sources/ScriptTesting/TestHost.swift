import Language
import Syntax

/// Keeps the output of a test if it is compared, and provides the files that the test reads.
final class TestHost: SessionHost {
  /// The most bytes of one output that are kept.
  static let mostOutput = 1 << 24

  private let outer: any SessionHost
  /// The folder of the test, with a slash at its end; empty for the working folder of the tool.
  let folder: String
  /// The output since it was last taken; nil if it is not compared.
  private var output: String?
  private(set) var hasTooMuch = false
  /// Everything that was written.
  private(set) var log = OutputLog()
  /// Where the files go that the test writes; nil if they go where it says.
  private let files: TestFiles?
  /// Whether the trace is a part of the output that is compared.
  var comparesTrace: () -> Bool = { true }
  /// The paths that the test has read.
  private(set) var reads: Set<String> = []
  /// Turns a diagnostic into a part of the output.
  var receive: (Diagnostic) -> String? = { _ in nil }
  /// Takes a diagnostic that is no failure, because it leads to a change of the test's file.
  var update: (Diagnostic) -> Bool = { _ in false }

  /// - Parameter outer: Reads and writes files.
  init(_ outer: any SessionHost, folder: String, files: TestFiles?) {
    self.outer = outer
    self.folder = folder
    self.files = files
  }

  /// Forgets what was written so far.
  func clearLog() { log = OutputLog() }

  /// Keeps output from now on.
  func keepOutput() {
    output = ""
    hasTooMuch = false
  }

  /// Returns the kept output, and keeps no more.
  func takeOutput() -> String {
    defer { output = nil }
    return output ?? ""
  }

  func write(_ text: String) {
    log.add(text)
    keep(text)
  }

  private func keep(_ text: String) {
    guard let length = output?.utf8.count else { return }
    guard length + text.utf8.count <= TestHost.mostOutput else {
      hasTooMuch = true
      return
    }
    output?.append(text)
  }

  func trace(_ lines: String) {
    log.add(lines)
    if comparesTrace() { keep(lines) }
  }

  func report(_ diagnostic: Diagnostic) {
    if update(diagnostic) { return }
    if let text = receive(diagnostic) { keep(text + "\n") }
  }

  func read(path: String) -> Result<[UInt8], SessionFileError> {
    if let own = files?.place(of: path), files?.exists(own) == true {
      return outer.read(path: own)
    }
    let path = path.hasPrefix("/") ? path : folder + path
    reads.insert(path)
    return outer.read(path: path)
  }

  func save(path: String, text: String) -> SessionFileError? {
    guard let files else { return outer.save(path: path, text: text) }
    let own = files.place(of: path)
    // A folder that is missing beside the script is missing here, too.
    let outside = path.hasPrefix("/") ? path : folder + path
    let above = outside.lastIndex(of: "/").map { String(outside[..<$0]) } ?? ""
    if above.isEmpty || files.exists(above), let problem = files.makeFolders(own) {
      return SessionFileError(problem)
    }
    return outer.save(path: own, text: text)
  }

  func layout(_ dot: String) -> Result<String, SessionFileError> { outer.layout(dot) }
}
