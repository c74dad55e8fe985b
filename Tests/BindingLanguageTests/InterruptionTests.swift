import BindingLanguage
import Testing

/// Ctrl-C at moments that only luck would hit from outside.
@Suite struct InterruptionTests {
  @Test func `an interrupt during reset does not hit the prelude`() {
    let host = CountingHost()
    let session = Session(host: host)
    let flag = UnsafeMutablePointer<Int32>.allocate(capacity: 1)
    defer { flag.deallocate() }
    flag.initialize(to: 1)
    session.watch(flag)
    session.run(SourceFile(name: "test.bind", text: "reset\nobject label: UILabel\n"))
    #expect(session.isInterrupted)
    #expect(host.messages == ["interrupted"])
    flag.pointee = 0
    session.forgetInterruption()
    session.run(SourceFile(name: "test.bind", text: "object label: UILabel\n"))
    #expect(host.messages == ["interrupted"])
  }
}

private final class CountingHost: SessionHost {
  private(set) var messages: [String] = []

  func write(_ text: String) {}
  func trace(_ line: String) {}
  func report(_ diagnostic: Diagnostic) { messages.append(diagnostic.message) }
  func read(path: String) -> Result<[UInt8], SessionFileError> { .failure(.init("none")) }
  func save(path: String, text: String) -> SessionFileError? { .init("none") }
}
