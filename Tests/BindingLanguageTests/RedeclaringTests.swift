import BindingEngine
import Language
import Rendering
import Syntax
import TestSupport
import Testing

@testable import Exploring
@testable import Interpreter

/// A class or an enumeration that is typed again takes the place of the first: what exists gets what
/// is new, keeps its values, and what does not fit is shown.
@Suite struct RedeclaringTests {
  private final class Host: SessionHost {
    var output = ""
    func write(_ text: String) { output += text }
    func trace(_ line: String) {}
    func report(_ diagnostic: Diagnostic) {
      output += "\(diagnostic.severity) \(diagnostic.message)\n"
    }
    func read(path: String) -> Result<[UInt8], SessionFileError> {
      .success(Array("class Person { name = \"\" }\n".utf8))
    }
    func save(path: String, text: String) -> SessionFileError? {
      output += text
      return nil
    }
  }

  private let host = Host()
  private let session: Session

  init() {
    var options = SessionOptions()
    options.journalLimit = 100
    session = Session(host: host, options: options)
  }

  @discardableResult
  private func say(_ text: String) -> String {
    host.output = ""
    session.run(SourceFile(name: "<repl>", text: text), isInteractive: true)
    #expect(session.checkInvariants() == [])
    return host.output
  }

  @Test func `objects get new members and keep their values`() {
    say("class Person { name = \"Anon\"; computed greeting = \"Hi, \" + name }")
    say("object ann: Person { name = \"Ann\" }")
    say("let bob = new Person { name = \"Bob\"; pet = \"Rex\" }")
    #expect(
      say("class Person { name: String = \"Nobody\"; age: Int = 7; computed next = age + 1 }")
        == """
        ann.greeting is no longer declared, and stays
        bob.greeting is no longer declared, and stays

        """)
    #expect(
      say("print ann.name, ann.age, ann.next, bob.name, bob.pet, bob.next") == "Ann 7 8 Bob Rex 8\n"
    )
    say("ann.age = 40")
    #expect(say("ann.next") == "41\n")
    #expect(say("ann.name = 3") == "error 'ann.name' is String and cannot be 3\n")
    #expect(say("new Person is Person") == "true\n")
    #expect(say("ann is Person") == "true\n")
    #expect(say("object eve: Person") == "")
    #expect(say("eve.greeting") == "error no property 'greeting' in 'eve'\n")
  }

  @Test func `what is observed follows a new formula`() {
    say("class Box { width = 2; height = 3; computed area = width * height }")
    say("object box: Box")
    say("object view { text }")
    say("bind box.area ~> view.text")
    say("class Box { width = 2; height = 3; depth = 5; computed area = width * height * depth }")
    #expect(say("print box.area, view.text") == "30 30\n")
    say("box.depth = 1")
    #expect(say("print box.area, view.text") == "6 6\n")
    say("class Box { width = 2; computed area = width * 100 }")
    #expect(say("print box.area, view.text, box.depth") == "200 200 1\n")
  }

  @Test func `actions, commands and types are those of the new declaration`() {
    say("class Worker { action work() { \"old\" }; rate = 1 }")
    say("object ann: Worker")
    say("object team { lead: Worker? }")
    say("team.lead = ann")
    say(
      "class Worker { action work(job) { \"new \" + job }; rate: Double = 1.0; command rest() { \"rested\" } }"
    )
    #expect(say("ann.work(\"filing\")") == "\"new filing\"\n")
    #expect(say("print ann.rate") == "1.0\n")
    say("ann.rest.execute()")
    #expect(say("ann.rest.status") == "\"succeeded\"\n")
    // An instance of the new class is one of the type as well.
    say("object bob: Worker")
    #expect(say("team.lead = bob") == "")
    #expect(say("team.lead = nil") == "")
    #expect(say("team.lead = ann") == "")
  }

  @Test func `what does not fit stays and is shown`() {
    say("class Item { size = \"big\"; event sold; computed label = \"x\" }")
    say("object a: Item")
    say("object b: Item { size = 3 }")
    #expect(
      say("class Item { size: Int = 1; sold = false; label = \"y\" }") == """
        a.size = "big" does not fit Int, and stays Any
        a.sold stays an event
        a.label stays a computed property
        b.sold stays an event
        b.label stays a computed property

        """)
    #expect(say("a.size = \"small\"") == "")
    #expect(say("b.size = \"small\"") == "error 'b.size' is Int and cannot be \"small\"\n")
  }

  @Test func `a failed declaration changes nothing`() {
    say("class Person { name = \"Anon\" }")
    say("object ann: Person { name = \"Ann\" }")
    let before = say("show ann")
    #expect(say("class Person { name = \"\"; age = 1 / 0 }").contains("error"))
    #expect(say("show ann") == before)
    #expect(say("class Person { name = \"\"; age: Nothing = 1 }").contains("error"))
    #expect(say("show ann") == before)
    #expect(say("object bob: Person") == "")
    #expect(say("bob.name") == "\"Anon\"\n")
  }

  @Test func `time goes back over a declaration`() {
    say("class Person { name = \"Anon\"; computed shout = name.uppercased }")
    say("object ann: Person { name = \"Ann\" }")
    let before = say("show ann")
    say("class Person { name: String = \"\"; age = 3; computed shout = name + \"!\" }")
    let after = say("show ann")
    #expect(after.contains("Ann!") && after.contains("age"))
    say("rewind")
    #expect(say("show ann") == before)
    #expect(say("ann.name = nil") == "")
    say("rewind")
    say("class Person { name = \"\"; pet = \"Rex\" }")
    #expect(say("ann.pet") == "\"Rex\"\n")
    say("class Person { name = \"\"; pet: String = \"Tom\"; toy = pet }")
    #expect(say("[ann.pet, ann.toy]") == "[\"Rex\", \"Rex\"]\n")
    say("rewind")
    #expect(say("ann.pet = 3") == "")
  }

  @Test func `classes that inherit are named`() {
    say("class Person { name = \"Anon\" }")
    say("class Student: Person { school = \"\" }")
    say("object kim: Student")
    #expect(
      say("class Person { name = \"Anon\"; age = 1 }") == """
        Student still inherits the earlier Person: declare it again for the new members

        """)
    #expect(say("kim is Person") == "true\n")
    say("class Student: Person { school = \"\" }")
    #expect(say("print kim.age, kim.school == \"\"") == "1 true\n")
  }

  @Test func `an enum that is typed again keeps its values`() {
    say("enum Phase { idle, loading }")
    say("object vm { phase: Phase = Phase.loading }")
    #expect(
      say("enum Phase { idle, done(result) }")
        == "vm.phase = Phase.loading is no case any more, and stays\n")
    #expect(
      say("switch vm.phase { idle { print 1 } done(x) { print x } else { print \"else\" } }")
        == "else\n")
    #expect(say("vm.phase = Phase.done(3)") == "")
    #expect(say("switch vm.phase { idle { print 1 } done(x) { print x } }") == "3\n")
    #expect(say("vm.phase == Phase.done(3)") == "true\n")
    #expect(say("vm.phase = Phase.loading").contains("no case 'loading'"))
  }

  @Test func `in a file it is an error`() {
    session.run(
      SourceFile(
        name: "a.bind", text: "class Person { }\nclass Person { }\nenum A { x }\nenum A { x }"))
    #expect(host.output == "error 'Person' is already declared, as a class\n")
    #expect(say("source \"person.bind\"").contains("'Person' is already declared"))
    #expect(say("class UILabel { }").contains("already declared"))
    #expect(say("enum Person { a }").contains("already declared"))
  }

  @Test func `what is saved can be read`() {
    say("class Person { name = \"Anon\" }")
    say("object ann: Person")
    say("class Person { name = \"Anon\"; age = 1 }")
    #expect(
      say("save \"x\"").hasPrefix("class Person { name = \"Anon\"; age = 1 }\nobject ann: Person\n")
    )
  }
}
