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

  @Test func `a timer whose turn is interrupted is due again`() {
    let host = CountingHost()
    let session = Session(host: host)
    let flag = UnsafeMutablePointer<Int32>.allocate(capacity: 1)
    defer { flag.deallocate() }
    flag.initialize(to: 0)
    session.watch(flag)
    func run(_ text: String) { session.run(SourceFile(name: "test.bind", text: text + "\n")) }
    run("object c { n = 0 }\nafter 1s { c.n = 1; print \"now\"; repeat 5 { c.n += 1 } }")
    host.onWrite = { flag.pointee = 1 }
    run("advance 2s")
    #expect(host.messages == ["interrupted"])
    host.onWrite = nil
    flag.pointee = 0
    session.forgetInterruption()
    run("expect c.n == 0\nadvance 1s\nexpect c.n == 6\nwait\nexpect c.n == 6")
    #expect(session.expectations.failed == 0 && host.messages == ["interrupted"])
  }

  @Test func `an interrupt before the next timer takes nothing off the clock`() {
    let host = CountingHost()
    let session = Session(host: host)
    let flag = UnsafeMutablePointer<Int32>.allocate(capacity: 1)
    defer { flag.deallocate() }
    flag.initialize(to: 0)
    session.watch(flag)
    func run(_ text: String) { session.run(SourceFile(name: "test.bind", text: text + "\n")) }
    run("object c { n = 0 }\nafter 1s { c.n += 1; print c.n }\nafter 1s { c.n += 10 }")
    host.onWrite = { flag.pointee = 1 }
    run("advance 2s")
    host.onWrite = nil
    flag.pointee = 0
    session.forgetInterruption()
    run("expect c.n == 1\nadvance 0s\nexpect c.n == 11")
    #expect(session.expectations.failed == 0 && host.messages == ["interrupted"])
  }
}

private final class CountingHost: SessionHost {
  private(set) var messages: [String] = []
  var onWrite: (() -> Void)?

  func write(_ text: String) { onWrite?() }
  func trace(_ line: String) {}
  func report(_ diagnostic: Diagnostic) { messages.append(diagnostic.message) }
  func read(path: String) -> Result<[UInt8], SessionFileError> { .failure(.init("none")) }
  func save(path: String, text: String) -> SessionFileError? { .init("none") }
}
