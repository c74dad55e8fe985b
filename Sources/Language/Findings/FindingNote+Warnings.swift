/// Warnings, which hold whatever else is run.
extension FindingNote {
  static let ofWarnings = [
    FindingNote(
      .oldArrow, "an arrow of BIND's first versions",
      "-> <- !-> <-! are understood, and are written ~> <~ !~> <~! now. 'check --fix' does it.",
      bad: "object a { x = 1 }\nobject b { x = 2 }\nbind a.x -> b.x\nprint b.x",
      good: "object a { x = 1 }\nobject b { x = 2 }\nbind a.x ~> b.x\nprint b.x")
  ]

  static let ofCycles = [
    FindingNote(
      .selfBinding, "a binding from a property to itself",
      """
      Each change of the property sets the binding off again. With a transformer it goes on for as
      long as the semantics lets it; without one it does nothing.
      """,
      bad: "object a { x = 1 }\nbind a.x !~> a.x | { value + 1 }\na.x = 2",
      good:
        "object a { x = 1 }\nobject b { x = 1 }\nbind a.x !~> b.x | { value + 1 }\na.x = 2\nprint b.x"
    ),
    FindingNote(
      .structuralCycle, "a cycle of bindings",
      """
      A change comes back to where it began, over bindings of which at least one goes one way only.
      Whether it ends is a matter of the values and of the semantics: 'cycles' tries it under each.
      """,
      bad: "object a { x = 1 }\nobject b { x = 1 }\nbind a.x !~> b.x\nbind b.x !~> a.x\na.x = 2",
      good: "object a { x = 1 }\nobject b { x = 1 }\nbind a.x <!> b.x\na.x = 2"),
    FindingNote(
      .twoWayChain, "a cycle of two-way bindings",
      """
      A ring of two-way bindings keeps its properties the same where they have no transformers, and
      one binding of it could be left out. With transformers the two ways round may disagree.
      """,
      bad: "object a { x = 1; y = 1; z = 1 }\nbind a.x <> a.y\nbind a.y <> a.z\nbind a.z <> a.x",
      good: "object a { x = 1; y = 1; z = 1 }\nbind a.x <> a.y\nbind a.y <> a.z"),
    FindingNote(
      .latentCycle, "a cycle that closes when a branch is taken",
      """
      An expression has a branch that reads what its own binding leads to. Nothing goes round until
      the branch is taken; the note says what opens it.
      """,
      bad:
        "object a { on = false; x = 1; y = 1 }\nbind (a.on ? a.y + 1 : 0) ~> a.x\nbind a.x ~> a.y",
      good:
        "object a { on = false; x = 1; y = 1 }\nbind (a.on ? 1 : 0) ~> a.x\nbind a.x ~> a.y\nprint a.y"
    ),
    FindingNote(
      .twoWriters, "two bindings that write one property",
      """
      Both go one way, from properties that change on their own, so that the target has the value of
      whichever changed last, and agrees with one of them at most. One binding of an expression that
      reads both says which counts.
      """,
      bad: """
        object a { x = 1; y = 2; total = 0 }
        bind a.x ~> a.total
        bind a.y ~> a.total
        print a.total
        """,
      good: "object a { x = 1; y = 2; total = 0 }\nbind (a.x + a.y) ~> a.total\nprint a.total"),
    FindingNote(
      .neverFires, "a binding that nothing can ever set off",
      """
      Its source is an expression that reads no property, and its arrow passes nothing at once: no
      value will ever pass. With an arrow that has no '!' it passes one value.
      """,
      bad: "object a { x = 1 }\nbind (1 + 2) !~> a.x\nprint a.x",
      good: "object a { x = 1 }\nbind (1 + 2) ~> a.x\nprint a.x"),
    FindingNote(
      .lossyRoundTrip, "transformers that do not give a value back",
      """
      What a two-way binding sends out should come back as it was. Sample values of the property's
      type were tried, apart from the script; the first that comes back as another is told.
      """,
      bad:
        "object a { x = 1 }\nobject b { x = 1 }\nbind a.x <> b.x | { value * 2 } reverse { value }",
      good:
        "object a { x = 1 }\nobject b { x = 1 }\nbind a.x <> b.x | { value + 2 } reverse { value - 2 }"
    ),
    FindingNote(
      .writesWhatItObserves, "an observer that writes what it observes",
      """
      Or fires the event that it hears, or posts the notification; not under a condition, which may
      end it. A lock holds it back under some semantics, and under others it runs away. 'silent'
      writes without telling anyone.
      """,
      bad: "object a { x = 1 }\nobserve a.x { a.x = value + 1 }\na.x = 2",
      good:
        "object a { x = 1; seen = 0 }\nobserve a.x { a.seen = value + 1 }\na.x = 2\nprint a.seen"),
    FindingNote(
      .variableInComputed, "a variable that a computed property or a binding reads",
      """
      Nothing tells a computed property, or a binding whose source is an expression, when a variable
      changes; it keeps what it read. 'bind once' says that a copy is meant.
      """,
      bad: "var rate = 2\nobject a { computed x = rate * 2 }\nprint a.x",
      good: "object rate { value = 2 }\nobject a { computed x = rate.value * 2 }\nprint a.x"),
    FindingNote(
      .neverAdmitted, "a binding whose values its target never takes",
      """
      The source has a type that the target's does not admit, so that the first value that passes will
      be an error. A transformer can make of it what fits: '| ToString'.
      """,
      bad: "object a { n: Int = 1; t: String = \"\" }\nbind a.n !~> a.t\na.n = 2\nprint a.t",
      good:
        "object a { n: Int = 1; t: String = \"\" }\nbind a.n !~> a.t | ToString\na.n = 2\nprint a.t"
    ),
    FindingNote(
      .moreWarnings, "more warnings than are told",
      "After 1000 of them the rest is left out; errors and notes are told all the same.",
      bad: "", good: ""),
    FindingNote(
      .sameBinding, "a binding that is there already",
      """
      Another binding passes values between the same properties, the same way and through the same
      transformers. The second does nothing but pass each value again.
      """,
      bad: "object a { x = 1; y = 2 }\nbind a.x ~> a.y\nbind a.x ~> a.y\nprint a.y",
      good: "object a { x = 1; y = 2 }\nbind a.x ~> a.y\nprint a.y"),
    FindingNote(
      .eventMeant, "a binding of an object whose event may be meant",
      """
      The source is a property that holds an object, such as a button. The binding passes the object
      when another one takes its place, and nothing when the object's default event is fired.
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
      What a block writes, calls, fires or posts leads back to what sets the block off. Where nothing
      is asked before, a change goes round for certain, and ends only where an equal value or a lock
      stops it. Two properties that are to stay the same need one two-way binding, and no blocks.
      """,
      bad:
        "object a { x = 1 }\nobject b { x = 1 }\nobserve a.x { b.x = value }\nobserve b.x { a.x = value }\na.x = 2",
      good: "object a { x = 1 }\nobject b { x = 1 }\nbind a.x <> b.x\na.x = 2"),
    FindingNote(
      .passesNilFirst, "a two-way binding that begins by passing nil over a value",
      """
      The first value of '<>' goes from left to right. Where the left side, a field as a rule, was
      never given a value and the right side has one, that is lost. With the sides exchanged the
      value comes first; both directions are the same from then on.
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
  ]

  static let ofNotes = [
    FindingNote(
      .unused, "a declaration that nothing uses",
      """
      Nothing in this script, nor in the files that it reads, names it. A name that begins with '_'
      is not told of, nor an object that has bindings or observers of its own.
      """,
      bad: "let limit = 3\nprint \"no limit\"", good: "let limit = 3\nprint limit"),
    FindingNote(
      .neverRead, "a target that nothing reads",
      """
      A binding writes the property, and nothing in this script reads, observes, prints or expects it
      or its object, or asks what there is. Of UILabel and the other built-in views somebody looks at
      the screen.
      """,
      bad: "object a { x = 1; y = 0 }\nbind a.x ~> a.y\na.x = 2",
      good: "object a { x = 1; y = 0 }\nbind a.x ~> a.y\na.x = 2\nexpect a.y == 2"),
    FindingNote(
      .neverChanged, "a source that nothing changes",
      """
      The arrow passes nothing at once, or it is an observer, and nothing in this script writes the
      property: no statement, no other binding. It waits for someone at the prompt, or in vain.
      """,
      bad: "object a { x = 1 }\nobserve a.x { print value }",
      good: "object a { x = 1 }\nobserve a.x { print value }\na.x = 2"),
    FindingNote(
      .neverHeard, "a notification that nothing hears",
      "Nothing in this script has 'on notification' with this name; a slip in the name looks like this.",
      bad: "post Saved", good: "on notification Saved { print \"saved\" }\npost Saved"),
    FindingNote(
      .neverPosted, "a notification that nothing posts",
      "Nothing in this script has 'post' with this name, so that what hears it never runs.",
      bad: "on notification Saved { print \"saved\" }",
      good: "on notification Saved { print \"saved\" }\npost Saved"),
    FindingNote(
      .neverFired, "an event that nothing fires",
      "Nothing in this script fires it, by 'fire' or as the target of a binding.",
      bad: "object b { event go }\non b.go { print \"went\" }",
      good: "object b { event go }\non b.go { print \"went\" }\nfire b.go"),
    FindingNote(
      .moreNotes, "more notes than are told",
      "After 1000 of them the rest is left out; errors and warnings are told all the same.",
      bad: "", good: ""),
  ]

  static let ofSilences = [
    FindingNote(
      .silencesNothing, "a silence that silences nothing",
      """
      Nothing of this code is found where the comment counts, or it names an error, which no comment
      can silence. 'check --fix' takes it away.
      """,
      bad: "print 1 // allow B045", good: "print 1"),
    FindingNote(
      .unknownCode, "a silence with a code that does not exist",
      "'help findings' lists the codes.",
      bad: "print 1 // allow B999", good: "print 1"),
    FindingNote(
      .malformedSilence, "a silence in a form that is not understood",
      "It silences nothing. '// allow B045' is the form, and 'check --fix' writes it.",
      bad: "print 1 // allow: B045", good: "print 1"),
  ]
}
