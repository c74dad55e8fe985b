import BindingEngine
import BindingLanguage

/// A chain whose bindings each add one, in the language.
final class ScriptShape: SessionHost {
  private var session: Session!
  private let length: Int
  private var written = 0

  init(length: Int) {
    self.length = length
    session = Session(host: self)
    var text = ""
    for number in 0...length { text += "object o\(number) { v = 0 }\n" }
    for number in 0..<length {
      text += "bind o\(number).v ~> o\(number + 1).v | { value + 1 }\n"
    }
    run(text)
  }

  /// Writes `count` new values and checks where the last one arrives.
  func write(_ count: Int) {
    run("repeat \(count) { o0.v += 1 }\n")
    written += count
    run("expect o\(length).v == \(written + length)\n")
  }

  private func run(_ text: String) {
    session.run(SourceFile(name: "bench", text: text))
    guard session.errors == 0, session.expectations.failed == 0 else {
      fatalError("the script failed")
    }
  }

  func write(_ text: String) {}
  func trace(_ line: String) {}
  func report(_ diagnostic: Diagnostic) { print(diagnostic.text()) }
  func read(path: String) -> Result<[UInt8], SessionFileError> {
    .failure(SessionFileError("no files here"))
  }
  func save(path: String, text: String) -> SessionFileError? { SessionFileError("no files here") }
}
