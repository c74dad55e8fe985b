import BindingEngine
import Exploring
import Foundation
import Interpreter
import Language
import Syntax
import Testing

/// Ctrl-C at moments that are hard to hit from outside.
@Suite struct InterruptionTests {
  @Test func `an interrupt during reset does not reach the prelude`() {
    let run = InterruptedRun()
    run.flag.pointee = 1
    run.run("reset\nobject label: UILabel")
    #expect(run.session.isInterrupted)
    #expect(run.messages == ["interrupted"])
    run.goOn()
    run.run("object label: UILabel")
    #expect(run.messages == ["interrupted"])
  }

  /// Where paths multiply, one write would be passed on some hundred million times.
  @Test(arguments: Semantics.presets.map(\.name))
  func `an interrupt stops what is passed on and what is read`(preset: String) {
    let run = InterruptedRun()
    run.run(
      """
      semantics \(preset)
      object b { z = 1; x = 1 }
      object a { x = 1; z = 0; computed y = b.x * 2 }
      object c { x = 0 }
      observe b.z { print "written" }
      bind a.z ~> b.x
      bind b.z ~> a.z
      bind a.x <> b.z | { value + 1 } reverse { value - 1 }
      bind b.x <> c.x | { value + 1 } reverse { value - 1 }
      bind a.x !~> c.x
      """)
    run.goOn()
    run.isInterruptedByOutput = true
    run.run("b.z = 4\nwait")
    #expect(run.session.core.pointee.turn.firings < 1000)
    run.goOn()
    #expect(run.session.checkInvariants() == [])
  }

  @Test func `a timer whose turn is interrupted is due again`() {
    let run = InterruptedRun()
    run.run("object c { n = 0 }\nafter 1s { c.n = 1; print \"now\"; repeat 5 { c.n += 1 } }")
    run.isInterruptedByOutput = true
    run.run("advance 2s")
    #expect(run.messages == ["interrupted"])
    run.goOn()
    run.run("expect c.n == 0\nadvance 1s\nexpect c.n == 6\nwait\nexpect c.n == 6")
    #expect(run.session.expectations.failed == 0 && run.messages == ["interrupted"])
  }

  @Test(arguments: [0, 100])
  func `a timer whose turn is interrupted keeps its place, with or without a journal`(
    journal: Int
  ) {
    let run = InterruptedRun()
    run.session.openJournal(journal)
    run.run("object c { n = 0 }\nafter 1s {}\nafter 2s { c.n = 1; print 1; repeat 5 { c.n += 1 } }")
    run.isInterruptedByOutput = true
    run.run("wait")
    run.goOn()
    #expect(run.messages == ["interrupted"])
    #expect(run.session.core.pointee.clock.now == 1_000_000)
    #expect(run.session.checkInvariants() == [])
    run.run("advance 999ms\nexpect c.n == 0\nadvance 1ms\nexpect c.n == 6")
    if journal > 0 { run.run("rewind 2\nexpect c.n == 0\nwait\nexpect c.n == 6") }
    #expect(run.session.expectations.failed == 0 && run.messages == ["interrupted"])
    #expect(run.session.checkInvariants() == [])
  }

  @Test func `an interrupt before the next timer removes nothing from the clock`() {
    let run = InterruptedRun()
    run.run("object c { n = 0 }\nafter 1s { c.n += 1; print c.n }\nafter 1s { c.n += 10 }")
    run.isInterruptedByOutput = true
    run.run("advance 2s")
    run.goOn()
    run.run("expect c.n == 1\nadvance 0s\nexpect c.n == 11")
    #expect(run.session.expectations.failed == 0 && run.messages == ["interrupted"])
  }

  @Test func `an interrupt in a compared block rolls everything back`() {
    let run = InterruptedRun()
    run.run("object c { n = 0 }\nafter 1s { c.n += 1 }\nvar before = turn.number")
    nonisolated(unsafe) let flag = run.flag
    // A thread of its own: the queues of Dispatch wait for other tests, while the loop takes memory.
    Thread.detachNewThread {
      usleep(200_000)
      flag.pointee = 1
    }
    run.run("compare { c.n = 5; object d { m = 1 }; while true { c.n += 1 } }")
    #expect(run.session.isInterrupted && run.messages == ["interrupted"])
    run.goOn()
    run.run("expect turn.number == before + 1\nexpect c.n == 0\nwait\nexpect c.n == 1\nobject d")
    #expect(run.session.expectations.failed == 0 && run.messages == ["interrupted"])
    #expect(run.session.checkInvariants() == [])
  }
}

/// A session with a flag that stops it.
private final class InterruptedRun: SessionHost {
  private(set) var session: Session!
  private(set) var messages: [String] = []
  let flag = UnsafeMutablePointer<Int32>.allocate(capacity: 1)
  /// Whether the first output is the moment.
  var isInterruptedByOutput = false

  init() {
    flag.initialize(to: 0)
    session = Session(host: self)
    session.watch(flag)
  }

  deinit { flag.deallocate() }

  func run(_ text: String) { session.run(SourceFile(name: "test.bind", text: text + "\n")) }

  func goOn() {
    isInterruptedByOutput = false
    flag.pointee = 0
    session.forgetInterruption()
  }

  func write(_ text: String) { if isInterruptedByOutput { flag.pointee = 1 } }
  func trace(_ line: String) {}
  func report(_ diagnostic: Diagnostic) { messages.append(diagnostic.message) }
  func read(path: String) -> Result<[UInt8], SessionFileError> { .failure(.init("none")) }
  func save(path: String, text: String) -> SessionFileError? { .init("none") }
}
