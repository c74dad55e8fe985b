import Checking
import Language
import Syntax
import Testing

/// `check` without the interpreter: this target links only `Checking` and what it imports.
@Suite struct CheckingAloneTests {
  private final class Host: SessionHost {
    var files: [String: String] = [:]

    func write(_ text: String) {}
    func trace(_ line: String) {}
    func report(_ diagnostic: Diagnostic) {}
    func read(path: String) -> Result<[UInt8], SessionFileError> {
      files[path].map { .success(Array($0.utf8)) } ?? .failure(SessionFileError("no such file"))
    }
    func save(path: String, text: String) -> SessionFileError? { nil }
  }

  private func messages(_ text: String, files: [String: String] = [:]) -> [String] {
    let host = Host()
    host.files = files
    return Checker.check(
      SourceFile(name: "main.bind", text: text), host: host, options: CheckOptions()
    ).map(\.message)
  }

  @Test func `an undeclared name is found`() {
    #expect(messages("object vm { name = \"Kim\" }\nvm.nmae = 1").count == 1)
    #expect(messages("object vm { name = \"Kim\" }\nvm.name = \"Bo\"").isEmpty)
  }

  @Test func `the files that a script sources are checked with it`() {
    let script = "source \"lib.bind\"\nprint x, y"
    #expect(messages(script, files: ["lib.bind": "let x = 1; let y = 2"]).isEmpty)
    #expect(messages(script, files: ["lib.bind": "let x = 1"]).count == 1)
  }

  @Test func `round trips are not tried without an interpreter`() {
    let script = """
      transformer Lossy { forward { value } reverse { value + 1 } }
      object a { x: Int = 1 }
      object b { x = 0 }
      bind a.x <> b.x | Lossy
      """
    #expect(messages(script).isEmpty)
  }
}
