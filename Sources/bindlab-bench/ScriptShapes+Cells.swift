/// A list of people, bound `each` to a cell with two bindings.
final class CellShape {
  private let session = BenchSession()
  private var count: Int

  init(count: Int) {
    self.count = count
    session.run(
      """
      class Person { name = "Ann"; age = 30 }
      class Cell { viewModel; title; detail
        bind viewModel.name ~> title
        bind viewModel.age ~> detail
      }
      object vm { people = [] }
      object table { rows = [] }
      batch { repeat \(count) { vm.people.append(new Person) } }
      """)
  }

  func bind() {
    session.run("bind vm.people ~> table.rows each Cell")
    session.run("expect table.rows.count == \(count)\nexpect table.rows[\(count - 1)].detail == 30")
  }

  /// Inserts `times` elements in the middle and removes each again.
  func insert(_ times: Int) {
    session.run(
      """
      repeat \(times) {
        vm.people.insert(new Person, at: \(count / 2))
        vm.people.remove(at: \(count / 2))
      }
      """)
  }
}

/// An event with listeners that do almost nothing.
final class EventShape {
  private let session = BenchSession()
  private let listeners: Int
  private var fired = 0

  init(listeners: Int) {
    self.listeners = listeners
    session.run(
      """
      object source { event happened }
      object last { heard = 0 }
      repeat \(listeners - 1) { on source.happened { value } }
      on source.happened { last.heard += 1 }
      """)
  }

  func fire(_ count: Int) {
    session.run("repeat \(count) { fire source.happened(1) }")
    fired += count
    session.run("expect last.heard == \(fired)")
  }
}

/// Timers that are all due at one time.
final class TimerShape {
  private let session = BenchSession()

  init(timers: Int) {
    session.run("object c { n = 0 }\nbatch { repeat \(timers) { after 1s { c.n += 1 } } }")
  }

  func advance() { session.run("advance 1s") }

  func check(_ count: Int) { session.run("expect c.n == \(count)") }
}
