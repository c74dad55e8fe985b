/// Warnings, which hold whatever else is run.
extension FindingNote {
  static let ofWarnings = [
    FindingNote(
      .oldArrow, "an arrow in its old spelling",
      "-> <- !-> <-! still work; they are now written ~> <~ !~> <~!. 'check --fix' replaces them.",
      bad: "object a { x = 1 }\nobject b { x = 2 }\nbind a.x -> b.x\nprint b.x",
      good: "object a { x = 1 }\nobject b { x = 2 }\nbind a.x ~> b.x\nprint b.x")
  ]

  static let ofCycles = [
    FindingNote(
      .selfBinding, "a binding from a property to itself",
      """
      Each change of the property fires the binding again. With a transformer this goes on for as
      long as the semantics allows; without one it has no effect.
      """,
      bad: "object a { x = 1 }\nbind a.x !~> a.x | { value + 1 }\na.x = 2",
      good:
        "object a { x = 1 }\nobject b { x = 1 }\nbind a.x !~> b.x | { value + 1 }\na.x = 2\nprint b.x"
    ),
    FindingNote(
      .structuralCycle, "a cycle of bindings",
      """
      A change comes back to where it began, and at least one binding on its path is one-way. Whether
      it ends depends on the values and on the semantics: 'cycles' tries each semantics.
      """,
      bad: "object a { x = 1 }\nobject b { x = 1 }\nbind a.x !~> b.x\nbind b.x !~> a.x\na.x = 2",
      good: "object a { x = 1 }\nobject b { x = 1 }\nbind a.x <!> b.x\na.x = 2"),
    FindingNote(
      .twoWayChain, "a cycle of two-way bindings",
      """
      Two-way bindings in a ring keep their properties equal if they have no transformers, and then
      one of them is redundant. With transformers, the two paths to a property may give different
      values.
      """,
      bad: "object a { x = 1; y = 1; z = 1 }\nbind a.x <> a.y\nbind a.y <> a.z\nbind a.z <> a.x",
      good: "object a { x = 1; y = 1; z = 1 }\nbind a.x <> a.y\nbind a.y <> a.z"),
    FindingNote(
      .latentCycle, "a cycle that closes only in one branch",
      """
      One branch of an expression reads a property that its own binding writes, directly or through
      other bindings. There is no cycle until that branch is taken; the note says when it is.
      """,
      bad:
        "object a { on = false; x = 1; y = 1 }\nbind (a.on ? a.y + 1 : 0) ~> a.x\nbind a.x ~> a.y",
      good:
        "object a { on = false; x = 1; y = 1 }\nbind (a.on ? 1 : 0) ~> a.x\nbind a.x ~> a.y\nprint a.y"
    ),
    FindingNote(
      .twoWriters, "two bindings that write one property",
      """
      Both are one-way, from properties that change independently. The target has the value of the
      source that changed last, so it disagrees with the other source. Instead, bind one expression
      that reads both and says which value counts.
      """,
      bad: """
        object a { x = 1; y = 2; total = 0 }
        bind a.x ~> a.total
        bind a.y ~> a.total
        print a.total
        """,
      good: "object a { x = 1; y = 2; total = 0 }\nbind (a.x + a.y) ~> a.total\nprint a.total"),
    FindingNote(
      .neverFires, "a binding that can never fire",
      """
      Its source is an expression that reads no property, and its arrow has a '!', so it does not
      pass a first value either. Without the '!' it passes one value.
      """,
      bad: "object a { x = 1 }\nbind (1 + 2) !~> a.x\nprint a.x",
      good: "object a { x = 1 }\nbind (1 + 2) ~> a.x\nprint a.x"),
    FindingNote(
      .lossyRoundTrip, "a two-way binding that loses information both ways",
      """
      A value that goes through a two-way binding and back should be the same again: through its
      transformers, and through the 'set' blocks and correcting observers at its ends. Sample values
      of the property's type were tried, separately from the script; the message shows the first one
      that came back changed.
      """,
      bad:
        "object a { x = 1 }\nobject b { x = 1 }\nbind a.x <> b.x | { value * 2 } reverse { value }",
      good:
        "object a { x = 1 }\nobject b { x = 1 }\nbind a.x <> b.x | { value + 2 } reverse { value - 2 }"
    ),
    FindingNote(
      .writesWhatItObserves, "an observer that writes what it observes",
      """
      The same is reported if a handler fires the event or posts the notification that it handles.
      Some semantics hold the observer back with a lock; under others it never ends. 'silent' writes
      without notifying. Of observers it is reported if there is no condition, of effects always, also
      if an action that they call writes. What they read in 'untracked' does not set them off.
      """,
      bad: "object a { x = 1 }\nobserve a.x { a.x = value + 1 }\na.x = 2",
      good:
        "object a { x = 1; seen = 0 }\nobserve a.x { a.seen = value + 1 }\na.x = 2\nprint a.seen"),
    FindingNote(
      .variableInComputed, "a variable that a computed property or a binding reads",
      """
      A change of a variable notifies nothing, so a computed property, or a binding of an expression,
      keeps the value that it read. Use a property of an object instead, or 'bind once' if you want
      a copy.
      """,
      bad: "var rate = 2\nobject a { computed x = rate * 2 }\nprint a.x",
      good: "object rate { value = 2 }\nobject a { computed x = rate.value * 2 }\nprint a.x"),
    FindingNote(
      .neverAdmitted, "a binding whose type does not fit its target",
      """
      The target does not accept values of the source's type, so the first value that passes will be
      an error. A transformer can convert it: '| ToString'.
      """,
      bad: "object a { n: Int = 1; t: String = \"\" }\nbind a.n !~> a.t\na.n = 2\nprint a.t",
      good:
        "object a { n: Int = 1; t: String = \"\" }\nbind a.n !~> a.t | ToString\na.n = 2\nprint a.t"
    ),
    FindingNote(
      .moreWarnings, "too many warnings",
      "Only the first 1000 are shown. Errors and notes are shown as well.",
      bad: "", good: ""),
    FindingNote(
      .sameBinding, "a binding that already exists",
      """
      Another binding connects the same properties, in the same direction and through the same
      transformers. The second one only passes each value again.
      """,
      bad: "object a { x = 1; y = 2 }\nbind a.x ~> a.y\nbind a.x ~> a.y\nprint a.y",
      good: "object a { x = 1; y = 2 }\nbind a.x ~> a.y\nprint a.y"),
    FindingNote(
      .eventMeant, "a binding of an object instead of its event",
      """
      The source is a property that holds an object, such as a button. The binding fires when the
      property gets another object, and not when the object's default event is fired.
      """,
      bad: """
        object view { button = new UIButton; taps = 0 }
        bind view.button ~> view.taps
        print view.taps
        """,
      good: """
        object view { button = new UIButton; taps = 0 }
        bind view.button.onTouchUpInside !~> view.taps
        fire view.button.onTouchUpInside(1)
        print view.taps
        """),
    FindingNote(
      .codeCycle, "a cycle through code",
      """
      What a block writes, calls, fires or posts leads back to what runs the block. If this depends on
      no condition, a change certainly runs through the cycle, and ends only where an equal value or
      a lock stops it. To keep two properties equal, use one two-way binding instead of blocks.
      """,
      bad:
        "object a { x = 1 }\nobject b { x = 1 }\nobserve a.x { b.x = value }\nobserve b.x { a.x = value }\na.x = 2",
      good: "object a { x = 1 }\nobject b { x = 1 }\nbind a.x <> b.x\na.x = 2"),
    FindingNote(
      .ownDelegate, "an object that becomes its own delegate",
      """
      In the body of 'new', 'self' is the new object. If you assign it to one of its own weak
      properties, the object calls itself. 'outer' is the object whose code contains 'new'.
      """,
      bad: """
        class Worker { weak delegate; action work() { delegate.workDidFinish() } }
        object boss {
          worker = new Worker { delegate = self }
          action workDidFinish() { print "finished" }
        }
        print boss.worker.delegate
        """,
      good: """
        class Worker { weak delegate; action work() { delegate.workDidFinish() } }
        object boss {
          worker = new Worker { delegate = outer }
          action workDidFinish() { print "finished" }
        }
        boss.worker.work()
        """),
    FindingNote(
      .passesNilFirst, "a two-way binding that first passes nil over a value",
      """
      The first value of '<>' passes from left to right. If the left side, usually a field, has no
      value yet and the right side has one, that value is lost. Exchange the two sides: then the
      value passes first, and afterwards both directions work as before.
      """,
      bad: """
        object vm { name = "model" }
        object form { name: String? }
        bind form.name <> vm.name
        print vm.name
        """,
      good: """
        object vm { name = "model" }
        object form { name: String? }
        bind vm.name <> form.name
        print vm.name
        """),
    FindingNote(
      .noMemberOfClass, "a member that no object of the declared class has",
      """
      The property may be nil, and a member of nil is nil, so there is no error yet. But the class in
      its type has no such member, and nothing else in the script declares one of this name: as soon
      as the property refers to an object, using the member is an error.
      """,
      bad: """
        class Person { name = "Kim" }
        object view { person: Person?; text; action update() { text = person.nmae } }
        view.update()
        print view.text
        """,
      good: """
        class Person { name = "Kim" }
        object view { person: Person?; text; action update() { text = person.name } }
        view.update()
        print view.text
        """),
    FindingNote(
      .lostBinding, "a binding that ends because its target is written or bound again",
      """
      Under 'qt' and 'sheet' a bound property has its binding until somebody writes it. Under these
      and 'javafx' a second one-way binding takes the place of the first. Afterwards the property
      no longer follows its source, and nothing fails.
      """,
      bad: """
        semantics qt
        object a { x = 1 }
        object b { x = 0 }
        bind a.x ~> b.x
        b.x = 5
        print b.x
        """,
      good: """
        semantics qt
        object a { x = 1 }
        object b { x = 0 }
        bind a.x ~> b.x
        a.x = 5
        print b.x
        """),
  ]

  static let ofLaterWarnings = [
    FindingNote(
      .readsUnannounced, "a block that reads a property whose changes do not fire its binding",
      """
      A binding fires when its source changes. A property that only a block of its transformers
      reads is read at that time, but a change of it does not fire the binding. A source in
      parentheses observes everything that it reads.
      """,
      bad: """
        object money { rate = 2 }
        object a { x = 1; y = 0 }
        bind a.x ~> a.y | { value * money.rate }
        money.rate = 3
        print a.y
        """,
      good: """
        object money { rate = 2 }
        object a { x = 1; y = 0 }
        bind (a.x * money.rate) ~> a.y
        money.rate = 3
        print a.y
        """),
    FindingNote(
      .missingCases, "a switch without a block for a case",
      """
      The value can be a case for which the 'switch' has no block, and it has no 'else'. Then the
      'switch' does nothing.
      """,
      bad: """
        enum Phase { idle, loading }
        object vm { phase: Phase = Phase.idle }
        switch vm.phase { idle { print "ready" } }
        """,
      good: """
        enum Phase { idle, loading }
        object vm { phase: Phase = Phase.idle }
        switch vm.phase { idle { print "ready" } else { print "wait" } }
        """),
    FindingNote(
      .checksNothing, "what looks like an expectation and checks nothing",
      """
      At the prompt a comparison shows whether it holds. In a file nobody sees that, and a test
      passes either way. A comment is compared with the output only if it begins with '=>', and in
      Markdown a block only if it is called 'text' and follows a block 'bind'.
      """,
      bad: "object a { x = 1 }\na.x == 2", good: "object a { x = 1 }\nexpect a.x == 1"),
    FindingNote(
      .givesItself, "a member whose first value is the member itself",
      """
      In the body of an object or a class, the name of a member means that member. So 'name = name'
      leaves the member as it is, and what has the same name outside is not read. Use another name
      outside, or assign the value after the object has been made.
      """,
      bad: """
        class Row { name = "" }
        let name = "Kim"
        let row = new Row { name = name }
        print row.name
        """,
      good: """
        class Row { name = "" }
        let first = "Kim"
        let row = new Row { name = first }
        print row.name
        """),
    FindingNote(
      .endlessEcho, "a two-way binding whose echo never ends",
      """
      Under 'kvo' no lock holds a binding back, and equal values are passed on. So a change comes
      back to where it began, and goes round again. The turn fails at the limit.
      """,
      bad: """
        semantics kvo
        object a { x = 1 }
        object b { x = 1 }
        bind a.x <!> b.x
        print b.x
        """,
      good: """
        semantics goo
        object a { x = 1 }
        object b { x = 1 }
        bind a.x <!> b.x
        print b.x
        """),
    FindingNote(
      .noSuchStatus, "a comparison with a status that no command has",
      """
      The status of a command is one of five texts: default, executing, succeeded, failed and
      cancelled. It never equals another text, so the comparison always has the same result.
      """,
      bad: """
        object vm { command load { 1 } }
        vm.load.execute()
        print vm.load.status == "success"
        """,
      good: """
        object vm { command load { 1 } }
        vm.load.execute()
        print vm.load.status == "succeeded"
        """),
    FindingNote(
      .formulaWithEffect, "a computed property whose formula has an effect",
      """
      It calls an action that writes, fires, posts or makes something, or executes a command. How often
      a formula is evaluated, and when, depends on the semantics, and so does what the effect does.
      """,
      bad: """
        object a { x = 1; n = 0; action count() { n = n + 1; x }; computed y = count() }
        print a.y
        """,
      good: """
        object a { x = 1; computed y = x + 1 }
        print a.y
        """),
    FindingNote(
      .waitsBothWays, "a two-way binding in which values wait both ways",
      """
      While a value of one side waits, the other side can change. Then each side may get the older
      value of the other one. Let the values of only one direction wait.
      """,
      bad: """
        object a { x = 1 }
        object b { x = 1 }
        bind a.x <> b.x | Debounce(300ms) | !Debounce(300ms)
        a.x = 2
        b.x = 3
        wait
        print a.x, b.x
        """,
      good: """
        object a { x = 1 }
        object b { x = 1 }
        bind a.x <> b.x | !Debounce(300ms)
        b.x = 3
        wait
        print a.x
        """),
    FindingNote(
      .distinctForNothing, "a Distinct that never rejects anything",
      """
      What reaches it never repeats: another 'Distinct' stands before it, with nothing but 'Skip'
      between them, or the binding passes only one value.
      """,
      bad: """
        object a { x = 1 }
        object b { x = 1 }
        bind a.x ~> b.x | Distinct | Skip(1) | Distinct
        a.x = 2
        print b.x
        """,
      good: """
        object a { x = 1 }
        object b { x = 1 }
        bind a.x ~> b.x | Distinct | Debounce(1s) | Distinct
        a.x = 2
        wait
        print b.x
        """),
    FindingNote(
      .unkept, "a binding or an observer that nobody keeps",
      """
      It passes its first value and ends at once, so no later change reaches it. That is what happens
      in Combine and RxSwift if the result of 'sink' or 'subscribe' is not stored.
      """,
      bad: """
        object vm { name = "Kim" }
        object label: UILabel
        bind vm.name ~> label.text kept by nobody
        vm.name = "Bo"
        print label.text
        """,
      good: """
        object vm { name = "Kim" }
        object label: UILabel
        object page
        bind vm.name ~> label.text kept by page
        vm.name = "Bo"
        print label.text
        """),
    FindingNote(
      .unpromisedOrder, "a value that depends on an order which is not promised",
      """
      Combine keeps subscribers in a set, and may notify them in any order. Here the oldest one is
      first. So a program can work here and fail there. 'compare --orders' tries other orders.
      """,
      bad: """
        semantics combine
        object vm { name = "Kim" }
        object log { text = "" }
        observe vm.name { log.text = "now \\(value)" }
        observe vm.name { log.text = log.text + "!" }
        vm.name = "Bo"
        print log.text
        """,
      good: """
        semantics combine
        object vm { name = "Kim" }
        object log { text = "" }
        observe vm.name { log.text = "now \\(value)!" }
        vm.name = "Bo"
        print log.text
        """),
  ]
}
