import BindingEngine
import Interpreter
import Language
import Syntax
import Testing

/// Objects that are released while they are made or extended, by any code that this runs.
@Suite struct ReleaseInMakingTests {
  /// The body of a class: `RELEASE` releases the object that is being made.
  private static let bodies = [
    "k = 1 set { RELEASE; value }; computed u = k; y = new B; bind k ~> x; observe x { 1 }",
    "k = give(); computed u = k; y = new B; bind k ~> x; action give() { RELEASE; 5 }",
    "y = new B { b = 2; c = new B }; k = give(); z = new B; action give() { RELEASE; 5 }",
    "k = 1; computed u = give(); computed v = u; bind u ~> x; action give() { RELEASE; 5 }",
    "k = 1; bind k ~> x; observe initial k { RELEASE }; observe x { RELEASE }; bind x ~> y; y",
    "k = 1; bind k ~> x observe { RELEASE }; bind k <> y; y; bind (x) ~> y",
    "k = 1; y; bind k ~> x | { give(); value }; bind k <> y; action give() { RELEASE }",
    "k = 1; y; bind k <> y transform { give(); value }; bind k ~> x; action give() { RELEASE }",
    "k = 1; y; bind (give()) ~> y; bind (k + give()) ~> x; action give() { RELEASE; 4 }",
    "viewModel = new B; action viewDidUpdateViewModel() { RELEASE }; bind viewModel.b ~> x",
    "viewModel set { RELEASE; value }; computed q = x; bind viewModel.b ~> x",
    "k = 1; command run(e) { RELEASE; 3 }; bind k ~> run; y = run.execute(1)",
    "k = 1; e = give(); bind k ~> x; action give() { batch { RELEASE; x = 3 }; 5 }",
    "k = 1; observe prior x { RELEASE }; bind k ~> x; bind x ~> y; y; computed u = y",
  ]

  private static let ways = ["release self", "free()", "fire go", "release c; release held.last"]

  private static let makings = [
    "object c: A { z = 1; w = new B; bind z ~> x; observe z { 1 } }",
    "object h { p = new A { z = 1; w = new B; bind z ~> x } }\nh.p = new A",
    "object t { items = [new B, 2]; rows }\nbind t.items ~> t.rows each A\nt.items = [3]\n"
      + "t.items.append(4)\nt.items.remove(at: 0)",
    "batch { object c: A\nobject d: A }",
    "object c {}\naction make() { held.last = c; new A }\n"
      + "extend c { k2 = make(); l = new A; computed u2 = k2; bind k2 ~> l.x }\nrelease c",
  ]

  @Test(arguments: Semantics.presets.map(\.name))
  func `an object may be released while it is being made`(semantics: String) throws {
    let preset = try #require(Semantics.presets.first { $0.name == semantics })
    for body in Self.bodies {
      for way in Self.ways {
        for making in Self.makings {
          let script = """
            object held { last }
            class B { b = 1 }
            class A { x; event go; on go { release self }; action free() { release self }
              \(body.replacing("RELEASE", with: way)) }
            \(making)
            object after: B
            """
          check(script, preset)
        }
      }
    }
  }

  @Test func `parts made for a released object are released with it`() {
    let host = SilentHost()
    let session = Session(host: host)
    let script = """
      class B { b = 1 }
      class A { k = 1 set { release self; value }; part = new B; computed u = k }
      object c: A { own = new B }
      expect c == nil
      """
    session.run(SourceFile(name: "test.bind", text: script))
    #expect(session.expectations.passed == 1 && session.errors == 0)
    let core = session.core
    let living = (0..<UInt32(core.pointee.objects.count)).filter {
      core.pointee.objects[$0].generation % 2 == 1
        && core.pointee.names.text(
          of: core.pointee.classes[Int(core.pointee.objects[$0].classID)].name) == "B"
    }
    #expect(living == [])
  }

  private func check(_ script: String, _ semantics: Semantics) {
    var options = SessionOptions()
    options.semantics = semantics
    options.keepsGoing = true
    options.maximumSteps = 20_000
    let host = SilentHost()
    let session = Session(host: host, options: options)
    session.run(SourceFile(name: "test.bind", text: script))
    #expect(session.checkInvariants() == [], "\(semantics.name): \(script)")
  }
}
