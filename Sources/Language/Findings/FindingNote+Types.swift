/// Errors of values and of bindings.
extension FindingNote {
  static let ofTypes = [
    FindingNote(
      .typeMismatch, "a value of the wrong type for a property",
      """
      An Int becomes a Double where one is wanted; nothing else converts. nil is allowed only if the
      type ends in '?'. Through a binding, the type after the transformers counts.
      """,
      bad: "object box { width: Int = 1 }\nbox.width = \"wide\"\nprint box.width",
      good: "object box { width: Int = 1 }\nbox.width = 2\nprint box.width"),
    FindingNote(
      .wrongOperand, "an operator or member that the type does not have",
      """
      '+' takes two numbers, two strings or two lists; '!' takes a Bool; '.uppercased' is for a
      String. This is also checked in the transformers of a binding whose source has a known type.
      """,
      bad: "print \"n\" + 1", good: "let n = 1\nprint \"n\\(n)\""),
    FindingNote(
      .wrongKindOfValue, "a statement that needs another kind of value",
      "'if' and 'while' take a Bool, 'repeat' an Int, 'for' a List, 'after' and 'advance' a duration.",
      bad: "if 1 { print \"yes\" }", good: "if 1 == 1 { print \"yes\" }"),
    FindingNote(
      .noList, "a list operation on something else",
      "Indices, list methods and 'each' need a List, and an index is an Int.",
      bad: "object a { x: Int = 1 }\na.x.append(2)",
      good: "object a { x = [1] }\na.x.append(2)\nprint a.x"),
    FindingNote(
      .readOnly, "a write to something that cannot be written",
      "A constant, a computed property, an object, an action and members such as 'count' are read-only.",
      bad: "let limit = 3\nlimit = 4\nprint limit", good: "var limit = 3\nlimit = 4\nprint limit"),
    FindingNote(
      .wrongCall, "a call that does not fit what it calls",
      "Too few or too many arguments, unknown labels, or something that cannot be called.",
      bad: "action greet(who) { print who }\ngreet()",
      good: "action greet(who) { print who }\ngreet(\"Kim\")"),
    FindingNote(
      .computedReadsItself, "a computed property that reads itself",
      "Its value would depend on itself, directly or through other computed properties.",
      bad: "object a { computed x = y + 1; computed y = x - 1 }\nprint a",
      good: "object a { n = 1; computed x = n + 1; computed y = x - 1 }\nprint a"),
  ]

  static let ofBindings = [
    FindingNote(
      .malformedEnd, "an end of a binding that is not a property",
      "An end is a key path that begins at an object. An expression as a source needs parentheses.",
      bad: "object a { x = 1 }\nbind a.x ~> (1 + 2)",
      good: "object a { x = 1 }\nobject b { x = 2 }\nbind (a.x + 2) ~> b.x\nprint b.x"),
    FindingNote(
      .noWayThrough, "a binding that cannot pass values this way",
      """
      A two-way binding needs transformers with 'forward' and 'reverse'; '!Name' swaps the two. An
      asynchronous transformer works in one direction only. Some semantics have no two-way bindings,
      and some refuse a cycle of one-way ones, in which each value would depend on itself.
      """,
      bad: "object a { x = \"k\" }\nobject b { x = \"\" }\nbind a.x <> b.x | Uppercase",
      good: "object a { x = \"k\" }\nobject b { x = \"\" }\nbind a.x ~> b.x | Uppercase\nprint b.x"),
    FindingNote(
      .wrongEnd, "an event, action or command at the wrong end",
      """
      An event has no first value to pass, so its arrow needs a '!'. Actions and commands can only
      be targets, and none of them can be bound both ways.
      """,
      bad: "object b { event go }\nobject a { x = 1 }\nbind b.go ~> a.x\nfire b.go(2)\nprint a.x",
      good: "object b { event go }\nobject a { x = 1 }\nbind b.go !~> a.x\nfire b.go(2)\nprint a.x"),
    FindingNote(
      .noEvent, "something that is not an event",
      "'fire' and 'on' are for events, 'observe' is for properties.",
      bad: "object a { x = 1 }\non a.x { print value }",
      good: "object a { x = 1 }\nobserve a.x { print value }\na.x = 2"),
    FindingNote(
      .noObject, "a statement that needs an object",
      "'release' and 'extend' take an object, 'unbind' an object or a binding.",
      bad: "let n = 1\nrelease n", good: "object a { x = 1 }\nrelease a"),
    FindingNote(
      .wrongPlace, "a statement that cannot be used here",
      "A statement that asks about turns, reads a file or lets time pass cannot be used in a block.",
      bad: "object a { x = 1 }\nobserve a.x { wait }\na.x = 2",
      good: "object a { x = 1 }\nobserve a.x { print value }\na.x = 2\nwait"),
    FindingNote(
      .unreadableFile, "a file that 'source' cannot run",
      "It does not exist, has errors, or includes the file that includes it.",
      bad: "source \"missing.bind\"", good: ""),
    FindingNote(
      .noHelp, "an unknown help topic",
      "'help' lists the topics, and 'help findings' the codes of findings.",
      bad: "help bnd", good: "help bind"),
    FindingNote(
      .orphan, "an observed object is released, or something is unbound twice",
      """
      Only under 'orphan = error', as in Apple's KVO until iOS 10, which ended the program there.
      """,
      bad: """
        semantics old: kvo { orphan = error }
        object a { x = 1 }
        observe a.x { print value }
        release a
        """,
      good: """
        semantics old: kvo { orphan = error }
        object a { x = 1 }
        observe a.x { print value } as o
        unbind o
        release a
        """),
  ]
}
